import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions, PaymentEvent, UssdHandler } from '../../src/index.ts'
import { transactionAnswer } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { samples } from '../http/samples.ts'

const secret = 'a secret of this test'
const publicUrl = 'https://shop.example'
const { SessionId } = samples.ussd
const ussd: UssdHandler = (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' })
const paid = { ResponseCode: '0000', Message: 'Success', Data: { Amount: 5, TransactionId: 't-1' } }

async function shop(options: MerchantWebhooksOptions) {
  const events: PaymentEvent[] = []
  const app = await appWith({ secret, publicUrl, payment: (event) => events.push(event), ussd, ...options })
  return { app, events }
}

/** Where the notice of a payment is to go to, as the service reads it in the reply. */
async function askedOf(app: FastifyInstance, push: object = {}): Promise<string> {
  return (await post(app, '/ussd', { ...samples.ussd, ...push })).json().CallbackUrl
}

const pathOf = (url: string) => url.slice(publicUrl.length)

describe('the address of a payment that turn.pay asks for', () => {
  it('is signed for the session and the amount, so that the notice is joined to it', async () => {
    const { app, events } = await shop({})
    const url = await askedOf(app)
    expect(url).toMatch(
      new RegExp(`^https://shop\\.example/ussd-payment\\?mses=${SessionId}&mamt=500&mexp=\\d{10}&msig=1\\.`),
    )
    expect((await post(app, pathOf(url), paid)).statusCode).toBe(200)
    expect(events).toMatchObject([
      {
        source: 'ussdPayment',
        outcome: 'paid',
        evidence: 'signed',
        signed: { sessionId: SessionId, amountMinor: 500, reference: null, currency: null },
      },
    ])
  })

  it('counts for 7 days', async () => {
    const clock = { now: () => 1_800_000_000_000, monotonic: () => 0, after: () => () => undefined }
    expect(await askedOf((await shop({ clock })).app)).toContain('&mexp=1800604800&')
  })

  it('is another for each session', async () => {
    const { app } = await shop({})
    expect(await askedOf(app, { SessionId: 's/2&' })).toContain('?mses=s%2F2%26&')
  })

  it('is the same for the same turn that comes again', async () => {
    const { app } = await shop({})
    expect(await askedOf(app)).toBe(await askedOf(app))
  })

  it('is not signed for a session whose id is longer than an address carries: no reply fails over that', async () => {
    const { app } = await shop({})
    expect(await askedOf(app, { SessionId: 's'.repeat(100) })).toContain('&msig=1.')
    expect(await askedOf(app, { SessionId: 's'.repeat(101) })).toBe('https://shop.example/ussd-payment')
  })

  it('is not signed without a secret', async () => {
    expect(await askedOf((await shop({ secret: undefined })).app)).toBe('https://shop.example/ussd-payment')
  })

  it('is not there where nobody knows the public address', async () => {
    expect(await askedOf((await shop({ publicUrl: undefined })).app)).toBeUndefined()
  })

  it('leaves as it was given where it is one of your own', async () => {
    const callbackUrl = 'https://elsewhere.example/a'
    expect(await askedOf((await shop({ reply: { callbackUrl } })).app)).toBe(callbackUrl)
    const own: UssdHandler = (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea', callbackUrl })
    expect(await askedOf((await shop({ ussd: own })).app)).toBe(callbackUrl)
  })
})

describe('the address of a payment that talk.pay asks for', () => {
  const tea = { name: 'Tea', quantity: 3, price: 0.1 }

  it('is signed for the reference too, and the whole amount', async () => {
    const script = conversation((talk) => talk.pay('Approve', { ...tea, reference: 'order-7' }))
    const { app, events } = await shop({ ussd: script })
    const url = await askedOf(app)
    await post(app, pathOf(url), { ...paid, Data: { Amount: 0.3, TransactionId: 't-1' } })
    const signed = { sessionId: SessionId, amountMinor: 30, reference: 'order-7', currency: null }
    expect(events).toMatchObject([{ evidence: 'signed', signed }])
  })

  it('tells of a payment of less, and still whose it is', async () => {
    const script = conversation((talk) => talk.pay('Approve', { ...tea, reference: 'order-7' }))
    const { app, events } = await shop({ ussd: script })
    await post(app, pathOf(await askedOf(app)), { ...paid, Data: { Amount: 0.2, TransactionId: 't-1' } })
    expect(events).toMatchObject([{ evidence: 'callback', signed: { sessionId: SessionId, reference: 'order-7' } }])
  })

  it('is signed without a reference, or with one that an address cannot carry', async () => {
    const reference = 'r'.repeat(101)
    for (const payment of [tea, { ...tea, reference, description: 'Tea' }]) {
      const { app, events } = await shop({ ussd: conversation((talk) => talk.pay('Approve', payment)) })
      await post(app, pathOf(await askedOf(app)), { ...paid, Data: { Amount: 0.3, TransactionId: 't-1' } })
      expect(events).toMatchObject([{ evidence: 'signed', signed: { sessionId: SessionId, reference: null } }])
    }
  })

  it('is signed for the currency, where one is given: another is undetermined, whether the service is asked or not', async () => {
    const script = conversation((talk) => talk.pay('Approve', { ...tea, currency: 'GHS' }))
    for (const [currency, outcome, needsReview] of [
      ['XOF', 'undetermined', ['otherCurrency']],
      ['GHS', 'paid', []],
    ] as const) {
      const status = async () => transactionAnswer({ outcome: 'paid', transactionId: 't-1', amount: 0.3, currency })
      const { app, events } = await shop({ ussd: script, confirmWith: { transactions: { status } } })
      const url = await askedOf(app)
      expect(url).toContain('&mcur=GHS&')
      await post(app, pathOf(url), { ...paid, Data: { Amount: 0.3, TransactionId: 't-1' } })
      await vi.waitFor(() => expect(events).toMatchObject([{ outcome, needsReview, evidence: 'confirmed' }]))
    }
    const { app, events } = await shop({ ussd: script })
    await post(app, pathOf(await askedOf(app)), {
      ...paid,
      Data: { Amount: 0.3, Currency: 'XOF', TransactionId: 't-1' },
    })
    expect(events).toMatchObject([{ evidence: 'callback', signed: { currency: 'GHS' } }])
  })

  it.each(['ghs', 'GH', 5, ''])('is refused with a currency that is none: %j', async (currency) => {
    const found: unknown[] = []
    const script = conversation((talk) => {
      try {
        return talk.pay('Approve', { ...tea, currency: String(currency) })
      } catch (error) {
        found.push(error)
        return talk.end('No')
      }
    })
    const { app } = await shop({ ussd: script })
    await post(app, '/ussd', samples.ussd)
    expect(found).toMatchObject([
      { code: 'FMW_REPLY_OPTION_VALUE', message: expect.stringContaining("three capital letters, such as 'GHS'") },
    ])
  })
})
