import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { post } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { officeOf } from './office.ts'

const mobile = '+233000000001'

/** Dead notices of one caller's session, with their phone and without, one of the phone alone, and one of somebody else. */
async function withDeadNotices() {
  const handled: string[] = []
  let isClosed = true
  const office = await officeOf(undefined, {
    programmable: (_push, turn) =>
      turn.pay('To the checkout', { items: [{ name: 'Tea', quantity: 1, price: 5 }], reference: 'tea-1' }),
    payment: (payment) => {
      if (isClosed) throw new Error('The ledger is closed')
      handled.push(String(payment.source === 'fulfilment' ? payment.orderId : payment.clientReference))
    },
  })
  const caller = phone(office.app, { channel: 'ussd', kind: 'programmable', mobile })
  await caller.dial('*713#')
  const { sessionId = '' } = caller
  const { fulfilment } = samples
  const { CustomerMobileNumber: _mobile, ...unnamed } = fulfilment.OrderInfo
  const notice = { ...fulfilment, SessionId: sessionId }
  await post(office.app, '/fulfilment', { ...notice, OrderId: 'f-1', OrderInfo: unnamed })
  await post(office.app, '/fulfilment', {
    ...notice,
    OrderId: 'f-2',
    OrderInfo: { ...fulfilment.OrderInfo, CustomerMobileNumber: mobile },
  })
  await office.push({}, { CheckoutId: 'c-1', ClientReference: 'o-1', PaymentDetails: { MobileMoneyNumber: mobile } })
  await office.push({}, { CheckoutId: 'c-2', ClientReference: 'o-2' })
  const dead = async () => (await office.app.merchant.inbox.count()).dead
  await expect.poll(dead).toBe(4)
  isClosed = false
  return { ...office, handled, dead, sessionId }
}

describe('of what a phone or a session finds', () => {
  it.each([
    { by: 'phone', fitting: 3, expected: ['f-1', 'f-2', 'o-1'] },
    { by: 'session', fitting: 2, expected: ['f-1', 'f-2'] },
  ])('all dead ones are replayed after a dry run of the same: by $by', async ({ by, fitting, expected }) => {
    const { ask, handled, dead, sessionId } = await withDeadNotices()
    const search = by === 'phone' ? { phone: mobile } : { session: sessionId }
    expect((await ask('entries', { tab: 'dead', ...search })).body.entries).toHaveLength(fitting)
    const { body: shown } = await ask('redrive/dry-run', { ...search, limit: 100 })
    expect(shown).toMatchObject({ fitting, count: fitting })
    const { limit, until, confirmation } = shown
    const others = [{}, { phone: '+233000000009' }, { session: 'another' }, { ...search, kinds: ['checkout'] }]
    for (const other of others)
      expect((await ask('redrive', { ...other, limit, until, confirmation })).status).toBe(409)
    expect((await ask('redrive', { ...search, limit, until, confirmation })).body).toEqual({
      redriven: fitting,
      skipped: 0,
    })
    await expect.poll(() => handled.toSorted()).toEqual(expected)
    await expect.poll(dead).toBe(4 - fitting)
    expect((await ask('redrive', { ...search, limit, until, confirmation })).status).toBe(409)
  })

  it('no more are replayed than were confirmed, and the trail has no phone', async () => {
    const { ask, handled, dead } = await withDeadNotices()
    const { limit, until, confirmation, ...shown } = (await ask('redrive/dry-run', { phone: mobile, limit: 2 })).body
    expect(shown).toEqual({ fitting: 3, count: 2 })
    expect((await ask('redrive', { phone: mobile, limit, until, confirmation })).body).toEqual({
      redriven: 2,
      skipped: 0,
    })
    await expect.poll(dead).toBe(2)
    await expect.poll(() => handled).toHaveLength(2)
    const { lines } = (await ask('trail')).body
    const [of, single] = [
      { by: 'Ama', act: 'redrive' },
      { entry: expect.any(String), about: null },
    ]
    const [last, first] = [
      { ...of, about: { done: 2 } },
      { ...of, about: { count: 2 } },
    ]
    expect(lines).toMatchObject([last, { ...of, ...single }, { ...of, ...single }, first])
    expect(JSON.stringify(lines)).not.toContain('0000000')
  })

  it('all reviews are settled with one note', async () => {
    const { ask, app } = await withDeadNotices()
    const { limit, until, confirmation, count } = (await ask('settle-all/dry-run', { phone: mobile })).body
    expect(count).toBe(3)
    const order = { phone: mobile, limit, until, confirmation, note: 'handed over by hand' }
    expect((await ask('settle-all', order)).body).toEqual({ settled: 3, skipped: 0 })
    expect((await app.merchant.inbox.list({ needsReview: true })).entries).toMatchObject([{ reference: 'o-2' }])
  })
})
