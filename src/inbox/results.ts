import type { EntryState, NewEntry } from '../store/entry.ts'
import type { Acceptance, InboxStore } from '../store/inbox-store.ts'

/** What results are kept with. */
export interface ResultsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get' | 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
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
    const known = await this.revive(result.id)
    if (known !== undefined) return { id: result.id, state: known }
    const acceptance = await this.#parts.put(result)
    // What is gone was done long ago.
    if (acceptance.status === 'repeated') return { id: acceptance.id, state: acceptance.state ?? 'done' }
    return { id: acceptance.status === 'conflict' ? acceptance.id : result.id, state: 'accepted' }
  }

  /**
   * Where an entry stands that may be a claim of what is true now. One that was not believed is looked into again, and
   * so is one that failed where nobody else does it.
   */
  async revive(id: string): Promise<EntryState | undefined> {
    const { inbox, registration, retries } = this.#parts
    const state = await this.stateOf(id)
    const isFailed = state === 'dead' && !retries
    if (state === 'rejected' || isFailed) await inbox.replay(registration, id)
    return isFailed ? 'waiting' : state
  }

  /** Whether an entry is kept. */
  async stateOf(id: string): Promise<EntryState | undefined> {
    const { inbox, registration } = this.#parts
    return (await inbox.get(registration, id))?.state
  }
}
