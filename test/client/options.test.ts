import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const good = { baseUrl: 'https://api.example', apiId: 'the-id', apiKey: 'the-secret-key' }

/** As a caller in plain JavaScript. */
const make = (options: unknown): unknown => Reflect.construct(MerchantClient, [options])

describe('a client is not made', () => {
  it.each([
    ['options', null],
    ['options', 'https://api.example'],
    ['baseUrl', { ...good, baseUrl: undefined }],
    ['baseUrl', { ...good, baseUrl: 'api.example' }],
    ['baseUrl', { ...good, baseUrl: 'ftp://api.example' }],
    ['baseUrl', { ...good, baseUrl: 'https://id:key@api.example' }],
    ['baseUrl', { ...good, baseUrl: 'https://api.example?key=1' }],
    ['apiId', { baseUrl: good.baseUrl }],
    ['apiId', { ...good, apiId: undefined }],
    ['apiId', { ...good, apiId: 'the:id' }],
    ['apiKey', { ...good, apiKey: '  ' }],
    // As a template string makes them of a missing variable.
    ['apiKey', { ...good, apiKey: 'sk-undefined' }],
    ['apiId', { ...good, apiId: 'nullnull' }],
    ['apiKey', { ...good, apiKey: 'YOUR_API_KEY' }],
    ['apiId', { ...good, apiId: `\${API_ID}` }],
    ['clientSecret', { ...good, clientId: 'id', clientSecret: '[object Object]' }],
    ['merchantAccountNumber', { ...good, merchantAccountNumber: 'undefined' }],
    ['baseUrl', { ...good, baseUrl: 'https://undefined.api.example' }],
    ['paths.checkout', { ...good, paths: { checkout: '/null/checkout' } }],
    ['apiKey', { ...good, apiKey: 'xxxxxxxx' }],
    ['apiKey', { ...good, apiKey: 'half a \ud800' }],
    ['apiKey', { baseUrl: good.baseUrl, apiId: 'the-id' }],
    ['clientId', { ...good, clientSecret: 'secret' }],
    ['clientSecret', { ...good, clientId: 'id', clientSecret: undefined }],
    ['merchantAccountNumber', { ...good, merchantAccountNumber: undefined }],
    ['merchantAccountNumber', { ...good, merchantAccountNumber: 11684 }],
    ['timeout', { ...good, timeout: 0 }],
    ['timeout', { ...good, timeout: '10' }],
    ['retries', { ...good, retries: -1 }],
    ['minDelay', { ...good, minDelay: 0.5 }],
    ['maxDelay', { ...good, maxDelay: 2 ** 31 }],
    ['fetch', { ...good, fetch: 'node' }],
    ['maxParts', { ...good, maxParts: 0 }],
    ['maxParts', { ...good, maxParts: 256 }],
    ['maxParts', { ...good, maxParts: '3' }],
    ['amounts', { ...good, amounts: 'text' }],
    ['version', { ...good, version: 'v1' }],
    ['version', { ...good, version: 1 }],
    ['paths', { ...good, paths: '/checkout' }],
    ['paths.checkuot', { ...good, paths: { checkuot: '/checkout' } }],
    ['paths.checkout', { ...good, paths: { checkout: 'checkout' } }],
    ['paths.checkout', { ...good, paths: { checkout: '//elsewhere.example' } }],
    ['paths.checkout', { ...good, paths: { checkout: 'https://id:key@api.example' } }],
    ['paths.checkout', { ...good, paths: { checkout: 7 } }],
    ['paths.checkout', { ...good, paths: { checkout: '/{clientReference}' } }],
    ['paths.queryMessages', { ...good, paths: { queryMessages: '/{messageId}' } }],
    ['paths.getMessage', { ...good, paths: { getMessage: '/v2/messages' } }],
    ['statusParameters', { ...good, statusParameters: 'ClientReference' }],
    ['noRecordStatus', { ...good, noRecordStatus: 500 }],
    ['paymentTypes', { ...good, paymentTypes: 'ECOMMERCE' }],
    ['paymentTypes', { ...good, paymentTypes: [7] }],
    ['paymentTypes', { ...good, paymentTypes: ['-'] }],
    ['paymentTypes', { ...good, paymentTypes: ['ECOMMERCE', 'Re-Fund'] }],
    ['paymentTypes', { ...good, paymentTypes: ['RETURN'] }],
    ['paymentTypes', { ...good, paymentTypes: ['CASH_OUT'] }],
    ['noRecordStatus', { ...good, noRecordStatus: '404' }],
    ['statusParameters.reference', { ...good, statusParameters: { reference: 'r' } }],
    ['statusParameters.clientReference', { ...good, statusParameters: { clientReference: '' } }],
    ['apikey', { ...good, apikey: 'the-secret-key' }],
    ['zzz', { ...good, zzz: 1 }],
  ])('where %s is wrong, which the text names', (option, options) => {
    expect(() => make(options)).toThrow(
      expect.objectContaining({
        code: 'FMW_CLIENT_OPTION',
        message: expect.stringContaining(`The option ${option} of`),
      }),
    )
  })

  it('with a country that nobody knows', () => {
    expect(() => make({ ...good, country: 'XX' })).toThrow(expect.objectContaining({ code: 'FMW_COUNTRY' }))
  })

  it('and the text names the option that may have been meant', () => {
    expect(() => make({ ...good, apikey: 'x' })).toThrow("'apiKey' may be meant")
  })

  it('and no text shows a key', () => {
    expect(() => make({ ...good, apiId: 'a-secret:id' })).not.toThrow('a-secret')
  })
})

describe('a client', () => {
  it('calls behind a path of its base address, whose slash at the end does not count', async () => {
    service.answer({ body: created })
    await service.client({ baseUrl: `${service.baseUrl}/merchant/` }).checkout.create(invoice)
    expect(service.received.at(-1)?.url).toBe('/merchant/checkout')
  })

  it('calls by the fetch that it is given', async () => {
    const asked: unknown[] = []
    const fetch = async (address: unknown) => {
      asked.push(address)
      return new Response(JSON.stringify(created))
    }
    const client = new MerchantClient({ ...good, merchantAccountNumber: '11684', fetch })
    expect(await client.checkout.create(invoice)).toMatchObject({ isPaidByHand: false })
    expect(asked).toEqual(['https://api.example/checkout'])
  })

  it('may have the credentials of quick send only, and says what a call needs beyond them', async () => {
    const { baseUrl } = service
    const client = new MerchantClient({
      baseUrl,
      clientId: 'id',
      clientSecret: 'key',
      merchantAccountNumber: '0000000',
    })
    await expect(client.checkout.create(invoice)).rejects.toMatchObject({
      code: 'FMW_CLIENT_OPTION',
      message: expect.stringContaining('apiId and apiKey'),
    })
  })

  it('may lack the credentials of quick send, until it needs them', async () => {
    const message = { from: 'Shop', to: '+233000000000', content: 'Welcome' }
    await expect(service.client().messages.quickSend(message)).rejects.toMatchObject({
      code: 'FMW_CLIENT_OPTION',
      message: expect.stringContaining('clientId and clientSecret'),
    })
  })

  it('shows no credentials when it is printed', () => {
    expect(inspect(service.client(), { depth: 9, showHidden: true })).not.toContain('the-secret-key')
  })
})
