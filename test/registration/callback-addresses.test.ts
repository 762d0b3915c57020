import { describe, expect, it } from 'vitest'
import { type CallbackUrlRequest, type MerchantWebhooksOptions, secretPath, secretQuery } from '../../src/index.ts'
import { appWith } from '../http/app.ts'

const secret = 'a secret of this test'
const publicUrl = 'https://shop.example'
const order: CallbackUrlRequest = { kind: 'checkout', reference: 'order-1', amount: 5 }

async function addressOf(options: MerchantWebhooksOptions, request = order) {
  const app = await appWith({ payment: () => undefined, secret, publicUrl, ...options })
  return app.merchant.callbackUrl(request)
}

describe('app.merchant.callbackUrl', () => {
  it('gives the address of the kind, signed', async () => {
    expect(await addressOf({})).toMatch(
      /^https:\/\/shop\.example\/checkout\?mref=order-1&mamt=500&mexp=\d{10}&msig=1\./,
    )
    expect(await addressOf({}, { kind: 'ussdPayment', sessionId: 's-1' })).toMatch(
      /^https:\/\/shop\.example\/ussd-payment\?mses=s-1&mexp=\d{10}&msig=1\./,
    )
  })

  it('ends after 7 days, or when it is said', async () => {
    const clock = { now: () => 1_800_000_000_000, monotonic: () => 0, after: () => () => undefined }
    expect(await addressOf({ clock })).toContain('&mexp=1800604800&')
    expect(await addressOf({ clock }, { ...order, expiresIn: 60_000 })).toContain('&mexp=1800000060&')
  })

  it('holds what the verifier wants', async () => {
    expect(await addressOf({ prefix: '/push', verify: secretPath('the-right-secret') })).toMatch(
      /^https:\/\/shop\.example\/push\/checkout\/the-right-secret\?mref=/,
    )
    expect(await addressOf({ verify: secretQuery('key', 'the-right-secret') })).toMatch(
      /^https:\/\/shop\.example\/checkout\?key=the-right-secret&mref=/,
    )
  })

  it('is there for each registration', async () => {
    const app = await appWith({ checkout: () => undefined, secret, publicUrl })
    expect(app.merchant.get('default').callbackUrl(order)).toContain('https://shop.example/checkout?mref=order-1')
  })

  it.each<[string, MerchantWebhooksOptions, string, string]>([
    [
      'secret',
      { secret: undefined },
      'FMW_OPTION',
      'The option secret is missing: set secret of app.register(merchantWebhooks, …) to text of 16 characters at least',
    ],
    [
      'public address',
      { publicUrl: undefined },
      'FMW_OPTION',
      "The option publicUrl is missing: set publicUrl of app.register(merchantWebhooks, …) to where the service reaches you, such as 'https://shop.example'; if it comes from the environment",
    ],
    [
      'handler of the kind',
      { checkout: false },
      'FMW_CALLBACK_URL',
      'callbackUrl: kind checkout is not received here: give checkout or payment a handler',
    ],
  ])('is refused without a %s', async (_what, options, code, message) => {
    await expect(addressOf(options)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it('is refused where what is asked for is wrong, whatever else is missing', async () => {
    await expect(addressOf({ secret: undefined }, { ...order, amount: -5 })).rejects.toMatchObject({
      code: 'FMW_CALLBACK_URL',
      message: 'callbackUrl: amount must be a number above 0 with at most 2 decimals',
    })
  })
})

describe('a verifier that looks for its secret where a signature stands', () => {
  const verify = secretQuery('msig', 'the-right-secret')

  it('is refused at boot', async () => {
    await expect(appWith({ checkout: () => undefined, secret, verify })).rejects.toMatchObject({
      code: 'FMW_OPTION',
      message:
        'The option checkout.verify looks for its secret in msig, which signed addresses need: give the parameter another name',
    })
  })

  it('is taken where nothing is signed', async () => {
    const app = await appWith({ fulfilment: () => undefined, secret, verify })
    expect(app.merchant.urls[0]?.url).toBe('/fulfilment?msig=the-right-secret')
    await expect(appWith({ checkout: () => undefined, verify })).resolves.toBeDefined()
  })
})
