import { expect, it } from 'vitest'
import { newEntry, writePayload } from '../../../src/inbox/entry.ts'
import { askedEntry } from '../../../src/payments/sessions/asked-entry.ts'
import type { Incoming } from '../../../src/pushes/event.ts'
import { fulfilment } from '../../../src/pushes/fulfilment.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { run } from '../run.ts'
import { callback, keptStore, message, noon, paid, payloadOf, rejected } from './kept-store.ts'

const id = 'checkout:checkoutId:order-1|paid'

it('shows an entry with its attempts and what came, masked', async () => {
  const { file, accept, end } = await keptStore()
  await accept(paid('order-1'))
  await end('dead', 'no database')
  const { code, out, err } = await run('inbox', 'get', id, '--store', file)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^id {11}checkout:checkoutId:order-1\|paid$/m)
  expect(out).toMatch(/^state {8}dead$/m)
  expect(out).toMatch(/^received {5}2026-03-01 12:00:00 GMT$/m)
  expect(out).toMatch(/^finished {5}20\d\d-.* GMT$/m)
  expect(out).toMatch(/^try {2}started {14}ms {2}ended\n1 {4}2026-03-01 12:00:00 {2}7 {3}no database$/m)
  expect(out).toContain('event, masked\n{\n  "kind": "checkout"')
  expect(out).toContain('request, masked\n{\n  "method": "POST"')
  expect(out).toContain('"customerPhone": "+233000000000"')
  expect(out).toContain('"amount": 5')
  expect(out).not.toMatch(/Ama|000000042/)
  expect(out).not.toMatch(/next try|contradicts|rejected for|unreadable/)
})

it('shows everything as it came only where that is asked for, and warns', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const { out, err } = await run('inbox', 'get', id, '--store', file, '--unmasked', '--reason', 'asked')
  expect(err).toMatch(/^Not masked: /)
  expect(out).toContain('"customerPhone": "+233000000042"')
  expect(out).toContain('raw\n{\n  "ResponseCode": "0000"')
  expect(out).toContain('"Description": "Tea for Ama"')
})

it('prints JSON of one shape, masked and not', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const masked = JSON.parse((await run('inbox', 'get', id, '--store', file, '--json')).out)
  expect(masked).toMatchObject({
    id,
    state: 'waiting',
    masked: true,
    problem: null,
    event: { outcome: 'paid', amount: 5 },
  })
  expect(masked.request).toMatchObject({ method: 'POST', body: { ResponseCode: '0000' } })
  const bare = JSON.parse(
    (await run('inbox', 'get', id, '--store', file, '--json', '--unmasked', '--reason', 'asked')).out,
  )
  expect(bare).toMatchObject({ id, masked: false, problem: null, body: null, raw: callback('order-1') })
  expect(bare.event).toMatchObject({ customerPhone: '+233000000042' })
  expect(bare).not.toHaveProperty('request')
})

it('shows how well it is known, and unmasked what its address was signed for', async () => {
  const { file, accept } = await keptStore()
  const fields = callback('order-1')
  const signed = { reference: 'order-1', sessionId: null, amountMinor: 500, currency: null }
  await accept(
    paid('order-1', { payload: writePayload({ carrier: 'json', fields, raw: fields, signed }) }),
    paid('order-2'),
    message('VOTE'),
  )
  const eventOf = async (word: string, ...more: string[]) =>
    JSON.parse((await run('inbox', 'get', word, '--store', file, '--json', ...more)).out).event
  const masked = await eventOf('order-1')
  expect(masked.evidence).toBe('signed')
  expect(masked).not.toHaveProperty('signed')
  expect(await eventOf('order-1', '--unmasked', '--reason', 'asked')).toMatchObject({ evidence: 'signed', signed })
  expect((await eventOf('order-2')).evidence).toBe('callback')
  expect(await eventOf('order-2', '--unmasked', '--reason', 'asked')).toMatchObject({
    evidence: 'callback',
    signed: null,
  })
  expect(await eventOf('VOTE')).not.toHaveProperty('evidence')
  expect(await eventOf('VOTE', '--unmasked', '--reason', 'asked')).not.toHaveProperty('signed')
})

