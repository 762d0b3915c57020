import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { failureOf, faultOf } from './caught.ts'
import { type Answer, type StubService, startService } from './stub-service.ts'
import { camelRecord, record } from './transactions.ts'

let service: StubService

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => {
  service.received.length = 0
})
afterAll(() => service.close())

describe('the question', () => {
  it('is a GET with the identifiers in the query, in the names of the reference', async () => {
    await service.client().transactions.status({
      clientReference: 'order 17+',
      checkoutId: 'c1',
      networkTransactionId: 'n1',
      serviceTransactionId: 's1',
    })
    expect(service.received[0]).toMatchObject({
      method: 'GET',
      url: '/transactions/status?ClientReference=order%2017%2B&CheckoutId=c1&networkTransactionId=n1&serviceTransactionId=s1',
      body: undefined,
    })
    expect(service.received[0]?.headers.authorization).toMatch(/^Basic /)
  })

  it('takes other names of the parameters', async () => {
    const client = service.client({ statusParameters: { clientReference: 'clientReference' } })
    await client.transactions.status({ clientReference: 'order-17' })
    expect(service.received[0]?.url).toBe('/transactions/status?clientReference=order-17')
  })

  it('has in its path what the path names, and does not say it again', async () => {
    const paths = { transactionStatus: '/{merchantAccountNumber}/{clientReference}?full=1' }
    const { transactions } = service.client({ paths })
    await transactions.status({ clientReference: 'a/b', checkoutId: 'c1' })
    await transactions.status({ clientReference: 'ab', merchantAccountNumber: '22795' })
    expect(service.received.map(({ url }) => url)).toEqual(['/11684/a%2Fb?full=1&CheckoutId=c1', '/22795/ab?full=1'])
  })

  it.each(['', '.', '..'])('is not sent where %j would stand in its path', async (clientReference) => {
    const { transactions } = service.client({ paths: { transactionStatus: '/status/{clientReference}' } })
    expect(await faultOf(transactions.status({ clientReference }))).toMatchObject({ field: 'clientReference' })
    expect(service.received).toEqual([])
  })

  it('is not sent where the path names what the question does not have', async () => {
    const { transactions } = service.client({ paths: { transactionStatus: '/status/{checkoutId}' } })
    expect(await faultOf(transactions.status({ clientReference: 'a' }))).toMatchObject({ field: 'checkoutId' })
  })

  it('needs no account, unless its path names one', async () => {
    const options = { baseUrl: service.baseUrl, apiId: 'the-id', apiKey: 'the-secret-key' }
    const free = new MerchantClient({ ...options, paths: { transactionStatus: '/status' } })
    await free.transactions.status({ clientReference: 'order-17' })
    expect(service.received[0]?.url).toBe('/status?ClientReference=order-17')
    const bound = new MerchantClient({ ...options, paths: { transactionStatus: '/{merchantAccountNumber}/status' } })
    expect(await faultOf(bound.transactions.status({ clientReference: 'order-17' }))).toMatchObject({
      field: 'merchantAccountNumber',
    })
  })

  it('may go to an address of its own', async () => {
    const client = service.client({
      baseUrl: 'http://127.0.0.1:1',
      paths: { transactionStatus: `${service.baseUrl}/s` },
    })
    await client.transactions.status({ clientReference: 'order-17' })
    expect(service.received[0]?.url).toBe('/s?ClientReference=order-17')
  })

  it('needs an identifier', async () => {
    const { transactions } = service.client()
    const error = await faultOf(transactions.status({ merchantAccountNumber: '11684' }))
    expect(error.message).toContain('checkoutId, networkTransactionId, serviceTransactionId')
    expect(await faultOf(transactions.status({ clientReference: 'x'.repeat(257) }))).toMatchObject({
      field: 'clientReference',
    })
    expect(service.received).toEqual([])
  })

  it('needs a path, which the reference does not show: the setting is named', async () => {
    const { transactions } = service.client({ paths: {} })
    await expect(transactions.status({ clientReference: 'order-17' })).rejects.toMatchObject({
      code: 'FMW_CLIENT_OPTION',
      message: expect.stringContaining('paths.transactionStatus'),
    })
  })
})

