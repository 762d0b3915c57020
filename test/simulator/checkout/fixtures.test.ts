import { describe, expect, it } from 'vitest'
import type { MoneyRules, PayOptions, ProfileName, Simulator } from '../../../src/simulator/index.ts'
import { fixtures, loadFixture } from '../../../src/testing/index.ts'
import { invoice, openShop } from './shop.ts'

/** What is told of a payment, for a fixture: data alone, and no fault. */
interface Told {
  readonly amount?: number
  readonly pays?: PayOptions
  readonly profile?: ProfileName
  readonly money?: Partial<MoneyRules>
}

const failing = (code: string): Told => ({ pays: { fails: code } })

const checkout: Readonly<Record<string, Told>> = {
  'amount-float-tail': { amount: 19.99 },
  'amount-integer': { amount: 50 },
  'amount-zero-on-failure': failing('2050'),
  card: { pays: { method: 'card' } },
  'failed-2001': failing('2001'),
  'failed-2101': failing('2101'),
  'failed-4000': failing('4000'),
  'failed-4070': failing('4070'),
  'failed-4101': failing('4101'),
  'failed-4103': failing('4103'),
  'paid-camel': { profile: 'camelCase' },
  'paid-pascal': {},
  'pending-0002': failing('0002'),
  'phone-national': { pays: { mobile: '0000000000' } },
  'phone-without-plus': { pays: { mobile: '233000000000' } },
  'unknown-0001': failing('0001'),
  'unknown-0005': failing('0005'),
  'unknown-4105': failing('4105'),
}

const fulfilment: Readonly<Record<string, Told>> = {
  cancelled: { pays: { cancels: true } },
  failed: failing('2001'),
  'fee-told-apart': { amount: 19.99 },
  'paid-camel': { profile: 'camelCase' },
  'paid-mixed': { profile: 'mixedNames' },
  'paid-pascal': {},
  'session-first-order': {},
  'session-second-order': {},
}

const ussdPayment: Readonly<Record<string, Told>> = {
  'failed-zero-amounts': failing('2001'),
  'id-zero-padded': {},
  'paid-camel': { profile: 'camelCase' },
  'paid-mixed': { profile: 'mixedNames' },
  'paid-pascal': {},
  'unknown-0005': failing('0005'),
}

const table = Object.entries({ checkout, fulfilment, ussdPayment }).flatMap(([kind, told]) =>
  Object.entries(told).map(([name, options]) => ({ name: `${kind}/${name}`, options })),
)

async function openBill(sim: Simulator, name: string, amount: number | undefined): Promise<string> {
  const session = { sessionId: 'session-1', mobile: '+233000000000' }
  if (name.startsWith('checkout/')) {
    const { callbackUrl, returnUrl, cancellationUrl } = invoice
    const urls = { callbackUrl, returnUrl, cancellationUrl }
    const asked = { description: 'Tea', reference: 'order-1', amount: amount ?? 50.25 }
    return sim.openBill({ source: 'checkout', ...asked, ...urls }).id
  }
  if (name.startsWith('ussdPayment/')) {
    return sim.openBill({ source: 'ussdPayment', amount: 5, description: 'Tea', callbackUrl: null, ...session }).id
  }
  const items = [{ name: 'Ticket', quantity: 2, price: (amount ?? 50) / 2 }]
  return sim.openBill({ source: 'fulfilment', items, ...session }).id
}

/** What a push says, by names in any casing, without what differs from one payment to the next. */
function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((held) => shapeOf(held))
  if (typeof value !== 'object' || value === null) return varying.test(name) ? typeof value : value
  const own = Object.entries(value).filter(([held]) => !/^(?:platform|extradata|metadata)$/i.test(held))
  return Object.fromEntries(own.map(([held, inner]) => [held.toLowerCase(), shapeOf(inner, held)]))
}

// The fixtures of carts have prices that don't add up, and a fee of three in a hundred.
const varying = /(?:id|date|description|reference|mobilemoneynumber|name|unitprice|subtotal|amountpaid|quantity)$/i

describe('a fixture is what the simulator sends', () => {
  it.each(table)('$name', async ({ name, options: { amount, pays, profile, money } }) => {
    const { sim } = await openShop({ profile, money, seed: 3 })
    const { notices } = await sim.customer.pays(await openBill(sim, name, amount), pays)
    const sent = JSON.parse(String(notices[0]?.request.body))
    const { request } = loadFixture(name)
    expect(shapeOf(sent)).toEqual(shapeOf(request.body))
  })

  it('but for those that a fault makes', () => {
    const own = new Set(table.map(({ name }) => name))
    const others = (['checkout', 'fulfilment', 'ussdPayment'] as const).flatMap((kind) => fixtures(kind))
    expect(others.filter(({ name }) => own.has(name))).toHaveLength(table.length)
  })
})
