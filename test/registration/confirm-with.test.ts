import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import type { MerchantWebhooksOptions, PaymentConfirmer } from '../../src/index.ts'
import { transactionAnswer } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { payingService } from '../payments/paying-service.ts'
import { idOf, inShort, openShopInTime, reference } from '../payments/shop.ts'

/** Somebody who can be asked, and answers that everything was paid. */
function confirmer(name: string, asked: string[]): PaymentConfirmer {
  return {
    transactions: {
      status: async ({ clientReference, serviceTransactionId: transactionId }) => {
        asked.push(name)
        const answer = transactionAnswer({ outcome: 'paid', clientReference, transactionId, amount: 50 })
        return { ...answer, raw: { paid: true } }
      },
    },
  }
}

describe('who is asked', () => {
  it.each<[string, (of: (name: string) => PaymentConfirmer) => MerchantWebhooksOptions, readonly string[]]>([
    ['of all', (of) => ({ confirmWith: of('all') }), ['all', 'all']],
    [
      'of payment',
      (of) => ({ confirmWith: of('all'), payment: { handler, confirmWith: of('payment') } }),
      ['payment', 'payment'],
    ],
    [
      'of the kind',
      (of) => ({
        confirmWith: of('all'),
        payment: { handler, confirmWith: of('payment') },
        checkout: { confirmWith: of('checkout') },
        ussdPayment: { confirmWith: of('ussdPayment') },
      }),
      ['checkout', 'ussdPayment'],
    ],
    ['nobody of one kind', (of) => ({ confirmWith: of('all'), checkout: { confirmWith: false } }), ['all']],
    ['nobody of payment', (of) => ({ confirmWith: of('all'), payment: { handler, confirmWith: false } }), []],
    ['nobody at all', () => ({ confirmWith: false }), []],
  ])('is the one %s', async (_whose, optionsOf, expected) => {
    const asked: string[] = []
    const app = await appWith({ payment: handler, ...optionsOf((name) => confirmer(name, asked)) })
    for (const url of ['/checkout', '/ussd-payment']) {
      const push =
        url === '/checkout' ? samples.checkout : { ...samples.ussdPayment, ResponseCode: '0000', Message: 'success' }
      expect((await post(app, url, push)).statusCode).toBe(200)
    }
    expect(asked).toEqual(expected)
  })

  it('is the client where nobody else is named, and whoever is named before it', async () => {
    const asked: string[] = []
    const shop = await openShopInTime({ ussdPayment: { confirmWith: confirmer('own', asked) } })
    shop.service.know(reference, 'Settled')
    await shop.push()
    await post(shop.app, '/ussd-payment', { ...samples.ussdPayment, ResponseCode: '0000', Message: 'success' })
    await shop.untilTold(2)
    expect(asked).toEqual(['own'])
    expect(shop.service.questions()).toHaveLength(1)
  })
})

describe('with a client and confirmWith: false', () => {
  it('callbacks are told as they come, and what never comes is asked for', async () => {
    const shop = await openShopInTime({ confirmWith: false })
    shop.service.know(reference, 'Settled')
    shop.service.know('lost', 'Settled')
    const url = await shop.create()
    await shop.create('lost')
    await shop.push({}, url)
    await shop.untilTold(1, 2)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: `checkout:signed:${reference}|paid`, outcome: 'paid', evidence: 'signed' },
    ])
    await shop.passing(300_000, () => shop.told.length === 2)
    await shop.passing(300_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(inShort)).toMatchObject([
      {},
      { id: idOf('paid', 'lost'), outcome: 'paid', evidence: 'confirmed' },
    ])
    expect(shop.told).toHaveLength(2)
  })

  it('a failed that somebody invented does not keep the true end from being found', async () => {
    const shop = await openShopInTime({ confirmWith: false })
    shop.service.know(reference, 'Settled')
    await shop.create()
    await shop.push({ Status: 'Failed' })
    await shop.passing(300_000, () => shop.told.length === 2)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'failed', evidence: 'callback' },
      { outcome: 'paid', evidence: 'confirmed' },
    ])
  })
})

describe('a stand-in for the client', () => {
  it('says what is told', async () => {
    const shop = await openShopInTime({ client: undefined, confirmWith: confirmer('a test', []) })
    await shop.push()
    await shop.untilTold(1)
    expect(shop.told[0]?.event).toMatchObject({
      outcome: 'paid',
      why: 'a test says so',
      evidence: 'confirmed',
      amountMinor: 5_000,
      confirmation: { raw: { paid: true }, status: null },
    })
  })
})

