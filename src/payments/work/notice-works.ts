import type { Attempt } from '../../inbox/attempt.ts'
import { readPayload, tellerOf } from '../../inbox/entry.ts'
import { claimOf, readAgain } from '../../inbox/read-entry.ts'
import {
  contradicting,
  type Delivery,
  deliveryOf,
  foundWork,
  type Instead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
} from '../../inbox/work.ts'
import type { HandlerLog } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { SettledReferences } from '../money/settled-reference.ts'
import { addsTo, differFrom, differsFrom, mayShareMoney } from '../rules/differs-from.ts'
import { reused, withReason } from '../rules/doubts.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { isToldElsewhere, type NoticeParts, otherName, toldElsewhere } from './ended-work.ts'
import { besideDoubted } from './results.ts'

/** What notices are told with that nobody is asked about. */
export interface NoticeWorksParts<Event extends ConfirmableEvent> extends NoticeParts<Event> {
  /** Which references are paid, and how. */
  readonly settled: SettledReferences
  /** What a notice would be known by without the identity of the merchant's own; undefined where there is none. */
  readonly usual: ((event: Event) => Identity) | undefined
  /** Has an entry whose handler failed worked on again; undefined where the store keeps it, and the plugin has retried it. */
  readonly revive: ((id: string) => Promise<unknown>) | undefined
}

/** Work of notices that nobody is asked about: those of one payment agree, signed or not, or are doubted. */
export function noticeWorks<Event extends ConfirmableEvent>(parts: NoticeWorksParts<Event>): NotificationWorks<Event> {
  const { isSigned, works } = parts
  const cameAgain = parts.revive && ((id: string) => tellerToWaitFor(parts, id))
  return {
    of(event, incoming, newLog) {
      const isNotice = incoming.verdict === undefined
      if (isNotice && event.evidence === 'signed') {
        const notice = { event, incoming, newLog }
        return { ...foundWork((attempt) => new SignedNotice(parts, notice, attempt).find(), newLog), cameAgain }
      }
      if (!isNotice || event.signed !== null) return works.of(event, incoming, newLog)
      // Anybody may have posted it, where the kind has addresses of its own.
      const plain = works.of(isSigned ? withReason('unexpected', event) : event, incoming, newLog)
      if (isPreparation(plain)) return plain
      const find = async ({ conflictsWith }: Attempt): Promise<Delivery | Instead> => {
        const by = conflictsWith === null ? undefined : await toldBefore(parts, event, conflictsWith)
        if (by === undefined) return plain
        const told = await toldBy(parts, by)
        return told.state === 'done' ? { ...told, agrees: true } : told
      }
      const isPlain: Preparation['isPlain'] = ({ conflictsWith }) => conflictsWith === null
      return { ...foundWork(find, newLog), plain, isPlain, cameAgain }
    },
  }
}

/**
 * What becomes of a notice that another entry tells of. Where the store keeps nothing and the handler has failed for that, it runs
 * again, and the notice is acknowledged only once it has succeeded.
 *
 * @param by the id of that entry
 */
async function toldBy<Event extends ConfirmableEvent>(
  { find, revive }: NoticeWorksParts<Event>,
  by: string,
  why = toldElsewhere.by(by),
): Promise<Extract<Instead, { state: 'done' | 'rejected' }>> {
  const told = revive && (await find(by))
  if (told === undefined || told.state === 'done') return { state: 'done', why }
  if (told.state === 'dead' || told.state === 'rejected') await revive?.(by)
  // It is looked into when it comes again.
  return { state: 'rejected', why, successor: by }
}

/** The entry whose end is the answer to a notice that came again, where it has only taken the name that this has. */
async function tellerToWaitFor<Event extends ConfirmableEvent>(
  parts: NoticeWorksParts<Event>,
  id: string,
): Promise<string | undefined> {
  const known = await parts.find(id)
  const by = known && readPayload(known.payload).toldBy
  return by && (await toldBy(parts, by)).successor
}

/**
 * The entry that tells of the notice with which an unsigned one conflicts by what it leaves out alone: it is a repeat of that.
 * Undefined where there is none, or it says anything that the first does not.
 */
