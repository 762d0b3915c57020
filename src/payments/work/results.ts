import { conflictId } from '../../store/conflict-id.ts'
import type { EntryState, NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'

/** What results are kept with. */
export interface ResultsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get' | 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  /** Whether an entry of the same identity tells of the same result; undefined where identities are ours, and never collide. */
  readonly isSame: ((known: StoredEntry, result: NewEntry | StoredEntry) => boolean) | undefined
}

/** The entry that a result is told by, and where it stands: `accepted` where it was not there before. */
export interface Announced {
  readonly id: string
  readonly state: EntryState | 'accepted'
}

/** Results of payments in the inbox: each is told once, whoever comes to it. All of it throws FMW_STORE_UNAVAILABLE. */
export class Results {
  readonly #parts: ResultsParts

  constructor(parts: ResultsParts) {
    this.#parts = parts
  }

  /**
   * Puts the result of a payment into the inbox, where it is delivered once, whoever comes to it.
   */
  async announce(result: NewEntry): Promise<Announced> {
    const known = await this.find(result)
    if (known !== undefined) return { id: known.id, state: await this.#revive(known) }
    const acceptance = await this.#parts.put(result)
    // What is gone was done long ago.
    if (acceptance.status === 'repeated') return { id: acceptance.id, state: acceptance.state ?? 'done' }
    return { id: acceptance.status === 'conflict' ? acceptance.id : result.id, state: 'accepted' }
  }

  /**
   * Where an entry stands that may be a claim of what is true now. One that was not believed is looked into again, and
   * so is one that failed where nobody else does it.
   */
  async #revive({ id, state }: StoredEntry): Promise<EntryState> {
    const { inbox, registration, retries } = this.#parts
    const isFailed = state === 'dead' && !retries
    if (state === 'rejected' || isFailed) await inbox.replay(registration, id)
    return isFailed ? 'waiting' : state
  }

  /** The entry that tells of a result, or claims it. */
  async find(result: NewEntry): Promise<StoredEntry | undefined> {
    const { inbox, registration, isSame } = this.#parts
    const known = await inbox.get(registration, result.id)
    if (known === undefined || isSame === undefined || isSame(known, result)) return known
    return await inbox.get(registration, conflictId(result.id, result.fingerprint))
  }

  /**
   * Whether a result that conflicts with another entry is told by that one, which is looked into again if need be. One
   * that is another payment is not.
   */
  async isToldBy(conflictsWith: string, id: string): Promise<boolean> {
    const { inbox, registration, isSame } = this.#parts
    const known = await inbox.get(registration, conflictsWith)
    // Where its entry is gone by now it was told, unless it may have been another payment.
    if (known === undefined) return isSame === undefined
    const result = isSame && (await inbox.get(registration, id))
    if (isSame && result && !isSame(known, result)) return false
    await this.#revive(known)
    return true
  }

  /** Whether an entry is kept. */
  async stateOf(id: string): Promise<EntryState | undefined> {
    const { inbox, registration } = this.#parts
    return (await inbox.get(registration, id))?.state
  }
}
