import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import {
  allOf,
  type FulfilmentReportOptions,
  type MerchantWebhooksOptions,
  memoryStore,
  secretPath,
  secretQuery,
  verifyWith,
} from '../../src/index.ts'
import { settingsOfPayments as mends } from '../../src/registration/callback-urls.ts'
import { appWith } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { payingService } from '../payments/paying-service.ts'

async function boot(options: MerchantWebhooksOptions) {
  const lines = linesOf()
  const app = await appWith(options, { server: { logger: lines.logger } })
  await app.ready()
  return lines
}

const ussd: MerchantWebhooksOptions['ussd'] = (_push, turn) => turn.end('Goodbye')

describe('the table at boot', () => {
  it('says what is received where, who may push, where it is kept and in what time it is answered', async () => {
    const signature = verifyWith('signature', () => true, { needsBody: true })
    const lines = await boot({
      name: 'shop',
      prefix: '/push',
      publicUrl: 'https://shop.example',
      verify: allOf(secretPath('the-right-secret'), signature),
      store: memoryStore(),
      ussd: { handler: ussd, budget: 5_000 },
      programmable: (_push, turn) => turn.end('Goodbye'),
      checkout: () => undefined,
      ussdPayment: false,
      deliveryReport: {
        handler: () => undefined,
        path: '/reports',
        verify: secretQuery('key', 'another-secret'),
        retry: { timeout: 9 },
      },
    })
    const kept = { method: 'POST', store: 'memory', durability: 'none' }
    const verifier = 'allOf(secretPath, signature)'
    expect(lines.saying('merchant webhooks are received')).toMatchObject([
      {
        level: 30,
        registration: 'shop',
        routes: [
          { ...kept, kind: 'ussd', path: '/push/ussd/:secret', verifier, budget: 5_000 },
          { ...kept, kind: 'programmable', path: '/push/programmable/:secret', verifier, budget: 6_000 },
          { ...kept, kind: 'checkout', path: '/push/checkout/:secret', verifier, budget: 30_000 },
          { ...kept, kind: 'deliveryReport', path: '/push/reports', verifier: 'secretQuery(key)', budget: 9 },
        ],
      },
    ])
    expect(lines.text()).not.toMatch(/right-secret|another-secret/)
    expect(lines.all()).toHaveLength(1)
  })

  it('comes once for each registration, when the application is ready', async () => {
    const lines = linesOf()
    const app = await appWith({ ussd }, { server: { logger: lines.logger } })
    expect(lines.saying('are received')).toEqual([])
    await app.ready()
    expect(lines.saying('are received')).toMatchObject([{ registration: 'default' }])
  })
})