it.each([
  ['order-1', 'order-1'],
  ['+233000000042', '+233...042'],
  [null, null],
])('shows the reference %s that a USSD payment has from its address alone as %s', async (reference, shown) => {
  const { file, accept } = await keptStore()
  const signed = { reference, sessionId: 's-1', amountMinor: 500, currency: null }
  const fields = callback('ussd-1')
  await accept(
    paid('ussd-1', {
      kind: 'ussdPayment',
      reference,
      payload: writePayload({ carrier: 'json', fields, raw: fields, signed }),
    }),
  )
  const { out } = await run('inbox', 'get', 'checkout:checkoutId:ussd-1|paid', '--store', file, '--json')
  const { event, reference: head } = JSON.parse(out)
  expect({ head, inEvent: event.reference }).toEqual({ head: shown, inEvent: shown })
  expect(event).toMatchObject({ kind: 'ussdPayment', evidence: 'signed', clientReference: 'xxxx-0' })
})

it.each([
  ['masked', []],
  ['unmasked', ['--unmasked', '--reason', 'asked']],
])('shows the reference that the notice of a cart has from its session, %s', async (_how, options) => {
  const { file, accept } = await keptStore()
  const cart = { kind: 'programmable', sessionId: 's-1', noticeTo: 's-1', since: noon, phone: '+233...000' } as const
  const asked = {
    ...cart,
    issuedAt: undefined,
    purchase: undefined,
    payer: undefined,
    isAwaited: true,
    screen: undefined,
  }
  await accept(askedEntry({ ...asked, reference: 'order-17' }, 5, '+233000000000'))
  const notice = noticeOf('s-1', 'b1946ac92492d2347c6f2354d1e0a7ab')
  await accept(notice)
  const { out } = await run('inbox', 'get', notice.id, '--store', file, '--json', ...options)
  expect(JSON.parse(out).event).toMatchObject({ kind: 'fulfilment', reference: 'order-17' })
})

it('shows a body that could not be read, and why', async () => {
  const { file, accept } = await keptStore()
  await accept(rejected('r1', '{"Mobile":"+233000000042",\n"Name":"Ama', 'The body must be valid JSON'))
  const masked = await run('inbox', 'get', 'r1', '--store', file)
  expect(masked.out).toMatch(/^rejected for {1}The body must be valid JSON$/m)
  expect(masked.out).toMatch(/^unreadable {3}The body must be valid JSON; received/m)
  expect(masked.out).not.toMatch(/Ama|000000042|^event/m)
  const bare = await run('inbox', 'get', 'r1', '--store', file, '--unmasked', '--reason', 'asked')
  expect(bare.out).toContain('body\n{"Mobile":"+233000000042",\n"Name":"Ama')
  expect(JSON.parse((await run('inbox', 'get', 'r1', '--store', file, '--json')).out).event).toBeNull()
})

it('shortens the phone that a lane names', async () => {
  const { file, accept } = await keptStore()
  await accept(message('VOTE'))
  const { out } = await run('inbox', 'get', 'VOTE', '--store', file)
  expect(out).toMatch(/^lane {9}inboundMessage:\+233\.\.\.042\|1713$/m)
})

it('tells what it contradicts, that it was asked for again, and when it is tried', async () => {
  const { file, accept, end, opened } = await keptStore()
  await accept(paid('order-1'))
  await end('dead', 'busy')
  await opened.inbox.replay('default', id)
  await end('dead')
  expect((await run('inbox', 'get', id, '--store', file)).out).toMatch(/^state {8}dead, replayed$/m)
  await opened.inbox.replay('default', id)
  await accept(paid('order-1', { fingerprint: 'another' }))
  const first = await run('inbox', 'get', id, '--store', file)
  expect(first.out).toMatch(/^state {8}waiting, to be replayed$/m)
  expect(first.out).toMatch(/^next try {5}20\d\d-.* GMT$/m)
  const { entries } = JSON.parse((await run('inbox', '--conflicts', '--json', '--store', file)).out)
  const second = await run('inbox', 'get', entries[0].id, '--store', file)
  expect(second.out).toMatch(/^contradicts {2}checkout:checkoutId:order-1\|paid$/m)
})

