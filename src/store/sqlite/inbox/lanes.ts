import type { DatabaseSync } from 'node:sqlite'
import { readRow } from '../rows/read-row.ts'
import type { Undo } from '../rows/undo.ts'
import { numberOf, textOf } from '../rows/values.ts'
import { Claims, type HeldClaim } from './claims.ts'
import { type EntryRow, lastNumber, noAttempts } from './entry-row.ts'

/** An open entry's place. */
export interface Place {
  readonly registration: number
  readonly lane: string
  readonly seq: number
}

/** A claim that the application holds already: its worker was restarted. */
export type ToldClaim = readonly [seq: number, fence: number]

/**
 * The entries that wait or run, lane by lane. Only the head of a lane can be claimed, so only heads stand in the
 * index by due time: a hundred thousand behind one head are never looked at.
 *
 * An entry that is claimed as it is accepted is not marked as a head: nearly all are, and are gone soon. What a
 * crash leaves is put right when the file is opened.
 */
export class Lanes {
  readonly #claims: Claims
  readonly #statements: ReturnType<typeof prepare>
  /** Claims that were settled before the worker was restarted, and their answer lost. */
  readonly #settled = new Map<number, number>()
  /** Claims of before the restart: their settlement may be in the file. */
  readonly #told = new Set<number>()
  #hasWork = false
  /** When this process began to use it, epoch ms. */
  #openSince: number | undefined

  constructor(connection: DatabaseSync, undo: Undo, told: readonly ToldClaim[]) {
    this.#claims = new Claims(undo)
    connection.exec(markHeads)
    this.#statements = prepare(connection)
    for (const [seq, fence] of told) this.#hold(seq, fence)
    undo.keep()
  }

  /** Whether something became claimable since this was asked last. */
  takeWork(): boolean {
    const had = this.#hasWork
    this.#hasWork = false
    return had
  }

  heldClaims(): readonly ToldClaim[] {
    return [...this.#claims.all()].map(({ seq, fence }) => [seq, fence])
  }

  isRunning(seq: number): boolean {
    return this.#claims.get(seq) !== undefined
  }

  /** Puts a new entry at the end of its lane. @returns whether it was claimed, which it is as the head, if asked for */
  enter(place: Place, id: string, fence: number | null, now: number): boolean {
    this.#openSince ??= now
    const isHead = this.#isFree(place)
    const isClaimed = isHead && fence !== null
    this.#insert(place, now, isHead && !isClaimed, false, noAttempts)
    if (isClaimed) {
      const { registration, lane, seq } = place
      const claim = { seq, fence, registration, lane, id, failures: 0, replay: false, attempts: noAttempts }
      this.#claims.add({ ...claim, isFollowed: false })
    }
    return isClaimed
  }

  /** Puts an entry that is asked for again in its place. */
  enterAgain(place: Place, attempts: string, now: number): void {
    const { registration, lane, seq } = place
    const holder = this.#claims.inLane(registration, lane)
    if (holder !== undefined) {
      holder.isFollowed = true
      this.#insert(place, now, false, true, attempts)
      return
    }
    const first = this.#firstOf(registration, lane)
    const isHead = first === undefined || seq < first
    if (isHead && first !== undefined) this.#statements.setHead.run(0, registration, lane, first)
    this.#insert(place, now, isHead, true, attempts)
  }

  /** Claims heads that are due. */
  claim(registration: number, fence: number, most: number, now: number): readonly EntryRow[] {
    const claimed: EntryRow[] = []
    this.#openSince ??= now
    // Those that run may still stand in the index.
    for (const row of this.#statements.due.all(registration, now, most + this.#claims.size)) {
      if (claimed.length === most) break
      const due = readRow(row, 'running')
      if (this.#claims.get(due.seq) !== undefined) continue
      if (this.#claims.inLane(registration, due.lane) !== undefined) continue
      const { seq, lane, id, failures, replay, attempts } = due
      this.#claims.add({ seq, fence, registration, lane, id, failures, replay, attempts, isFollowed: true })
      // Not by the calendar: that may have been another before this process.
      const lived = now - Math.max(numberOf(row.accepted_at), this.#openSince)
      claimed.push({ ...due, age: Math.max(numberOf(row.waited), lived) })
    }
    return claimed
  }

  /** Whether a head of the registration is due and not claimed. */
  hasDue(registration: number, now: number): boolean {
    const rows = this.#statements.dueSeqs.all(registration, now, this.#claims.size + 1)
    return rows.some(({ seq }) => !this.isRunning(numberOf(seq)))
  }

  held(seq: number, fence: number): HeldClaim | undefined {
    const claim = this.#claims.get(seq)
    return claim?.fence === fence ? claim : undefined
  }

  /** Whether that claim was settled before the restart. */
  wasSettled(seq: number, fence: number): boolean {
    return this.#settled.get(seq) === fence
  }

  /** Whether this attempt was counted before the restart. */
  wasCounted({ seq, attempts }: HeldClaim, number: number): boolean {
    return this.#told.has(seq) && lastNumber(attempts) >= number
  }

  /** Ends a claim, and the entry leaves its lane. */
  leave(claim: HeldClaim): void {
    const { registration, lane, seq } = claim
    this.#statements.remove.run(registration, lane, seq)
    this.#release(claim)
    if (!claim.isFollowed) return
    this.#statements.headFirst.run(registration, lane, registration, lane)
    this.#hasWork = true
  }

  /** Ends a claim, and the entry waits for its next attempt. @param wait ms */
  park(claim: HeldClaim, now: number, wait: number, attempts: string): void {
    const { registration, lane, seq, failures } = claim
    this.#statements.park.run(now + wait, wait, wait, failures + 1, attempts, registration, lane, seq)
    this.giveBack(claim)
  }

  /** Ends a claim as if it had not been; its lane waits. @param wait ms @param reason what for; null leaves it as it was */
  putOff(claim: HeldClaim, now: number, wait: number, reason: string | null): void {
    const { registration, lane, seq } = claim
    this.#statements.putOff.run(now + wait, wait, wait, reason, registration, lane, seq)
    this.giveBack(claim)
  }

  /** Ends a claim as if it had not been. */
  giveBack(claim: HeldClaim): void {
    const { registration, lane, seq } = claim
    this.#release(claim)
    // Someone may have asked for an earlier one meanwhile.
    this.#statements.setHead.run(0, registration, lane, seq)
    this.#statements.headFirst.run(registration, lane, registration, lane)
    this.#hasWork = true
  }

  #release(claim: HeldClaim): void {
    this.#claims.remove(claim)
    this.#told.delete(claim.seq)
  }

  #isFree({ registration, lane }: Place): boolean {
    const holder = this.#claims.inLane(registration, lane)
    if (holder === undefined) return this.#firstOf(registration, lane) === undefined
    holder.isFollowed = true
    return false
  }

  #firstOf(registration: number, lane: string): number | undefined {
    const row = this.#statements.first.get(registration, lane)
    return row === undefined ? undefined : numberOf(row.seq)
  }

  #insert({ registration, lane, seq }: Place, now: number, isHead: boolean, replay: boolean, attempts: string): void {
    this.#statements.insert.run(registration, lane, seq, now, Number(isHead), Number(replay), attempts)
    if (isHead) this.#hasWork = true
  }