async function toldBefore<Event extends ConfirmableEvent>(
  { delivered, find }: NoticeWorksParts<Event>,
  event: Event,
  conflictsWith: string,
): Promise<string | undefined> {
  const known = await find(conflictsWith)
  if (known === undefined || readPayload(known.payload).verdict !== undefined) return undefined
  const first = claimOf(delivered, known)
  const isSame = first.outcome === event.outcome && !differFrom(event, first) && !addsTo(event, [first])
  // Where it leaves nothing out it is spelled otherwise, and may be another.
  return isSame && (first.evidence === 'signed' || addsTo(first, [event])) ? tellerOf(known) : undefined
}

/** What stands under another name of a notice: something against it, or what is told in its place. Undefined: nothing. */
type Beside = Contradicted | 'reused' | Instead | undefined

/** The entry that tells what contradicts it; undefined where nobody knows it any more. */
interface Contradicted {
  readonly contradicts: string | undefined
}

interface Notice<Event> {
  readonly event: Event
  readonly incoming: Incoming
  readonly newLog: (() => HandlerLog) | undefined
}

/**
 * A signed notice takes the names too that it would have unsigned. So whoever posts the same unsigned later is a repeat, and
 * whoever says otherwise later is in conflict with it, and told as contradicted. What the service has told under one of them is
 * not told again.
 */
class SignedNotice<Event extends ConfirmableEvent> {
  readonly #parts: NoticeWorksParts<Event>
  readonly #notice: Notice<Event>
  readonly #attempt: Attempt

  constructor(parts: NoticeWorksParts<Event>, notice: Notice<Event>, attempt: Attempt) {
    this.#parts = parts
    this.#notice = notice
    this.#attempt = attempt
  }

  async find(): Promise<Delivery | Instead> {
    const beside = (await this.#takeUnsignedNames()) ?? (await this.#sameAtItsAddress())
    if (typeof beside === 'object') return 'state' in beside ? beside : this.#contradicted(beside)
    return deliveryOf(this.#parts.delivered, await this.#told(beside), this.#notice.newLog)
  }

  #contradicted({ contradicts }: Contradicted): Delivery {
    const { event, newLog } = this.#notice
    const doubted = deliveryOf(this.#parts.delivered, withReason('contradicted', event), newLog)
    const isNamed = contradicts === undefined || this.#attempt.conflictsWith !== null
    return isNamed ? doubted : contradicting(doubted, contradicts)
  }

  async #told(beside: 'reused' | undefined): Promise<Event> {
    const { event } = this.#notice
    const { entryId, conflictsWith } = this.#attempt
    if (beside === 'reused' && event.outcome === 'paid') return reused(event)
    // Another at the same address is told as contradicted.
    return conflictsWith === null ? await this.#parts.settled.toldAtItsAddress(event, entryId) : event
  }

  async #takeUnsignedNames(): Promise<Beside> {
    const { identify, usual } = this.#parts
    const unsigned = { ...this.#said, evidence: 'callback', signed: null } as const
    // One of the merchant's own is another name of what is known by its address.
    const own = identify(unsigned)
    const beside = await this.#takeName(own)
    // Money that came to two addresses has one usual name, whatever it is called.
    const other = usual?.(unsigned)
    const isDone = beside !== undefined || other === undefined || other.identity === own.identity
    return isDone ? beside : await this.#takeName(other)
  }

  async #takeName(name: Identity): Promise<Beside> {
    const entry = this.#named(name, this.#attempt.entryId)
    // One that came while the service was to be asked about it has that name itself.
    return entry.id === this.#attempt.entryId ? undefined : await this.#take(entry)
  }

