import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { post } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { payingService } from '../../payments/paying-service.ts'
import { type Office, officeOf } from './office.ts'

/** A shop with one entry or more of each kind that a person looks for. */
async function busyOffice(): Promise<Office> {
  const office = await officeOf(undefined, {
    ussd: (_push, turn) => turn.end('Bye'),
    payment: ({ clientReference }) => {
      if (clientReference?.startsWith('broken') === true) throw new Error('The ledger of +233000000042 is closed')
    },
  })
  await office.push({}, { CheckoutId: 'c-1', ClientReference: 'good-1' })
  await office.settled()
  await office.push({}, { CheckoutId: 'c-1', ClientReference: 'good-1', Amount: 7 })
  await office.push({ ResponseCode: '0005' }, { CheckoutId: 'c-2', ClientReference: 'odd-1' })
  await office.push({}, { CheckoutId: 'c-3', ClientReference: 'broken-1' })
  await fetch(`${office.origin}/checkout`, {
    method: 'POST',
    body: 'no JSON',
    headers: { 'content-type': 'application/json' },
  })
  await office.settled()
  return office
}

const referencesIn = async ({ ask }: Office, body: object): Promise<readonly string[]> => {
  const { entries } = (await ask('entries', body)).body
  return entries.map(({ reference, id }: { reference: string | null; id: string }) => reference ?? id.split(':')[1])
}

