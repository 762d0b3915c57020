import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { erasedOutcome } from '../effects/kept-outcome.ts'
import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import { cleanOutcome, type Erased, type ErasedNumber, type Erasure } from '../people/erasure.ts'
import { askForEntries, erasable, erasedOf, type LocatedErasure } from './inbox/erasures.ts'
import { failedWith, isHeldByAnother, troubleOf } from './main/failures.ts'
import type { FileName } from './main/thread.ts'
import { keepText, nullOr, numberOf, readText, textOf } from './rows/values.ts'
import { isErasable } from './turns/erasures.ts'
import { openBeside } from './worker/connection.ts'

/** What erasing beside an application needs. */
export interface EraseBeside {
  readonly files: Readonly<Record<FileName, string>>
  /** ms that a lock of the application's is waited for */
  readonly timeout: number
  /** ms that the application may take for a step */
  readonly patience: number
  /** The number of an entry by its id. */
  locate(registration: string, id: string): number | undefined
  /** Takes the files where no application has them. @returns what lets go of them */
  work(): () => Promise<void>
}

/**
 * Asks the application that owns the files to erase, and waits until it has; without one, does it here. What is asked for
 * names numbers of rows, and no person. Then what stood in the logs goes out of them.
 *
 * @throws FMW_STORE_UNAVAILABLE where the application does not do it in time; it does when it can
 */
export async function eraseBeside(parts: EraseBeside, erasure: Erasure): Promise<Erased> {
  try {
    return await eraseIn(parts, erasure)
  } catch (error) {
    throw troubleOf(error) === 'none' ? error : new FMW_STORE_UNAVAILABLE(parts.files.inbox, failedWith(error).failed)
  }
}

async function eraseIn(parts: EraseBeside, erasure: Erasure): Promise<Erased> {
  const { files, timeout } = parts
  // It runs where requests are answered, so nothing here waits for a lock but by a timer.
  const inbox = openBeside(files.inbox, 0)
  const turns = openBeside(files.turns, 0)
  const asked = [inbox, turns]
  try {
    const found = await findIn(turns, erasure)
    const erased = { sessions: found.sessions.length, results: found.results.length, effects: found.effects.length }
    const entries = located(erasure, parts)
    if (erasure.isTrial === true) return { entries: erasable(inbox, entries).map(({ id }) => id), ...erased }
    await inTransaction(inbox, timeout, () => askForEntries(inbox, entries))
    await cleanReviews(inbox, timeout, erasure)
    await askFor(turns, timeout, found)
    const letGo = parts.work()
    try {
      await untilDone(asked, parts)
    } finally {
      await letGo()
    }
    for (const connection of asked) await emptyLog(connection, timeout)
    return { ...erased, entries: erasedOf(inbox, entries).map(({ id }) => id), sessions: goneOf(turns, found).length }
  } finally {
    for (const connection of asked) connection.close()
  }
}

function located({ registration, entries }: Erasure, { locate }: EraseBeside): readonly LocatedErasure[] {
  return entries.flatMap((entry) => {
    const seq = locate(registration, entry.id)
    return seq === undefined ? [] : [{ ...entry, seq }]
  })
}

/** What was found in a review stays, without the number. The application remembers none of it, so it is written beside it. */
async function cleanReviews(
  connection: DatabaseSync,
  timeout: number,
  { registration, number }: Erasure,
): Promise<void> {
  if (number === undefined) return
  const rows = connection.prepare(`
    SELECT v.seq, v.note FROM reviews v JOIN registrations r ON r.number = v.registration
    WHERE r.name = ? AND v.note IS NOT NULL`)
  const changes = rows.all(keepText(registration)).flatMap(({ seq, note }) => {
    const before = textOf(note)
    const after = keepText(number.without(readText(before)))
    return after === before ? [] : [{ seq: numberOf(seq), before, after }]
  })
  if (changes.length === 0) return
  connection.exec('PRAGMA secure_delete = ON')
  const put = connection.prepare('UPDATE reviews SET note = ? WHERE seq = ? AND note = ?')
  await inTransaction(connection, timeout, () => {
    for (const { seq, before, after } of changes) put.run(after, seq, before)
  })
}

/** What of a person goes that is no entry. */
interface Found {
  /** The number of the registration. */
  readonly number: number
  readonly sessions: readonly number[]
  /** Keys of effects. */
  readonly results: readonly string[]
  readonly effects: readonly { readonly key: string; readonly outcome: string }[]
}

