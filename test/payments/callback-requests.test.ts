import { describe, expect, it } from 'vitest'
import { type CallbackUrlRequest, readCallbackRequest } from '../../src/payments/rules/callback-request.ts'
import { CallbackSigner } from '../../src/payments/rules/callback-signer.ts'
import { addressKey } from '../../src/pushes/money/signed-address.ts'

const week = 604_800_000

describe('what an address is asked for', () => {
  it('is a checkout by its reference', () => {
    expect(readCallbackRequest({ kind: 'checkout', reference: 'order-1' })).toEqual({
      kind: 'checkout',
      signed: { reference: 'order-1', sessionId: null, amountMinor: null, currency: null },
      expiresIn: week,
    })
  })

  it('is a USSD payment by its session', () => {
    const request: CallbackUrlRequest = { kind: 'ussdPayment', sessionId: 's-1', amount: 0.1 + 0.2, currency: 'GHS' }
    expect(readCallbackRequest(request).signed).toEqual({
      reference: null,
      sessionId: 's-1',
      amountMinor: 30,
      currency: 'GHS',
    })
    expect(readCallbackRequest({ ...request, reference: 'order-7' }).signed.reference).toBe('order-7')
  })

  it('may be of one payer, of whom an address shows nothing', () => {
    const payer = '+233 00-000 0001'
    expect(readCallbackRequest({ kind: 'ussdPayment', sessionId: 's', payer }).payer).toBe(payer)
    const signer = new CallbackSigner('default', ['a secret of this test'])
    const digest = signer.payerOf('s', payer)
    expect(digest).toMatch(/^[\w-]{12}$/)
    expect(signer.payerOf('s', '0000000001')).toBe(digest?.slice(0, 8))
    const signed = { reference: null, sessionId: 's', amountMinor: null, currency: null, payer: `${digest}` }
    expect(['0000000001', '233000000001', '000000001', payer].map((one) => signer.isOtherPayer(signed, one))).toEqual(
      [1, 2, 3, 4].map(() => false),
    )
    expect(signer.isOtherPayer(signed, '+233000000002')).toBe(true)
    expect(signer.isOtherPayer(signed, '+2340000000001')).toBe(true)
    expect(signer.isOtherPayer({ ...signed, payer: `${digest?.slice(0, 8)}` }, '+2340000000001')).toBe(false)
    const ofNobody = { reference: null, sessionId: 's', amountMinor: null, currency: null }
    expect(signer.isOtherPayer(ofNobody, payer)).toBeUndefined()
    expect(signer.isOtherPayer({ ...signed, sessionId: null }, payer)).toBeUndefined()
    expect(['N/A', '23300***001', ''].map((one) => signer.isOtherPayer(signed, one))).toEqual(
      [1, 2, 3].map(() => undefined),
    )
    expect(signer.isOtherPayer({ ...signed, sessionId: 'other' }, payer)).toBe(true)
    expect(addressKey(signed)).not.toBe(addressKey({ ...signed, issuedAt: 1 }))
  })

  it('may end earlier or later', () => {
    expect(readCallbackRequest({ kind: 'checkout', reference: 'a', expiresIn: 1_000 }).expiresIn).toBe(1_000)
    expect(readCallbackRequest({ kind: 'checkout', reference: 'a', expiresIn: 31_622_400_000 }).expiresIn).toBe(
      31_622_400_000,
    )
  })

  it('may have a reference of 32 characters, and names that are escaped', () => {
    const reference = `${'ö'.repeat(31)}&`
    expect(readCallbackRequest({ kind: 'checkout', reference }).signed.reference).toBe(reference)
  })
})

describe('it is refused, and told what is wrong,', () => {
  const lone = String.fromCharCode(0xd800)

  it.each([
    ['null', "the request must be what the address is for, such as { kind: 'checkout', reference: 'order-1'"],
    ['"order-1"', 'the request must be what the address is for'],
    ['{"kind":"fulfilment"}', "kind must be 'checkout' or 'ussdPayment'"],
    ['{"reference":"order-1"}', "kind must be 'checkout' or 'ussdPayment'"],
    ['{"kind":"checkout"}', 'reference must be text of 1 to 32 characters'],
    ['{"kind":"checkout","reference":""}', 'reference must be text of 1 to 32 characters'],
    ['{"kind":"checkout","reference":7}', 'reference must be text of 1 to 32 characters'],
    [`{"kind":"checkout","reference":"${'x'.repeat(33)}"}`, 'reference must be text of 1 to 32 characters'],
    [`{"kind":"checkout","reference":"${lone}"}`, 'reference must be text of 1 to 32 characters'],
    [
      '{"kind":"checkout","reference":"a","sessionId":"s"}',
      'sessionId is not known for checkout; there are: kind, reference, amount, currency, expiresIn',
    ],
    ['{"kind":"ussdPayment"}', 'sessionId must be text of 1 to 100 characters'],
    [`{"kind":"ussdPayment","sessionId":"s","reference":"${'x'.repeat(101)}"}`, 'reference must be text of 1 to 100'],
    ['{"kind":"ussdPayment","sessionId":"s","payer":"Ama"}', 'payer must be a phone number of 8 to 15 digits'],
    ['{"kind":"ussdPayment","sessionId":"s","payer":233000000000}', 'payer must be a phone number'],
    ['{"kind":"checkout","reference":"a","amount":0}', 'amount must be a number above 0 with at most 2 decimals'],
    ['{"kind":"checkout","reference":"a","amount":1.005}', 'amount must be a number above 0'],
    ['{"kind":"checkout","reference":"a","amount":"5"}', 'amount must be a number above 0'],
    ['{"kind":"checkout","reference":"a","currency":"cedi"}', "currency must be three capital letters, such as 'GHS'"],
    ['{"kind":"checkout","reference":"a","currency":1}', 'currency must be three capital letters'],
    ['{"kind":"checkout","reference":"a","expiresIn":999}', 'expiresIn must be milliseconds from 1000 to 31622400000'],
    ['{"kind":"checkout","reference":"a","expiresIn":31622400001}', 'expiresIn must be milliseconds'],
    ['{"kind":"checkout","reference":"a","expiresIn":"1 day"}', 'expiresIn must be milliseconds'],
  ])('where it is %s', (json, problem) => {
    expect(() => readCallbackRequest(JSON.parse(json))).toThrow(
      expect.objectContaining({
        code: 'FMW_CALLBACK_URL',
        message: expect.stringContaining(`callbackUrl: ${problem}`),
      }),
    )
  })
})