describe('a warning at boot says', () => {
  it('that a conversation without a store forgets, and what to set', async () => {
    const shop = conversation(async (talk) => talk.end('Bye'))
    const lines = await boot({ ussd: shop, store: undefined })
    expect(lines.saying('a conversation without a store')).toMatchObject([
      { level: 40, kind: 'ussd', msg: expect.stringContaining('Set the option store, such as sqliteStore()') },
    ])
    const chosen = await boot({ ussd: shop, store: memoryStore() })
    expect(chosen.saying('a conversation without a store')).toEqual([])
  })

  it('that anybody can push', async () => {
    const lines = await boot({ ussd, deliveryReport: () => undefined })
    expect(lines.saying("verify is 'none'")).toMatchObject([
      { level: 40, kind: 'ussd' },
      { level: 40, kind: 'deliveryReport' },
    ])
    const guarded = await boot({ ussd, verify: verifyWith('own', () => true) })
    expect(guarded.saying("verify is 'none'")).toEqual([])
  })

  it('that a payment of a turn tells no CallbackUrl, where money is received and the application is nowhere', async () => {
    const warnings = async (options: MerchantWebhooksOptions) =>
      (await boot({ store: memoryStore(), ...options })).saying('publicUrl is not set')
    const payment = () => undefined
    expect(await warnings({ ussd, payment })).toMatchObject([{ level: 40 }])
    expect((await warnings({ ussd, payment }))[0]?.msg).toContain(mends.publicUrl)
    for (const money of [{ checkout: payment }, { ussdPayment: payment }, { fulfilment: payment }]) {
      expect(await warnings({ ussd, ...money })).toHaveLength(1)
    }
    expect(await warnings({ ussd, payment, publicUrl: 'https://shop.example' })).toEqual([])
    expect(await warnings({ ussd, payment, reply: { callbackUrl: 'https://elsewhere.example/notices' } })).toEqual([])
    expect(await warnings({ programmable: (_push, turn) => turn.end('a'), payment })).toEqual([])
    expect(await warnings({ ussd: conversation((talk) => talk.end('Hello')) })).toEqual([])
  })

  it('that nobody hears of payments of turns, where no handler takes their notices', async () => {
    const publicUrl = 'https://shop.example'
    const warnings = async (options: MerchantWebhooksOptions) =>
      (await boot({ store: memoryStore(), publicUrl, ...options })).saying('no handler takes payment notices').length
    const payment = () => undefined
    expect(await warnings({ ussd })).toBe(1)
    expect(await warnings({ ussd: conversation((talk) => talk.end('Hello')), checkout: payment })).toBe(1)
    expect(await warnings({ ussd, payment })).toBe(0)
    expect(await warnings({ ussd, ussdPayment: payment })).toBe(0)
    expect(await warnings({ ussd, ussdPayment: false })).toBe(0)
    expect(await warnings({ ussd, reply: { callbackUrl: 'https://elsewhere.example/notices' } })).toBe(0)
    expect(await warnings({ payment })).toBe(0)
    // Of that another warning tells.
    expect(await warnings({ ussd, publicUrl: undefined })).toBe(0)
  })

  it('that a report without describe calls each cart delivered whose handler returns', async () => {
    const warnings = async (report: FulfilmentReportOptions | undefined) =>
      (await boot({ store: memoryStore(), fulfilment: { handler: () => undefined, report } }))
        .saying('fulfilment.report has no describe')
        .map(({ level }) => level)
    const url = 'https://service.example/report'
    expect(await warnings({ url })).toEqual([40])
    expect(await warnings({ url, describe: () => ({ serviceStatus: 'failed' }) })).toEqual([])
    expect(await warnings(undefined)).toEqual([])
  })

  it('that payments of turns bring no reference back, where their notices are received and nothing can be signed', async () => {
    const warnings = async (options: MerchantWebhooksOptions) =>
      (await boot({ store: memoryStore(), publicUrl: 'https://shop.example', ...options }))
        .saying('secret is not set')
        .map(({ msg }) => msg)
    const warned = [
      `secret is not set: payments of turn.pay and talk.pay will not bring back your reference, and are not watched; ${mends.secret}`,
    ]
    const payment = () => undefined
    expect(await warnings({ ussd, payment })).toEqual(warned)
    expect(await warnings({ ussd, payment, secret: undefined })).toEqual(warned)
    expect(await warnings({ ussd: { handler: ussd }, ussdPayment: payment, publicUrl: undefined })).toEqual(warned)
    expect(await warnings({ ussd: conversation((talk) => talk.end('Hello')), payment })).toEqual(warned)

    expect(await warnings({ ussd, payment, secret: 'a secret of this test' })).toEqual([])
    expect(await warnings({ ussd, payment, ussdPayment: false })).toEqual([])
    expect(await warnings({ payment })).toEqual([])
    expect(await warnings({ programmable: (_push, turn) => turn.end('a'), payment })).toEqual([])
    const reply = { callbackUrl: 'https://elsewhere.example/notices' }
    expect(await warnings({ ussd, payment, reply })).toEqual([])
    expect(await warnings({ ussd: { handler: ussd, reply }, payment })).toEqual([])
  })

  it('that checkouts cannot be created, naming each option that is missing', async () => {
    const service = await payingService()
    const sells = { client: service.client(), payment: () => undefined }
    const needs = (name: 'publicUrl' | 'secret') =>
      `a client is given without ${name}: app.merchant.checkout.create needs it, and throws; ${mends[name]}`
    const warnings = async (options: MerchantWebhooksOptions) =>
      (await boot({ store: memoryStore(), ...options })).saying('checkout.create needs it').map(({ msg }) => msg)
    const publicUrl = 'https://shop.example'
    const secret = 'a secret of this test'
    expect(await warnings(sells)).toEqual([needs('publicUrl'), needs('secret')])
    expect(await warnings({ ...sells, secret })).toEqual([needs('publicUrl')])
    expect(await warnings({ ...sells, publicUrl })).toEqual([needs('secret')])
    expect(await warnings({ ...sells, publicUrl, secret })).toEqual([])
    expect(await warnings({ payment: () => undefined })).toEqual([])
  })

  it('that a budget leaves no margin to the 7 seconds of the service', async () => {
    expect((await boot({ ussd, budget: 7_000 })).saying('7 seconds')).toMatchObject([
      { level: 40, kind: 'ussd', budget: 7_000 },
    ])
    expect((await boot({ ussd, budget: 6_999 })).saying('7 seconds')).toEqual([])
  })

  it('that the log of the host may show a secret, where there is no prefix', async () => {
    const warning = 'there is a secret in the addresses and no prefix'
    const verify = secretPath('the-right-secret')
    expect((await boot({ ussd, verify })).saying(warning)).toMatchObject([{ level: 40 }])
    expect((await boot({ ussd, verify, prefix: '/push' })).saying(warning)).toEqual([])
    expect((await boot({ ussd })).saying(warning)).toEqual([])
  })
})
