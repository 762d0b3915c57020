import type { Attempt } from '../../inbox/attempt.ts'
import { readPayload, tellerOf } from '../../inbox/entry.ts'
import { eventOf } from '../../inbox/read-entry.ts'
import {
  contradicting,
  type EntryWork,
  foundWork,
  type Instead,
  isInstead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
} from '../../inbox/work.ts'
import type { HandlerLog } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { ReviewReason } from '../../pushes/money/confirmation.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { StoredEntry } from '../../store/entry.ts'
import type { PaidMoney } from '../money/paid-purchases.ts'
import { countsAgainst, isAtItsAddress, isOtherMoney } from '../rules/differs-from.ts'
import { afterTaken, partOf, reused } from '../rules/doubts.ts'
import { isUnpaid, takenBackReasons, takenBackSays } from '../rules/judge-answer.ts'
import { endedWork, type NoticeParts, otherName, toldElsewhere } from './ended-work.ts'
import { besideDoubted } from './results.ts'

/** What notices are held against other ends with. */
export interface OtherEndsParts<Event extends PaymentFacts> extends NoticeParts<Event> {
  /** Whether a service is asked about payments: what it says may be told before any push comes. */
  readonly isAsked: boolean
  /** The other money that is paid for what the address of a notice asks; left out where none asks for anything. */
  readonly paidBesides?: ((event: Event) => Promise<PaidMoney | undefined>) | undefined
}

/**
 * Notices that nobody is asked about, beside the other end of their payment that was told before. One that says failed or
 * cancelled after paid contradicts that. One that says paid after refunded came late, or the money came again: it is not
 * plainly paid. And a refund of less than was paid gave a part back. Where somebody is asked, their word counts, and is held
 * against what was told before.
 */
export class OtherEndsWorks<Event extends PaymentFacts> implements NotificationWorks<Event> {
  readonly #parts: OtherEndsParts<Event>

  constructor(parts: OtherEndsParts<Event>) {
    this.#parts = parts
  }

  of(event: Event, incoming: Incoming, newLog: (() => HandlerLog) | undefined): EntryWork {
    const { works } = this.#parts
    if (incoming.toldBy !== undefined) return endedWork(toldElsewhere.by(incoming.toldBy), incoming.toldBy)
    const work = works.of(event, incoming, newLog)
    if (!isCompared(event.outcome) || incoming.verdict !== undefined) return work
    if (isPreparation(work) && work.waitsForOthers) return work
    // Claimed as it came: no refund stood in line before it, and one that was told has its name.
    const isNewPaid = event.outcome === 'paid' && newLog !== undefined && !this.#parts.isAsked
    const find = async (attempt: Attempt, kept?: number): Promise<EntryWork | Instead> => {
      const told = await this.#toldBefore(event, incoming, attempt, { isNewPaid, isInLine: newLog === undefined })
      if (told === undefined) return await this.#besideOther(work, attempt, kept)
      if (told.money === 'elsewhere') return works.of(reused(event), incoming, newLog)
      if (event.outcome === 'refunded' && told.money !== 'other' && !isOtherMoney(event, told.event)) {
        const refund = isLess(event, told.event) ? works.of(partOf(event), incoming, newLog) : work
        return await this.#besideOther(refund, attempt, kept)
      }
      const isLate = event.outcome === 'paid' && !isUnpaid(told.event.outcome)
      const doubtful = isLate ? works.of(afterTaken(event, told.event), incoming, newLog) : work
      const what = isPreparation(doubtful) ? await doubtful.prepare(attempt, kept) : doubtful
      return isInstead(what) ? what : contradicting(what, told.id)
    }
    const plain = isPreparation(work) ? work.plain : work
    const isPlain: Preparation['isPlain'] = ({ conflictsWith }) => isNewPaid && conflictsWith === null
    const cameAgain = isPreparation(work) ? work.cameAgain : undefined
    return { ...foundWork(find, newLog), plain, isPlain, cameAgain }
  }