describe('the answer', () => {
  it('is read from an array of records, with everything that a record has', async () => {
    service.answer({ body: { ResponseCode: '0000', Data: [record] } })
    const answer = await service.client({ country: 'GH' }).transactions.status({ clientReference: 'order-17' })
    expect(answer).toMatchObject({ outcome: 'paid', evidence: 'confirmed', responseCode: '0000', notes: [] })
    expect(answer.transactions).toEqual([answer.transaction])
    expect(answer.raw).toEqual({ ResponseCode: '0000', Data: [record] })
    expect(answer.transaction).toEqual({
      outcome: 'paid',
      why: expect.any(String),
      status: 'Settled',
      startedAt: new Date('2026-03-01T09:30:00.123Z'),
      transactionId: 's1',
      networkTransactionId: '0000000000000000000000001',
      checkoutId: null,
      invoiceToken: 'token-1',
      clientReference: 'order-17',
      transactionType: 'RECEIVE-MONEY',
      paymentMethod: 'MOBILE-MONEY',
      countryCode: 'GH',
      currencyCode: 'GHS',
      amount: 50,
      amountMinor: 5000,
      fee: { amount: 0.98, amountMinor: 98 },
      afterFees: { amount: 49.02, amountMinor: 4902 },
      refunded: { amount: 0, amountMinor: 0 },
      isDisputed: false,
      disputed: { amount: 0, amountMinor: 0 },
      disputedFee: { amount: 0, amountMinor: 0 },
      customerPhone: '0000000000',
      customerPhoneInternational: '+233000000000',
      channel: 'a channel',
      cardScheme: null,
      cardNumber: null,
      relatedTransactionId: null,
      relatedTransactionType: null,
      originalTransactionId: null,
      isFulfilled: null,
      history: [
        { at: new Date('2026-03-01T10:00:00Z'), status: 'Settled' },
        { at: new Date('2026-03-01T09:31:00Z'), status: 'Success' },
        { at: new Date('2026-03-01T09:30:00Z'), status: 'Pending' },
      ],
    })
  })

  it('is read from a single object in camelCase, with amounts as text', async () => {
    service.answer({ body: { message: 'Successful', responseCode: '0000', data: camelRecord } })
    const answer = await service.client().transactions.status({ clientReference: 'order-17' })
    expect(answer).toMatchObject({ outcome: 'paid', evidence: 'confirmed' })
    expect(answer.transaction).toMatchObject({
      status: 'Paid',
      startedAt: new Date('2026-03-01T09:30:00Z'),
      transactionId: 's1',
      networkTransactionId: 'n1',
      amount: 50,
      amountMinor: 5000,
      fee: { amount: 0.98, amountMinor: 98 },
      afterFees: { amount: 49.02, amountMinor: 4902 },
      refunded: { amount: null, amountMinor: null },
      currencyCode: 'GHS',
      isFulfilled: true,
      history: [],
    })
  })

  it.each([
    ['null', { responseCode: '0000', data: null }],
    ['empty text', { responseCode: '0000', data: '' }],
    ['an empty array', { responseCode: '0000', data: [] }],
    ['not there', { responseCode: '0000' }],
  ])('is undetermined where its data is %s: 0000 says that the question was answered', async (_what, body) => {
    service.answer({ body })
    const answer = await service.client().transactions.status({ clientReference: 'order-17' })
    expect(answer).toMatchObject({
      outcome: 'undetermined',
      why: 'the service has no record of it',
      transaction: null,
      transactions: [],
    })
  })

  const whole = { responseCode: '0000', data: [] }
  it.each<readonly [string, Answer, string]>([
    ['an empty body', {}, 'nothing'],
    ['a list without an envelope', { body: [camelRecord] }, 'an array'],
    ['a record without an envelope', { body: camelRecord }, 'an object without them'],
    ['no code beside the empty list', { body: { data: [] } }, 'an object without them'],
    ['a code that says "by hand, later"', { body: { responseCode: '0002', data: null } }, 'an object without them'],
    [
      'two forms of the data that differ',
      { body: { responseCode: '0000', Data: [], data: [camelRecord] } },
      'an object without them',
    ],
    ['an HTTP status of failure', { status: 503, body: whole }, 'HTTP status 503'],
    ['one of refusal', { status: 404, body: whole }, 'HTTP status 404'],
    ['a text that is no record', { body: { ...whole, data: 'maintenance' } }, 'an object without them'],
    ['a list of what are no records', { body: { ...whole, data: ['Paid'] } }, 'an object without them'],
    ['a list of lists', { body: { ...whole, data: [[camelRecord]] } }, 'an object without them'],
    [
      'a record within something else',
      { body: { ...whole, data: { Items: [camelRecord] } } },
      'an object without them',
    ],
    ['an empty object', { body: { ...whole, data: [{}] } }, 'an object without them'],
  ])('that nobody can read does not mean that there is no record: %s', async (_what, answer, received) => {
    service.answer(answer)
    const { transactions } = service.client({ retries: 0 })
    expect(await failureOf(transactions.status({ clientReference: 'order-17' }))).toMatchObject({
      code: 'FMW_CALL_ANSWER',
      meaning: `The answer cannot be read: The body must be a response code of success, and Data with one record, a list of them, or nothing; received ${received}`,
      isUncertain: false,
    })
  })

  it.each([
    ['a record', camelRecord],
    ['a list of them', [record]],
  ])('is read where its data is %s in a JSON string', async (_what, data) => {
    service.answer({ body: { responseCode: '0000', data: JSON.stringify(data) } })
    const answer = await service.client().transactions.status({ clientReference: 'order-17' })
    expect(answer).toMatchObject({
      outcome: 'paid',
      transaction: { clientReference: 'order-17' },
      notes: ['Data is a JSON string'],
    })
  })

  it('is undetermined where the service says that there is nothing', async () => {
    service.answer({ status: 204 })
    const answer = await service.client().transactions.status({ clientReference: 'order-17' })
    expect(answer).toMatchObject({ outcome: 'undetermined', responseCode: null, raw: undefined })
  })

  it('keeps long identifiers whole', async () => {
    service.answer({
      body: '{"responseCode":"0000","data":{"status":"Paid","clientReference":1234567890123456789012345}}',
    })
    const answer = await service.client().transactions.status({ clientReference: '1234567890123456789012345' })
    expect(answer.transaction?.clientReference).toBe('1234567890123456789012345')
  })

  it('throws where its code is one of failure, whatever the records say', async () => {
    service.answer({ body: { responseCode: '4105', data: [record] } })
    const error = await failureOf(service.client().transactions.status({ clientReference: 'order-17' }))
    expect(error).toMatchObject({ code: 'FMW_CALL_REFUSED', serviceCode: '4105', isUncertain: false })
  })
})

