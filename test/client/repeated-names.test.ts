import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'
import { record } from './transactions.ts'

let service: StubService
const question = { clientReference: 'order-17' }

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const found = JSON.stringify({ ResponseCode: '0000', Status: 'Success', Data: [record] })

it('an answer in which nothing stands twice is taken', async () => {
  service.answer({ body: found })
  expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'paid' })
})

it.each([
  ['TransactionStatus', 'Failed'],
  ['TransactionAmount', 1],
  ['TransactionType', 'SEND-MONEY'],
  ['Disputed', true],
  ['TotalAmountRefunded', 50],
  ['CurrencyCode', 'XOF'],
  ['ClientReference', 'order-18'],
  ['MobileNumber', '0000000001'],
  ['StartDate', '2026-03-02'],
  ['InvoiceToken', 'token-2'],
  ['Data', []],
])('an answer is never paid in which %s stands twice, whatever looks like it behind', async (twice, other) => {
  const known: unknown = Object.entries({ ...record, Data: [record] }).find(([name]) => name === twice)?.[1]
  const value = JSON.stringify(known)
  const again = `"${twice}":${JSON.stringify(other)},"${twice}_":${value},"${twice} ":${value},"${twice}":`
  const body = found.replace(`"${twice}":`, (first) => `${first}${value},${again}`)
  service.answer({ body })
  expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'undetermined' })
})

it('an answer is never paid in which the second name of what it is about is that of another', async () => {
  const twice = '"OriginalTransactionId":"s1","OriginalTransactionId":"another",'
  service.answer({ body: found.replace('"StartDate":', `${twice}"StartDate":`) })
  expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'undetermined' })
})

it.each(['checkoutUrl', 'checkoutDirectUrl', 'checkoutId', 'clientReference', 'data'])(
  'the answer to a created invoice in which %s stands twice cannot be read',
  async (name) => {
    const again = `"${name}":${JSON.stringify(name === 'data' ? {} : 'https://another.example')},`
    service.answer({ status: 201, body: JSON.stringify(created).replace(`"${name}":`, (first) => `${again}${first}`) })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_ANSWER',
      meaning: expect.stringContaining('two spellings that differ'),
      isUncertain: true,
    })
  },
)

it('an answer with two codes cannot be read', async () => {
  service.answer({ body: found.replace('{', '{"ResponseCode":"0000","ResponseCode":"2001","ResponseCode_":"0000",') })
  expect(await failureOf(service.client().transactions.status(question))).toMatchObject({
    meaning: 'The answer has two response codes that differ',
  })
})

it('an answer of 300 KB in which a name stands again and again cannot be read', async () => {
  service.answer({ body: `{${'"":0,'.repeat(60_000)}"":0}` })
  expect(await failureOf(service.client().transactions.status(question))).toMatchObject({
    code: 'FMW_CALL_ANSWER',
    meaning: expect.stringContaining('no name stands twice'),
  })
})