  #hold(seq: number, fence: number): void {
    const row = this.#statements.open.get(seq)
    if (row === undefined) {
      this.#settled.set(seq, fence)
      return
    }
    this.#told.add(seq)
    this.#claims.add({
      seq,
      fence,
      registration: numberOf(row.registration),
      lane: textOf(row.lane),
      id: textOf(row.id),
      failures: numberOf(row.failures),
      replay: row.replay === 1,
      attempts: textOf(row.attempts),
      isFollowed: true,
    })
  }
}

function prepare(connection: DatabaseSync) {
  const place = 'registration = ? AND lane = ? AND seq = ?'
  return {
    insert: connection.prepare('INSERT INTO open_entries VALUES (?, ?, ?, ?, ?, 0, ?, ?, 0, 0, NULL)'),
    first: connection.prepare('SELECT seq FROM open_entries WHERE registration = ? AND lane = ? ORDER BY seq LIMIT 1'),
    setHead: connection.prepare(`UPDATE open_entries SET head = ? WHERE ${place}`),
    headFirst: connection.prepare(`UPDATE open_entries SET head = 1 WHERE registration = ? AND lane = ?
      AND seq = (SELECT min(seq) FROM open_entries WHERE registration = ? AND lane = ?)`),
    putOff: connection.prepare(`
      UPDATE open_entries SET due_at = ?, wait = ?, waited = waited + ?, reason = coalesce(?, reason) WHERE ${place}`),
    park: connection.prepare(`
      UPDATE open_entries SET due_at = ?, wait = ?, waited = waited + ?, failures = ?, attempts = ?, reason = NULL
      WHERE ${place}`),
    remove: connection.prepare(`DELETE FROM open_entries WHERE ${place}`),
    dueSeqs: connection.prepare(`SELECT o.seq ${dueHeads}`),
    due: connection.prepare(`
      SELECT e.seq, e.kind, e.id, e.lane, e.reference, e.conflicts_with, e.received_at, e.form, e.payload,
        e.accepted_at, o.waited, o.failures, o.replay, o.attempts ${dueHeads}`),
    open: connection.prepare(`
      SELECT e.registration, e.lane, e.id, o.failures, o.replay, o.attempts
      FROM entries e JOIN open_entries o ON o.registration = e.registration AND o.lane = e.lane AND o.seq = e.seq
      WHERE e.seq = ?`),
  }
}

// CROSS JOIN keeps SQLite from beginning with the entries.
const dueHeads = `
  FROM open_entries o CROSS JOIN entries e ON e.seq = o.seq
  WHERE o.head = 1 AND o.registration = ? AND o.due_at <= ? ORDER BY o.due_at LIMIT ?`

const isFirst = `NOT EXISTS (SELECT 1 FROM open_entries before
  WHERE before.registration = open_entries.registration AND before.lane = open_entries.lane
    AND before.seq < open_entries.seq)`

const markHeads = `
  UPDATE open_entries SET head = 0 WHERE head = 1 AND NOT ${isFirst};
  UPDATE open_entries SET head = 1 WHERE head = 0 AND ${isFirst}`