async function findIn(connection: DatabaseSync, erasure: Erasure): Promise<Found> {
  const { registration, phoneKey, keep = [], results: asked = [], number: written } = erasure
  const row = connection.prepare('SELECT number FROM registrations WHERE name = ?').get(keepText(registration))
  if (row === undefined) return { number: 0, sessions: [], results: [], effects: [] }
  const number = numberOf(row.number)
  const sessions = connection
    .prepare(`SELECT s.number FROM sessions s WHERE s.registration = ? AND s.phone_key = ? AND ${isErasable}`)
    .all(number, keepText(phoneKey), Date.now())
    .map((session) => numberOf(session.number))
    .filter((session) => !keep.includes(String(session)))
  const outcome = connection.prepare('SELECT outcome FROM effects WHERE registration = ? AND key = ?')
  const results = asked.filter((key) => {
    const standing = nullOr(outcome.get(number, key)?.outcome, textOf)
    return standing !== null && standing !== erasedOutcome
  })
  const gone = new Set(results)
  const named = written === undefined ? [] : await effectsWith(connection, number, written)
  return { number, sessions, results, effects: named.filter(({ key }) => !gone.has(key)) }
}

async function askFor(
  connection: DatabaseSync,
  timeout: number,
  { number, sessions, results, effects }: Found,
): Promise<void> {
  const put = connection.prepare('INSERT INTO erasures (registration, session, effect, outcome) VALUES (?, ?, ?, ?)')
  await inTransaction(connection, timeout, () => {
    for (const session of sessions) put.run(number, session, null, null)
    for (const key of results) put.run(number, null, key, erasedOutcome)
    for (const { key, outcome } of effects) put.run(number, null, key, outcome)
  })
}

/** One whose subscriber has come back since stays. */
function goneOf(connection: DatabaseSync, { sessions }: Found): readonly number[] {
  const kept = connection.prepare('SELECT 1 FROM sessions WHERE number = ?')
  return sessions.filter((session) => kept.get(session) === undefined)
}

/** A few at a time: whoever asks may have more to do. */
async function effectsWith(connection: DatabaseSync, registration: number, number: ErasedNumber) {
  const page = connection.prepare(`
    SELECT key, outcome FROM effects WHERE registration = ? AND key > ? ORDER BY key LIMIT ${effectsAtOnce}`)
  const found: { readonly key: string; readonly outcome: string }[] = []
  let last = ''
  for (;;) {
    const rows = page.all(registration, last)
    for (const row of rows) {
      last = textOf(row.key)
      const before = nullOr(row.outcome, textOf)
      if (before === null) continue
      const outcome = keepText(cleanOutcome(number, readText(before)))
      if (outcome !== before) found.push({ key: last, outcome })
    }
    if (rows.length < effectsAtOnce) return found
    await breathe()
  }
}

async function inTransaction(connection: DatabaseSync, timeout: number, write: () => void): Promise<void> {
  await whenFree(timeout, () => connection.exec('BEGIN IMMEDIATE'))
  write()
  connection.exec('COMMIT')
}

/** Moves a log to its file, and empties it, unless others read it all the time. */
async function emptyLog(connection: DatabaseSync, timeout: number): Promise<void> {
  const until = performance.now() + timeout
  const isBusy = () => numberOf(connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) !== 0
  while (isBusy() && performance.now() < until) await pause(lookEvery)
}

/** Does what needs a lock that somebody else may have. @param timeout ms that it is waited for */
async function whenFree(timeout: number, act: () => void): Promise<void> {
  const until = performance.now() + timeout
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!isHeldByAnother(error) || performance.now() >= until) throw error
    }
    await pause(lookEvery)
  }
}

async function untilDone(asked: readonly DatabaseSync[], { files, patience }: EraseBeside): Promise<void> {
  const left = () =>
    asked.reduce((sum, one) => sum + numberOf(one.prepare('SELECT count(*) AS n FROM erasures').get()?.n), 0)
  let last = left()
  let until = performance.now() + patience
  while (last > 0) {
    if (performance.now() > until) {
      throw new FMW_STORE_UNAVAILABLE(files.inbox, 'the application that owns it has not erased yet: it will')
    }
    await pause(lookEvery)
    const now = left()
    if (now < last) until = performance.now() + patience
    last = now
  }
}

const effectsAtOnce = 100
// ms
const lookEvery = 20
