import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { conflictId, type EntryState, isUnhandledPush } from '../../entry.ts'
import type { ReviewSettling, SeenReview } from '../../inbox-store.ts'
import { standardRoom } from '../../store.ts'
import type { Failed } from '../main/failures.ts'
import { ArrivalWriter } from '../rows/arrivals.ts'
import { finishedStates } from '../rows/read-row.ts'
import { Registrations } from '../rows/registrations.ts'
import type { Undo } from '../rows/undo.ts'
import { bytesOf, keepText, markedText, nullOr, numberOf, readText, textOf } from '../rows/values.ts'
import type { HeldClaim } from './claims.ts'
import { EntryRoom } from './entry-room.ts'
import { addAttempt, type EntryRow, identityWeight, lastNumber, weightOfEntry } from './entry-row.ts'
import { Erasures } from './erasures.ts'
import type { AcceptAnswer, AcceptArguments, SettleArguments } from './inbox-operations.ts'
import { entryArrivals } from './inbox-schema.ts'
import { prepareInbox } from './inbox-statements.ts'
import { KeyIndex, type KeyRow, keyBytes, keyFrom, keyOf } from './key-index.ts'
import { Lanes, type ToldClaim } from './lanes.ts'
import { Reviews } from './reviews.ts'
import { type Counted, Usage } from './usage.ts'

/**
 * The inbox's decisions, each in the transaction of its group: what is known, what is the head, what is over. It alone
 * writes the file, so what it remembers is true.
 */
export class InboxWriter {
  readonly #statements: ReturnType<typeof prepareInbox>
  readonly #registrations: Registrations
  readonly #keys: KeyIndex
  readonly #lanes: Lanes
  readonly #usage: Usage
  readonly #room: EntryRoom
  readonly #arrivals: ArrivalWriter
  readonly #reviews: Reviews
  readonly #erasures: Erasures
  readonly #undo: Undo
  #lastSeq: number
  #now = 0
  #payload: Uint8Array = nothing

  constructor(connection: DatabaseSync, undo: Undo, told: readonly ToldClaim[], keysPerPart?: number) {
    this.#undo = undo
    this.#statements = prepareInbox(connection)
    this.#reviews = new Reviews(connection)
    this.#registrations = new Registrations(connection, undo)
    this.#keys = new KeyIndex(connection, undo, keysPerPart)
    this.#lanes = new Lanes(connection, undo, told)
    this.#usage = new Usage(connection, undo)
    this.#erasures = new Erasures(connection, this.#usage)
    const forget = (registration: number, seq: number) => this.#forgetEntry(registration, seq)
    this.#room = new EntryRoom({ statements: this.#statements, usage: this.#usage, forget })
    this.#lastSeq = numberOf(connection.prepare(lastSeq).get()?.seq)
    this.#arrivals = new ArrivalWriter(connection, undo, entryArrivals, this.#lastSeq)
  }

  /** Epoch ms that count for the operations which follow. */
  set now(now: number) {
    this.#now = now
  }

  /** The bytes of the operation that follows. */
  set payload(payload: Uint8Array) {
    this.#payload = payload
  }

  /** Writes what was put off. Called within the transaction, before its commit. */
  finishGroup(): void {
    this.#keys.write(this.#lastSeq)
    this.#usage.write()
  }

  /** Whether something became claimable since this was asked last. */
  takeWork(): boolean {
    return this.#lanes.takeWork()
  }

  heldClaims(): readonly ToldClaim[] {
    return this.#lanes.heldClaims()
  }

