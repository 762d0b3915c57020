import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { failureOf, faultOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => {
  service.received.length = 0
  service.answer({ body: created })
})
afterAll(() => service.close())

describe('an invoice on the wire', () => {
  it('is posted as JSON in the names of the reference, with Basic authentication', async () => {
    await service.client().checkout.create({
      ...invoice,
      payeeName: 'A customer',
      payeeMobileNumber: '+233000000000',
      payeeEmail: 'customer@shop.example',
      primaryCallbackUrl: 'https://shop.example/one',
      secondaryCallbackUrl: 'https://shop.example/two',
    })
    const [request] = service.received
    expect(request).toMatchObject({ method: 'POST', url: '/checkout' })
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('the-id:the-secret-key').toString('base64')}`,
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(request?.body).toEqual({
      ...invoice,
      merchantAccountNumber: '11684',
      PayeeName: 'A customer',
      PayeeMobileNumber: '+233000000000',
      PayeeEmail: 'customer@shop.example',
      PrimaryCallbackUrl: 'https://shop.example/one',
      SecondaryCallbackUrl: 'https://shop.example/two',
    })
  })

  it('leaves out what was not given', async () => {
    await service.client().checkout.create({ ...invoice, payeeName: undefined })
    expect(service.received[0]?.body).toEqual({ ...invoice, merchantAccountNumber: '11684' })
  })

  it('goes to the other path of the reference where that is set', async () => {
    await service.client({ paths: { checkout: '/items/initiate' } }).checkout.create(invoice)
    expect(service.received[0]?.url).toBe('/items/initiate')
  })

  it('has its account in the path where the path names it', async () => {
    await service.client({ paths: { checkout: '/{merchantAccountNumber}/checkout' } }).checkout.create(invoice)
    expect(service.received[0]?.url).toBe('/11684/checkout')
  })

  it('may name another account than the client does', async () => {
    await service.client().checkout.create({ ...invoice, merchantAccountNumber: '22795' })
    expect(service.received[0]?.body).toMatchObject({ merchantAccountNumber: '22795' })
  })

  it.each([
    ['number', 12.5, 12.5],
    ['number', 0.1 + 0.2, 0.3],
    ['string', 12.5, '12.50'],
    ['string', 0.1 + 0.2, '0.30'],
  ] as const)('writes its amount as a %s: %d becomes %j', async (amounts, totalAmount, sent) => {
    await service.client({ amounts }).checkout.create({ ...invoice, totalAmount })
    expect(service.received[0]?.body).toMatchObject({ totalAmount: sent })
  })
})

describe('an invoice that was created', () => {
  it('says where the customer pays', async () => {
    expect(await service.client().checkout.create(invoice)).toEqual({
      isPaidByHand: false,
      clientReference: 'order-17',
      checkoutId: '00000000000000000000000000000001',
      checkoutUrl: 'https://pay.example/abc',
      checkoutDirectUrl: 'https://pay.example/abc/direct',
      message: null,
      responseCode: '0000',
      raw: created,
    })
  })

  it('is read in any casing, with a code that is a number', async () => {
    service.answer({ body: { ResponseCode: 0, Data: { CheckoutUrl: 'https://pay.example/1', CheckoutID: 12 } } })
    expect(await service.client().checkout.create(invoice)).toMatchObject({
      checkoutUrl: 'https://pay.example/1',
      checkoutId: '12',
      responseCode: '0000',
    })
  })

  it('is paid by hand where the code says 0002, and needs no page then', async () => {
    service.answer({ body: { responseCode: '0002', status: 'Success', data: { clientReference: 'order-17' } } })
    expect(await service.client().checkout.create(invoice)).toMatchObject({ isPaidByHand: true, checkoutUrl: null })
  })

  it('is taken where the body has no code and the HTTP status is one of success', async () => {
    service.answer({ status: 201, body: { data: created.data } })
    expect(await service.client().checkout.create(invoice)).toMatchObject({
      checkoutUrl: 'https://pay.example/abc',
      responseCode: null,
    })
  })

  it('is taken where the code says so beside a failing HTTP status: the body decides', async () => {
    service.answer({ status: 500, body: created })
    expect(await service.client().checkout.create(invoice)).toMatchObject({ checkoutUrl: 'https://pay.example/abc' })
  })
})

describe('an answer that does not say where to pay', () => {
  it.each([
    ['has no data', { responseCode: '0000' }],
    ['has no page', { responseCode: '0000', data: { checkoutId: '1' } }],
    ['is about another invoice', { responseCode: '0000', data: { ...created.data, clientReference: 'order-18' } }],
    ['is no object', ['0000']],
    ['has two codes that differ', { ResponseCode: '0000', responseCode: '2001', data: created.data }],
    ['has two references that differ', { responseCode: '0000', data: { ...created.data, ClientReference: 'other' } }],
  ])('%s, so nobody knows whether there is an invoice', async (_what, body) => {
    service.answer({ body })
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true, canRetry: false, status: 200 })
    expect(service.received).toHaveLength(1)
  })

  it('is empty', async () => {
    service.answer({ body: '' })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({ code: 'FMW_CALL_ANSWER' })
  })
})

describe('an invoice that the service would refuse', () => {
  it.each([
    ['clientReference', { clientReference: '' }],
    ['clientReference', { clientReference: 'x'.repeat(33) }],
    ['totalAmount', { totalAmount: 0 }],
    ['totalAmount', { totalAmount: 10.005 }],
    ['totalAmount', { totalAmount: Number.NaN }],
    ['description', { description: '  ' }],
    ['description', { description: 'half a \ud800' }],
    ['description', { description: 'x'.repeat(10_001) }],
    ['callbackUrl', { callbackUrl: '/push/checkout' }],
    ['returnUrl', { returnUrl: 'https://' }],
    ['cancellationUrl', { cancellationUrl: 'ftp://shop.example' }],
    ['merchantAccountNumber', { merchantAccountNumber: '' }],
    ['payeeName', { payeeName: '' }],
    ['payeeMobileNumber', { payeeMobileNumber: '' }],
    ['payeeEmail', { payeeEmail: '' }],
    ['primaryCallbackUrl', { primaryCallbackUrl: 'shop.example' }],
    ['secondaryCallbackUrl', { secondaryCallbackUrl: 'shop.example' }],
  ])('is not sent, and its %s is named', async (field, change) => {
    const error = await faultOf(service.client().checkout.create({ ...invoice, ...change }))
    expect(error).toMatchObject({ code: 'FMW_CLIENT_FIELD', call: 'checkout.create', field })
    expect(service.received).toEqual([])
  })

  it('is taken with a reference of 32 characters, which are the most', async () => {
    const clientReference = 'x'.repeat(32)
    service.answer({ body: { ...created, data: { ...created.data, clientReference } } })
    expect(await service.client().checkout.create({ ...invoice, clientReference })).toMatchObject({ clientReference })
  })

  it.each(Object.keys(invoice))('is not sent without %s', async (field) => {
    const without: object = { ...invoice, [field]: undefined }
    expect(await faultOf(loose(without))).toMatchObject({ field })
    expect(service.received).toEqual([])
  })

  it('is not sent without an account, which the client may name instead', async () => {
    const { checkout } = new MerchantClient({
      baseUrl: service.baseUrl,
      apiId: 'the-id',
      apiKey: 'the-secret-key',
    })
    expect(await faultOf(checkout.create(invoice))).toMatchObject({ field: 'merchantAccountNumber' })
  })

  it('is not sent with a misspelt field, and the text names the nearest', async () => {
    const error = await faultOf(loose({ ...invoice, callbackURL: 'https://shop.example' }))
    expect(error.message).toContain("'callbackUrl'")
    expect(await faultOf(loose({ ...invoice, zzz: 1 }))).toMatchObject({ field: 'zzz' })
  })

  it.each([null, [], 'order-17'])('is not sent when it is %j', async (request) => {
    expect(await faultOf(loose(request))).toMatchObject({ field: 'the request' })
  })

  it('never shows the value that was wrong', async () => {
    const error = await faultOf(loose({ ...invoice, callbackUrl: 'no address with a-secret-in-it' }))
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain('a-secret-in-it')
  })
})

/** As a caller in plain JavaScript. */
function loose(request: unknown): Promise<unknown> {
  const { checkout } = service.client()
  return Reflect.apply(checkout.create, checkout, [request])
}
