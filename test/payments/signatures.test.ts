import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressParameterNames } from '../../src/payments/rules/address-parameters.ts'
import { CallbackSigner, isCalledBack } from '../../src/payments/rules/callback-signer.ts'
import type { SignedAddress } from '../../src/pushes/money/signed-address.ts'

const secret = 'a secret of this test'
const address = 'https://shop.example/checkout'
const now = Date.UTC(2026, 2, 1)
const later = now + 60_000
const order: SignedAddress = { reference: 'order 1/ö&=?#', sessionId: null, amountMinor: 500, currency: 'GHS' }
const signer = new CallbackSigner('default', [secret])

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
const fits = { signed: order, problem: undefined }
const doesNotFit = { signed: undefined, problem: 'it does not fit' }

/** What comes of an order's address whose query was changed. */
function checked(change: (query: Record<string, unknown>) => Record<string, unknown>, at = now) {
  return signer.check('checkout', change(queryOf(signer.sign('checkout', address, order, later))), at)
}

describe('a signed address', () => {
  it('has everything in short parameters of its query', () => {
    const { pathname, searchParams } = new URL(signer.sign('checkout', address, order, later))
    expect(pathname).toBe('/checkout')
    expect([...searchParams.keys()]).toEqual(['mref', 'mamt', 'mcur', 'mexp', 'msig'])
    expect(searchParams.get('mref')).toBe(order.reference)
    expect(searchParams.get('mamt')).toBe('500')
    expect(searchParams.get('mexp')).toBe(String(later / 1_000))
    expect(searchParams.get('msig')).toMatch(/^1\.[\w-]{22}$/)
  })

  it('is less than 100 characters longer than the address', () => {
    const least = { reference: 'order-1', sessionId: null, amountMinor: 500, currency: null }
    expect(signer.sign('checkout', address, least, later).length - address.length).toBeLessThan(100)
  })

  it('goes on with the query of the address', () => {
    const url = signer.sign('checkout', `${address}?key=the-right-secret`, order, later)
    expect(url).toMatch(/checkout\?key=the-right-secret&mref=/)
    expect(signer.check('checkout', queryOf(url), now)).toEqual(fits)
  })

  it('is known again, with what it was signed for', () => {
    expect(checked((query) => query)).toEqual(fits)
    const payment: SignedAddress = { reference: null, sessionId: 's-1', amountMinor: null, currency: null }
    const url = signer.sign('ussdPayment', address, payment, later)
    expect(signer.check('ussdPayment', queryOf(url), now)).toEqual({ signed: payment, problem: undefined })
  })

  it('carries HMAC-SHA256 of all of it under a key of its own, cut to 132 bits', () => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'fastify-merchant-webhooks', 'callback addresses, 1', 32))
    const content = ['1.', 'default', 'checkout', order.reference, null, '500', 'GHS', String(later / 1_000)]
    const mac = createHmac('sha256', key).update(JSON.stringify(content)).digest('base64url')
    const { msig } = queryOf(signer.sign('checkout', address, order, later))
    expect(msig).toBe(`1.${mac.slice(0, 22)}`)
  })

  it('is known whatever the service adds, and in whatever order', () => {
    expect(checked((query) => ({ status: 'ok', ...Object.fromEntries(Object.entries(query).reverse()) }))).toEqual(fits)
    expect(checked((query) => ({ ...query, msig: `${query.msig}?status=ok` }))).toEqual(fits)
  })

  it('is known until its time is over', () => {
    expect(checked((query) => query, later - 1)).toEqual(fits)
    expect(checked((query) => query, later)).toEqual({ signed: undefined, problem: 'its time is over' })
  })
})

describe('an address that was changed', () => {
  const changed = { mref: 'order-2', mamt: '1', mcur: 'USD', mexp: String(later), msig: `1.${'A'.repeat(22)}` }

  it.each(Object.entries(changed))('does not fit with another %s', (name, value) => {
    expect(checked((query) => ({ ...query, [name]: value }))).toEqual(doesNotFit)
  })

  it.each(['mref', 'mamt', 'mcur', 'mexp'])('does not fit without its %s', (name) => {
    expect(checked(({ [name]: _left, ...query }) => query)).toEqual(doesNotFit)
  })

  it('does not fit with a session that it was not signed for', () => {
    expect(checked((query) => ({ ...query, mses: 's-1' }))).toEqual(doesNotFit)
    expect(checked((query) => ({ ...query, mses: '' }))).toEqual(doesNotFit)
  })

  it.each(addressParameterNames)('does not fit where its %s came twice, or is no text', (name) => {
    expect(checked((query) => ({ ...query, [name]: [query[name], query[name]] }))).toEqual(doesNotFit)
    expect(checked((query) => ({ ...query, [name]: { 0: query[name] } }))).toEqual(doesNotFit)
  })

  it.each(['', '1.', 'x', '2.', '1.short', `1.${'A'.repeat(23)}`, `1.${'ä'.repeat(22)}`, `2.${'A'.repeat(22)}`])(
    'does not fit where its signature is %j',
    (msig) => {
      expect(checked((query) => ({ ...query, msig }))).toEqual(doesNotFit)
    },
  )

  it('does not fit with one character of its signature changed, wherever that is', () => {
    const { msig = '' } = queryOf(signer.sign('checkout', address, order, later))
    for (let at = 2; at < msig.length; at++) {
      const other = msig[at] === 'A' ? 'B' : 'A'
      const forged = msig.slice(0, at) + other + msig.slice(at + 1)
      expect(checked((query) => ({ ...query, msig: forged }))).toEqual(doesNotFit)
    }
  })

  it('does not fit where a part moved to its neighbour', () => {
    const one = { reference: 'a', sessionId: 'b', amountMinor: null, currency: null }
    const url = signer.sign('ussdPayment', address, one, later)
    const query = { ...queryOf(url), mref: 'ab', mses: '' }
    expect(signer.check('ussdPayment', query, now)).toEqual(doesNotFit)
  })
})

describe('an address', () => {
  it.each([undefined, null, 'msig=1', {}, { mref: 'order-1', mamt: '500', mexp: String(later) }])(
    'is not signed where its query is %j',
    (query) => {
      expect(signer.check('checkout', query, now)).toBeUndefined()
    },
  )

  it('fits no other kind, registration or secret', () => {
    const query = queryOf(signer.sign('checkout', address, order, later))
    expect(signer.check('ussdPayment', query, now)).toEqual(doesNotFit)
    expect(new CallbackSigner('tickets', [secret]).check('checkout', query, now)).toEqual(doesNotFit)
    expect(new CallbackSigner('default', ['another secret of it']).check('checkout', query, now)).toEqual(doesNotFit)
  })

  it('is signed with the first secret, and known with each', () => {
    const old = queryOf(signer.sign('checkout', address, order, later))
    const rotated = new CallbackSigner('default', ['the newer secret', secret])
    expect(rotated.check('checkout', old, now)).toEqual(fits)
    const renewed = queryOf(rotated.sign('checkout', address, order, later))
    expect(new CallbackSigner('default', ['the newer secret']).check('checkout', renewed, now)).toEqual(fits)
    expect(signer.check('checkout', renewed, now)).toEqual(doesNotFit)
  })
})

describe('the kinds whose address is given with the payment', () => {
  it('are checkout and USSD payments', () => {
    const all = ['checkout', 'ussdPayment', 'fulfilment', 'deliveryReport', 'inboundMessage', 'ussd', 'programmable']
    expect(all.filter(isCalledBack)).toEqual(['checkout', 'ussdPayment'])
  })
})
