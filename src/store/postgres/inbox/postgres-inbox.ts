import { setTimeout as pause } from 'node:timers/promises'
import { begun } from '../../../is-thenable.ts'
import type { Log } from '../../../log.ts'
import type { NewEntry } from '../../entry.ts'
import type { Acceptance, Claim, InboxRetention, InboxStore, Reviewed, Settlement } from '../../inbox-store.ts'
import type { StoreRoom } from '../../store.ts'
import { ArrivalNotes, entryArrivals } from '../arrivals.ts'
import { type Ask, askWith, durably } from '../ask.ts'
import { toUnavailable } from '../server/failure.ts'
import { keeping } from '../server/load.ts'
import type { UserParts } from '../server/user-parts.ts'
import { ignore } from '../server/within.ts'
import { numberAt, statement, textAt, toColumn } from '../statement.ts'
import { type AcceptedRow, type AcceptRow, AcceptRows, toAcceptRow, toConflictRow } from './accept-rows.ts'
import { ClaimHeads } from './claim-heads.ts'
import { Commits, rowBytes } from './commits.ts'
import { EntryRooms } from './entry-rooms.ts'
import { PostgresInboxLook } from './inbox-look.ts'
import { type PostgresClaim, readClaim, SettleClaims } from './settle-claims.ts'
import { sweepInbox } from './sweep.ts'
import { type Attempts, Transactions } from './transactions.ts'
import { WorkNotifier, workChannel } from './work-notifier.ts'

// ms until an entry that somebody else holds is asked for again.
const whileHeld = 1_000
// ms between looks under the lanes, and lanes looked at.
const lookUnderEvery = 10_000
const lanesLooked = 200

/** What an inbox works with. */
export interface InboxParts extends UserParts<StoreRoom> {
  readonly attempts: Attempts
  readonly log: Log
}

/** The inbox of one registration in PostgreSQL, for one who opened it. */
export class PostgresInbox extends PostgresInboxLook implements InboxStore {
  readonly #parts: InboxParts
  readonly #commits: Commits
  readonly #heads: ClaimHeads
  readonly #transactions: Transactions
  readonly #notifier: WorkNotifier
  readonly #ask: Ask
  readonly #rooms: EntryRooms
  readonly #arrivals: ArrivalNotes
  /** What is on its way, by its identity: a copy that comes meanwhile needs no row of its own. */
  readonly #onTheWay = new Map<string, { readonly row: AcceptRow; readonly done: Promise<AcceptedRow> }>()
  /** Fences of claims of which nobody knows whether they were settled. */
  readonly #doubtful = new Set<string>()
  #lookUnder: NodeJS.Timeout | undefined
  #lastLane = lowestLane