  /** What conflicts with an entry that has only taken its name contradicts the one that the handler got. */
  async #besideOther(work: EntryWork, attempt: Attempt, kept?: number): Promise<EntryWork | Instead> {
    const { conflictsWith } = attempt
    const known = conflictsWith === null ? undefined : await this.#parts.find(conflictsWith)
    if (known === undefined || tellerOf(known) === conflictsWith) return work
    const what = isPreparation(work) ? await work.prepare(attempt, kept) : work
    return isInstead(what) || what.contradicts !== undefined ? what : contradicting(what, tellerOf(known))
  }

  /**
   * What was told of its payment that speaks against it, or that it takes back.
   *
   * @param came `isNewPaid`: no refund can stand before it but one that has its name. `isInLine`: it may have had its name before
   * what stood before it in line
   */
  async #toldBefore(
    event: Event,
    incoming: Incoming,
    { entryId, conflictsWith }: Attempt,
    { isNewPaid, isInLine }: { readonly isNewPaid: boolean; readonly isInLine: boolean },
  ): Promise<OtherEnd<Event> | undefined> {
    if (event.outcome === 'paid') {
      const taken = conflictsWith === null ? undefined : await this.#takenAt(conflictsWith, event)
      if (taken?.event.outcome === 'refunded' || (conflictsWith === null && isNewPaid)) return taken
      const back = (await this.#told(event, 'refunded', entryId)) ?? (await this.#takenBack(event))
      return back ?? taken ?? (isInLine ? await this.#failedSince(event, entryId) : undefined)
    }
    if (conflictsWith !== null) return await this.#paidWithMore(event, entryId)
    const paid = (await this.#paidBesides(event)) ?? (await this.#told(event, 'paid', entryId))
    const isOwn = paid?.money === undefined && (event.outcome === 'refunded' || paid !== undefined)
    if (isOwn) await this.#takePaidName(event, incoming, entryId)
    return paid
  }

  /** What a refund of another amount than one before it gave a part back of. */
  async #paidWithMore(event: Event, entryId: string): Promise<OtherEnd<Event> | undefined> {
    const paid = event.outcome === 'refunded' ? await this.#told(event, 'paid', entryId) : undefined
    const isPart = paid?.money === undefined && paid !== undefined && !isOtherMoney(event, paid.event)
    return isPart && isLess(event, paid.event) ? paid : undefined
  }

  /**
   * A refund takes the name that a plain payment would have, and so does what failed after it was told as paid with a doubt: so it
   * finds out by its own name alone, and costs nothing where nothing went back. One that anybody may have sent takes none.
   */
  async #takePaidName(event: Event, incoming: Incoming, toldBy: string): Promise<void> {
    const { find, identify, isSigned, put } = this.#parts
    if (isSigned && !isAtItsAddress(event)) return
    const evidence = event.signed === null ? event.evidence : 'signed'
    const entry = otherName(this.#parts, event, identify({ ...event, outcome: 'paid', evidence }), incoming, toldBy)
    // What stands behind it in line looks for it, as all do that were not claimed as they came.
    if (entry.id === toldBy || (await find(entry.id)) !== undefined) return
    await put({ ...entry, session: undefined, fingerprint: takenByOther })
  }

  /** What has taken the name of a payment: its refund, or that it failed after it was told as paid. */
  async #takenAt(id: string, event: Event): Promise<OtherEnd<Event> | undefined> {
    const entry = await this.#parts.find(id)
    const by = entry && readPayload(entry.payload).toldBy
    if (entry === undefined || by === undefined) return undefined
    const told = eventOf(this.#parts.delivered, entry)
    return isOtherEnd(told) && countsAgainst(told, event) ? { id: by, event: told } : undefined
  }

  /** What failed in line before it, after it was told as paid with a doubt. */
  async #failedSince(event: Event, entryId: string): Promise<OtherEnd<Event> | undefined> {
    const paid = await this.#told(event, 'paid', entryId)
    if (paid === undefined || paid.id === entryId || paid.money !== undefined) return undefined
    const failed = (await this.#told(event, 'failed', entryId)) ?? (await this.#told(event, 'cancelled', entryId))
    return failed && Number(failed.place) > Number(paid.place) ? failed : undefined
  }

  /** The other money that is paid for what its address asks. */
  async #paidBesides(event: Event): Promise<OtherEnd<Event> | undefined> {
    const { delivered, paidBesides } = this.#parts
    const entry = (await paidBesides?.(event))?.entry
    return entry && { id: tellerOf(entry), event: eventOf(delivered, entry), money: 'other' }
  }

  /** Where another end of its payment was told: at the address of the notice, or under what the service calls it. */
  async #told(event: Event, outcome: Outcome, entryId: string): Promise<OtherEnd<Event> | undefined> {
    const { delivered, find } = this.#parts
    let elsewhere: OtherEnd<Event> | undefined
    for (const { identity } of this.#namesOf(event, outcome)) {
      const id = `${delivered.push.kind}:${identity}`
      const entry = id === entryId ? undefined : await find(id)
      const told = entry && this.#endOf(entry, event, outcome)
      if (told !== undefined) return told
      if (outcome === 'paid') elsewhere ??= entry && this.#elsewhere(entry, event)
      // What may be anybody's doesn't count; what the service has told in its place does.
      const said = entry && isAtItsAddress(event) ? await find(besideDoubted(id)) : undefined
      const saidInstead = said && this.#endOf(said, event, outcome)
      if (saidInstead !== undefined) return saidInstead
    }
    return elsewhere
  }

  /** The same money where it was told as paid at another address. */
  #elsewhere(entry: StoredEntry, { signed }: Event): OtherEnd<Event> | undefined {
    if (signed === null || !isTold(entry)) return undefined
    const told = eventOf(this.#parts.delivered, entry)
    const isElsewhere =
      told.evidence === 'signed' && told.signed !== null && addressKey(told.signed) !== addressKey(signed)
    return isElsewhere ? { id: tellerOf(entry), event: told, money: 'elsewhere' } : undefined
  }

  /** Where the service has said before that money of its payment went back in part, or is disputed. */
  async #takenBack(event: Event): Promise<OtherEnd<Event> | undefined> {
    const { delivered, find, isAsked } = this.#parts
    if (!isAsked) return undefined
    const confirmation = takenBackSays(event.receivedAt)
    for (const reason of takenBackReasons) {
      const said = { ...event, evidence: 'confirmed', confirmation, needsReview: [reason] } as const
      for (const { identity } of this.#namesOf(said, 'undetermined')) {
        const entry = await find(`${delivered.push.kind}:${identity}`)
        const verdict = entry && isTold(entry) ? readPayload(entry.payload).verdict : undefined
        if (entry === undefined || verdict === undefined || verdict.overtakenBy !== undefined) continue
        return { id: entry.id, event: eventOf(delivered, entry) }
      }
    }
    return undefined
  }

  /** What an entry tells, where it was told and counts against a notice. */
  #endOf(entry: StoredEntry, event: Event, outcome: Outcome): OtherEnd<Event> | undefined {
    if (!isTold(entry)) return undefined
    const told = eventOf(this.#parts.delivered, entry)
    const isIt = isUnpaid(event.outcome) ? !isOtherEnd(told) : told.outcome === outcome
    return isIt && countsAgainst(told, event) ? { id: tellerOf(entry), event: told, place: entry.cursor } : undefined
  }

  /** What a notice would be known by with another outcome, at its address and as an unsigned one. */
  #namesOf(event: Event, outcome: Outcome): Identity[] {
    const { identify } = this.#parts
    const own = identify({ ...event, outcome })
    if (event.signed === null) return [own]
    const evidence = event.confirmation === null ? 'callback' : event.evidence
    const unsigned = identify({ ...event, outcome, evidence, signed: null })
    return unsigned.identity === own.identity ? [own] : [own, unsigned]
  }
}

