import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentCodes } from '../../src/catalogue/payment-codes.ts'
import { failureOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => {
  service.received.length = 0
})
afterAll(() => service.close())

const failures = paymentCodes.filter(({ result }) => result !== 'success' && result !== 'pending')

/** Codes after which the same call may succeed with nothing mended, and what was made uncertain by one. */
const mayPass = ['0001', '2100']
const nobodyKnows = ['0005']

describe('every code of reference 7.1 and the field notes', () => {
  it('is told from the two that are results', () => {
    expect(failures).toHaveLength(paymentCodes.length - 2)
  })

  it.each(failures)(
    '$code in a 200 makes creating an invoice fail with its meaning and action, and sends no second one',
    async ({ code, meaning, action }) => {
      service.answer({ body: { ...created, responseCode: code, status: 'Success', message: 'as it says' } })
      expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
        code: 'FMW_CALL_REFUSED',
        call: 'checkout.create',
        serviceCode: code,
        status: 200,
        meaning,
        action: action ?? null,
        detail: 'as it says',
        canRetry: mayPass.includes(code),
        isUncertain: nobodyKnows.includes(code),
        statusCode: 502,
      })
      expect(service.received).toHaveLength(1)
    },
  )

  it.each(failures)(
    '$code makes a question for a transaction fail, and is asked again only where that can help',
    async ({ code }) => {
      service.answer({ status: 400, body: { ResponseCode: Number(code) } })
      const error = await failureOf(service.client().transactions.status({ clientReference: 'order-17' }))
      expect(error).toMatchObject({ serviceCode: code, isUncertain: false, canRetry: mayPass.includes(code) })
      expect(service.received).toHaveLength(mayPass.includes(code) ? 3 : 1)
    },
  )
})

describe('a code that is in no table', () => {
  it.each([
    [200, true],
    [404, false],
    [500, true],
  ])('beside HTTP %d leaves uncertain whether there is an invoice: %s', async (status, isUncertain) => {
    service.answer({ status, body: { ...created, responseCode: '9999' } })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_REFUSED',
      serviceCode: '9999',
      isUncertain,
      canRetry: false,
    })
  })

  it('is not shown where it is no number: it may be a credential that is quoted', async () => {
    service.answer({ status: 400, body: { responseCode: 'the-key-of-this-shop' } })
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_REFUSED', serviceCode: 'no number' })
    expect(String(error)).not.toContain('the-key')
  })

  it.each([true, '', null, {}])('is none where it is %j', async (responseCode) => {
    service.answer({ status: 400, body: { responseCode } })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({ serviceCode: null, status: 400 })
  })
})

describe('HTTP 401', () => {
  const ask = () => failureOf(service.client().transactions.status({ clientReference: 'order-17' }))

  it.each([
    ['no code', { message: 'no' }],
    ['a code that says success', { responseCode: '0000', message: 'no' }],
    ['a code that says it is paid by hand', { responseCode: '0002', message: 'no' }],
    ['a code that is in no table', { responseCode: '9999', message: 'no' }],
  ])('and %s speaks of the credentials, and of the address that may have to be whitelisted', async (_what, body) => {
    service.answer({ status: 401, body })
    const error = await ask()
    expect(error).toMatchObject({
      code: 'FMW_CALL_UNAUTHORIZED',
      serviceCode: '401',
      status: 401,
      canRetry: false,
      detail: 'no',
    })
    expect(error.action).toContain('whitelisted')
    expect(service.received).toHaveLength(1)
  })

  it.each([401, 403])('or %d and code 0001 speaks of the credentials too, and is not retried', async (status) => {
    service.answer({ status, body: { responseCode: '0001', message: 'no' } })
    const error = await ask()
    expect(error).toMatchObject({
      code: 'FMW_CALL_UNAUTHORIZED',
      serviceCode: '0001',
      status,
      canRetry: false,
      isUncertain: false,
      detail: 'no',
    })
    expect(error.action).toContain('whitelisted')
    expect(service.received).toHaveLength(1)
  })

  it('and any other code that refuses is that code, with what is to be done about it', async () => {
    for (const { code, result, meaning, action } of paymentCodes) {
      if (result === 'success' || result === 'pending' || code === '0001') continue
      service.answer({ status: 401, body: { responseCode: code, message: 'no' } })
      expect(await ask()).toMatchObject({
        code: 'FMW_CALL_REFUSED',
        serviceCode: code,
        status: 401,
        meaning,
        action: action ?? null,
        detail: 'no',
      })
    }
  })
})

describe('an answer without a code', () => {
  it.each([
    [400, false, false],
    [404, false, false],
    [408, false, true],
    [425, true, false],
    [429, true, false],
    [500, false, true],
    [503, false, true],
  ])('and HTTP %d: an invoice can be asked for again: %s, may be there anyway: %s', async (...row) => {
    const [status, canRetry, isUncertain] = row
    service.answer({ status, body: '<html>a page of a proxy</html>' })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_REFUSED',
      serviceCode: null,
      status,
      canRetry,
      isUncertain,
    })
    expect(service.received).toHaveLength(1)
  })

  it.each([
    [303, ''],
    [302, '{"responseCode":"0000"}'],
  ])('and HTTP %d with the body "%s", it may be there anyway', async (status, body) => {
    service.answer({ status, body, headers: { location: `${service.baseUrl}/elsewhere` } })
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_ANSWER', status, canRetry: false, isUncertain: true })
    expect(service.received).toHaveLength(1)
  })

  it('and a redirect is not followed', async () => {
    service.answer({ status: 307, headers: { location: `${service.baseUrl}/elsewhere` } })
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_ANSWER', status: 307, isUncertain: false })
    expect(error.action).toContain('baseUrl')
    expect(service.received).toHaveLength(1)
  })

  it('and no JSON beside a success may be anything', async () => {
    service.answer({ body: '<html>welcome</html>' })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_ANSWER',
      isUncertain: true,
    })
  })
})
