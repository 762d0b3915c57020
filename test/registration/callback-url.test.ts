import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, secretPath } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { samples } from '../http/samples.ts'

async function asked(options: MerchantWebhooksOptions, url = '/ussd') {
  const app = await appWith({
    ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
    ...options,
  })
  return (await post(app, url, samples.ussd)).json().CallbackUrl
}

const ussdPayment = () => undefined
const publicUrl = 'https://shop.example'

describe('where notices of a payment go', () => {
  it('is where this application receives them, the secret included', async () => {
    expect(await asked({ publicUrl, ussdPayment })).toBe('https://shop.example/ussd-payment')
    const verify = secretPath('the-right-secret')
    expect(
      await asked({ publicUrl, verify, prefix: '/push', payment: () => undefined }, '/push/ussd/the-right-secret'),
    ).toBe('https://shop.example/push/ussd-payment/the-right-secret')
    expect(await asked({ publicUrl, ussdPayment: { handler: ussdPayment, path: '/paid' } })).toBe(
      'https://shop.example/paid',
    )
  })

  it('is not said where the application, or its route, is not known', async () => {
    expect(await asked({ ussdPayment })).toBeUndefined()
    expect(await asked({ publicUrl })).toBeUndefined()
    expect(await asked({ publicUrl, payment: () => undefined, ussdPayment: false })).toBeUndefined()
  })

  it('is what is set, for all turns or for USSD', async () => {
    const reply = { callbackUrl: 'https://elsewhere.example/a' }
    expect(await asked({ publicUrl, ussdPayment, reply })).toBe('https://elsewhere.example/a')
    const own = { callbackUrl: 'https://elsewhere.example/b' }
    const ussd: MerchantWebhooksOptions['ussd'] = {
      handler: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
      reply: own,
    }
    expect(await asked({ publicUrl, ussdPayment, reply, ussd })).toBe('https://elsewhere.example/b')
  })

  it('is what the reply says over everything', async () => {
    const callbackUrl = 'https://elsewhere.example/c'
    const ussd: MerchantWebhooksOptions['ussd'] = (_push, turn) =>
      turn.pay('Approve', { amount: 5, description: 'Tea', callbackUrl })
    expect(await asked({ publicUrl, ussdPayment, ussd })).toBe(callbackUrl)
  })
})

describe('a turn that asks for a payment without publicUrl', () => {
  async function warnedBy(options: MerchantWebhooksOptions) {
    const lines = linesOf()
    const ussd: MerchantWebhooksOptions['ussd'] = (_push, turn) =>
      turn.pay('Approve', { amount: 5, description: 'Tea', callbackUrl: options.reply?.callbackUrl })
    const app = await appWith({ ussd, ussdPayment: false, ...options }, { server: { logger: lines.logger } })
    const atBoot = lines.saying('publicUrl is not set').length
    for (const SessionId of ['one', 'two']) await post(app, '/ussd', { ...samples.ussd, SessionId })
    return [atBoot, lines.saying('publicUrl is not set')] as const
  }

  it('is warned of once, when it asks for the first', async () => {
    expect(await warnedBy({})).toMatchObject([0, [{ level: 40, kind: 'ussd' }]])
  })

  it('is not warned of where the address is known', async () => {
    expect(await warnedBy({ publicUrl })).toEqual([0, []])
    expect(await warnedBy({ reply: { callbackUrl: 'https://elsewhere.example/notices' } })).toEqual([0, []])
  })
})
