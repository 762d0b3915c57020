import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const wrong = [
  'javascript:alert(1)',
  '//evil.example',
  '/x',
  'https:///x y',
  'https://a\r\nb: c',
  'https://',
  'https://[pay.example/1',
  'data:,x',
  5,
]
const answerWith = (data: object) => service.answer({ body: { ...created, data: { ...created.data, ...data } } })

describe('the page of an invoice', () => {
  it.each(wrong)('is not %j: nobody knows what was made', async (checkoutUrl) => {
    answerWith({ checkoutUrl })
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true, canRetry: false })
  })

  it.each(wrong)('stays where its direct page is %j, which is left out', async (checkoutDirectUrl) => {
    answerWith({ checkoutDirectUrl })
    const { checkoutUrl } = created.data
    expect(await service.client().checkout.create(invoice)).toMatchObject({ checkoutUrl, checkoutDirectUrl: null })
  })

  it.each([' ', '\n', '\t \r\n', '\u00a0'])('may have %j at its ends, which are left out', async (blank) => {
    const { checkoutUrl } = created.data
    const [written, direct] = [blank + checkoutUrl + blank, `${checkoutUrl}/direct`]
    answerWith({ checkoutUrl: written, checkoutDirectUrl: direct + blank })
    expect(await service.client().checkout.create(invoice)).toMatchObject({ checkoutUrl, checkoutDirectUrl: direct })
  })

  it('may be http', async () => {
    answerWith({ checkoutUrl: 'http://127.0.0.1:8080/pay?id=1#x' })
    expect(await service.client().checkout.create(invoice)).toMatchObject({
      checkoutUrl: 'http://127.0.0.1:8080/pay?id=1#x',
    })
  })
})
