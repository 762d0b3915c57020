import { describe, expect, it } from 'vitest'
import { ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const byDefault = 'https://shop.example/push/ussd-payment'
const own = 'http://localhost:3000/paid?order=7'
const payment = { amount: 5, description: 'Tea' }

describe('the callback address of a USSD payment', () => {
  it('is the one of the payment, else the one of the settings, else none', () => {
    const { pay } = ussdReplies({ callbackUrl: byDefault })
    expect(pay('Pay', { ...payment, callbackUrl: own }).payment?.callbackUrl).toBe(own)
    expect(pay('Pay', payment).payment?.callbackUrl).toBe(byDefault)
    expect(pay('Pay', { ...payment, callbackUrl: undefined }).payment?.callbackUrl).toBe(byDefault)
    expect(ussdReplies({}).pay('Pay', payment).payment?.callbackUrl).toBeUndefined()
  })

  it.each([
    '',
    '/push/ussd-payment',
    'shop.example/push',
    '//shop.example/push',
    'ftp://shop.example/push',
    'https://',
    'https:///push',
    'https://shop.example/a b',
    ' https://shop.example/push',
    'https://shop.example/push\n',
    'https://shop.example:99999/push',
    'javascript:alert(1)',
  ])('is refused when the service could not call it: %j', (callbackUrl) => {
    expect(thrownBy(() => ussdReplies({}).pay('Pay', { ...payment, callbackUrl })).code).toBe('FMW_REPLY_CALLBACK_URL')
    expect(thrownBy(() => ussdReplies({ callbackUrl })).code).toBe('FMW_REPLY_CALLBACK_URL')
  })

  it('is refused without showing it, because it may hold a secret', () => {
    const thrown = thrownBy(() => ussdReplies({ callbackUrl: 'shop.example/s3cret' }))
    expect(thrown.message).toContain('a string of 19 characters')
    expect(thrown.message).not.toContain('s3cret')
  })

  it('is refused when it is no string', () => {
    // @ts-expect-error an address is a string
    expect(thrownBy(() => ussdReplies({ callbackUrl: new URL(own) })).message).toContain('it is an object')
  })
})
