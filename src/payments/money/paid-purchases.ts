import { compareIdentifiers } from '../../client/transactions/same-transaction.ts'
import { isFirst, readKept } from '../../inbox/entry.ts'
import { addressKey, purchaseKey, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { withoutForm } from '../../pushes/reading/identifiers.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import { countsAgainst } from '../rules/differs-from.ts'
import { type ExpectedPayment, expectedEntry, expectedId, readExpected } from '../rules/expected-payment.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { paidByOf, paidId, type SettledReferencesParts } from './settled-reference.ts'

/** What the money of USSD payments is kept with. */
export interface PaidPurchasesParts extends Pick<SettledReferencesParts, 'put'> {
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  /** What a push says that an entry keeps. */
  readonly claimedBy: (entry: StoredEntry) => ConfirmableEvent
  /** The entry that tells what the service called paid; left out where it can't be asked. */
  readonly toldOf?: (paid: ExpectedPayment) => Promise<StoredEntry | undefined>
}

/**
 * What the addresses of USSD payments ask to be paid, and the money that came first for it: by the service's word, or by a notice of
 * which nobody is asked. All of it throws FMW_STORE_UNAVAILABLE.
 */
export class PaidPurchases {
  readonly #parts: PaidPurchasesParts

  constructor(parts: PaidPurchasesParts) {
    this.#parts = parts
  }

  /**
   * Joins money, for good, to the address that it is told at, and to what that asks to be paid.
   *
   * @returns why it isn't told there as paid: it is told elsewhere, or other money was told there, or for the same purchase
   */
  async join(
    money: string,
    address: SignedAddress,
    expected: ExpectedPayment,
  ): Promise<'reused' | 'paidTwice' | undefined> {
    const { put } = this.#parts
    const mark = (name: string, partner: string): NewEntry => ({
      ...expectedEntry(joined(name), { ...expected, toldAs: expected.kind }),
      fingerprint: partner,
    })
    if (!isFirst(await put(mark(money, addressKey(address))))) return 'reused'
    if (isFirst(await put(mark(purchaseKey(address), money)))) return undefined
    const taken = (await this.#joinedTo(purchaseKey(address)))?.signed
    return taken && addressKey(taken) === addressKey(address) ? 'reused' : 'paidTwice'
  }

  /** Whether money is joined to an address: to another than this one, where one is given. */
  async isJoined(money: string, besides?: SignedAddress): Promise<boolean> {
    const own = await this.#joinedTo(money)
    if (own === undefined || besides === undefined) return own !== undefined
    return own.signed !== null && addressKey(own.signed) !== addressKey(besides)
  }

  /**
   * The other money that is paid for what the address of an event asks: there, or where another screen had asked for the same. It
   * counts before it is told, and while. An event that names no money may mean any.
   */
  async besides(event: ConfirmableEvent): Promise<PaidMoney | undefined> {
    const { claimedBy, find, toldOf } = this.#parts
    const { paymentId, signed } = event
    if (signed === null || signed.sessionId === null) return undefined
    const purchase = purchaseKey(signed)
    const said = toldOf && (await this.#joinedTo(purchase))
    if (said !== undefined && !isSaidOf(event, said)) return { entry: await toldOf?.(said) }
    const mark = await find(paidId(purchase))
    const by = mark && paidByOf(mark)
    const entry = by === undefined ? undefined : await find(by)
    if (entry === undefined || entry.state === 'rejected') return undefined
    const told = claimedBy(entry)
    return (compareIdentifiers(paymentId, told.paymentId) ?? countsAgainst(told, event)) ? undefined : { entry }
  }

  async #joinedTo(name: string): Promise<ExpectedPayment | undefined> {
    const mark = await this.#parts.find(expectedId(joined(name)))
    return mark && readExpected(readKept(mark.payload))
  }
}

/** Money that is paid, and the entry that tells it; undefined where that isn't there. */
export interface PaidMoney {
  readonly entry: StoredEntry | undefined
}

/** What USSD money, or an address, is joined to the other by. */
function joined(name: string): string {
  return `ussdPayment:${name}|told`
}

/** Whether an event names the money that the service was asked about. */
function isSaidOf(event: ConfirmableEvent, { question }: ExpectedPayment): boolean {
  const asked = [question.serviceTransactionId, question.networkTransactionId].map((name) => name && withoutForm(name))
  const names = [event.transactionId, event.externalTransactionId]
  return names.some((name) => name !== null && asked.includes(withoutForm(name)))
}