describe('a registration is refused', () => {
  const client = new MerchantClient({
    baseUrl: 'https://api.example',
    apiId: 'a',
    apiKey: 'b',
    merchantAccountNumber: '1',
  })

  it('where the client does not know where to ask', async () => {
    expect(await boot({ client })).toMatch(/^FMW_CLIENT_OPTION: .*transactionStatus/)
    expect(await boot({ confirmWith: client })).toMatch(/^FMW_CLIENT_OPTION/)
    expect(await boot({ confirmWith: false })).toBe('it boots')
  })

  const aClient =
    "FMW_OPTION: The option client must be a MerchantClient: new MerchantClient({ … }) from 'fastify-merchant-webhooks/client'"

  it.each(['null', '1', '{}', '{"checkout":{}}', '{"baseUrl":"https://api.example"}'])(
    'where client is %s',
    async (value) => {
      expect(await boot({}, `{"client":${value}}`)).toBe(aClient)
    },
  )

  it('where a client could create invoices and not be asked', async () => {
    const half = { checkout: { create: handler } }
    expect(await boot({}, '{}', { client: half })).toBe(aClient)
    expect(await boot({}, '{"confirmWith":false}', { client: half })).toBe(aClient)
  })

  it.each(['true', '{}', '{"transactions":{}}'])('where confirmWith is %s', async (value) => {
    const wanted = 'must be a MerchantClient or anything else with transactions.status, or false, which asks nobody'
    const given = `{"confirmWith":${value}}`
    expect(await boot({}, given)).toBe(`FMW_OPTION: The option confirmWith ${wanted}`)
    expect(await boot({ checkout: false }, given)).toBe(`FMW_OPTION: The option confirmWith ${wanted}`)
    expect(await boot({}, `{"checkout":${given}}`)).toBe(`FMW_OPTION: The option checkout.confirmWith ${wanted}`)
    expect(await boot({ payment: undefined }, '{}', { payment: { handler, ...JSON.parse(given) } })).toBe(
      `FMW_OPTION: The option payment.confirmWith ${wanted}`,
    )
  })

  it('where checkSettings gives a promise, and one that rejects does not end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const { transactions } = confirmer('own', [])
    const checkSettings = async () => {
      throw new Error('nothing is set')
    }
    expect(await boot({ confirmWith: { transactions: { ...transactions, checkSettings } } })).toBe(
      'FMW_OPTION: The option confirmWith must have a transactions.checkSettings that throws at once, and gives no promise',
    )
    await setImmediate()
    expect(unhandled).toEqual([])
  })

  it.each(['after', 'giveUpAfter'])('where reconcile.%s is no whole number from 0', async (name) => {
    for (const value of ['-1', '1.5', '"5"', 'null', '2147483648']) {
      const refusal = await boot({}, `{"reconcile":{"${name}":${value}}}`)
      if (value === 'null') expect(refusal).toBe('it boots')
      else
        expect(refusal).toMatch(new RegExp(`^FMW_OPTION: The option reconcile.${name} must be a whole number from 0`))
    }
  })

  it('where reconcile.giveUpAfter is below reconcile.after, given or not', async () => {
    const below = (after: number) =>
      `FMW_OPTION: The option reconcile.giveUpAfter must not be below reconcile.after, which is ${after}`
    expect(await boot({ reconcile: { giveUpAfter: 299_999 } })).toBe(below(300_000))
    expect(await boot({ reconcile: { after: 7, giveUpAfter: 6 } })).toBe(below(7))
    expect(await boot({ reconcile: { after: 259_200_001 } })).toBe(below(259_200_001))
    expect(await boot({ reconcile: { after: 7, giveUpAfter: 7 } })).toBe('it boots')
  })

  it('where a client is given and no checkout callbacks are received, so that nobody would hear of what is sold', async () => {
    const wanted =
      'FMW_OPTION: The option client is given, and checkout callbacks are not received here: give checkout or payment a handler, or confirmWith in its place'
    const service = await payingService()
    const sells = { client: service.client() }
    expect(await boot({ ...sells, checkout: false })).toBe(wanted)
    expect(await boot({ ...sells, payment: undefined, ussdPayment: handler })).toBe(wanted)
    expect(await boot({ ...sells, payment: undefined, deliveryReport: handler })).toBe(wanted)
    expect(await boot({ ...sells, payment: undefined, checkout: handler })).toBe('it boots')
    expect(await boot({ confirmWith: sells.client, checkout: false })).toBe('it boots')
  })

  it.each([
    ['{clientReference}', /^FMW_CLIENT_FIELD: .*clientReference/, 'ussdPayment'],
    ['{serviceTransactionId}', /^FMW_CLIENT_FIELD: .*serviceTransactionId/, 'checkout'],
  ])('where the path names %s, by which a kind is not asked about', async (placeholder, refusal, kind) => {
    const by = new MerchantClient({
      baseUrl: 'https://api.example',
      apiId: 'a',
      apiKey: 'b',
      merchantAccountNumber: '1',
      paths: { transactionStatus: `/transactions/${placeholder}` },
    })
    expect(await boot({ confirmWith: by })).toMatch(refusal)
    expect(await boot({ confirmWith: by, [kind]: false })).toBe('it boots')
  })

  it('where fulfilment notices are to be confirmed', async () => {
    expect(await boot({}, '{"fulfilment":{"confirmWith":false}}')).toMatch(
      /^FMW_OPTION: The option fulfilment.confirmWith/,
    )
  })

  async function boot(options: MerchantWebhooksOptions, untyped = '{}', odd: object = {}): Promise<string> {
    try {
      const app = await appWith(Object.assign({ payment: handler }, options, JSON.parse(untyped), odd))
      await app.ready()
      return 'it boots'
    } catch (error) {
      return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : `${error}`
    }
  }
})

describe('app.merchant.checkout', () => {
  it('says what is missing, without a client', async () => {
    const app = await appWith({ payment: handler })
    expect(() => app.merchant.checkout).toThrow(/FMW_OPTION|The option client is missing/)
  })

  it('is there with one', async () => {
    const service = await payingService()
    const app = await appWith({ payment: handler, client: service.client() })
    expect(app.merchant.checkout.create).toBeTypeOf('function')
  })
})

const handler = () => undefined
