import type { Kind } from '../../../pushes/kinds.ts'
import { toHundredths } from '../../checkout/bills/amount.ts'
import type { About } from '../../log/row.ts'
import type { Random } from '../../random.ts'
import { isList, type WireFields, type WireValue } from '../names.ts'

/** What a forger knows, who may be the customer: what was asked, and how the service writes a success. */
interface ForgerParts {
  readonly random: Random
  /** What the service keeps of a payment, as a share of it. */
  readonly feeRate: number
  /** What the bill of a push asks for; undefined where no bill stands behind it. */
  readonly asked: (about: About) => number | undefined
}

/** A push of a kind as somebody writes it who would like to be believed. */
export class Forger {
  readonly #parts: ForgerParts

  constructor(parts: ForgerParts) {
    this.#parts = parts
  }

  /**
   * The same push as a success, in which everything fits. Half of them have the amount that was asked, as customers know it;
   * the others have more money.
   */
  fields(kind: Kind, fields: WireFields, about: About): WireFields {
    const words = wordsOf[kind] ?? {}
    const { random, feeRate } = this.#parts
    const sum = this.#parts.asked(about) ?? sumIn(fields) ?? 1 + random.below(1_000)
    const more = random.happens(0.5) ? 0 : 1 + random.below(1_000)
    const cart = more === 0 || kind !== 'fulfilment' ? fields : withMoreInCart(fields, more)
    // A cart was asked for by its items: what they come to is its sum.
    const amount = toHundredths((kind === 'fulfilment' ? itemsIn(cart) : undefined) ?? sum + more)
    const sums = sumsOf[kind]?.(amount, feeRate) ?? {}
    const said: Readonly<Record<string, WireValue>> = { ...words, ...sums }
    return replaced(cart, (name) => said[name])
  }
}

/** How the service says that all is well, by names in lower case. Whatever the true push says, the forged one says this. */
const wordsOf: Readonly<Partial<Record<Kind, Readonly<Record<string, string | boolean>>>>> = {
  checkout: { responsecode: '0000', status: 'Success', description: 'The payment was made' },
  ussdPayment: { responsecode: '0000', message: 'success' },
  fulfilment: { status: 'Paid', issuccessful: true, paymentdescription: 'The payment was made' },
  deliveryReport: { status: 'Delivered' },
}

type Sums = Readonly<Record<string, number>>

/** The sums of each notice, as its own file writes them. */
const sumsOf: Readonly<Partial<Record<Kind, (amount: number, feeRate: number) => Sums>>> = {
  checkout: (amount) => ({ amount }),
  ussdPayment: (amount, feeRate) => {
    const charges = toHundredths(amount * feeRate)
    return { amount, amountcharged: amount, charges, amountaftercharges: toHundredths(amount - charges) }
  },
  fulfilment: (amount, feeRate) => {
    const withFee = toHundredths(amount * (1 + feeRate))
    return { subtotal: withFee, amountpaid: withFee, amountaftercharges: amount }
  },
}

/** The first amount of a push that is one. */
function sumIn(fields: WireFields): number | undefined {
  return found(fields, (value, name) => (name === 'amount' && Number(value) > 0 ? Number(value) : undefined))
}

/** What the items of a cart come to; undefined where it has none that says its price. */
function itemsIn(fields: WireFields): number | undefined {
  const sum = found(fields, (value, name) => {
    if (name !== 'items' || !isList(value)) return undefined
    return value.reduce<number>((all, item) => all + numberIn(item, 'quantity') * numberIn(item, 'unitprice'), 0)
  })
  return sum === undefined || !(sum > 0) ? undefined : sum
}

/** The same cart with dearer items: somebody who forges another sum writes items that come to it. */
function withMoreInCart(fields: WireFields, more: number): WireFields {
  return mappedFields(fields, (value, name) => (name === 'unitprice' ? toHundredths(Number(value) + more) : undefined))
}

function numberIn(item: WireValue, wanted: string): number {
  if (typeof item !== 'object' || item === null || isList(item)) return 0
  const [, value = 0] = Object.entries(item).find(([name]) => name.toLowerCase() === wanted) ?? []
  return Number(value)
}

function found(fields: WireFields, look: (value: WireValue, name: string) => number | undefined): number | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const one = look(value, name.toLowerCase())
    if (one !== undefined) return one
    if (typeof value !== 'object' || value === null || isList(value)) continue
    const within = found(value, look)
    if (within !== undefined) return within
  }
  return undefined
}

/** The same fields with another value where there is one for a name: what is null has no amount only because nobody paid. */
function replaced(fields: WireFields, otherFor: (name: string) => WireValue | undefined): WireFields {
  return mappedFields(fields, (value, name) =>
    typeof value === 'object' && value !== null ? undefined : otherFor(name),
  )
}

function mappedFields(
  fields: WireFields,
  change: (value: WireValue, name: string) => WireValue | undefined,
): WireFields {
  const within = (value: WireValue): WireValue => {
    if (isList(value)) return value.map(within)
    return typeof value === 'object' && value !== null ? mappedFields(value, change) : value
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, change(value, name.toLowerCase()) ?? within(value)]),
  )
}

/**
 * The kinds that an application in this process takes from this machine's address without any secret, as `sourceAddresses` does
 * where the list has it: a forgery from here proves nothing about it.
 */
export function kindsLetIn(merchant: object): ReadonlySet<Kind> {
  const registrations: unknown = Reflect.get(merchant, inspection)
  const found: readonly Inspected[] = Array.isArray(registrations) ? registrations : []
  return new Set(
    found.flatMap(({ kinds }) => kinds.filter(({ letsIn }) => letsIn?.(ownAddress) === true).map(({ kind }) => kind)),
  )
}

/** The problem of a forgery that was taken for the address that it came from. */
export const letInByAddress =
  'the forgery was let in by the address of this machine, which may push: it says nothing about your protection'

interface Inspected {
  readonly kinds: readonly { readonly kind: Kind; readonly letsIn?: (address: string) => boolean }[]
}

/** The name by which every copy of the package shows what its registrations were set up with. */
const inspection = Symbol.for('fastify-merchant-webhooks.inspection')

/** From which everything comes that is sent to an application in this process. */
const ownAddress = '127.0.0.1'
