import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageParts } from '../../src/client/index.ts'
import { messageAdvice } from '../../src/client/messages/judge-message.ts'
import { pathRows } from '../../src/client/paths.ts'
import { messageCodes } from '../../src/index.ts'
import { type StubService, startService } from '../client/stub-service.ts'
import { blockUnder, codeIn, rowsOf } from './documents.ts'
import { openWorkshop, run } from './workshop.ts'

const page = 'docs/guides/messages.md'
const callsPage = 'docs/guides/message-calls.md'
const workshop = openWorkshop()
let service: StubService

beforeAll(() => {
  vi.stubEnv('API_ID', 'the-id')
  vi.stubEnv('API_KEY', 'the-secret-key')
})
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  workshop.remove()
})

describe('the guide on sending messages', () => {
  it('sends what its example says, remembers what was sent, and throws what time does not mend', async () => {
    const remembered = vi.fn()
    vi.stubEnv('API_URL', service.baseUrl)
    vi.stubGlobal('remember', remembered)
    const { tell } = await run(workshop, blockUnder(page, 'A message', 'ts'))
    if (typeof tell !== 'function') throw new Error('The block exports no tell')

    service.answer(
      { status: 201, body: { Status: 0, MessageId: 'm1' } },
      { status: 402, body: { Message: 'No credit' } },
    )
    await tell('17', '0000000000')
    await expect(tell('18', '0000000000')).rejects.toMatchObject({ serviceCode: '402' })
    expect(remembered.mock.calls).toEqual([['m1', '17']])
    expect(service.received.map(({ body }) => body)).toMatchObject([
      { From: 'Shop', To: '+233000000000', Content: 'Order 17 is on its way', ClientReference: '17' },
      { To: '+233000000000' },
    ])
  })

  it('joins a message and its reports, whichever comes first', async () => {
    const rows = new Map<string, object>()
    vi.stubEnv('API_URL', service.baseUrl)
    vi.stubGlobal('sms', {
      get: async (messageId: string) => rows.get(messageId),
      put: async (messageId: string, columns: object) => rows.set(messageId, { ...rows.get(messageId), ...columns }),
    })
    const { tell, onReport } = await run(workshop, blockUnder(page, 'From the message to its report', 'ts'))
    if (typeof tell !== 'function' || typeof onReport !== 'function') throw new Error('The block lacks an export')

    const dashed = '59bcc3ad-6775-562f-845c-f01624225371'
    const messageId = dashed.replaceAll('-', '')
    service.answer({ status: 201, body: { Status: 0, MessageId: dashed } })
    await onReport({ messageId, status: 'Delivered' })
    await tell('17', '+233000000000')
    await onReport({ messageId, status: 'Submitted' })
    expect([...rows]).toEqual([[messageId, { status: 'Delivered', orderId: '17' }]])
    expect(service.received[0]?.body).toMatchObject({ RegisteredDelivery: true })
  })

  it('says how much fits into one part, and into each of several', () => {
    const shown = rowsOf(page, 'Alphabet and parts').slice(0, 3)
    const sizes = [
      [messageParts('a'), messageParts('a'.repeat(161))],
      [messageParts('ɔ'), messageParts('ɔ'.repeat(71))],
      [messageParts('ff', 'binary'), messageParts('ff'.repeat(141), 'binary')],
    ].map(([one, several]) => [one?.encoding, one?.perPart, several?.perPart])
    expect(shown.map(([name = '', , one, several]) => [codeIn(name)[0], Number(one), Number(several)])).toEqual(sizes)
  })

  it('sends nothing that is longer than its example allows, and tells who wrote it', async () => {
    vi.stubEnv('API_URL', service.baseUrl)
    const { roomFor, tellAll } = await run(workshop, blockUnder(page, 'Alphabet and parts', 'ts'))
    if (typeof roomFor !== 'function' || typeof tellAll !== 'function') throw new Error('The block lacks an export')

    expect(roomFor('GHS 5')).toBe('1 of 2 parts, room for 155 more septets in the last')
    expect(roomFor('GH₵5')).toBe('1 of 2 parts, room for 66 more characters in the last')
    expect(await tellAll(['+233000000000'], 'a'.repeat(307))).toContain('takes 3 parts')
    expect(service.received).toEqual([])
    service.answer({ status: 201, body: { Status: 0, MessageId: 'm1' } })
    expect(await tellAll(['+233000000000'], 'a'.repeat(306))).toBeNull()
    expect(service.received).toHaveLength(1)
  })

  it('names every path of messages, and which of them are assumed', () => {
    const shown = rowsOf(callsPage, 'The calls')
    const named = shown.map(([, , cell = '']) => [...codeIn(cell), /(\w+)\)$/.exec(cell)?.[1]])
    const known = pathRows.filter(({ isVersioned }) => isVersioned)
    expect(named.toSorted()).toEqual(known.map(({ path, name, source }) => [`/v1${path}`, name, source]).toSorted())
  })

  it('has every code with its meaning and what to do', () => {
    const shown = rowsOf(callsPage, 'When it is refused')
    const known = messageAdvice.map(({ code, action, canRetry }) => [
      `\`${code}\``,
      messageCodes.find((row) => row.code === code)?.meaning,
      action,
      canRetry ? 'where nothing is sent' : 'no',
    ])
    expect(shown).toEqual(known)
  })
})
