import type { Clock } from '../../clock.ts'
import { isFirst, ownEntry, readKept } from '../../inbox/entry.ts'
import { checkout } from '../../pushes/checkout.ts'
import { addressKey, purchaseKey } from '../../pushes/money/signed-address.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { ussdPayment } from '../../pushes/ussd-payment.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import { type Doubtable, paidAgain, paidOtherWay } from '../rules/doubts.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'

/**
 * How a reference was paid: as a checkout, or by what a session asked for. The same reference may stand for many payments of
 * sessions, and for one checkout; one order that is asked for as both is paid once.
 */
export type Settlement = 'checkout' | 'session'

/** A payment, and what tells of it. */
export interface SettlingPayment {
  /** Null where nobody gave one: such a payment is not compared. */
  readonly reference: string | null
  readonly as: Settlement
  /** Which money it is: that of another payment gives nothing back. */
  readonly money: readonly (string | null)[]
  /** What it pays, and which money it is, where several screens may ask for that and nothing else compares them. */
  readonly purchase?: { readonly name: string; readonly money: string } | undefined
  /** The id of the entry that tells of it. */
  readonly by: string
}

/** What settled references are kept with. */
export interface SettledReferencesParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether both ways lead here: else nothing is kept of references, and nothing is asked. */
  readonly isKept: boolean
  readonly clock: Clock
}

/**
 * What is paid once. The first money keeps what it pays, for good and for all processes; and a reference its way, until that money
 * went back: then the next has it. All of it throws FMW_STORE_UNAVAILABLE.
 */
export class SettledReferences {
  readonly #parts: SettledReferencesParts

  constructor(parts: SettledReferencesParts) {
    this.#parts = parts
  }

  /**
   * What is told of a payment beside the others of what it pays, and of its reference: money that isn't the first is told as that.
   *
   * @param told an event, or what the service said
   */
  async told<Told extends Doubtable>(told: Told, payment: SettlingPayment): Promise<Told> {
    // What is odd about it may be that it is somebody else's.
    if (told.outcome === 'refunded' && told.needsReview.length === 0) await this.#giveBack(payment)
    if (told.outcome !== 'paid') return told
    if (!(await this.#isFirstFor(payment))) return paidAgain(told)
    return (await this.#isFirst(payment)) ? told : paidOtherWay(told)
  }

  /** The same of a notice of which nobody is asked, by what its address asks to be paid. @param by the id of its entry */
  async toldAtItsAddress<Event extends ConfirmableEvent>(event: Event, by: string): Promise<Event> {
    const { signed } = event
    if (signed === null) return event
    const lane = laneOf(event)
    const as: Settlement = event.kind === 'checkout' ? 'checkout' : 'session'
    const purchase = as === 'checkout' ? undefined : { name: purchaseKey(signed), money: lane }
    return await this.told(event, { reference: signed.reference, as, money: [lane, addressKey(signed)], purchase, by })
  }

  /** Whether no other money came for what it pays: the first keeps that, for good and for all processes. */
  async #isFirstFor({ purchase, by }: SettlingPayment): Promise<boolean> {
    if (purchase === undefined) return true
    return isFirst(await this.#put(paidId(purchase.name), purchase.money, { paidBy: by }))
  }

  /** Whether a reference wasn't paid in the other way. */
  async #isFirst(payment: SettlingPayment): Promise<boolean> {
    const { reference, as, by } = payment
    if (reference === null || !this.#parts.isKept) return true
    const money = moneyOf(payment)
    for (let time = 1; ; time += 1) {
      const id = idOf(reference, time)
      const acceptance = await this.#put(id, as, { paidBy: by, as, money })
      if (acceptance.status === 'accepted') return true
      if (await this.#has(givenBack(id))) continue
      if (acceptance.status === 'conflict' || acceptance.isConflict === true) return false
      const known = await this.#find(id)
      // Of several in one way each may go back, and the others stand.
      if (known?.money !== money) await this.#put(shared(id), '', { paidBy: by })
      return true
    }
  }

  /** The money of a payment went back: where no other has paid its reference, that is unpaid again. */
  async #giveBack(payment: SettlingPayment): Promise<void> {
    const { reference, as, by } = payment
    if (reference === null || !this.#parts.isKept) return
    const id = await this.#last(reference)
    const known = await this.#find(id)
    if (known?.as !== as || known.money !== moneyOf(payment) || (await this.#has(shared(id)))) return
    await this.#put(givenBack(id), '', { paidBy: by })
  }

  /** Whether a session asked for a payment of a reference, and it was told as paid. */
  async isPaidInSession(reference: string): Promise<boolean> {
    const way: Settlement = 'session'
    return this.#parts.isKept && (await this.#find(await this.#last(reference)))?.as === way
  }

  /** The id of the mark that counts, whether or not it is there. */
  async #last(reference: string): Promise<string> {
    for (let time = 1; ; time += 1) {
      const id = idOf(reference, time)
      if (!(await this.#has(givenBack(id)))) return id
    }
  }

  async #find(id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { inbox, registration } = this.#parts
    const entry = await inbox.get(registration, id)
    const kept = entry && readKept(entry.payload)
    return isRecord(kept) ? kept : undefined
  }

  async #has(id: string): Promise<boolean> {
    const { inbox, registration } = this.#parts
    return (await inbox.get(registration, id)) !== undefined
  }

  async #put(id: string, fingerprint: string, kept: Kept): Promise<Acceptance> {
    const { put, clock } = this.#parts
    return await put(ownEntry({ kind: 'askedPayment', id, fingerprint, receivedAt: clock.now() }, kept))
  }
}

/** What a mark keeps: the entry that told of the money, and what else is known of it. */
interface Kept {
  readonly paidBy: string
  readonly as?: Settlement
  readonly money?: string
}

/** The id of the mark of money that came first for something. */
export function paidId(name: string): string {
  return `askedPayment:${name}|paid`
}

/** Whether an entry is a mark, and what told of its money. */
export function paidByOf({ payload }: Pick<StoredEntry, 'payload'>): string | undefined {
  const kept = readKept(payload)
  return isRecord(kept) && typeof kept.paidBy === 'string' ? kept.paidBy : undefined
}

function idOf(reference: string, time: number): string {
  const id = paidId(`reference:${digest([reference]).slice(0, 16)}`)
  return time === 1 ? id : `${id}|${time}`
}

function givenBack(id: string): string {
  return `${id}|refunded`
}

function shared(id: string): string {
  return `${id}|again`
}

function moneyOf({ as, money }: SettlingPayment): string {
  return digest([as, ...money]).slice(0, 16)
}

/** Which payment it is, by whatever address it came. */
function laneOf(event: ConfirmableEvent): string {
  const unsigned = { evidence: 'callback', signed: null } as const
  return event.kind === 'checkout'
    ? checkout.identify({ ...event, ...unsigned }).lane
    : ussdPayment.identify({ ...event, ...unsigned }).lane
}
