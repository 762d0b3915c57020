import { type AttemptRecord, type NewEntry, runningEntry, type StoredEntry } from '../../entry.ts'
import type {
  Acceptance,
  Claim,
  EntryFilter,
  InboxRetention,
  InboxStore,
  Reviewed,
  ReviewSettling,
  SeenReview,
  Settlement,
} from '../../inbox-store.ts'
import type { StoreRoom } from '../../store.ts'
import { EntriesLook } from '../looks.ts'
import { askInbox, type Route } from '../main/route.ts'
import { finishedStates } from '../rows/read-row.ts'
import { keepText, keptFilter, keptOrNot, readText } from '../rows/values.ts'
import type { Ask } from '../worker/dispatcher.ts'
import { toEntry } from './entry-row.ts'
import type { InboxOperations } from './inbox-dispatcher.ts'
import type { AcceptAnswer, SettleArguments } from './inbox-operations.ts'
import type { ToldClaim } from './lanes.ts'

/** What those who have the inbox open in this process share. */
export interface InboxRoute extends Pick<Route, 'ask'> {
  /** The claims of this process, of all registrations. */
  readonly claims: LiveClaims
  /** Whether anything may be asked. */
  isOpen(): boolean
  /** Is called when there may be something to claim. */
  onNews(listener: () => void): () => void
}

/** The inbox of a registration, as the application sees it. */
export class SqliteInbox extends EntriesLook implements InboxStore {
  readonly #shared: InboxRoute
  readonly #route: Pick<Route, 'ask' | 'readInbox'>
  readonly #ask: Ask<InboxOperations>
  readonly #name: string
  readonly #room: StoreRoom
  #stop: () => void = () => undefined

