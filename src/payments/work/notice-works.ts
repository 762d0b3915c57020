import type { Attempt } from '../../inbox/attempt.ts'
import { newEntry, readPayload } from '../../inbox/entry.ts'
import { claimOf, readAgain } from '../../inbox/read-entry.ts'
import {
  type DeliveredKind,
  type Delivery,
  deliveryOf,
  type EntryWork,
  type Instead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
  untilStoreIsBack,
} from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance } from '../../store/inbox-store.ts'
import { reused, withReason } from '../rules/doubts.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { addsTo, differFrom, differsFrom, mayShareMoney } from './differs-from.ts'
import { endedWork, toldElsewhere } from './ended-work.ts'
import { besideHearsay } from './results.ts'

/** What notices are told with that nobody is asked about. */
export interface NoticeWorksParts<Event extends ConfirmableEvent> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  /** The same, told as paid again where its money is not the first that came for what it pays. @param by the id of its entry */
  readonly once: (event: Event, by: string) => Promise<Event>
  /** Whether the application signs the addresses of the kind: what comes to none of them is odd. */
  readonly isSigned: boolean
  /** Of what is not signed, and of what the service has told. */
  readonly works: NotificationWorks<Event>
}

/** Work of notices that nobody is asked about, where addresses are signed: signed and unsigned ones of a payment agree, or are doubted. */
export class NoticeWorks<Event extends ConfirmableEvent> implements NotificationWorks<Event> {
  readonly #parts: NoticeWorksParts<Event>

