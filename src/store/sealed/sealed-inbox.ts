import { isThenable } from '../../is-thenable.ts'
import type { Log } from '../../log.ts'
import { logError } from '../../text/describe-error.ts'
import type { AttemptRecord, NewEntry } from '../entry.ts'
import type { Acceptance, Claim, InboxRetention, InboxStore, Reviewed, Settlement } from '../inbox-store.ts'
import { keptLane, openEntry, placeInEntry, placesOfPayload, SealedInboxLook } from './sealed-look.ts'
import type { SealedPart, Seals } from './seals.ts'

/**
 * An inbox whose bytes and texts are sealed in its store. An entry that does not open is handed back untried: it waits,
 * and its lane with it, until its secret is given.
 */
export class SealedInbox extends SealedInboxLook implements InboxStore {
  readonly #store: InboxStore
  readonly #registration: string
  readonly #log: Log
  /** Those of the store, by what was made of them here. */
  readonly #claims = new WeakMap<Claim, Claim>()
  /** Claims of what does not open, which the store does not know to be put off yet. */
  readonly #closed = new Set<Claim>()
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(store: InboxStore, seals: Seals, registration: string, log: Log) {
    super(store, seals)
    this.#store = store
    this.#registration = registration
    this.#log = log
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> | Acceptance {
    const kept = this.#kept(entry)
    const acceptance = this.#store.accept(kept, claim)
    if (kept === entry) return acceptance
    return isThenable(acceptance)
      ? acceptance.then((told) => this.#accepted(entry, told))
      : this.#accepted(entry, acceptance)
  }

  async claim(most: number): Promise<readonly Claim[]> {
    const opened: Claim[] = []
    await this.#putOff()
    while (opened.length < most) {
      const claims = await this.#store.claim(most - opened.length)
      for (const claim of claims) this.#take(claim, opened)
      if (this.#closed.size === 0) break
      // What could not be put off is held here: nobody else claims it, and it is put off with the next claiming.
      if (!(await this.#putOff())) break
    }
    return opened
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> | boolean {
    return this.#store.settle(this.#held(claim), this.#keptSettlement(claim.entry.id, settlement))
  }

  rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    const kept = this.seals.keepBytes('payload', payload, () => placesOfPayload(this.#registration, claim.entry))
    return this.#store.rewrite(this.#held(claim), kept)
  }

  async agree(claim: Claim): Promise<boolean> {
    return (await this.#store.agree?.(this.#held(claim))) ?? true
  }

  attach(attempt: object, claim: Claim, review: Reviewed): void {
    this.#store.attach?.(attempt, this.#held(claim), review)
  }

  transactionOf(attempt: object): Promise<void> | undefined {
    return this.#store.transactionOf?.(attempt)
  }

  hasEnded(claim: Claim): boolean {
    return this.#store.hasEnded?.(this.#held(claim)) === true
  }

  onWork(listener: () => void): void {
    this.#store.onWork(listener)
  }

  sweep(retention: InboxRetention, most: number): Promise<number> {
    return this.#store.sweep(retention, most)
  }

  #kept(entry: NewEntry): NewEntry {
    const lane = this.seals.isSealing ? keptLane(entry.lane) : entry.lane
    const placed = lane === entry.lane ? entry : { ...entry, lane }
    const payload = this.seals.keepBytes('payload', entry.payload, () => placesOfPayload(this.#registration, placed))
    const reason = entry.reason === null ? null : this.#text('reason', entry.reason, entry.id)
    return payload === entry.payload && reason === entry.reason ? placed : { ...placed, payload, reason }
  }

  /** What was just given is not opened. */
  #accepted({ payload, reason }: NewEntry, acceptance: Acceptance): Acceptance {
    if (acceptance.status === 'repeated' || acceptance.claim === undefined) return acceptance
    const { claim } = acceptance
    return { ...acceptance, claim: this.#opened(claim, { ...claim.entry, payload, reason }) }
  }

  #take(claim: Claim, opened: Claim[]): void {
    try {
      const entry = openEntry(this.seals, this.#registration, claim.entry)
      opened.push(entry === claim.entry ? claim : this.#opened(claim, entry))
    } catch (error) {
      this.#closed.add(claim)
      this.#tell(claim, error)
    }
  }

  #opened(claim: Claim, entry: Claim['entry']): Claim {
    const opened = { ...claim, entry }
    this.#claims.set(opened, claim)
    return opened
  }

  #held(claim: Claim): Claim {
    return this.#claims.get(claim) ?? claim
  }

  /** Untried: no attempt is used up by it. @returns whether all that do not open are put off */
  async #putOff(): Promise<boolean> {
    for (const claim of this.#closed) {
      try {
        await this.#store.settle(claim, { state: 'handedBack', retryIn: waitsFor })
        this.#closed.delete(claim)
      } catch (error) {
        logError(this.#log, 'warn', error, 'an entry that cannot be opened could not be put off yet')
        return false
      }
    }
    return true
  }

  #tell({ entry: { kind, id } }: Claim, error: unknown): void {
    const now = performance.now()
    if (now - this.#toldAt < tellEvery) return
    this.#toldAt = now
    logError(
      this.#log,
      'error',
      error,
      'what waits in the inbox cannot be opened: it waits until its secret is given',
      { kind, entry: id },
    )
  }

  #keptSettlement(id: string, settlement: Settlement): Settlement {
    if ('attempt' in settlement) return { ...settlement, attempt: this.#keptAttempt(id, settlement.attempt) }
    if (settlement.reason === undefined) return settlement
    return { ...settlement, reason: this.#text('reason', settlement.reason, id) }
  }

  #keptAttempt(id: string, attempt: AttemptRecord): AttemptRecord {
    const { error, note } = attempt
    if (error === null && note === undefined) return attempt
    const kept = { ...attempt, error: error === null ? null : this.#text('error', error, id) }
    return note === undefined ? kept : { ...kept, note: this.#text('note', note, id) }
  }

  #text(part: SealedPart, text: string, id: string): string {
    return this.seals.keepText(part, text, () => [placeInEntry(this.#registration, id)])
  }
}

// ms
const waitsFor = 60_000
const tellEvery = 60_000
