import { describe, expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { inboxJson } from '../../../src/admin/masked-entry.ts'
import { nameOfEntry } from '../../../src/operations/page/entry-list.ts'
import { viewEntry } from '../../../src/operations/page/entry-view.ts'
import { end, inboxOf, instead, registration, rejected, report } from '../../inbox/look/entries.ts'
import { officeOf } from './office.ts'

const secretive = {
  CheckoutId: 'c-1',
  ClientReference: 'order-1',
  CustomerPhoneNumber: '+233000000042',
  Description: 'For Ama Mensah',
}

describe('one entry of the operator’s page', () => {
  it('says what came, why it is here, and what was tried, and names nobody', async () => {
    const { push, ask, settled } = await officeOf(undefined, {
      payment: () => {
        throw new Error('The ledger is closed')
      },
    })
    await push({ ResponseCode: '0005' }, secretive)
    await settled()
    const [row] = (await ask('entries', { tab: 'dead' })).body.entries
    const { body, status } = await ask('entry', { name: row.name })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      masked: true,
      state: 'dead',
      reference: 'order-1',
      why: 'the response code does not say how the payment ended',
      review: { reasons: expect.arrayContaining(['unhandled']), settledAt: null },
      attempts: [{ number: 1, ms: expect.any(Number), error: expect.stringContaining('The ledger is closed') }],
      contradicts: null,
      before: [],
      request: { method: 'POST', body: { ResponseCode: '0005', Data: { Status: 'Success', Amount: 50.5 } } },
      event: { outcome: 'undetermined' },
    })
    expect(JSON.stringify({ row, body })).not.toMatch(/0042|Mensah/)
  })

  it('shortens a phone in why it is what it is, and in why it was rejected', async () => {
    const { push, ask, settled } = await officeOf()
    await push({}, { ...secretive, '+233000000042 Status': 'Failed' })
    await settled()
    const [row] = (await ask('entries', { tab: 'all' })).body.entries
    const { body } = await ask('entry', { name: row.name })
    expect(body.why).toContain('+233...042 Status')
    expect(JSON.stringify({ row, body })).not.toMatch(/000000042/)

    const { inbox, store } = inboxOf()
    await store.accept(rejected('r-1', '{}', 'To: 233000000042 is no word'), false)
    const [entry] = (await inbox.list()).entries
    expect(entry && inboxJson(entry)).toMatchObject({ reason: 'To: 233...042 is no word' })
  })

  it('names what it contradicts, and what must end before it', async () => {
    const stuck = Promise.withResolvers<void>()
    const { app, push, ask } = await officeOf(undefined, { payment: () => stuck.promise })
    for (const Amount of [50.5, 7, 8]) await push({}, { CheckoutId: 'c-1', Amount })
    const { entries } = (await ask('entries', { tab: 'waiting' })).body
    const [last, second, first] = entries
    const view = (await ask('entry', { name: last.name })).body
    stuck.resolve()
    expect(view.contradicts).toMatchObject({ id: first.id, name: first.name })
    expect(view.before.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect((await app.merchant.inbox.count()).rejected).toBe(0)
  })

  it('is found by a name without a phone number where its id has one', async () => {
    const { push, ask, settled } = await officeOf(undefined, { inboundMessage: () => undefined })
    await push({}, { CheckoutId: undefined, ClientReference: '+233000000042' })
    await settled()
    const { entries } = (await ask('entries', {})).body
    expect(JSON.stringify(entries)).not.toContain('0042')
    const [{ name, id }] = entries
    expect(name).toMatch(/^masked:\d+:[0-9a-f]{32}$/)
    expect((await ask('entry', { name })).body).toMatchObject({ name, id, reference: '+233...042' })
    expect((await ask('unmask', { name, reason: 'a complaint' })).body).toMatchObject({ reference: '+233000000042' })
    // It is found by its place, however many came since.
    for (const Status of ['Failed', 'Refunded']) {
      await push({ ResponseCode: '2001' }, { CheckoutId: undefined, ClientReference: '+233000000043', Status })
    }
    await settled()
    expect((await ask('entry', { name })).body).toMatchObject({ name, id })
    const gone = name.replace(/\w$/, (last: string) => (last === '0' ? '1' : '0'))
    expect(await ask('entry', { name: gone })).toMatchObject({ status: 404, body: { code: 'FMW_ENTRY_UNKNOWN' } })
    expect(await ask('entry', { name: name.replace(/:\d+:/, ':1:') })).toMatchObject({ status: 404 })
    expect(await ask('entry', { name: name.replace(/:\d+:/, ':here:') })).toMatchObject({ status: 400 })
  })

  it('has a name without a number also in a store that tells no places', () => {
    expect(nameOfEntry({ id: 'checkout:+233000000042', cursor: undefined })).toMatch(/^masked::[0-9a-f]{32}$/)
  })

  it('is shown without what it contradicts where that is forgotten', async () => {
    const { inbox, store, trail } = inboxOf()
    await store.accept(report('first'), false)
    await end(store, 'done')
    await store.accept(report('second', { identity: 'first', fingerprint: 'other' }), false)
    const [{ id = '' } = {}] = (await inbox.list({ conflicts: true })).entries
    expect(await viewEntry(inbox, id)).toMatchObject({ conflictsWith: 'first', contradicts: { id: 'first' } })
    const failing = new Inbox({
      registration,
      trail,
      look: instead(store, {
        get: (name, asked) => (asked === 'first' ? Promise.reject(new Error('no store')) : store.get(name, asked)),
      }),
    })
    await expect(viewEntry(failing, id)).rejects.toThrow('no store')
    while ((await store.sweep({ entries: -1, identities: 1e9, rejected: 1 }, 100)) > 0);
    expect(await viewEntry(inbox, id)).toMatchObject({ conflictsWith: 'first', contradicts: null })
  })

  it('that is not there is named as it may be shown', async () => {
    const { ask } = await officeOf()
    expect(await ask('entry', { name: 'checkout:+233000000042' })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('checkout:+233...042') },
    })
  })

  it('is unmasked for a reason, and the log says by whom', async () => {
    const lines: string[] = []
    const { push, ask, settled } = await officeOf(
      undefined,
      {},
      {
        server: { logger: { stream: { write: (line) => lines.push(line) } } },
      },
    )
    await push({}, secretive)
    await settled()
    const [{ name }] = (await ask('entries', {})).body.entries
    expect((await ask('unmask', { name })).status).toBe(400)
    expect((await ask('unmask', { name, reason: '   ' })).status).toBe(400)
    await ask('note', { name, note: 'was called' })
    const { body } = await ask('unmask', { name, reason: 'Complaint of +233000000042' })
    const { why, contradicts, before, notes, trail } = (await ask('entry', { name })).body
    expect(body).toMatchObject({
      ...{ why, contradicts, before, notes, trail },
      masked: false,
      event: { customerPhone: '+233000000042' },
      raw: { Data: { Description: 'For Ama Mensah' } },
    })
    const [told] = lines.filter((line) => line.includes('unmasked an entry'))
    expect(JSON.parse(told ?? '')).toMatchObject({ by: 'Ama', entry: name, reason: 'Complaint of +233...042' })
    expect(lines.join('')).not.toContain('+233000000042')
  })

  it('is exported as a masked fixture', async () => {
    const { push, ask, settled } = await officeOf()
    await push({}, secretive)
    await settled()
    const [{ name }] = (await ask('entries', {})).body.entries
    const { body } = await ask('export', { name })
    expect(body).toMatchObject({ kind: 'checkout', expect: { status: 200, event: { outcome: 'paid' } } })
    expect(JSON.stringify(body)).not.toMatch(/0042|Mensah/)
  })

  it('is replayed once, and never while it waits', async () => {
    let isClosed = true
    const { app, push, ask, settled } = await officeOf(undefined, {
      payment: () => {
        if (isClosed) throw new Error('The ledger is closed')
      },
    })
    await push({}, secretive)
    await settled()
    const [{ name }] = (await ask('entries', { tab: 'dead' })).body.entries
    isClosed = false
    expect((await ask('replay', { name })).body).toEqual({ replayed: true })
    await settled()
    expect((await ask('entry', { name })).body).toMatchObject({ state: 'done', replay: true })
    expect((await app.merchant.inbox.count()).done).toBe(1)
  })

  it('is settled by the name that access gave, whatever else is sent', async () => {
    const { push, ask, settled } = await officeOf()
    await push({ ResponseCode: '0005' }, secretive)
    await settled()
    const [{ name }] = (await ask('entries', { tab: 'needsReview' })).body.entries
    expect((await ask('settle', { name, note: 'paid', by: 'Kofi' })).status).toBe(400)
    expect((await ask('settle', { name, note: 'paid, says the dashboard' })).body).toEqual({ settled: true })
    expect((await ask('entry', { name })).body.review).toMatchObject({
      settledBy: 'Ama',
      note: 'paid, says the dashboard',
    })
    expect(await ask('settle', { name, note: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'FMW_REVIEW_SETTLED' },
    })
  })
})