/** Why a person should look at a notice, for what was told before. */
export const reasonsOfOtherEnds: readonly ReviewReason[] = ['contradicted', 'partlyRefunded']

/** An end that was told, and by which entry. */
interface OtherEnd<Event> {
  readonly id: string
  readonly event: Event
  /** Of an end of what may be other money: whether it is that, or the same that was told at another address. */
  readonly money?: 'other' | 'elsewhere'
  /** Where it stands in the order of acceptance. */
  readonly place?: string | undefined
}

/** Whether an entry that has the name of a paid notice tells another end, which took it. */
function isOtherEnd({ outcome }: PaymentFacts): boolean {
  return outcome === 'refunded' || isUnpaid(outcome)
}

function isCompared(outcome: Outcome): boolean {
  return outcome === 'paid' || outcome === 'refunded' || isUnpaid(outcome)
}

/** What another end takes a name with: whatever comes under it is another notice. */
const takenByOther = 'refunded'

/** Whether a handler was called for it. One that waits for its turn came later, and its payment may have been tried again. */
function isTold({ state, attempts }: StoredEntry): boolean {
  return state === 'done' || state === 'dead' || (state !== 'rejected' && attempts.length > 0)
}

/** An amount of 0 says nothing, as on failures. */
function isLess({ amountMinor }: PaymentFacts, paid: PaymentFacts): boolean {
  return amountMinor !== null && amountMinor > 0 && paid.amountMinor !== null && amountMinor < paid.amountMinor
}
