import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxAnswerLength } from '../../src/client/read-answer.ts'
import { failureOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'
import { record } from './transactions.ts'

let service: StubService
const question = { clientReference: 'order-17' }
const found = JSON.stringify({ ResponseCode: '0000', Data: [record] })

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

describe('an answer', () => {
  it('is read where it is 1 MiB long', async () => {
    service.answer({ body: found.padEnd(maxAnswerLength) })
    expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'paid' })
  })

  it('is refused where it is longer', async () => {
    service.answer({ body: found.padEnd(maxAnswerLength + 1) })
    expect(await failureOf(service.client().transactions.status(question))).toMatchObject({
      code: 'FMW_CALL_ANSWER',
      meaning: 'The answer is longer than 1 MiB',
      status: 200,
      canRetry: false,
      isUncertain: false,
    })
  })

  it('is refused though the invoice may be there', async () => {
    service.answer({ body: JSON.stringify(created).padEnd(maxAnswerLength + 1) })
    expect(await failureOf(service.client().checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_ANSWER',
      isUncertain: true,
    })
  })

  it('is not waited for once it is longer, and its connection is left', async () => {
    const left = Promise.withResolvers<void>()
    service.answer((response) => {
      response.on('close', left.resolve)
      // The rest never comes.
      response.writeHead(200).write('x'.repeat(maxAnswerLength + 1))
    })
    expect(await failureOf(service.client().transactions.status(question))).toMatchObject({ code: 'FMW_CALL_ANSWER' })
    await left.promise
  })

  it('keeps letters whole that two chunks share', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ ResponseCode: '0000', Data: [{ ...record, MobileChannelName: 'Akwaaba é' }] }),
    )
    const cut = bytes.indexOf(0xc3) + 1
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)]
    const fetch = async () => new Response(ReadableStream.from(parts))
    const { transaction } = await service.client({ fetch }).transactions.status(question)
    expect(transaction?.channel).toBe('Akwaaba é')
  })

  it('may break off, and is no answer then', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{')
      response.on('error', () => undefined)
      setImmediate(() => response.destroy())
    })
    expect(await failureOf(service.client({ retries: 0 }).transactions.status(question))).toMatchObject({
      code: 'FMW_CALL_UNREACHABLE',
    })
  })
})

describe('an answer of a fetch that has no chunks', () => {
  /** A client whose answers have this text, and this for a body. */
  const stubbed = (text: string, body: unknown) => {
    const response = Object.defineProperty(new Response(text), 'body', { value: body })
    return service.client({ fetch: async () => response })
  }

  it.each([[null], [undefined], ['as text']])('is read as text where its body is %j', async (body) => {
    expect(await stubbed(found, body).transactions.status(question)).toMatchObject({ outcome: 'paid' })
  })

  it('is refused where that is longer than 1 MiB', async () => {
    // A letter of two bytes counts twice.
    const long = 'é'.repeat(maxAnswerLength / 2 + 1)
    expect(await failureOf(stubbed(long, null).transactions.status(question))).toMatchObject({
      meaning: 'The answer is longer than 1 MiB',
    })
  })
})