describe('the lists of the operator’s page', () => {
  it('have a tab for what needs a person, and one for the rest, each with its count', async () => {
    const office = await busyOffice()
    const { tabs, oldestWaiting, store, registrations } = (await office.ask('overview')).body
    const counts = Object.fromEntries(tabs.map(({ tab, count }: { tab: string; count: number }) => [tab, count]))
    expect(counts).toEqual({ needsReview: 3, dead: 1, rejected: 1, conflict: 1, waiting: 0, done: 3 })
    expect({ oldestWaiting, store, registrations }).toEqual({
      oldestWaiting: null,
      store: { ok: true, why: null },
      registrations: ['default'],
    })
    const shown = ['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all'].map(async (tab) => [
      tab,
      (await referencesIn(office, { tab })).length,
    ])
    expect(Object.fromEntries(await Promise.all(shown))).toEqual({ ...counts, all: 5 })
    expect(await referencesIn(office, { tab: 'dead' })).toEqual(['broken-1'])
  })

  it('leave out follow-ups that are done, in rows and in counts, unless their kind is chosen', async () => {
    const service = await payingService()
    const office = await officeOf(undefined, { client: service.client() })
    service.know('order-1', 'Settled', { TransactionAmount: 5 })
    await office.push({}, { CheckoutId: 'c-1', ClientReference: 'order-1' })
    await office.settled()
    const kindsIn = async (body: object) =>
      (await office.ask('entries', body)).body.entries.map(({ kind }: { kind: string }) => kind)
    expect(await kindsIn({})).toEqual(['checkout'])
    expect(await kindsIn({ reference: 'order-1' })).toEqual(['checkout'])
    expect(await kindsIn({ tab: 'done' })).toEqual(['checkout'])
    const { tabs } = (await office.ask('overview')).body
    expect(tabs).toContainEqual({ tab: 'done', count: 1, isMore: false })
    expect(await kindsIn({ kinds: ['expectedPayment'], tab: 'done' })).toEqual(['expectedPayment'])
  })

  it('show the keyword of a message in its shape, and find it by what it is', async () => {
    const { app, ask, origin, settled } = await officeOf(undefined, { inboundMessage: () => undefined })
    const message = { ...samples.inboundMessage, keyword: 'Zebediah', fulltext: 'Zebediah 4821', text: '4821' }
    await app.inject({ method: 'GET', url: '/inbound-message', query: message })
    await settled()
    const { entries } = (await ask('entries', { reference: 'Zebediah' })).body
    expect(entries).toMatchObject([{ reference: 'Xxxxxxxx' }])
    const [{ name }] = entries
    const shown = [await ask('entry', { name }), await ask('export/page', { name })]
    expect(shown.map(({ status }) => status)).toEqual([200, 200])
    expect(JSON.stringify([entries, shown, origin])).not.toMatch(/Zebediah|4821/)
  })

  it('say how long the oldest has waited', async () => {
    const stuck = Promise.withResolvers<void>()
    const { app, push, ask } = await officeOf(undefined, { payment: () => stuck.promise })
    await push({}, { CheckoutId: 'c-1' })
    await push({}, { CheckoutId: 'c-1', Status: 'Refunded' })
    const { entries } = await app.merchant.inbox.list({ states: 'waiting' })
    const { oldestWaiting, tabs } = (await ask('overview')).body
    stuck.resolve()
    expect(oldestWaiting).toBe(entries[0]?.receivedAt.getTime())
    expect(tabs).toContainEqual({ tab: 'waiting', count: 2, isMore: false })
  })

  it('come in pages that follow each other', async () => {
    const { push, ask, settled } = await officeOf()
    for (let number = 0; number < 60; number++)
      await push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
    await settled()
    const first = (await ask('entries', { tab: 'done' })).body
    const second = (await ask('entries', { tab: 'done', cursor: first.next })).body
    expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 10, null])
    expect(second.entries.at(-1).reference).toBe('o-0')
  })

  it('can be narrowed by kind and time', async () => {
    const office = await busyOffice()
    const [newest] = (await office.ask('entries', {})).body.entries
    const since = Date.parse(newest.receivedAt)
    expect(await referencesIn(office, { kinds: ['deliveryReport'] })).toEqual([])
    expect((await referencesIn(office, { kinds: ['checkout'], until: since + 1 })).length).toBe(5)
    expect(await referencesIn(office, { since: since + 1 })).toEqual([])
  })

  it('are searched by reference', async () => {
    const office = await busyOffice()
    expect(await referencesIn(office, { reference: 'good-1' })).toEqual(['good-1', 'good-1'])
    expect(await referencesIn(office, { reference: 'good-1', tab: 'conflict' })).toEqual(['good-1'])
    expect(await referencesIn(office, { reference: 'good' })).toEqual([])
  })

  it('are searched by session and by phone, of which the store has a digest alone', async () => {
    const office = await officeOf(undefined, {
      programmable: (_push, turn) =>
        turn.pay('To the checkout', { items: [{ name: 'Tea', quantity: 1, price: 5 }], reference: 'tea-1' }),
    })
    const caller = phone(office.app, { channel: 'ussd', kind: 'programmable', mobile: '+233000000001' })
    await caller.dial('*713#')
    const { sessionId = '' } = caller
    await caller.dial('*713#')
    expect(await referencesIn(office, { phone: '+233000000001' })).toEqual(['tea-1', 'tea-1'])
    expect(await referencesIn(office, { session: sessionId })).toEqual(['tea-1'])
    expect(await referencesIn(office, { session: sessionId.toUpperCase(), tab: 'waiting' })).toEqual(['tea-1'])
    expect(await referencesIn(office, { session: 'another' })).toEqual([])
    expect(await referencesIn(office, { phone: '+233 000 000 001' })).toHaveLength(2)
    expect(await referencesIn(office, { phone: '+233000000001', tab: 'done' })).toEqual([])
    expect(await referencesIn(office, { phone: '+233000000002' })).toEqual([])
  })

  it('are searched by phone whatever tells of it, and past a page', async () => {
    const office = await officeOf(undefined, {
      programmable: (_push, turn) =>
        turn.pay('To the checkout', { items: [{ name: 'Tea', quantity: 1, price: 5 }], reference: 'tea-1' }),
      deliveryReport: () => undefined,
    })
    const mobile = '+233000000001'
    const caller = phone(office.app, { channel: 'ussd', kind: 'programmable', mobile })
    await caller.dial('*713#')
    // As a notice of a cart may come: it names its session and no phone.
    const { fulfilment, deliveryReport } = samples
    const { CustomerMobileNumber: _mobile, ...OrderInfo } = fulfilment.OrderInfo
    await post(office.app, '/fulfilment', { ...fulfilment, SessionId: caller.sessionId, OrderInfo })
    await office.push({}, { PaymentDetails: { MobileMoneyNumber: mobile } })
    expect(await referencesIn(office, { phone: mobile })).toEqual(['order-17', 'f00d', 'tea-1'])
    for (let number = 0; number < 50; number++)
      await post(office.app, '/delivery-report', { ...deliveryReport, To: mobile, MessageId: `m${number}` })
    const { body: first } = await office.ask('entries', { phone: mobile })
    const { body: second } = await office.ask('entries', { phone: mobile, cursor: first.next })
    expect(first.entries).toHaveLength(51)
    expect(second.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['checkout', 'askedPayment'])
    expect(second.next).toBeNull()
  })

  it.each([
    ['an unknown tab', { tab: 'lost' }, 'tab'],
    ['an unknown kind', { kinds: ['fax'] }, 'kinds'],
    ['a time that is none', { since: 'yesterday' }, 'since'],
    ['an empty word', { reference: '' }, 'reference'],
    ['another registration', { registration: 'tickets' }, 'registration'],
    ['a cursor of somebody else', { cursor: 'x' }, 'cursor is none that'],
    ['a time that no date has', { since: 1e300 }, 'since'],
  ])('refuse %s', async (_name, body, field) => {
    const { ask } = await officeOf()
    const { status, body: refusal } = await ask('entries', body)
    expect({ status, ...refusal }).toEqual({
      status: 400,
      code: 'FMW_OPERATOR_REQUEST',
      message: expect.stringMatching(`^${field}`),
    })
  })

  it('refuse the name of an entry that they did not give', async () => {
    const { ask } = await officeOf()
    expect(await ask('entry', { name: `masked:x:${'0'.repeat(32)}` })).toMatchObject({
      status: 400,
      body: { code: 'FMW_OPERATOR_REQUEST', message: 'name is none that a list of this page gave' },
    })
  })
})
