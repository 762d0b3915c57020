import type { BacklogState, KindBacklog } from '../../backlog.ts'
import type { AttemptRecord, EntryState, NewEntry, StoredEntry } from '../../entry.ts'
import type {
  Acceptance,
  Claim,
  EntryCount,
  EntryFilter,
  EntryPage,
  EntryQuery,
  InboxRetention,
  InboxStore,
  Reviewed,
  ReviewSettling,
  SeenReview,
  Settlement,
} from '../../inbox-store.ts'
import type { StoreRoom } from '../../store.ts'
import { checkPage, finishedStates, toCounts } from '../rows/read-row.ts'
import { keepText, keptFilter, readText } from '../rows/values.ts'
import type { ReaderOperations } from '../worker/file-reader.ts'
import { toEntry, toSummary } from './entry-row.ts'
import type { InboxOperations } from './inbox-dispatcher.ts'
import type { AcceptAnswer, SettleArguments } from './inbox-operations.ts'
import type { ToldClaim } from './lanes.ts'

/** How operations reach the threads. */
export interface InboxRoute {
  ask<Name extends keyof InboxOperations, Value>(question: InboxQuestion<Name, Value>): Promise<Value>
  read<Name extends keyof ReaderOperations>(
    name: Name,
    asked: ReaderOperations[Name]['asked'],
  ): Promise<ReaderOperations[Name]['answer']>
  /** The claims of this process, of all registrations. */
  readonly claims: LiveClaims
  unavailable(why: string): Error
  /** Whether anything may be asked. */
  isOpen(): boolean
  /** Is called when there may be something to claim. */
  onNews(listener: () => void): () => void
}

/** Something that the inbox's worker is asked. */
export interface InboxQuestion<Name extends keyof InboxOperations, Value> {
  readonly task: readonly [name: Name, asked: InboxOperations[Name]['asked']]
  readonly payload?: Uint8Array
  read(answer: InboxOperations[Name]['answer']): Value
  late?: (answer: InboxOperations[Name]['answer']) => void
}

/** The inbox of a registration, as the application sees it. */
export class SqliteInbox implements InboxStore {
  readonly #route: InboxRoute
  readonly #name: string
  readonly #room: StoreRoom
  #isClosed = false
  #stop: () => void = () => undefined

  constructor(route: InboxRoute, registration: string, room: StoreRoom) {
    this.#room = room
    this.#route = route
    this.#name = keepText(registration)
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> {
    if (this.#isClosed) return this.#closed()
    const fence = claim && entry.state === 'waiting' ? this.#route.claims.nextFence() : null
    return this.#route.ask({
      task: [
        'accept',
        [
          this.#name,
          entry.kind,
          keepText(entry.id),
          entry.state === 'rejected',
          keepText(entry.identity),
          entry.identityFor,
          keepText(entry.fingerprint),
          keepText(entry.lane),
          keptOrNull(entry.reference),
          keptOrNull(entry.session ?? null),
          entry.phones?.map(keepText) ?? [],
          entry.receivedAt,
          entry.form,
          keptOrNull(entry.reason),
          fence,
          this.#room,
        ],
      ],
      payload: entry.payload,
      read: (answer) => this.#accepted(entry, fence, answer),
      late: (answer) => this.#handBackLate(claimedIn(answer), fence),
    })
  }