  constructor(parts: InboxParts) {
    const { link, settings, registration, instance } = parts
    const { schema } = settings
    const notifier = new WorkNotifier(link, instance, workChannel(schema), registration)
    const ask = askWith((text, values) => parts.load.carry(rowBytes, (since) => link.run(text, values, since)))
    super(schema, ask, () => notifier.ringAll())
    this.#notifier = notifier
    this.#ask = ask
    this.#rooms = new EntryRooms(parts)
    this.#parts = parts
    const settle = new SettleClaims(link, schema, registration)
    this.#commits = new Commits(schema, new AcceptRows(parts), settle, () => notifier.ring())
    this.#heads = new ClaimHeads(parts, settle)
    this.#arrivals = new ArrivalNotes(this.#ask, entryArrivals(schema), toColumn(registration))
    instance.onFreed(() => this.#notifier.ring())
    const isOver = ({ fence }: PostgresClaim): boolean => !instance.held.has(fence) || this.#doubtful.has(fence)
    this.#transactions = new Transactions({ link, schema, registration, settle, isOver, log: parts.log })
  }

  /** Groups that were committed. */
  get commits(): number {
    return this.#commits.commits
  }

  start(): void {
    this.#notifier.start()
    this.#lookUnder = setInterval(() => this.#unpark().catch(ignore), lookUnderEvery)
    this.#lookUnder.unref()
  }

  stop(): void {
    clearInterval(this.#lookUnder)
    this.#notifier.stop()
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> {
    return begun(() => this.#accept(entry, claim))
  }

  #accept(entry: NewEntry, claim: boolean): Promise<Acceptance> {
    this.#rooms.take(entry)
    const row = toAcceptRow(this.#parts.registration, entry, claim)
    const work = (since: number): Promise<Acceptance> =>
      this.#acceptOnce(row, since).then((first) => {
        if (first.status === 'accepted') return { status: 'accepted', ...this.#claimOf(first, row) }
        if (first.status === 'repeated') return { status: 'repeated', id: first.id, state: first.state }
        return this.#acceptBeside(row, first.id, since)
      })
    return this.#parts.load.carry(entry.payload.byteLength + rowBytes, work, keeping)
  }

  /** Does what keeps a push, without any: it waits for the same tables, and for nobody's row. @throws ServerFailure */
  tryKeeping(): Promise<void> {
    return this.#commits.tryKeeping()
  }

  /** @param conflictsWith the entry that has its identity */
  async #acceptBeside(row: AcceptRow, conflictsWith: string, since: number): Promise<Acceptance> {
    const conflict = toConflictRow(this.#parts.registration, row, conflictsWith)
    const kept = await this.#acceptOnce(conflict, since)
    if (kept.status !== 'accepted') return { status: 'repeated', id: kept.id, state: kept.state, isConflict: true }
    return { status: 'conflict', id: conflict.id, conflictsWith, ...this.#claimOf(kept, row) }
  }

  async claim(most: number): Promise<readonly Claim[]> {
    if (most < 1) return []
    const work = async (): Promise<readonly Claim[]> => {
      const { claims, isMore } = await this.#heads.claim(most)
      if (isMore) this.#notifier.ringIn(20 + Math.random() * 20)
      return claims
    }
    return this.#parts.load.carry(rowBytes, work, 'claim')
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> {
    return begun(() => this.#settle(readClaim(claim), settlement))
  }

  #settle(claim: PostgresClaim, settlement: Settlement): Promise<boolean> {
    if (this.#transactions.haveEnded(claim)) return Promise.resolve(this.#endOwn(claim, settlement))
    return this.#parts.load
      .carry(rowBytes, () => this.#settleOnce(claim, settlement), 'settle')
      .then((isHeld) => isHeld ?? pause(whileHeld).then(() => this.#settle(claim, settlement)))
  }

  /** @returns undefined where somebody else holds the entry */
  #settleOnce(claim: PostgresClaim, settlement: Settlement): Promise<boolean | undefined> {
    const { fence } = claim
    const ending = { claim, settlement, isDoubtful: this.#doubtful.has(fence) }
    // If it fails nobody knows.
    this.#doubtful.add(fence)
    return this.#commits.settle(ending).then((isHeld) => {
      this.#doubtful.delete(fence)
      if (isHeld === undefined) return undefined
      if ('attempt' in settlement) this.#rooms.note(settlement.attempt)
      if (!isHeld && this.#transactions.haveEnded(claim)) return this.#endOwn(claim, settlement)
      this.#parts.instance.held.delete(fence)
      if (isHeld && settlement.state === 'waiting') this.#notifier.ringIn(settlement.retryIn)
      if (isHeld && settlement.state === 'handedBack') this.#notifier.ringAll()
      return isHeld
    })
  }

  /** The row that holds the claim is locked until it is written, so whoever takes it over reads what was written. */
  rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    const { fence, seq, laneKey } = readClaim(claim)
    const { link, settings, registration, load } = this.#parts
    const text = statement(rewriteEntry(settings.schema))
    const values = [toColumn(registration), laneKey, seq, fence, Buffer.from(payload).toString('base64')]
    const work = async (since: number): Promise<boolean> => (await link.run(text, values, since)).length === 1
    return load.carry(payload.byteLength + rowBytes, work, 'rewrite')
  }

  async agree(claim: Claim): Promise<boolean> {
    const { fence, seq, laneKey } = readClaim(claim)
    const { link, settings, registration } = this.#parts
    const values = [toColumn(registration), laneKey, seq, fence]
    return (await link.run(statement(agreeOn(settings.schema)), values)).length === 1
  }

  attach(attempt: object, claim: Claim, review: Reviewed): void {
    const attached = { claim: readClaim(claim), review, at: Date.now(), transactions: this.#transactions }
    this.#parts.attempts.set(attempt, attached)
  }

  transactionOf(attempt: object): Promise<void> | undefined {
    const { attempts, settings } = this.#parts
    const attached = attempts.get(attempt)
    return (
      attached &&
      this.#transactions.openOf(attached.claim)?.catch((error: unknown) => {
        throw toUnavailable(settings.name, error)
      })
    )
  }

  hasEnded(claim: Claim): boolean {
    return this.#transactions.haveEnded(readClaim(claim))
  }

  onWork(listener: () => void): void {
    this.#notifier.onWork(listener)
  }

  async sweep(retention: InboxRetention, most: number): Promise<number> {
    const { settings, registration, room } = this.#parts
    const own = toColumn(registration)
    const swept = await sweepInbox(this.#ask, settings.schema, own, retention, most, room.identities)
    return swept + (await this.#arrivals.write())
  }

  /** Its transaction has ended it: done is done, and nothing else can be said of it any more. */
  #endOwn(claim: PostgresClaim, settlement: Settlement): boolean {
    this.#transactions.forget(claim)
    this.#parts.instance.held.delete(claim.fence)
    // The next of its lane is due since the commit.
    this.#notifier.ring()
    return settlement.state === 'done'
  }

  /** A copy of what is on its way has its answer from that. */
  #acceptOnce(row: AcceptRow, since: number): Promise<AcceptedRow> {
    const first = this.#onTheWay.get(row.identityKey)
    if (first !== undefined && first.row.fingerprintKey === row.fingerprintKey) {
      return first.done.then((told) => {
        if (told.status !== 'accepted') return told
        const state = row.entry.state === 'rejected' ? 'rejected' : told.claim === undefined ? 'waiting' : 'running'
        return { status: 'repeated', id: first.row.id, state }
      })
    }
    const done = this.#commits.accept(row, since)
    if (first === undefined) {
      this.#onTheWay.set(row.identityKey, { row, done })
      const isOver = (): boolean => this.#onTheWay.delete(row.identityKey)
      done.then(isOver, isOver)
    }
    return done
  }

  /** An entry that comes without its claim is for whoever finds it first. */
  #claimOf({ claim }: { readonly claim?: PostgresClaim }, row: AcceptRow): { readonly claim?: PostgresClaim } {
    if (claim !== undefined) return { claim }
    if (row.entry.state === 'rejected') return {}
    this.#notifier.ring()
    if (!row.wantsClaim) this.#notifier.tellOthers()
    return {}
  }

  async #unpark(): Promise<void> {
    const { link, settings, registration } = this.#parts
    const text = statement(`SELECT * FROM ${settings.schema}.unpark_1($1, $2, $3)`)
    const [row = []] = await link.run(text, [toColumn(registration), this.#lastLane, lanesLooked])
    this.#lastLane = textAt(row, 0)
    if (numberAt(row, 1) > 0) this.#notifier.ring()
  }
}

// Before every 64-bit number but itself.
const lowestLane = '-9223372036854775808'

function rewriteEntry(schema: string): string {
  return changeHeld(schema, `payload = decode($5, 'base64')`)
}

/** A review that it has stays as it is. */
function agreeOn(schema: string): string {
  return changeHeld(
    schema,
    `review = coalesce(e.review, '[]'), review_opened_at = coalesce(e.review_opened_at, clock_timestamp()),
    review_settled_at = CASE WHEN e.review IS NULL THEN clock_timestamp() ELSE e.review_settled_at END`,
  )
}

function changeHeld(schema: string, becomes: string): string {
  return `WITH held AS MATERIALIZED (
    SELECT a.seq FROM ${schema}.active a WHERE a.lane_key = $2 AND a.seq = $3 AND a.fence = $4 FOR UPDATE
  )
  UPDATE ${schema}.entries e SET ${becomes} FROM held h
  WHERE e.registration = $1 AND e.seq = h.seq
  RETURNING ${durably}`
}
