import type { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../clock.ts'
import { InboxDispatcher, type InboxTask } from '../inbox/inbox-dispatcher.ts'
import { inboxSchema } from '../inbox/inbox-schema.ts'
import type { ToldClaim } from '../inbox/lanes.ts'
import { failedWith, isFailed } from '../main/failures.ts'
import type { FromWorker, ToWorker, WorkerRole } from '../main/thread.ts'
import { TurnsDispatcher, type TurnsTask } from '../turns/turns-dispatcher.ts'
import { turnsSchema } from '../turns/turns-schema.ts'
import { Checkpoints } from './checkpoints.ts'
import { type ConnectionSettings, openOnce, openToWrite } from './connection.ts'
import type { Dispatcher } from './dispatcher.ts'
import { FileReader, type ReaderTask } from './file-reader.ts'
import { FileWriter, type OpenDispatcher } from './file-writer.ts'
import { checkOwner, migrate } from './migrate.ts'
import { serveWriter } from './serve-writer.ts'

/** Does the work of a role for whoever is at the other end of the port. */
export function serve(port: MessagePort, role: WorkerRole): void {
  switch (role.role) {
    case 'lock':
      openLock(port, role.file)
      break
    case 'inbox':
      serveWriter(port, inboxWriter(role.file, role.told), lookEvery)
      break
    case 'turns':
      serveWriter(port, turnsWriter(role.file, role.holders), lookEvery)
      break
    case 'reader':
      serveReader(port, new FileReader(role.files), new Checkpoints(role.files), checkpointEvery)
      break
  }
}

/** What executes groups on the inbox's file. */
export function inboxWriter(
  file: string,
  told: readonly ToldClaim[],
  clock?: Clock,
): FileWriter<InboxTask, InboxDispatcher> {
  return writerOf(file, { synchronous: 'FULL', schema: inboxSchema, clock }, (connection, last, now) => {
    boundInboxWaits(connection, now)
    return new InboxDispatcher(connection, last?.heldClaims() ?? told)
  })
}

/** What executes groups on the file of turns. */
export function turnsWriter(
  file: string,
  holders: readonly number[],
  clock?: Clock,
): FileWriter<TurnsTask, TurnsDispatcher> {
  return writerOf(file, { synchronous: 'NORMAL', schema: turnsSchema, clock }, (connection, last, now) => {
    boundSessionWaits(connection, now)
    return new TurnsDispatcher(connection, last?.holders ?? holders)
  })
}

interface WriterSettings extends Pick<ConnectionSettings, 'synchronous'> {
  readonly schema: readonly string[]
  readonly clock: Clock | undefined
}

/** @param make what works on the file, which has its newest schema by then; `last` did before, if one did */
function writerOf<Task, TheDispatcher extends Dispatcher<Task>>(
  file: string,
  { synchronous, schema, clock }: WriterSettings,
  make: (connection: DatabaseSync, last: TheDispatcher | undefined, now: number) => TheDispatcher,
): FileWriter<Task, TheDispatcher> {
  const open: OpenDispatcher<TheDispatcher> = (last, now) => {
    const connection = openToWrite(file, { synchronous, busyTimeout }, (connection) => checkOwner(connection, schema))
    try {
      migrate(connection, schema)
      return { connection, dispatcher: make(connection, last, now) }
    } catch (error) {
      connection.close()
      throw error
    }
  }
  return new FileWriter(file, open, clock)
}

// ms
const lookEvery = 200
const checkpointEvery = 500
const busyTimeout = 2_000

/**
 * A process before this one may have worked by a clock that was ahead. What it left to wait waits for its span at most,
 * from now on.
 *
 * @param now epoch ms
 */
function boundInboxWaits(connection: DatabaseSync, now: number): void {
  connection.prepare('UPDATE open_entries SET due_at = ? + wait WHERE due_at > ? + wait').run(now, now)
  // The newest tells whether anything is from a time that has not come yet: else nothing is gone through.
  if (connection.prepare(isNewestAhead).get(now) === undefined) return
  for (const sql of setBack) connection.prepare(sql).run(...[...sql.matchAll(/\?/g)].map(() => now))
}

/** As that, for sessions: none lives longer than its idle time. */
function boundSessionWaits(connection: DatabaseSync, now: number): void {
  connection
    .prepare('UPDATE sessions SET expires_at = ? + expiry WHERE is_retired = 0 AND expires_at > ? + expiry')
    .run(now, now)
}

const isNewestAhead = `SELECT 1 FROM entries
  WHERE seq = (SELECT max(seq) FROM entries) AND accepted_at > ?`

const setBack = [
  'UPDATE entries SET identity_until = ? + identity_until - accepted_at, accepted_at = ? WHERE accepted_at > ?',
  'UPDATE keys SET until = ? + until - accepted_at, accepted_at = ? WHERE accepted_at > ?',
  'UPDATE ends SET finished_at = ? WHERE finished_at > ?',
]

/**
 * Answers questions, each on its own and none within a transaction, and does the checkpoints, so that neither holds
 * up a writer.
 *
 * @param every ms between checkpoints
 */
function serveReader(port: MessagePort, reader: FileReader, checkpoints: Checkpoints, every: number): void {
  const tell = (message: FromWorker): void => port.postMessage(message)
  let trouble: string | undefined
  /** @returns what is read, or how that failed: until something is read again, which is tried without being asked. */
  const read = (ask: () => unknown): unknown => {
    const answer = attempt(ask)
    const why = isFailed(answer) ? answer.failed : undefined
    if (why !== trouble) tell({ trouble: why })
    trouble = why
    return answer
  }
  const timer = setInterval(() => {
    for (const file of checkpoints.run()) tell({ longLog: file })
    if (trouble !== undefined) read(() => reader.registrations())
  }, every)
  const close = (): void => {
    clearInterval(timer)
    reader.close()
    checkpoints.close()
    tell('closed')
    port.close()
  }
  port.on('message', (message: ToWorker<ReaderTask>) => {
    if (typeof message !== 'object') return close()
    tell({ answers: message.tasks.map((task) => read(() => reader.answer(task))), commits: 0, news: false })
  })
  tell('ready')
}

/** Waits here for a disk that hangs. Whoever takes the lock opens the file again, and hears what is wrong with it. */
function openLock(port: MessagePort, file: string): void {
  const tell = (message: FromWorker): void => port.postMessage(message)
  attempt(() => openOnce(file))
  tell('ready')
  tell('closed')
  port.close()
}

function attempt(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return failedWith(error)
  }
}
