import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isFallback, type SessionKey, type TurnClosing } from '../../turn-store.ts'
import { ArrivalWriter } from '../rows/arrivals.ts'
import type { Undo } from '../rows/undo.ts'
import { keepText, keptOrNot, nullOr, numberOf, shown } from '../rows/values.ts'
import { kindOf, readSession, type SessionRow, weightOfSession } from './session-row.ts'
import { sessionArrivals } from './turns-schema.ts'

/** A turn that is kept, as far as decisions need it. */
export interface TurnRow {
  readonly number: number
  /** null until it is answered. */
  readonly reply: string | null
}

/** A turn to be kept. */
export interface NewTurn {
  readonly turn: string | null
  readonly at: number
  readonly sequence: number | null
  readonly type: string
  readonly entered: string | null
  readonly screen: string | null
  readonly source: string | null
  readonly ms: number | null
  readonly reply: string | null
}

/** How a session begins. */
export interface SessionStart extends SessionKey {
  readonly phone: string
  readonly phoneKey: string
  readonly at: number
  readonly expiry: number
}

/** The sessions and turns of the file. */
export class SessionTable {
  readonly #statements: ReturnType<typeof prepare>
  readonly #undo: Undo
  readonly #arrivals: ArrivalWriter
  /** What each registration has, bytes. */
  readonly #weights = new Map<number, number>()

  constructor(connection: DatabaseSync, undo: Undo) {
    this.#statements = prepare(connection)
    this.#undo = undo
    const last = connection.prepare(lastNumber).get()
    this.#arrivals = new ArrivalWriter(connection, undo, sessionArrivals, numberOf(last?.number))
    for (const row of connection.prepare('SELECT registration, sum(weight) AS weight FROM sessions GROUP BY 1').all()) {
      this.#weights.set(numberOf(row.registration), numberOf(row.weight))
    }
  }

  /** What the sessions of a registration take, with their turns. Bytes. */
  weightOf(registration: number): number {
    return this.#weights.get(registration) ?? 0
  }

  /** The session of that id that has not been retired. */
  find(registration: number, { kind, sessionId, owner = '' }: SessionKey): SessionRow | undefined {
    const row = this.#statements.find.get(registration, keepText(sessionId), kind, keepText(owner))
    return row === undefined ? undefined : readSession(row)
  }

  start(registration: number, start: SessionStart, now: number): SessionRow {
    const { kind, sessionId, owner = '', phone, phoneKey, at, expiry } = start
    const names = [sessionId, owner, phone, phoneKey].map((name) => keepText(name))
    const weight = besides + 4 * sessionId.length
    this.#count(registration, weight)
    const row = this.#statements.start.get(registration, kind, ...names, at, at, expiry, now + expiry, weight)
    const session = readSession(row)
    this.#arrivals.note(session.number, at)
    return session
  }

