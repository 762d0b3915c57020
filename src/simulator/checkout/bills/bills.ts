import { anObject, aWordOf, checkValue, type WrongField } from '../../check-arguments.ts'
import { FMW_SIMULATOR_ARGUMENT, FMW_SIMULATOR_STATE } from '../../errors.ts'
import type { Service } from '../../service.ts'
import type { Bill, BillItem, Payee } from '../../world/world.ts'
import { mostExact, toHundredths } from './amount.ts'

/**
 * What asks for money: each of the three sources says what it knows.
 *
 * @example
 * const pay = (asked: AskedBill) => sim.customer.pays(sim.openBill(asked))
 */
export type AskedBill = AskedInvoice | AskedUssdPayment | AskedCart

/**
 * A checkout invoice (reference 2.1).
 *
 * @example
 * const urls = { callbackUrl, returnUrl: 'https://shop.example/thanks', cancellationUrl: 'https://shop.example/cart' }
 * const asked: AskedInvoice = { source: 'checkout', amount: 50, description: 'Rice', reference: 'order-17', ...urls }
 */
export interface AskedInvoice {
  readonly source: 'checkout'
  readonly amount: number
  readonly description: string
  readonly reference: string
  readonly callbackUrl: string
  readonly primaryCallbackUrl?: string | null
  readonly secondaryCallbackUrl?: string | null
  readonly returnUrl: string
  readonly cancellationUrl: string
  readonly payee?: Payee
}

/**
 * A Release with an Amount (reference 2.8).
 *
 * @example
 * const of = { sessionId: 's1', mobile: '+233000000000', callbackUrl: null }
 * const asked: AskedUssdPayment = { source: 'ussdPayment', amount: 5, description: 'Tea', ...of }
 */
export interface AskedUssdPayment {
  readonly source: 'ussdPayment'
  readonly amount: number
  /** Empty where the reply had none. */
  readonly description: string
  /** CallbackUrl of the reply; null for the address that is registered. */
  readonly callbackUrl: string | null
  readonly sessionId: string
  /** The phone that is asked to pay. */
  readonly mobile: string
}

/**
 * The cart of an AddToCart (reference 2.6).
 *
 * @example
 * const items = [{ name: 'Ticket', quantity: 2, price: 25 }]
 * const asked: AskedCart = { source: 'fulfilment', items, sessionId: 's1', mobile: '+233000000000' }
 */
export interface AskedCart {
  readonly source: 'fulfilment'
  readonly items: readonly Omit<BillItem, 'id'>[]
  readonly sessionId: string
  /** A phone number, or an identifier of the user on a rich channel. */
  readonly mobile: string
}

/**
 * What names a bill: its identifier, its ClientReference, the address of its page, or what has them, as the invoice that a client got.
 *
 * @example
 * const invoice = await client.checkout.create(order)
 * const names: BillName[] = ['order-17', invoice, invoice.checkoutUrl ?? '']
 */
export type BillName = string | { readonly id: string } | { readonly checkoutId: string | null }

/** The bills of the service: each is opened once, found again by any of its names, and never forgotten. */
export class Bills {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  openBill(asked: AskedBill): Bill {
    const { random, clock, world } = this.#service
    const bill: Bill = {
      id: random.hex(32),
      salesInvoiceId: random.hex(32),
      callbackUrl: null,
      primaryCallbackUrl: null,
      secondaryCallbackUrl: null,
      returnUrl: null,
      cancellationUrl: null,
      sessionId: null,
      mobile: null,
      payee: null,
      items: [],
      createdAt: clock.now(),
      state: 'open',
      transactions: [],
      reports: [],
      said: [],
      ...this.#knownOf(asked),
    }
    world.bills.set(bill.id, bill)
    return bill
  }

  /**
   * The bill of a name; the last one where several have it, as an invoice that was asked for again.
   *
   * @throws FMW_SIMULATOR_STATE where there is none
   */
  find(name: BillName): Bill {
    const given = givenIn(name)
    const id = pageForm.exec(given)?.[1] ?? given
    const { bills } = this.#service.world
    const found = bills.get(id) ?? [...bills.values()].findLast(({ reference }) => reference === id)
    if (found !== undefined) return found
    const known = [...bills.values()].slice(-5).map((bill) => bill.reference ?? bill.id)
    const last = known.length === 0 ? 'nothing has been asked to be paid yet' : `the last ones are ${known.join(', ')}`
    throw new FMW_SIMULATOR_STATE(`has no bill '${id}': ${last}`)
  }

  #knownOf(asked: AskedBill): Pick<Bill, 'source' | 'amount' | 'description' | 'reference'> & Partial<Bill> {
    if (asked.source === 'checkout') return asked
    if (asked.source === 'ussdPayment') return { ...asked, reference: asked.sessionId }
    const { random } = this.#service
    return {
      ...asked,
      reference: null,
      amount: toHundredths(asked.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
      description: asked.items.map(({ name }) => name).join(', '),
      items: asked.items.map((item) => ({ id: random.hex(32), ...item })),
    }
  }
}

/** In JavaScript a bill may be missing, as the invoice of a call that wasn't awaited. @throws FMW_SIMULATOR_ARGUMENT */
function givenIn(name: BillName): string {
  const fields: { readonly id?: unknown; readonly checkoutId?: unknown } = Object(name)
  const given =
    typeof name === 'string'
      ? name
      : 'id' in fields
        ? fields.id
        : 'checkoutId' in fields
          ? (fields.checkoutId ?? '')
          : null
  if (typeof given === 'string') return given
  const known = 'must be its identifier, its ClientReference, or what the client or openBill gave'
  throw new FMW_SIMULATOR_ARGUMENT('sim.customer', 'the bill', known)
}

/** The address of a bill's page, or of a page behind it. */
const pageForm = /^https?:\/\/[^/?#]+\/pay\/([0-9a-f]{32})(?:[/?#]|$)/

/** What a test asks to be paid, as JavaScript gives it. @throws what `wrong` makes */
export function checkAsked(asked: AskedBill, wrong: WrongField): void {
  checkValue('the bill', asked, anObject, wrong)
  checkValue('source', asked.source, aWordOf(Object.keys(texts)), wrong)
  for (const name of texts[asked.source]) {
    if (typeof Reflect.get(asked, name) !== 'string') throw wrong(name, 'is required, as text')
  }
  if (asked.source !== 'fulfilment') {
    checkAboveZero('amount', asked.amount, wrong)
    return
  }
  if (!Array.isArray(asked.items) || asked.items.length === 0) throw wrong('items', 'must be a list that is not empty')
  for (const [at, item] of asked.items.entries()) {
    if (typeof item?.name !== 'string') throw wrong(`items.${at}.name`, 'is required, as text')
    checkAboveZero(`items.${at}.quantity`, item.quantity, wrong)
    checkAboveZero(`items.${at}.price`, item.price, wrong)
  }
}

/** The texts that each source needs. */
const texts: Readonly<Record<AskedBill['source'], readonly string[]>> = {
  checkout: ['description', 'reference', 'callbackUrl', 'returnUrl', 'cancellationUrl'],
  ussdPayment: ['description', 'sessionId', 'mobile'],
  fulfilment: ['sessionId', 'mobile'],
}

function checkAboveZero(name: string, given: unknown, wrong: WrongField): void {
  if (!(typeof given === 'number' && given > 0 && given < mostExact)) throw wrong(name, 'must be a number above 0')
}