  async #take(entry: NewEntry): Promise<Beside> {
    const { put, find, isSigned } = this.#parts
    const { entryId, conflictsWith } = this.#attempt
    const event = this.#said
    const acceptance = await put(entry)
    if (acceptance.status === 'accepted') return undefined
    const known = await find(entry.id)
    const kept = known && readPayload(known.payload)
    if (known !== undefined && kept?.verdict !== undefined) {
      return differsFrom(event, kept.verdict.confirmation)
        ? { contradicts: tellerOf(known) }
        : await toldBy(this.#parts, tellerOf(known), toldElsewhere.byService)
    }
    // It has the name already: it is replayed, and what is hidden in it since makes another notice of it.
    if (kept?.toldBy === entryId) return undefined
    // Anybody's notice is told as unexpected, and counts against none at its own address: those have one more name. It is theirs
    // too after a doubted one at that address, unless that contradicts them, and the service has not told the same since.
    if (isSigned && known !== undefined && kept?.toldBy === undefined && !this.#isPlain(known)) {
      const id = besideDoubted(entry.id)
      const isBeside = acceptance.id === entry.id || !this.#contradicts(known) || (await this.#isSaid(id))
      if (isBeside) return await this.#take({ ...entry, id, identity: id, lane: id })
    }
    if (acceptance.id !== entry.id) {
      if (known === undefined || !this.#isSame(known)) return { contradicts: known && tellerOf(known) }
      // What left something out at that address was told with a doubt: what has it all is told too, once.
      const before = conflictsWith === null ? undefined : await find(conflictsWith)
      const first = [before, known].find((one) => one !== undefined && this.#isSame(one) && this.#isPlain(one))
      return first && (await this.#copyOf(first, entry))
    }
    if (kept?.toldBy === undefined) return undefined
    // One that came while the service was to be asked has another name, though it came to the same address.
    const teller = await find(kept.toldBy)
    return teller !== undefined && this.#isSame(teller) ? await toldBy(this.#parts, teller.id) : 'reused'
  }

  /**
   * What came to the same address before, where it tells the same and the two only name its money otherwise: one leaves out what
   * it would be known by. Two that are known by different names of it are not told for one.
   */
  async #sameAtItsAddress(): Promise<Beside> {
    const { conflictsWith } = this.#attempt
    const first = conflictsWith === null ? undefined : await this.#parts.find(conflictsWith)
    if (first === undefined || !this.#isSame(first) || !this.#isPlain(first)) return undefined
    const event = this.#said
    return mayShareMoney(event, this.#read(first))
      ? await this.#copyOf(first, this.#named(this.#parts.identify(event), first.id))
      : undefined
  }

  /**
   * A copy of a notice that was told, which may say more than it did. Each is kept beside it, told by it: two that agree with the
   * notice may contradict each other. There are no more than fields that may be left out, since each adds one. A second look at
   * one finds it itself.
   *
   * @param told the notice, which it agrees with
   * @param copy what it is kept as
   */
  async #copyOf(told: StoredEntry, copy: NewEntry): Promise<Beside> {
    const { put, find } = this.#parts
    const event = this.#said
    const known = [this.#read(told)]
    for (let time = 1; addsTo(event, known); time += 1) {
      const id = `${tellerOf(told)}|copy|${time}`
      // All copies have one fingerprint: the inbox keeps the first, and compares none.
      const { status } = await put({ ...copy, id, identity: id, lane: id, fingerprint: '' })
      if (status === 'accepted') break
      const kept = await find(id)
      const other = kept && this.#read(kept)
      // What nobody can compare any more is not taken for the same.
      if (other === undefined || differFrom(event, other)) return { contradicts: tellerOf(told) }
      known.push(other)
    }
    return await toldBy(this.#parts, tellerOf(told))
  }

  /** Whether an entry tells the same at the same address, whatever it was compared by when it came. */
  #isSame(entry: StoredEntry): boolean {
    const event = this.#said
    const other = this.#read(entry)
    if (isRefused(entry) || other.signed === null || event.signed === null) return false
    // A refund that names no amount was told as one of all that was paid: a part of it is another.
    const isPartOfIt = other.amountMinor === null && this.#notice.event.needsReview.includes('partlyRefunded')
    const isAtIt = addressKey(other.signed) === addressKey(event.signed)
    return isAtIt && other.outcome === event.outcome && !isPartOfIt && !differFrom(event, other)
  }

  /** Whether an entry came to an address, and does not tell the same at the same. */
  #contradicts(entry: StoredEntry): boolean {
    return this.#read(entry).signed !== null && !this.#isSame(entry)
  }

  /** Whether an entry is kept that tells what the service said. */
  async #isSaid(id: string): Promise<boolean> {
    const entry = await this.#parts.find(id)
    return entry !== undefined && readPayload(entry.payload).verdict !== undefined
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

  /** The entry of the notice under another name. @param toldBy the id of the entry that tells it */
  #named(name: Identity, toldBy: string): NewEntry {
    return otherName(this.#parts, this.#said, name, this.#notice.incoming, toldBy)
  }
}

/** Whether an entry was not believed: one that only waits for another, which tells of it, was. */
function isRefused({ state, reason }: StoredEntry): boolean {
  return state === 'rejected' && !isToldElsewhere(reason)
}
