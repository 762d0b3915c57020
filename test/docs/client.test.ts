import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paymentCodes } from '../../src/catalogue/payment-codes.ts'
import { readClientOptions } from '../../src/client/client-options.ts'
import { judgeSales } from '../../src/client/judge-sales.ts'
import { judgeStatus } from '../../src/client/judge-status.ts'
import { pathRows } from '../../src/client/paths.ts'
import { triesOutcomes } from '../../src/client/transactions/choose-transaction.ts'
import { transactionOutcomes } from '../../src/client/transactions/judge-transaction.ts'
import { created } from '../client/invoice.ts'
import { type StubService, startService } from '../client/stub-service.ts'
import { record } from '../client/transactions.ts'
import { blockUnder, codeIn, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'
import { openWorkshop, run } from './workshop.ts'

const page = 'docs/guides/client.md'
const wirePage = 'docs/guides/client-wire.md'
const recordsPage = 'docs/guides/client-records.md'

describe('the options of the client in its guide', () => {
  const rows = rowsOf(wirePage, 'Options')
  const defaultOf = (name: string) => rows.find(([cell = '']) => codeIn(cell).includes(name))?.[1] ?? ''

  it('are exactly those that there are', () => {
    const named = rows.flatMap(([name = '']) => codeIn(name))
    expect(named.toSorted()).toEqual(membersOf('src/client/client-options.ts', 'MerchantClientOptions').toSorted())
  })

  it('have the defaults that a call without them has', () => {
    const settings = readClientOptions({ baseUrl: 'https://api.example', apiId: 'id', apiKey: 'key' })
    for (const name of ['timeout', 'retries', 'minDelay', 'maxDelay', 'maxParts'] as const) {
      expect(defaultOf(name).replace(/ ms$/, '')).toBe(settings[name].toLocaleString('en'))
    }
    expect(defaultOf('amounts')).toBe(`\`'${settings.amounts}'\``)
  })
})

describe('the calls in the guide', () => {
  it('have the paths of the table, and say which are assumed', () => {
    const [checkout, status] = rowsOf(wirePage, 'The calls')
    const pathOf = (name: string) => pathRows.find((row) => row.name === name)
    expect(checkout?.[2]).toBe(`\`${pathOf('checkout')?.path}\` (\`checkout\`, ${pathOf('checkout')?.source})`)
    expect(status?.[2]).toContain('none: `transactionStatus`')
    expect(pathOf('transactionStatus')?.path).toBeUndefined()
  })
})

describe('the outcomes of a record in the guide', () => {
  it('are those of the table, in its order', () => {
    const rows = rowsOf(page, 'The status of a payment')
    expect(rows).toEqual(transactionOutcomes.map(({ word, outcome, why }) => [word, `\`${outcome}\``, why]))
  })
})

it('what several records come to stands in the guide as in the table', () => {
  expect(rowsOf(recordsPage, 'Several records of one payment')).toEqual(
    triesOutcomes.map(({ says, beside }) => [says, beside.join(', ') || 'nothing else', `\`${says}\``]),
  )
})

describe('the errors in the guide', () => {
  it('may be tried again and are uncertain after the codes and statuses that it names', () => {
    const rows = rowsOf(page, 'After a refusal')
    const answer = (status: number, body?: unknown) => ({ status, isOk: status < 300, body, location: null })
    const refusals = paymentCodes.map(({ code }) => judgeSales(answer(200, { responseCode: code })))
    const codes = (is: 'canRetry' | 'isUncertain') => refusals.filter((one) => one?.[is]).map((one) => one?.serviceCode)
    expect(codeIn(rows[0]?.[0] ?? '')).toEqual(codes('canRetry'))
    expect(codeIn(rows[1]?.[0] ?? '')).toEqual(codes('isUncertain'))
    const unknown = (status: number) => judgeSales(answer(status, { responseCode: '7777' }))?.isUncertain
    expect([unknown(200), unknown(400), unknown(500)]).toEqual([true, false, true])
    const statuses = Array.from({ length: 100 }, (_, index) => 400 + index)
    const passing = statuses.filter((status) => judgeStatus(answer(status))?.canRetry)
    const uncertain = statuses.filter((status) => judgeStatus(answer(status))?.isUncertain)
    expect(rows[5]?.[0]).toContain(`HTTP ${uncertain.join(', ')} or 5xx`)
    expect(rows[6]?.[0]).toContain(`HTTP ${passing.filter((status) => !uncertain.includes(status)).join(' or ')}`)
  })
})

describe('the example of the guide', () => {
  const workshop = openWorkshop()
  let service: StubService

  beforeAll(async () => {
    service = await startService()
    vi.stubEnv('API_URL', service.baseUrl)
    vi.stubEnv('API_ID', 'the-id')
    vi.stubEnv('API_KEY', 'the-secret-key')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    workshop.remove()
    await service.close()
  })

  it('sends an invoice as it shows it, and tells paid, not paid and not known apart', async () => {
    const { pay, isPaid } = await run(workshop, blockUnder(page, 'An invoice, and what became of it', 'ts'))
    if (typeof pay !== 'function' || typeof isPaid !== 'function') throw new Error('the example exports other things')

    service.answer({ body: created })
    const wire = JSON.parse(blockUnder(wirePage, 'An invoice on the wire', 'json').code)
    expect(await pay('order-17', 50, wire.callbackUrl)).toBe('https://pay.example/abc')
    expect(service.received[0]?.body).toEqual(wire)
    service.answer({ body: { ...created, responseCode: '0002' } })
    expect(await pay('order-17', 50, wire.callbackUrl)).toBeNull()

    const answering = (change: object) => ({ body: { ResponseCode: '0000', Data: [{ ...record, ...change }] } })
    service.answer(answering({}))
    expect(await isPaid('order-17', 5000)).toBe(true)
    expect(await isPaid('order-17', 5001)).toBe(false)
    service.answer(answering({ TransactionStatus: 'Failed', TransactionCycle: [] }))
    expect(await isPaid('order-17', 5000)).toBe(false)
    service.answer(answering({ TransactionStatus: 'Unpaid' }))
    expect(await isPaid('order-17', 5000)).toBeNull()
    service.answer({ status: 404 })
    expect(await isPaid('order-17', 5000)).toBeNull()
  })
})