  claim(most: number): Promise<readonly Claim[]> {
    if (this.#isClosed) return this.#closed()
    const fence = this.#route.claims.nextFence()
    return this.#route.ask({
      task: ['claim', [this.#name, fence, most]],
      read: (rows) => rows.map((row) => this.#claimOf(row.seq, fence, toEntry(row), row.age)),
      late: (rows) => {
        for (const { seq } of rows) this.#handBackLate(seq, fence)
      },
    })
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> {
    if (this.#isClosed) return this.#closed()
    const held = this.#route.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    const [seq, fence] = held
    return this.#route.ask({
      task: ['settle', settleArguments(seq, fence, settlement, this.#room)],
      read: (isSettled) => {
        this.#route.claims.end(seq, fence)
        return isSettled
      },
      late: () => this.#route.claims.end(seq, fence),
    })
  }

  rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    if (this.#isClosed) return this.#closed()
    const held = this.#route.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    return this.#route.ask({ task: ['rewrite', held], payload, read: (isHeld) => isHeld })
  }

  agree(claim: Claim): Promise<boolean> {
    if (this.#isClosed) return this.#closed()
    const held = this.#route.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    return this.#route.ask({ task: ['agree', held], read: (isHeld) => isHeld })
  }

  onWork(listener: () => void): void {
    this.#stop()
    this.#stop = this.#route.onNews(listener)
  }

  /** Finishes what was asked, and gives back what is claimed: others may have the store open. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    // Answers come in order: after this one all that was asked before is answered.
    await this.#route.ask({ task: ['claim', [this.#name, 0, 0]], read: () => undefined }).catch(() => undefined)
    const held = this.#route.claims.heldBy(this)
    await Promise.all(held.map(([seq, fence]) => this.#handBack(seq, fence)))
  }

  async sweep({ entries, identities, rejected }: InboxRetention, most: number): Promise<number> {
    const now = Date.now()
    const name = this.#name
    const before = Math.max(now - identities, await this.#ask('cutOff', [name, this.#room.identities]))
    const [swept, fresh, old] = await Promise.all([
      this.#ask('sweep', [name, { finishedBefore: now - entries, reviewedBefore: now - identities, rejected, most }]),
      this.#ask('sweepKeys', [name, before]),
      this.#read('oldKeys', [name, before, now, most]),
    ])
    let keys = old
    // A page without any says nothing of the others: where there is no room they are looked at now.
    for (let page = 0; keys.length === 0 && before > now - identities && page < mostPages; page += 1) {
      keys = await this.#read('oldKeys', [name, before, now, most])
    }
    return swept + fresh + (keys.length === 0 ? 0 : await this.#ask('forget', [keys, before]))
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    checkPage(query.limit, query.cursor)
    const { rows, next } = await this.#read('entries', [keptFilter(query), this.#route.claims.running()])
    return { entries: rows.map(toSummary), next }
  }

  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    const row = await this.#read('entry', [keepText(registration), keepText(id), this.#route.claims.running()])
    return row === undefined ? undefined : toEntry(row)
  }

  async count(filter: EntryCount): Promise<Readonly<Record<EntryState, number>>> {
    return toCounts(await this.#read('countEntries', [keptFilter(filter), this.#route.claims.running()]))
  }

  async backlog(registration: string, states?: readonly BacklogState[]): Promise<readonly KindBacklog[]> {
    return this.#read('backlog', [keepText(registration), this.#route.claims.running(), states])
  }

  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    const seq = await this.#read('locate', [keepText(registration), keepText(id)])
    return seq !== undefined && (await this.#ask('replay', [[seq], finishedStates, attempts])) === 1
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    const seqs = await this.#read('dead', [keptFilter(filter), Math.min(most, mostRedriven)])
    return seqs.length === 0 ? 0 : this.#ask('replay', [seqs, ['dead']])
  }

  async settleReview(
    registration: string,
    id: string,
    settling: ReviewSettling,
    seen: SeenReview = {},
  ): Promise<boolean> {
    const seq = await this.#read('locate', [keepText(registration), keepText(id)])
    return seq !== undefined && (await this.#ask('settleReview', [seq, keptSettling(settling), seen]))
  }

  #ask<Name extends keyof InboxOperations>(
    name: Name,
    asked: InboxOperations[Name]['asked'],
  ): Promise<InboxOperations[Name]['answer']> {
    if (this.#isClosed) return this.#closed()
    return this.#route.ask({ task: [name, asked], read: (answer) => answer })
  }

  #read<Name extends keyof ReaderOperations>(
    name: Name,
    asked: ReaderOperations[Name]['asked'],
  ): Promise<ReaderOperations[Name]['answer']> {
    return this.#isClosed ? this.#closed() : this.#route.read(name, asked)
  }

  #accepted(entry: NewEntry, fence: number | null, answer: AcceptAnswer): Acceptance {
    if (typeof answer === 'number') {
      if (answer < 0 || fence === null) return accepted
      return { status: 'accepted', claim: this.#newClaim(answer, fence, entry, entry.id, null) }
    }
    if ('repeated' in answer) {
      const { repeated, ...known } = answer
      return { status: 'repeated', id: readText(repeated), ...known }
    }
    const conflict = { id: readText(answer.conflict), conflictsWith: readText(answer.conflictsWith) }
    const { seq } = answer
    if (seq < 0 || fence === null) return { status: 'conflict', ...conflict }
    const claim = this.#newClaim(seq, fence, entry, conflict.id, conflict.conflictsWith)
    return { status: 'conflict', ...conflict, claim }
  }

  /** What was just given is not read back. */
  #newClaim(seq: number, fence: number, entry: NewEntry, id: string, conflictsWith: string | null): Claim {
    const { kind, lane, reference, receivedAt, form, payload } = entry
    return this.#claimOf(
      seq,
      fence,
      {
        kind,
        id,
        state: 'running',
        lane,
        reference,
        conflictsWith,
        receivedAt,
        dueAt: null,
        finishedAt: null,
        replay: false,
        attempts: none,
        failures: 0,
        reason: null,
        form,
        payload,
      },
      0,
    )
  }

  #claimOf(seq: number, fence: number, entry: StoredEntry, age: number | undefined): Claim {
    return { entry, fence: this.#route.claims.begin(seq, fence, this), age }
  }

  /** Whoever asked has gone: the claim would be held for ever. */
  #handBackLate(seq: number | undefined, fence: number | null): void {
    if (seq === undefined || fence === null) return
    this.#route.claims.begin(seq, fence, this)
    this.#handBack(seq, fence)
  }

  async #handBack(seq: number, fence: number): Promise<void> {
    const end = (): void => this.#route.claims.end(seq, fence)
    const task = ['settle', settleArguments(seq, fence, { state: 'handedBack' }, this.#room)] as const
    try {
      await this.#route.ask({ task, read: end, late: end })
    } catch {
      // It is asked for again for as long as there is anyone to ask.
      if (this.#route.isOpen()) setTimeout(() => this.#handBack(seq, fence), handBackEvery).unref()
    }
  }

  #closed(): Promise<never> {
    return Promise.reject(this.#route.unavailable('it is closed'))
  }
}

/** The number of the entry that an answer gives a claim of. */
function claimedIn(answer: AcceptAnswer): number | undefined {
  const seq = typeof answer === 'number' ? answer : 'seq' in answer ? answer.seq : -1
  return seq > 0 ? seq : undefined
}

function settleArguments(seq: number, fence: number, settlement: Settlement, room: StoreRoom): SettleArguments {
  const { state, retryIn = 0, attempt = null, reason = null, review }: AnySettlement = settlement
  return [seq, fence, state, retryIn, attempt, keptOrNull(reason), room, review]
}

/** What a settlement of some state has. */
interface AnySettlement extends Reviewed {
  readonly state: Settlement['state']
  readonly retryIn?: number
  readonly attempt?: AttemptRecord | null
  readonly reason?: string | null
}

/** With texts as they are kept. */
export function keptSettling({ by, note }: ReviewSettling): ReviewSettling {
  return { by: keepText(by), note: keptOrNull(note) }
}

function keptOrNull(text: string | null): string | null {
  return text === null ? null : keepText(text)
}

const accepted: Acceptance = Object.freeze({ status: 'accepted' })
const none: StoredEntry['attempts'] = Object.freeze([])

// ms
const handBackEvery = 500

// Of identities, in one sweep.
const mostPages = 32

// In one transaction: a few ms.
const mostRedriven = 200

/**
 * The claims that this process holds, as it knows them: a worker that is started again is told of them, so that
 * their holders can end them.
 */
export class LiveClaims {
  readonly #claims = new Map<number, { readonly fence: number; readonly holder: object }>()
  // No process before this one has used these: settling what one of them held must fail.
  #lastFence = Date.now() * 1_000

  /** A number that no other claim has. */
  nextFence(): number {
    this.#lastFence += 1
    return this.#lastFence
  }

  /** @returns the fence as claims carry it */
  begin(seq: number, fence: number, holder: object): string {
    this.#claims.set(seq, { fence, holder })
    return `${seq}.${fence}`
  }

  end(seq: number, fence: number): void {
    if (this.#claims.get(seq)?.fence === fence) this.#claims.delete(seq)
  }

  /** What `begin` was given, for a fence that it may have made. */
  read(fence: string): ToldClaim | undefined {
    const [, seq, number] = /^(\d{1,15})\.(\d{1,16})$/.exec(fence) ?? []
    return seq === undefined || number === undefined ? undefined : [Number(seq), Number(number)]
  }

  running(): readonly number[] {
    return [...this.#claims.keys()]
  }

  all(): readonly ToldClaim[] {
    return [...this.#claims].map(([seq, { fence }]) => [seq, fence])
  }

  heldBy(holder: object): readonly ToldClaim[] {
    return [...this.#claims].filter((each) => each[1].holder === holder).map(([seq, { fence }]) => [seq, fence])
  }
}