it('says what an entry waits for that was put off, here and in lists', async () => {
  const { file, accept, opened } = await keptStore()
  await accept(paid('order-1'))
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const reason = 'the record of +233000000042 says that it is not over'
  await opened.inbox.settle(claim, { state: 'handedBack', retryIn: 3_600_000, reason })
  const { out } = await run('inbox', 'get', 'order-1', '--store', file)
  expect(out).toMatch(/^state {8}waiting$/m)
  expect(out).toMatch(/^put off {6}the record of \+233\.\.\.042 says that it is not over$/m)
  const list = await run('inbox', '--store', file)
  expect(list.out).toMatch(
    / {2}0 {6}order-1 {4}next in (60 m|1 h); the record of \+233\.\.\.042 says that it is not over$/m,
  )
})

it('marks the tries that were asked for', async () => {
  const { file, accept, opened } = await keptStore()
  await accept(paid('order-1'))
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  await opened.inbox.settle(claim, {
    state: 'done',
    attempt: { number: 2, startedAt: 0, ms: 3, error: null, replay: true },
  })
  const { out } = await run('inbox', 'get', 'order-1', '--store', file)
  expect(out).toMatch(/^2 again {2}1970-01-01 00:00:00 {2}3 {3}done$/m)
})

it('shows what was noted beside a try', async () => {
  const { file, accept, opened } = await keptStore()
  await accept(paid('order-1'))
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  await opened.inbox.settle(claim, {
    state: 'done',
    attempt: { number: 1, startedAt: 0, ms: 3, error: null, replay: false, note: 'the service was asked' },
  })
  const { out } = await run('inbox', 'get', 'order-1', '--store', file)
  expect(out).toMatch(/^1 {4}1970-01-01 00:00:00 {2}3 {3}done; the service was asked$/m)
})

it('reads national numbers as of the country that is named', async () => {
  const { file, accept } = await keptStore()
  const payload = payloadOf(callback('order-1', { CustomerPhoneNumber: '0000000042' }))
  await accept(paid('order-1', { payload }))
  const { out } = await run('inbox', 'get', id, '--store', file, '--country', 'gh', '--json')
  expect(JSON.parse(out).event).toMatchObject({
    customerPhone: '0000000000',
    customerPhoneInternational: '+233000000000',
  })
})

it('finds an entry by its reference, or as a list has shortened or cut its id', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('+233000000042'), paid('order-1'))
  const got = async (word: string) => {
    const { out } = await run('inbox', 'get', word, '--store', file, '--unmasked', '--reason', 'asked', '--json')
    return JSON.parse(out).id
  }
  expect(await got('order-1')).toBe(id)
  expect(await got('checkout:checkoutId:ord…')).toBe(id)
  expect(await got('checkout:checkoutId:+233...042|paid')).toBe('checkout:checkoutId:+233000000042|paid')
})

it('names those that are meant where there are several', async () => {
  const { file, accept } = await keptStore()
  for (let number = 1; number < 30; number++) await accept(paid(`order-${number}`))
  const { code, err } = await run('inbox', 'get', 'checkout:checkoutId:order-2…', '--store', file)
  expect(code).toBe(1)
  expect(err).toContain("Several entries are meant by 'checkout:checkoutId:order-2…'")
  expect(err).not.toContain('Usage')
  expect(err.match(/^ {2}checkout:checkoutId:order-2\d?\|paid$/gm)).toHaveLength(10)
  expect(err.endsWith('\n  and more')).toBe(true)
})

it.each(['checkout:checkoutId:nothing', 'checkout:nothi…', '+233...042'])('says that there is no %s', async (word) => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const { code, out, err } = await run('inbox', 'get', word, '--store', file)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(`There is no entry '${word}' in the inbox of 'default'`)
})

/** The notice of a cart, as its push brings it. */
function noticeOf(SessionId: string, OrderId: string): NewEntry {
  const fields = {
    SessionId,
    OrderId,
    OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: true, AmountPaid: 5 }, Items: [] },
  }
  const incoming: Incoming = { fields, raw: fields, carrier: 'json' }
  const event = fulfilment.read(incoming, { receivedAt: new Date(noon), country: undefined, notes: new Notes() })
  return newEntry({ push: fulfilment, country: undefined }, event, fulfilment.identify(event), incoming)
}