  hasDue(): boolean {
    for (const registration of this.#registrations.all()) {
      if (this.#lanes.hasDue(registration, this.#now)) return true
    }
    return false
  }

  accept(...asked: AcceptArguments): AcceptAnswer | Failed {
    const [name, , id, isRejected, identity, , given] = asked
    const payload = this.#payload
    const registration = this.#registrations.need(name)
    if (isRejected) return this.#reject(registration, asked, payload)
    const fingerprint = shortened(given)
    const key = keyOf('identity', registration, identity)
    const known = this.#counting(key)
    if (known === undefined) {
      const full = this.#makeRoom(registration, asked, payload)
      if (full !== undefined) return full
      const seq = this.#keep(registration, asked, payload, { id, key, fingerprint, conflictsWith: null })
      return this.#enter(registration, asked, seq, id) ? seq : -seq
    }
    if (known.fingerprint === fingerprint) return this.#repeated(known, id)
    // A conflict is a notification too: it can be repeated.
    const own = keyOf('conflict', registration, `${identity}\u0000${fingerprint}`)
    const conflict = this.#counting(own)
    if (conflict !== undefined) return { ...this.#repeated(conflict, id), isConflict: true }
    const full = this.#makeRoom(registration, asked, payload)
    if (full !== undefined) return full
    const ownId = keepText(conflictId(readText(id), readText(given)))
    const conflictsWith = this.#stateOf(known)?.id ?? id
    const seq = this.#keep(registration, asked, payload, { id: ownId, key: own, fingerprint, conflictsWith })
    return { conflict: ownId, conflictsWith, seq: this.#enter(registration, asked, seq, ownId) ? seq : -seq }
  }

  claim(name: string, fence: number, most: number): readonly EntryRow[] {
    return this.#lanes.claim(this.#registrations.find(name), fence, most, this.#now)
  }

  settle(...[seq, fence, state, retryIn, attempt, reason, room = standardRoom, review]: SettleArguments): boolean {
    const claim = this.#lanes.held(seq, fence)
    if (claim === undefined) return this.#lanes.wasSettled(seq, fence)
    if (state === 'handedBack' || (attempt !== null && this.#lanes.wasCounted(claim, attempt.number))) {
      if (retryIn > 0 || reason !== null) this.#lanes.putOff(claim, this.#now, retryIn, reason)
      else this.#lanes.giveBack(claim)
      return true
    }
    const attempts = attempt === null ? claim.attempts : addAttempt(claim.attempts, attempt)
    const more = Buffer.byteLength(attempts) - Buffer.byteLength(claim.attempts)
    this.#usage.add(claim.registration, 'entries', more)
    if (state === 'waiting') this.#lanes.park(claim, this.#now, retryIn, attempts)
    else this.#end(claim, state, attempts, reason)
    if (review !== undefined) this.#reviews.ended(claim.registration, seq, review, this.#now)
    this.#room.tidy(claim.registration, room.entries)
    return true
  }

  /** Puts other bytes in the place of those of an entry. @returns whether it is still claimed so */
  rewrite(seq: number, fence: number): boolean {
    const payload = this.#payload
    const claim = this.#lanes.held(seq, fence)
    if (claim === undefined) return false
    const before = numberOf(this.#statements.bytes.get(seq)?.bytes)
    this.#statements.rewrite.run(payload, seq)
    this.#usage.add(claim.registration, 'entries', payload.length - before)
    return true
  }

  agree(seq: number, fence: number): boolean {
    const claim = this.#lanes.held(seq, fence)
    if (claim === undefined) return false
    this.#reviews.agreed(claim.registration, seq, this.#now)
    return true
  }

  /** @returns whether the review of the entry was open, and as it was seen */
  settleReview(seq: number, settling: ReviewSettling, seen: SeenReview): boolean {
    return this.#reviews.settle(seq, settling, seen, this.#now)
  }

  /** The `attempt.entryId` of a claim, for traces. */
  idOf(seq: number, fence: number): string | undefined {
    return this.#lanes.held(seq, fence)?.id
  }

  /** Asks for finished entries again that are in one of the states, and have these attempts. @returns how many */
  replay(seqs: readonly number[], states: readonly EntryState[], attempts?: number): number {
    let count = 0
    for (const seq of seqs) {
      const row = this.#statements.ended.get(seq)
      if (row === undefined || !states.some((state) => state === row.state)) continue
      if (attempts !== undefined && lastNumber(textOf(row.attempts)) !== attempts) continue
      this.#statements.removeEnd.run(seq)
      this.#erasures.takeBack(seq)
      const place = { registration: numberOf(row.registration), lane: textOf(row.lane), seq }
      this.#lanes.enterAgain(place, textOf(row.attempts), this.#now)
      count += 1
    }
    return count
  }

  /** Carries out what tools beside the application have asked for. @returns how many requests there were */
  carryOut(most: number): number {
    const seqs = this.#statements.requests.all(most).map(({ seq }) => numberOf(seq))
    this.replay(seqs, finishedStates)
    for (const seq of seqs) this.#statements.removeRequest.run(seq)
    const erased = this.#erasures.carryOut(most, (registration, seq) => this.#forgetEntry(registration, seq))
    if (erased > 0) this.#statements.setCounter.run(lastSeqName, this.#lastSeq)
    return seqs.length + erased
  }

  hasRequests(): boolean {
    return this.#statements.requests.get(1) !== undefined || this.#erasures.isAsked()
  }

  /** Forgets entries that ended before that time, and those rejected on arrival beyond that many, a few ms at a time. */
  sweep(name: string, { finishedBefore, reviewedBefore, rejected, most }: Sweep): number {
    const registration = this.#registrations.find(name)
    const stopAt = performance.now() + sweepFor
    let count = 0
    for (const seq of this.#past(registration, { finishedBefore, reviewedBefore, rejected, most })) {
      this.#forgetEntry(registration, seq)
      count += 1
      if (performance.now() > stopAt) break
    }
    if (count === 0) return 0
    this.#statements.setCounter.run(lastSeqName, this.#lastSeq)
    this.#arrivals.forget()
    return count
  }

  /** Forgets identities that are past their time and were not written to the file's index yet. */
  sweepKeys(name: string, acceptedBefore: number): number {
    const registration = this.#registrations.find(name)
    const isPast = (row: KeyRow): boolean =>
      row.registration === registration && row.fingerprint !== null && this.#isPast(row, acceptedBefore)
    return this.#forget(this.#keys.gathered(isPast), acceptedBefore)
  }

  /** Before which time identities were accepted for which there is no room any more; 0 where there is for all. */
  cutOff(name: string, most: number): number {
    const registration = this.#registrations.find(name)
    if (this.#usage.of(registration, 'identities') <= most) return 0
    // Some more, so that it is not done for each.
    const kept = Math.floor((most * 7) / 8 / identityWeight)
    const row = this.#statements.milestoneBefore.get(registration, this.#usage.of(registration, 'added') - kept)
    return row === undefined ? 0 : numberOf(row.accepted_at)
  }

  /** Forgets those of the identities that are past their time. */
  forget(keys: readonly Uint8Array[], acceptedBefore: number): number {
    return this.#forget(keys.map(keyFrom), acceptedBefore)
  }

  #forget(keys: readonly string[], acceptedBefore: number): number {
    let count = 0
    for (const key of keys) {
      const row = this.#keys.find(key)
      if (row === undefined || row.fingerprint === null || !this.#isPast(row, acceptedBefore)) continue
      const kept = this.#statements.state.get(row.seq)
      if (kept !== undefined && kept.state === null) continue
      this.#keys.remove(key)
      this.#usage.add(row.registration, 'identities', -identityWeight)
      // The entry that is still there may be found by it as its id.
      if (kept !== undefined) this.#keys.add(key, { ...row, until: null, fingerprint: null })
      count += 1
    }
    return count
  }

  #isPast({ acceptedAt, until }: KeyRow, acceptedBefore: number): boolean {
    return acceptedAt <= acceptedBefore || (until !== null && until <= this.#now)
  }

  /** What is known of a key that still counts. */
  #counting(key: string): KeyRow | undefined {
    const row = this.#keys.find(key)
    if (row === undefined || row.fingerprint === null) return undefined
    return row.until !== null && row.until <= this.#now ? undefined : row
  }

  #repeated(known: KeyRow, id: string): Extract<AcceptAnswer, { repeated: string }> {
    const kept = this.#stateOf(known)
    return { repeated: kept?.id ?? id, state: kept?.state }
  }

  #stateOf({ seq }: KeyRow): { readonly id: string; readonly state: EntryState } | undefined {
    const row = this.#statements.state.get(seq)
    if (row === undefined) return undefined
    const open = this.#lanes.isRunning(seq) ? 'running' : 'waiting'
    return { id: textOf(row.id), state: finishedStates.find((state) => state === row.state) ?? open }
  }

  #reject(registration: number, asked: AcceptArguments, payload: Uint8Array): AcceptAnswer | Failed {
    const [, , id, , , , , , , , , , , reason] = asked
    // It has no identity to be known by, so its id says whether it was kept.
    const known = this.#keys.find(keyOf('id', registration, id))
    if (known !== undefined) return this.#repeated(known, id)
    const full = this.#makeRoom(registration, asked, payload)
    if (full !== undefined) return full
    const seq = this.#keep(registration, asked, payload, { id, key: null, fingerprint: null, conflictsWith: null })
    this.#statements.insertEnd.run(seq, registration, 'rejected', this.#now, 0, 0, '', reason)
    return -seq
  }

  #keep(registration: number, asked: AcceptArguments, payload: Uint8Array, own: Own): number {
    const [, kind, , , , identityFor, , lane, reference, session, phones, receivedAt, form] = asked
    const { id, key, fingerprint, conflictsWith } = own
    const seq = this.#lastSeq + 1
    const acceptedAt = this.#now
    const until = identityFor === undefined || key === null ? null : acceptedAt + identityFor
    this.#statements.insertEntry.run(
      seq,
      registration,
      kind,
      id,
      key === null ? markedText(seq) : lane,
      reference,
      session,
      conflictsWith,
      receivedAt,
      acceptedAt,
      form,
      key === null ? null : keyBytes(key),
      until,
      fingerprint,
      payload,
      phones[0] ?? null,
      phones[1] ?? null,
    )
    this.#usage.add(registration, key === null ? 'rejected' : 'entries', weightOfEntry(id, payload.length))
    if (key !== null) this.#countIdentity(registration, acceptedAt)
    this.#arrivals.note(seq, receivedAt)
    this.#lastSeq = seq
    this.#undo.push(() => {
      this.#lastSeq = seq - 1
    })
    if (key !== null) this.#keys.add(key, { registration, seq, acceptedAt, until, fingerprint })
    // Most are known by what they are called: one key finds them by both.
    if (key === null || id !== asked[4]) {
      this.#keys.add(keyOf('id', registration, id), { registration, seq, acceptedAt, until: null, fingerprint: null })
    }
    return seq
  }

  #enter(registration: number, asked: AcceptArguments, seq: number, id: string): boolean {
    const [, , , , , , , lane, , , , , , , fence] = asked
    return this.#lanes.enter({ registration, lane, seq }, id, fence, this.#now)
  }

  #end(claim: HeldClaim, state: 'done' | 'dead' | 'rejected', attempts: string, reason: string | null): void {
    const { seq, registration, failures, replay } = claim
    const counted = state === 'dead' ? failures + 1 : failures
    this.#statements.insertEnd.run(seq, registration, state, this.#now, counted, Number(replay), attempts, reason)
    this.#lanes.leave(claim)
  }

  *#past(registration: number, { finishedBefore, reviewedBefore, rejected, most }: Sweep): Iterable<number> {
    let left = most
    for (const state of finishedStates) {
      const rows = this.#statements.past.all(registration, state, finishedBefore, reviewedBefore, left)
      left -= rows.length
      for (const { seq } of rows) yield numberOf(seq)
    }
    for (const { seq } of this.#statements.unreadBeyond.all(registration, left, rejected)) yield numberOf(seq)
  }

  #forgetEntry(registration: number, seq: number): void {
    this.#reviews.forget(seq)
    const row = this.#statements.removeEntry.get(seq)
    const end = this.#statements.removeEnd.get(seq)
    const id = textOf(row?.id)
    const identity = nullOr(row?.identity, bytesOf)
    const key = identity === null ? null : keyFrom(identity)
    if (key !== null) {
      if (isUnhandledPush(textOf(row?.kind), textOf(end?.state))) this.#forgetIdentity(key, seq)
      const known = this.#keys.find(key)
      // Of a later one with that identity nothing goes.
      if (known?.seq === seq) {
        if (known.fingerprint === null) this.#keys.remove(key)
        else this.#keys.outlive(key, this.#lastSeq)
      }
    }
    // Most are known by what they are called, as `#keep` has it.
    if (key !== keyOf('identity', registration, id)) this.#forgetId(keyOf('id', registration, id), seq)
    const what: Counted = identity === null ? 'rejected' : 'entries'
    this.#usage.add(registration, what, -weightOfEntry(id, numberOf(row?.bytes) + numberOf(end?.bytes)))
  }

  /** @returns why there is no room for another */
  #makeRoom(registration: number, asked: AcceptArguments, payload: Uint8Array): Failed | undefined {
    const [, , id, isRejected] = asked
    const what = isRejected ? 'rejected' : 'entries'
    const weight = weightOfEntry(id, payload.length)
    return this.#room.make(registration, what, (asked[15] ?? standardRoom)[what], weight)
  }

  /** Forgets an identity that stands for that entry. */
  #forgetIdentity(key: string, seq: number): void {
    const row = this.#keys.find(key)
    if (row?.seq !== seq || row.fingerprint === null) return
    this.#keys.remove(key)
    this.#usage.add(row.registration, 'identities', -identityWeight)
  }

  #countIdentity(registration: number, acceptedAt: number): void {
    this.#usage.add(registration, 'identities', identityWeight)
    const added = this.#usage.add(registration, 'added', 1)
    if (added % milestone === 0) this.#statements.addMilestone.run(registration, added, acceptedAt)
  }

  /** Forgets a key that stands for nothing but the id of that entry. */
  #forgetId(key: string, seq: number): void {
    const row = this.#keys.find(key)
    if (row?.seq === seq && row.fingerprint === null) this.#keys.remove(key)
  }
}

/** What is to be forgotten. Times are epoch ms. */
export interface Sweep {
  readonly finishedBefore: number
  /** Those with an open review. */
  readonly reviewedBefore: number
  /** How many are kept of those that were rejected on arrival. */
  readonly rejected: number
  readonly most: number
}

/** What an entry is kept under. */
interface Own {
  readonly id: string
  /** null for those that were rejected, which have neither identity nor lane. */
  readonly key: string | null
  readonly fingerprint: string | null
  readonly conflictsWith: string | null
}

/** They are compared, not shown. */
function shortened(fingerprint: string): string {
  return fingerprint.length <= 64 ? fingerprint : hash('sha256', fingerprint)
}

// A number is never given twice: identities outlive their entries and name them by it.
const lastSeqName = 'last_seq'
const lastSeq = `
  SELECT max(
    coalesce((SELECT max(seq) FROM entries), 0),
    coalesce((SELECT value FROM counters WHERE name = '${lastSeqName}'), 0),
    coalesce((SELECT max(upto) FROM arrivals), 0)
  ) AS seq`

// Identities from one milestone to the next.
const milestone = 4_096

// ms that a sweep may hold the worker
const sweepFor = 3

const nothing = new Uint8Array(0)