describe('an HTTP status that means that there is no record', () => {
  const statusOf = (noRecordStatus: number) =>
    service.client({ noRecordStatus, retries: 0 }).transactions.status({ clientReference: 'order-17' })

  it.each([undefined, '<html>Not Found</html>', { message: 'Not found' }, { Data: 'nothing' }, { Data: [] }])(
    'is one that was set, without a code: %j',
    async (body) => {
      service.answer({ status: 404, body })
      expect(await statusOf(404)).toMatchObject({
        outcome: 'undetermined',
        why: 'the service has no record of it',
        transaction: null,
        transactions: [],
        responseCode: null,
      })
    },
  )

  it('is none that was not set', async () => {
    service.answer({ status: 404, body: {} })
    const refused = { code: 'FMW_CALL_REFUSED', status: 404, serviceCode: null }
    expect(await failureOf(statusOf(410))).toMatchObject(refused)
    const { transactions } = service.client()
    expect(await failureOf(transactions.status({ clientReference: 'order-17' }))).toMatchObject(refused)
  })

  it.each([
    [404, { ResponseCode: '4105' }, { code: 'FMW_CALL_REFUSED', serviceCode: '4105' }],
    [404, { ResponseCode: '9999' }, { code: 'FMW_CALL_REFUSED', serviceCode: '9999' }],
    [404, { ResponseCode: '0000', Data: 'nothing' }, { code: 'FMW_CALL_ANSWER' }],
    [404, { ResponseCode: '0000', responseCode: '2001' }, { code: 'FMW_CALL_ANSWER' }],
    [401, {}, { code: 'FMW_CALL_UNAUTHORIZED' }],
  ])('says nothing where more is said: %i with %j', async (status, body, failure) => {
    service.answer({ status, body })
    expect(await failureOf(statusOf(status))).toMatchObject(failure)
  })

  it('takes back a record that says paid', async () => {
    service.answer({ status: 404, body: { Data: [record] } })
    expect(await statusOf(404)).toMatchObject({ outcome: 'undetermined', transaction: { status: 'Settled' } })
  })
})