  write(session: SessionRow): void {
    const { number, lastAt, expiry, expiresAt, isOver, masksAnswer, wasFenced, wasEnded, work } = session
    const { turns, kept, fallbacks, forgottenTo, state, late, resumeKey } = session
    const flags = [isOver, masksAnswer, wasFenced, wasEnded].map(Number)
    const working: SQLInputValue[] =
      work === undefined
        ? [null, null, null, null, null]
        : [work.turn, work.fence, work.holder, keepText(work.attempt), JSON.stringify(work.facts)]
    const counts = [turns, kept, fallbacks, forgottenTo]
    const weight = weightOfSession(session)
    this.#count(session.registration, weight - session.weight)
    this.#statements.write.run(
      lastAt,
      expiry,
      expiresAt,
      ...flags,
      ...counts,
      ...[state, late, resumeKey].map((text) => keptOrNot(text)),
      ...working,
      weight,
      number,
    )
  }

  /** The one of that number, if it has not been retired, and what others know it by. */
  get(number: number): (SessionRow & { readonly key: SessionKey }) | undefined {
    const row = this.#statements.get.get(number)
    if (row === undefined) return undefined
    return { ...readSession(row), key: keyIn(row) }
  }

  /** Leaves nothing of a session but its transcript. */
  retire(number: number): void {
    const { registration, weight } = this.#weighed(number)
    const left = Math.min(weight, numberOf(this.#statements.transcriptLength.get(number)?.length) + besides)
    this.#statements.retire.run(left, number)
    this.#count(registration, left - weight)
    this.#statements.forgetReplies.run(number)
  }

  /**
   * Numbers of the 64 in which nothing happened for longest, and who holds work in them. First those that took most room for
   * longest: of two that are as old the heavier one, and none that was used just now as long as others were not.
   */
  idle(registration: number, now: number): readonly { readonly number: number; readonly holder: number | null }[] {
    const cost = (weight: number, lastAt: number): number => weight * Math.max(0, now - lastAt)
    return this.#statements.idle
      .all(registration)
      .map((row) => ({ row, cost: cost(numberOf(row.weight), numberOf(row.last_at)) }))
      .sort((one, other) => other.cost - one.cost)
      .map(({ row }) => ({ number: numberOf(row.number), holder: nullOr(row.work_holder, numberOf) }))
  }

  remove(number: number): void {
    const { registration, weight } = this.#weighed(number)
    this.#count(registration, -weight)
    this.#statements.removeTurns.run(number)
    this.#statements.remove.run(number)
  }

  /** Forgets what is kept beside sessions that are all forgotten. */
  tidy(): void {
    this.#arrivals.forget()
  }

  /** Numbers of sessions that expired before that time, those that expired first in front. */
  expired(registration: number, isRetired: boolean, before: number, most: number): readonly number[] {
    const rows = this.#statements.expired.all(registration, Number(isRetired), before, most)
    return rows.map(({ number }) => numberOf(number))
  }

  /** Sessions in which that one's work goes on. */
  heldBy(registration: number, holder: number): readonly SessionKey[] {
    const rows = this.#statements.heldBy.all(registration, holder)
    return rows.map(keyIn)
  }

  /** The last turn of that key. */
  findTurn({ number }: SessionRow, key: string): TurnRow | undefined {
    return turnIn(this.#statements.findTurn.get(number, keepText(key)))
  }

  /** The last turn, beside the end by the subscriber. */
  lastTurn({ number }: SessionRow): TurnRow | undefined {
    return turnIn(this.#statements.lastTurn.get(number))
  }

  hasSequence({ number }: SessionRow, sequence: number | null): boolean {
    return sequence !== null && this.#statements.hasSequence.get(number, sequence) !== undefined
  }

  /**
   * The last answered turn, where one has a higher sequence than that, or none and came behind one that has the same. How many
   * turns are known says nothing of it: those before them may have been forgotten, and some may have one sequence.
   */
  lastAbove({ number }: SessionRow, sequence: number | null): LaterTurn | undefined {
    if (sequence === null || this.#statements.goesBack.get(number, sequence, number, sequence) === undefined)
      return undefined
    const last = this.#statements.lastAnswered.get(number)
    return last && { turn: shown(last.key), reply: shown(last.reply) }
  }

  /**
   * Whether a turn before that sequence is missing: it is further from its place than that of any turn. Those behind a sequence
   * that have none, or one that was there, have a place too.
   */
  isAfterGap({ number, turns }: SessionRow, sequence: number): boolean {
    return this.#statements.isAfterGap.get(sequence - turns, number)?.isAfterGap === 1
  }

  /** Whether another turn can be kept beside the one that works. */
  hasRoom({ number, kept, work }: SessionRow): boolean {
    if (kept < turnsKept) return true
    return numberOf(this.#statements.oldest.get(number, -1)?.number) !== work?.turn
  }

  /** Keeps a turn; the oldest is forgotten for it, but never the one that works. */
  addTurn(session: SessionRow, turn: NewTurn): number {
    if (session.kept >= turnsKept) this.#forgetOldest(session)
    const number = session.turns
    session.added += weightOfTurn(turn)
    const { turn: key, at, sequence, type, entered, screen, source, ms, reply } = turn
    const texts = [key, type, entered, screen, source, reply].map((text) => keptOrNot(text))
    this.#statements.addTurn.run(session.number, number, at, sequence, ms, ...texts)
    session.turns += 1
    session.kept += 1
    if (source !== null) countSource(session, source)
    return number
  }

  answerTurn(session: SessionRow, number: number, { reply, screen, source, ms, fence }: TurnClosing): void {
    const texts = [reply, screen, source].map((text) => keepText(text))
    this.#statements.answerTurn.run(...texts, ms, fence, session.number, number)
    session.added += reply.length + screen.length
    countSource(session, source)
  }

  /** Whether the turn was closed with this fence before. */
  wasClosed({ number }: SessionRow, { turn, fence }: TurnClosing): boolean {
    return this.#statements.wasClosed.get(number, keepText(turn), fence) !== undefined
  }

  finishTurn(session: SessionRow, number: number, fence: string): void {
    this.#statements.finishTurn.run(fence, session.number, number)
  }

  /** Whether late work of this fence was taken in before. */
  wasFinished({ number }: SessionRow, fence: string): boolean {
    return this.#statements.wasFinished.get(number, fence) !== undefined
  }

  #weighed(number: number): { readonly registration: number; readonly weight: number } {
    const row = this.#statements.weight.get(number)
    return { registration: numberOf(row?.registration), weight: numberOf(row?.weight) }
  }

  #count(registration: number, more: number): void {
    const before = this.weightOf(registration)
    this.#weights.set(registration, before + more)
    this.#undo.push(() => this.#weights.set(registration, before))
  }

  #forgetOldest(session: SessionRow): void {
    const oldest = this.#statements.oldest.get(session.number, session.work?.turn ?? -1)
    session.forgottenTo = Math.max(session.forgottenTo, numberOf(oldest?.sequence))
    this.#statements.removeTurn.run(session.number, numberOf(oldest?.number))
    session.kept -= 1
  }
}

interface LaterTurn {
  readonly turn: string
  readonly reply: string
}

function turnIn(row: Readonly<Record<string, unknown>> | undefined): TurnRow | undefined {
  return row && { number: numberOf(row.number), reply: nullOr(row.reply, shown) }
}

function keyIn({ kind, session_id: id, owner }: Readonly<Record<string, unknown>>): SessionKey {
  return { kind: kindOf(kind), sessionId: shown(id), owner: shown(owner) }
}

function countSource(session: SessionRow, source: string): void {
  if (isFallback(source)) session.fallbacks += 1
}

function prepare(connection: DatabaseSync) {
  const turn = 'session = ? AND number = ?'
  return {
    // Without that SQLite would go through all sessions that are open.
    find: connection.prepare(`
      SELECT * FROM sessions INDEXED BY sessions_by_id
      WHERE registration = ? AND session_id = ? AND kind = ? AND owner = ? AND is_retired = 0`),
    get: connection.prepare('SELECT * FROM sessions WHERE number = ? AND is_retired = 0'),
    start: connection.prepare(`
      INSERT INTO sessions (registration, kind, session_id, owner, phone, phone_key, started_at, last_at, expiry, expires_at,
        is_retired, is_over, masks_answer, was_fenced, was_ended, turns, kept, fallbacks, forgotten_to, weight)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, -1, ?) RETURNING *`),
    write: connection.prepare(`
      UPDATE sessions SET last_at = ?, expiry = ?, expires_at = ?, is_over = ?, masks_answer = ?, was_fenced = ?,
        was_ended = ?, turns = ?, kept = ?, fallbacks = ?, forgotten_to = ?, state = ?, late = ?,
        resume_key = ?, work_turn = ?,
        work_fence = ?, work_holder = ?, work_attempt = ?, work_facts = ?, weight = ? WHERE number = ?`),
    retire: connection.prepare(`
      UPDATE sessions SET is_retired = 1, state = NULL, late = NULL, work_turn = NULL, work_fence = NULL,
        work_holder = NULL, work_attempt = NULL, work_facts = NULL, weight = ? WHERE number = ?`),
    weight: connection.prepare('SELECT registration, weight FROM sessions WHERE number = ?'),
    transcriptLength: connection.prepare(`
      SELECT coalesce(sum(${turnBesides} + length(coalesce(screen, '')) + length(coalesce(entered, ''))), 0) AS length
      FROM turns WHERE session = ?`),
    idle: connection.prepare(`
      SELECT number, work_holder, weight, last_at FROM sessions INDEXED BY sessions_by_expiry
      WHERE registration = ? AND is_retired = 0 AND expires_at < ${never} ORDER BY expires_at LIMIT 64`),
    forgetReplies: connection.prepare('UPDATE turns SET reply = NULL WHERE session = ?'),
    removeTurns: connection.prepare('DELETE FROM turns WHERE session = ?'),
    remove: connection.prepare('DELETE FROM sessions WHERE number = ?'),
    expired: connection.prepare(`
      SELECT number FROM sessions WHERE registration = ? AND is_retired = ? AND expires_at <= ?
      ORDER BY expires_at LIMIT ?`),
    heldBy: connection.prepare(`
      SELECT kind, session_id, owner FROM sessions WHERE registration = ? AND is_retired = 0 AND work_holder = ?`),
    findTurn: connection.prepare(`
      SELECT number, reply FROM turns WHERE session = ? AND key = ? ORDER BY number DESC LIMIT 1`),
    lastTurn: connection.prepare(`
      SELECT number, reply FROM turns WHERE session = ? AND key IS NOT NULL ORDER BY number DESC LIMIT 1`),
    lastAnswered: connection.prepare(`
      SELECT key, reply FROM turns
      WHERE session = ? AND key IS NOT NULL AND reply IS NOT NULL ORDER BY number DESC LIMIT 1`),
    goesBack: connection.prepare(`
      SELECT 1 FROM turns
      WHERE session = ? AND key IS NOT NULL AND reply IS NOT NULL AND (sequence > ? OR sequence IS NULL AND number > (
        SELECT min(number) FROM turns WHERE session = ? AND sequence = ?
      )) LIMIT 1`),
    hasSequence: connection.prepare('SELECT 1 FROM turns WHERE session = ? AND sequence = ? LIMIT 1'),
    isAfterGap: connection.prepare('SELECT ? > max(sequence - number) AS isAfterGap FROM turns WHERE session = ?'),
    oldest: connection.prepare(`
      SELECT number, coalesce(sequence, -1) AS sequence FROM turns WHERE session = ? AND number <> ? ORDER BY number LIMIT 1`),
    addTurn: connection.prepare(`
      INSERT INTO turns (session, number, at, sequence, ms, key, type, entered, screen, source, reply)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    removeTurn: connection.prepare(`DELETE FROM turns WHERE ${turn}`),
    answerTurn: connection.prepare(`
      UPDATE turns SET reply = ?, screen = ?, source = ?, ms = ?, closed_with = ? WHERE ${turn}`),
    wasClosed: connection.prepare('SELECT 1 FROM turns WHERE session = ? AND key = ? AND closed_with = ?'),
    finishTurn: connection.prepare(`UPDATE turns SET finished_with = ? WHERE ${turn}`),
    wasFinished: connection.prepare('SELECT 1 FROM turns WHERE session = ? AND finished_with = ?'),
  }
}

/** What a turn takes, bytes. */
function weightOfTurn({ turn, entered, screen, reply }: NewTurn): number {
  return [turn, entered, screen, reply].reduce((sum, text) => sum + (text?.length ?? 0), turnBesides)
}

// Bytes of a session and of a turn beside their texts.
const besides = 1_024
const turnBesides = 192

// Epoch ms: later than any session ends.
const never = Number.MAX_SAFE_INTEGER

const turnsKept = 64

// Numbers are not given again, also when the newest session is forgotten.
const lastNumber = `SELECT coalesce(max(seq), 0) AS number FROM sqlite_sequence WHERE name = 'sessions'`