  constructor(parts: NoticeWorksParts<Event>) {
    this.#parts = parts
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    const { isSigned, works } = this.#parts
    const { verdict, toldBy } = incoming
    if (toldBy !== undefined) return endedWork(toldElsewhere.by(toldBy))
    if (verdict === undefined && event.evidence === 'signed')
      return new SignedNotice(this.#parts, { event, incoming, newLog })
    const isOdd = isSigned && verdict === undefined && event.signed === null
    if (!isOdd) return works.of(event, incoming, newLog)
    const work = works.of(withReason('unexpected', event), incoming, newLog)
    return isPreparation(work) ? work : new OddNotice(this.#parts, { event, incoming, newLog }, work)
  }
}

/** What stands under another name of a notice. */
type Beside = 'nothing' | 'contradicted' | 'reused' | 'told' | Pick<StoredEntry, 'id'>

interface Notice<Event> {
  readonly event: Event
  readonly incoming: Incoming
  readonly newLog: (() => Log) | undefined
}

/**
 * A signed notice takes the name too that it would have unsigned. So whoever posts the same unsigned later is a repeat, and
 * whoever says otherwise later is in conflict with it, and told as contradicted. What the service has told under that name is
 * not told again.
 */
class SignedNotice<Event extends ConfirmableEvent> implements Preparation {
  readonly waitsForOthers = false
  readonly #parts: NoticeWorksParts<Event>
  readonly #notice: Notice<Event>

  constructor(parts: NoticeWorksParts<Event>, notice: Notice<Event>) {
    this.#parts = parts
    this.#notice = notice
  }

  get newLog(): (() => Log) | undefined {
    return this.#notice.newLog
  }

  async prepare({ entryId, conflictsWith }: Attempt): Promise<Delivery | Instead> {
    const { event, newLog } = this.#notice
    const { delivered, once } = this.#parts
    try {
      const taken = await this.#takeUnsignedName(entryId, conflictsWith)
      const beside = taken === 'nothing' ? await this.#sameAs(conflictsWith) : taken
      if (beside === 'told') return { state: 'done', why: toldElsewhere.byService }
      if (typeof beside === 'object') return { state: 'done', why: toldElsewhere.by(beside.id) }
      if (beside === 'contradicted') return deliveryOf(delivered, withReason(beside, event), newLog)
      if (beside === 'reused' && event.outcome === 'paid') return deliveryOf(delivered, reused(event), newLog)
      // Another at the same address is told as contradicted.
      return deliveryOf(delivered, conflictsWith === null ? await once(event, entryId) : event, newLog)
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }

  /**
   * @returns what stands under that name: nothing that tells the same, something that contradicts it, the same at another
   * address, or the same, told by the service, or by the entry of a signed notice
   */
  async #takeUnsignedName(toldBy: string, conflictsWith: string | null): Promise<Beside> {
    const { delivered, identify } = this.#parts
    const { incoming } = this.#notice
    const event = this.#said
    // One of the merchant's own too: it is another name of what is known by its address.
    const unsigned = identify({ ...event, evidence: 'callback', signed: null })
    const entry = newEntry(delivered, event, unsigned, { ...incoming, toldBy })
    // One that came while the service was to be asked about it has that name itself.
    return entry.id === toldBy ? 'nothing' : await this.#take(entry, toldBy, conflictsWith)
  }

  async #take(entry: NewEntry, toldBy: string, conflictsWith: string | null): Promise<Beside> {
    const { put, find, isSigned } = this.#parts
    const event = this.#said
    const acceptance = await put({ ...entry, lane: entry.id })
    if (acceptance.status === 'accepted') return 'nothing'
    const known = await find(entry.id)
    const kept = known && readPayload(known.payload)
    if (kept?.verdict !== undefined) return differsFrom(event, kept.verdict.confirmation) ? 'contradicted' : 'told'
    // It has the name already: it is replayed, and what is hidden in it since makes another notice of it.
    if (kept?.toldBy === toldBy) return 'nothing'
    // Anybody's notice is told as unexpected, and counts against none at its own address: those have one more name.
    if (isSigned && known !== undefined && kept?.toldBy === undefined && this.#read(known).signed === null) {
      const id = besideHearsay(entry.id)
      return await this.#take({ ...entry, id, identity: id }, toldBy, conflictsWith)
    }
    if (acceptance.id !== entry.id) {
      if (known === undefined || !this.#isSame(known)) return 'contradicted'
      // What left something out at that address was told with a doubt: what has it all is told too, once.
      const before = conflictsWith === null ? undefined : await find(conflictsWith)
      const first = [before, known].find((one) => one !== undefined && this.#isSame(one) && this.#isPlain(one))
      return first === undefined ? 'nothing' : await this.#agrees(first, entry)
    }
    if (kept?.toldBy === undefined) return 'nothing'
    // One that came while the service was to be asked has another name, though it came to the same address.
    const teller = await find(kept.toldBy)
    return teller !== undefined && this.#isSame(teller) ? teller : 'reused'
  }

  /**
   * What came to the same address before, where it tells the same and the two only name its money otherwise: one leaves out what
   * it would be known by. Two that are known by different names of it are not told for one.
   */
  async #sameAs(conflictsWith: string | null): Promise<Beside> {
    const { find, delivered, identify } = this.#parts
    const first = conflictsWith === null ? undefined : await find(conflictsWith)
    if (first === undefined || !this.#isSame(first) || !this.#isPlain(first)) return 'nothing'
    const event = this.#said
    if (!mayShareMoney(event, this.#read(first))) return 'nothing'
    const copied = { ...this.#notice.incoming, toldBy: first.id }
    return await this.#agrees(first, newEntry(delivered, event, identify(event), copied))
  }

  /** What a notice is told by that says the same as it; or a copy of that one contradicts it. @param copy what it is kept as */
  async #agrees(first: StoredEntry, copy: NewEntry): Promise<Beside> {
    const { put, find } = this.#parts
    const read = (one: StoredEntry) => this.#read(one)
    return (await new KeptCopies({ put, find, read }).agree(first, this.#said, copy)) ? first : 'contradicted'
  }

  /** Whether an entry tells the same at the same address, whatever it was compared by when it came. */
  #isSame(entry: StoredEntry): boolean {
    const event = this.#said
    const other = this.#read(entry)
    if (entry.state === 'rejected' || other.signed === null || event.signed === null) return false
    const isAtIt = addressKey(other.signed) === addressKey(event.signed)
    return isAtIt && other.outcome === event.outcome && !differFrom(event, other)
  }

  /** Whether an entry agrees with the address that it came to. */
  #isPlain(entry: StoredEntry): boolean {
    return this.#read(entry).evidence === 'signed'
  }

  /** What the notice says by itself: one that came after another end of its payment is told otherwise. */
  get #said(): Event {
    const { event, incoming } = this.#notice
    if (event.outcome !== 'undetermined') return event
    return readAgain(this.#parts.delivered, incoming, event.receivedAt.getTime())
  }

  #read(entry: StoredEntry): Event {
    return claimOf(this.#parts.delivered, entry)
  }
}

/**
 * An unsigned notice: anybody may have posted it. One that conflicts with a signed notice by what it leaves out alone is a repeat
 * of that.
 */
class OddNotice<Event extends ConfirmableEvent> implements Preparation {
  readonly waitsForOthers = false
  readonly #parts: NoticeWorksParts<Event>
  readonly #notice: Notice<Event>
  readonly plain: Delivery
  readonly newLog: (() => Log) | undefined

  constructor(parts: NoticeWorksParts<Event>, notice: Notice<Event>, plain: Delivery) {
    this.#parts = parts
    this.#notice = notice
    this.plain = plain
    this.newLog = notice.newLog
  }

  isPlain({ conflictsWith }: Pick<Attempt, 'conflictsWith'>): boolean {
    return conflictsWith === null
  }

  async prepare({ conflictsWith }: Attempt): Promise<Delivery | Instead> {
    if (conflictsWith === null) return this.plain
    try {
      const known = await this.#parts.find(conflictsWith)
      const by = known && readPayload(known.payload).toldBy
      if (known === undefined || by === undefined || !this.#isPartOf(known)) return this.plain
      return { state: 'done', why: toldElsewhere.by(by), agrees: true }
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }

  /** Whether it says nothing that a signed notice does not say. */
  #isPartOf(known: StoredEntry): boolean {
    const { event } = this.#notice
    const signed = claimOf(this.#parts.delivered, known)
    const isSame = signed.evidence === 'signed' && signed.outcome === event.outcome
    return isSame && !differFrom(event, signed) && !addsTo(event, [signed])
  }
}

/** What copies are kept with. */
interface KeptCopiesParts<Event extends ConfirmableEvent> {
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  readonly read: (entry: StoredEntry) => Event
}

/**
 * Copies of a notice that was told, which say more than it did. Each is kept beside it, told by it: two that agree with the
 * notice may contradict each other. There are no more than fields that may be left out, since each adds one.
 */
class KeptCopies<Event extends ConfirmableEvent> {
  readonly #parts: KeptCopiesParts<Event>

  constructor(parts: KeptCopiesParts<Event>) {
    this.#parts = parts
  }

  /**
   * Whether a copy agrees with those before it; then what it adds is kept. A second look at one finds it itself.
   *
   * @param told the notice, which it agrees with
   * @param copy what it is kept as
   * @throws FMW_STORE_UNAVAILABLE
   */
  async agree(told: StoredEntry, event: Event, copy: NewEntry): Promise<boolean> {
    const { put, find, read } = this.#parts
    const toldBy = readPayload(told.payload).toldBy ?? told.id
    const known = [read(told)]
    for (let time = 1; addsTo(event, known); time += 1) {
      const id = `${toldBy}|copy|${time}`
      // All copies have one fingerprint: the inbox keeps the first, and compares none.
      const { status } = await put({ ...copy, id, identity: id, lane: id, fingerprint: '' })
      if (status === 'accepted') return true
      const kept = await find(id)
      const other = kept && read(kept)
      // What nobody can compare any more is not taken for the same.
      if (other === undefined || differFrom(event, other)) return false
      known.push(other)
    }
    return true
  }
}
