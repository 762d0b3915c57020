import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, secretPath } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
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
