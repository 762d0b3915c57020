import type { Channel } from 'node:diagnostics_channel'
import type { DatabaseSync } from 'node:sqlite'
import { type Clock, steadyTime, systemClock } from '../../../clock.ts'
import { trace } from '../../../trace/moments.ts'
import { FileGone, failedWith, troubleOf } from '../main/failures.ts'
import { commitNothing, inodeOf, inodesOf } from './connection.ts'
import type { Dispatcher } from './dispatcher.ts'

/** A file that is open for writing, and who works on it. */
export interface OpenFile<TheDispatcher> {
  readonly connection: DatabaseSync
  readonly dispatcher: TheDispatcher
}

/**
 * Opens a file, again where it has to be.
 *
 * @param last the dispatcher that worked on it before, if one did
 * @param now epoch ms
 */
export type OpenDispatcher<TheDispatcher> = (last: TheDispatcher | undefined, now: number) => OpenFile<TheDispatcher>

/** What became of a group. */
export interface GroupOutcome {
  /** One for each task, in order; `Failed` for those that failed. */
  readonly answers: readonly unknown[]
  /** How often it was committed. */
  readonly commits: number
}

/** Tasks and the payloads that belong to them. */
export interface Group<Task> {
  readonly tasks: readonly Task[]
  readonly payloads: readonly Uint8Array[]
}

/**
 * Executes groups of tasks, each group in one transaction. One that fails is tried again with a savepoint for each
 * task, so that one bad row costs nobody else; where the file itself is in trouble all of them fail, and it is opened
 * anew if it must.
 */
export class FileWriter<Task, TheDispatcher extends Dispatcher<Task>> {
  readonly #file: string
  readonly #open: OpenDispatcher<TheDispatcher>
  readonly #now: () => number
  #opened: OpenFile<TheDispatcher> | undefined
  #last: TheDispatcher | undefined
  /** Of the file, from when it was opened first. */
  #inode: number | undefined
  #inodes = ''
  #trouble: string | undefined
  /** Monotonic ms. */
  #triedAt = 0

  constructor(file: string, open: OpenDispatcher<TheDispatcher>, clock: Clock = systemClock) {
    this.#file = file
    this.#open = open
    this.#now = steadyTime(clock)
  }

