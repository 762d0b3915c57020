import { readPayload } from '../../inbox/payload.ts'
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

/** An end that a payment may have: a name for it, and the entry that tells it first. */
export interface End {
  readonly end: string
  readonly result: NewEntry
}

/** The end that was told last. */
export interface LastTold {
  readonly end: string
  /** Of the entry that tells it. */
  readonly id: string
  /** Epoch ms; the largest number where it waits for its turn. */
  readonly at: number
  /** 1 until an end was told again after another, and one more each time. */
  readonly times: number
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

  /**
   * What the handler was told last, or is about to be; undefined where nothing was found.
   *
   * @param ends one for each end that the payment may have
   */
  async lastTold(ends: readonly End[]): Promise<LastTold | undefined> {
    const all: LastTold[] = []
    for (let time = 1; ; time += 1) {
      const found = await Promise.all(ends.map(({ result }) => this.find(another(result, time))))
      const told = ends.flatMap(({ end }, index) => toldBy(end, found[index], time))
      all.push(...told)
      // Nothing is told again but after another.
      if (told.length < (time === 1 ? 2 : 1)) break
    }
    const [last] = all.toSorted((one, other) => other.at - one.at || other.times - one.times)
    return last && { ...last, times: Math.max(...all.map(({ times }) => times)) }
  }

  /** Tells of a result once more that was told before, but not last. Whoever comes to it after the same one finds it told. */
  async announceAfter({ times }: LastTold, result: NewEntry): Promise<Announced> {
    return await this.announce(another(result, times + 1))
  }

  /** Whether an entry is kept. */
  async stateOf(id: string): Promise<EntryState | undefined> {
    const { inbox, registration } = this.#parts
    return (await inbox.get(registration, id))?.state
  }
}

/** The entry of a result that is told once more, after another. */
function another(result: NewEntry, time: number): NewEntry {
  if (time === 1) return result
  return { ...result, id: `${result.id}|${time}`, identity: `${result.identity}|${time}`, fingerprint: '' }
}

/** Nothing of a push that is looked into: it may come to something else. */
function toldBy(end: string, known: StoredEntry | undefined, times: number): LastTold[] {
  if (known === undefined || known.state === 'rejected') return []
  const { id, state, finishedAt, payload } = known
  if (state === 'done' || state === 'dead') return [{ end, id, at: Number(finishedAt), times }]
  return readPayload(payload).verdict === undefined ? [] : [{ end, id, at: Number.MAX_VALUE, times }]
}