  constructor(shared: InboxRoute, route: Pick<Route, 'ask' | 'readInbox'>, registration: string, room: StoreRoom) {
    super(route.readInbox, () => shared.claims.running())
    this.#room = room
    this.#shared = shared
    this.#route = route
    this.#ask = askInbox(route)
    this.#name = keepText(registration)
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> {
    const fence = claim && entry.state === 'waiting' ? this.#shared.claims.nextFence() : null
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
          keptOrNot(entry.reference),
          keptOrNot(entry.session ?? null),
          entry.phones?.map(keepText) ?? [],
          entry.receivedAt,
          entry.form,
          keptOrNot(entry.reason),
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
    const fence = this.#shared.claims.nextFence()
    return this.#route.ask({
      task: ['claim', [this.#name, fence, most]],
      read: (rows) => rows.map((row) => this.#claimOf(row.seq, fence, toEntry(row), row.age)),
      late: (rows) => {
        for (const { seq } of rows) this.#handBackLate(seq, fence)
      },
    })
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> {
    const held = this.#shared.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    const [seq, fence] = held
    return this.#route.ask({
      task: ['settle', settleArguments(seq, fence, settlement, this.#room)],
      read: (isSettled) => {
        this.#shared.claims.end(seq, fence)
        return isSettled
      },
      late: () => this.#shared.claims.end(seq, fence),
    })
  }

  rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    const held = this.#shared.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    return this.#route.ask({ task: ['rewrite', held], payload, read: (isHeld) => isHeld })
  }

  agree(claim: Claim): Promise<boolean> {
    const held = this.#shared.claims.read(claim.fence)
    if (held === undefined) return Promise.resolve(false)
    return this.#route.ask({ task: ['agree', held], read: (isHeld) => isHeld })
  }

  onWork(listener: () => void): void {
    this.#stop()
    this.#stop = this.#shared.onNews(listener)
  }

  /** When nothing more is asked: finishes what was, and gives back what is claimed, since others may have the store open. */
  async close(): Promise<void> {
    this.#stop()
    // Answers come in order: after this one all that was asked before is answered.
    await this.#shared.ask({ task: ['claim', [this.#name, 0, 0]], read: () => undefined }).catch(() => undefined)
    const held = this.#shared.claims.heldBy(this)
    await Promise.all(held.map(([seq, fence]) => this.#handBack(seq, fence)))
  }

  async sweep({ entries, identities, rejected }: InboxRetention, most: number): Promise<number> {
    const now = Date.now()
    const name = this.#name
    const before = Math.max(now - identities, await this.#ask('cutOff', [name, this.#room.identities]))
    const [swept, fresh, old] = await Promise.all([
      this.#ask('sweep', [name, { finishedBefore: now - entries, reviewedBefore: now - identities, rejected, most }]),
      this.#ask('sweepKeys', [name, before]),
      this.#route.readInbox('oldKeys', [name, before, now, most]),
    ])
    let keys = old
    // A page without any says nothing of the others: where there is no room they are looked at now.
    for (let page = 0; keys.length === 0 && before > now - identities && page < mostPages; page += 1) {
      keys = await this.#route.readInbox('oldKeys', [name, before, now, most])
    }
    return swept + fresh + (keys.length === 0 ? 0 : await this.#ask('forget', [keys, before]))
  }

  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    const seq = await this.#route.readInbox('locate', [keepText(registration), keepText(id)])
    return seq !== undefined && (await this.#ask('replay', [[seq], finishedStates, attempts])) === 1
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    const seqs = await this.#route.readInbox('dead', [keptFilter(filter), Math.min(most, mostRedriven)])
    return seqs.length === 0 ? 0 : this.#ask('replay', [seqs, ['dead']])
  }

  async settleReview(
    registration: string,
    id: string,
    settling: ReviewSettling,
    seen: SeenReview = {},
  ): Promise<boolean> {
    const seq = await this.#route.readInbox('locate', [keepText(registration), keepText(id)])
    return seq !== undefined && (await this.#ask('settleReview', [seq, keptSettling(settling), seen]))
  }

  #accepted(entry: NewEntry, fence: number | null, answer: AcceptAnswer): Acceptance {
    if (typeof answer === 'number') {
      if (answer < 0 || fence === null) return accepted
      return { status: 'accepted', claim: this.#claimOf(answer, fence, runningEntry(entry, entry.id, null), 0) }
    }
    if ('repeated' in answer) {
      const { repeated, ...known } = answer
      return { status: 'repeated', id: readText(repeated), ...known }
    }
    const conflict = { id: readText(answer.conflict), conflictsWith: readText(answer.conflictsWith) }
    const { seq } = answer
    if (seq < 0 || fence === null) return { status: 'conflict', ...conflict }
    const claim = this.#claimOf(seq, fence, runningEntry(entry, conflict.id, conflict.conflictsWith), 0)
    return { status: 'conflict', ...conflict, claim }
  }

  #claimOf(seq: number, fence: number, entry: StoredEntry, age: number | undefined): Claim {
    return { entry, fence: this.#shared.claims.begin(seq, fence, this), age }
  }

  /** Whoever asked has gone: the claim would be held for ever. */
  #handBackLate(seq: number | undefined, fence: number | null): void {
    if (seq === undefined || fence === null) return
    this.#shared.claims.begin(seq, fence, this)
    this.#handBack(seq, fence)
  }

  async #handBack(seq: number, fence: number): Promise<void> {
    const end = (): void => this.#shared.claims.end(seq, fence)
    const task = ['settle', settleArguments(seq, fence, { state: 'handedBack' }, this.#room)] as const
    try {
      await this.#shared.ask({ task, read: end, late: end })
    } catch {
      // It is asked for again for as long as there is anyone to ask.
      if (this.#shared.isOpen()) setTimeout(() => this.#handBack(seq, fence), handBackEvery).unref()
    }
  }
}

/** The number of the entry that an answer gives a claim of. */
function claimedIn(answer: AcceptAnswer): number | undefined {
  const seq = typeof answer === 'number' ? answer : 'seq' in answer ? answer.seq : -1
  return seq > 0 ? seq : undefined
}

function settleArguments(seq: number, fence: number, settlement: Settlement, room: StoreRoom): SettleArguments {
  const { state, retryIn = 0, attempt = null, reason = null, review }: AnySettlement = settlement
  return [seq, fence, state, retryIn, attempt, keptOrNot(reason), room, review]
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
  return { by: keepText(by), note: keptOrNot(note) }
}

const accepted: Acceptance = Object.freeze({ status: 'accepted' })

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