  /** What stood in the way of the last commit, until one succeeds; of the file alone, not of what was asked. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** @throws what stands in the way of opening the file */
  open(): OpenFile<TheDispatcher> {
    if (this.#opened !== undefined) return this.#opened
    const inode = inodeOf(this.#file)
    if (this.#inode !== undefined && inode !== this.#inode) throw new FileGone(this.#file)
    const opened = this.#open(this.#last, this.#now())
    this.#opened = opened
    this.#last = opened.dispatcher
    this.#inode = inodeOf(this.#file)
    this.#inodes = inodesOf(this.#file)
    return opened
  }

  execute(group: Group<Task>): GroupOutcome {
    try {
      const outcome = this.#execute(this.open(), group)
      if (outcome.commits > 0) this.#trouble = undefined
      return outcome
    } catch (error) {
      this.#troubled(error)
      return { answers: group.tasks.map(() => failedWith(error)), commits: 0 }
    }
  }

  /** Whether the application may find something new to do since this was asked last. */
  takeNews(): boolean {
    return this.#opened?.dispatcher.takeNews?.() ?? false
  }

  /** Does what has to be done now without being asked. @returns whether the application may find something to do */
  lookAround(): boolean {
    try {
      const { connection, dispatcher } = this.open()
      const tasks = dispatcher.chores(this.#now())
      if (tasks.length > 0) this.execute({ tasks, payloads: [] })
      else if (this.#trouble !== undefined && performance.now() - this.#triedAt > tryEvery) this.#tryAgain(connection)
      return (dispatcher.takeNews?.() || dispatcher.hasDue?.(this.#now())) ?? false
    } catch (error) {
      this.#troubled(error)
      return false
    }
  }

  /** Moves what has been committed from the log to the file. Whether it succeeds matters little: the next one will. */
  checkpoint(): void {
    try {
      this.#opened?.connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      this.#giveUp(error)
    }
  }

  close(): void {
    const opened = this.#opened
    this.#opened = undefined
    opened?.connection.close()
  }

  #execute({ connection, dispatcher }: OpenFile<TheDispatcher>, { tasks, payloads }: Group<Task>): GroupOutcome {
    dispatcher.beginGroup(this.#now())
    const perform = (task: Task, index: number): unknown => dispatcher.perform(task, payloads[index] ?? nothing)
    if (!tasks.some((task) => dispatcher.writes(task))) {
      const answers = tasks.map(perform)
      dispatcher.undo.keep()
      return { answers, commits: 0 }
    }
    this.#checkFiles()
    return tasks.some((task) => dispatcher.outlivesPower?.(task))
      ? synced(connection, () => this.#executeWrites({ connection, dispatcher }, tasks, perform))
      : this.#executeWrites({ connection, dispatcher }, tasks, perform)
  }

  #executeWrites(
    { connection, dispatcher }: OpenFile<TheDispatcher>,
    tasks: readonly Task[],
    perform: (task: Task, index: number) => unknown,
  ): GroupOutcome {
    try {
      return this.#commit(connection, dispatcher, () => tasks.map(perform))
    } catch (error) {
      this.#rollBack(connection, dispatcher)
      if (troubleOf(error) !== 'none') throw error
    }
    dispatcher.beginGroup(this.#now())
    const performAlone = (task: Task, index: number): unknown =>
      alone(connection, dispatcher, () => perform(task, index))
    try {
      return this.#commit(connection, dispatcher, () => tasks.map(performAlone))
    } catch (error) {
      this.#rollBack(connection, dispatcher)
      throw error
    }
  }

  #commit(connection: DatabaseSync, dispatcher: Dispatcher<Task>, perform: () => readonly unknown[]): GroupOutcome {
    connection.exec('BEGIN IMMEDIATE')
    const answers = perform()
    dispatcher.finishGroup?.()
    tell(trace.committing, dispatcher)
    connection.exec('COMMIT')
    dispatcher.undo.keep()
    tell(trace.committed, dispatcher)
    return { answers, commits: 1 }
  }

  #rollBack(connection: DatabaseSync, dispatcher: Dispatcher<Task>): void {
    dispatcher.undo.back(0)
    try {
      connection.exec('ROLLBACK')
    } catch {
      // The failure has ended the transaction already.
    }
  }

  #checkFiles(): void {
    if (inodesOf(this.#file) !== this.#inodes) throw new FileGone(this.#file)
  }

  /** A load balancer that goes by the health sends no pushes until it is well: nothing else would be committed. */
  #tryAgain(connection: DatabaseSync): void {
    this.#checkFiles()
    commitNothing(connection)
    this.#trouble = undefined
  }

  #troubled(error: unknown): void {
    this.#trouble = failedWith(error).failed
    this.#triedAt = performance.now()
    this.#giveUp(error)
  }

  #giveUp(error: unknown): void {
    if (troubleOf(error) === 'broken') this.close()
  }
}

/** What is committed meanwhile survives a power cut, where the file's other transactions need not. */
function synced(connection: DatabaseSync, commit: () => GroupOutcome): GroupOutcome {
  connection.exec('PRAGMA synchronous = FULL')
  try {
    return commit()
  } finally {
    connection.exec('PRAGMA synchronous = NORMAL')
  }
}

/** Nobody listening costs nothing, and groups without notifications are no moments of any. */
function tell<Task>(moment: Channel, dispatcher: Dispatcher<Task>): void {
  if (!moment.hasSubscribers) return
  const ids = dispatcher.ids?.() ?? []
  if (ids.length > 0) moment.publish({ ids })
}

/** A task that may fail alone. */
function alone<Task>(connection: DatabaseSync, dispatcher: Dispatcher<Task>, perform: () => unknown): unknown {
  const mark = dispatcher.undo.mark()
  connection.exec('SAVEPOINT task')
  try {
    const answer = perform()
    connection.exec('RELEASE task')
    return answer
  } catch (error) {
    if (troubleOf(error) !== 'none') throw error
    dispatcher.undo.back(mark)
    connection.exec('ROLLBACK TO task; RELEASE task')
    return failedWith(error)
  }
}

// ms
const tryEvery = 1_000

const nothing = new Uint8Array(0)
