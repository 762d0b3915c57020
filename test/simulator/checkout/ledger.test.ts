import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { reviewReasons } from '../../../src/index.ts'
import type { HandledPayment, PayOptions } from '../../../src/simulator/index.ts'
import { invoice, openService, openShop } from './shop.ts'

const cart = {
  source: 'fulfilment',
  sessionId: 'session-1',
  mobile: '+233000000000',
  items: [{ name: 'Ticket', quantity: 2, price: 25 }],
} as const

describe('the ledger', () => {
  it('is clean where everything agrees', async () => {
    const { sim, client, payments } = await openShop()
    expect(sim.ledger()).toEqual({ rows: [], isClean: true })
    const { checkoutId } = await client.checkout.create(invoice)
    await sim.customer.pays('order-1', { fails: '2101' })
    await sim.customer.pays('order-1')
    await client.transactions.status({ clientReference: 'order-1' })
    const said = { outcome: 'paid', amount: 50.25, isTaken: true }
    expect(sim.ledger({ handled: payments })).toEqual({
      isClean: true,
      rows: [
        {
          bill: checkoutId,
          source: 'checkout',
          reference: 'order-1',
          description: invoice.description,
          mobile: null,
          askedAt: expect.any(Number),
          asked: 50.25,
          paid: 50.25,
          refunded: 0,
          told: [expect.objectContaining({ outcome: 'failed', amount: 0 }), expect.objectContaining(said)],
          confirmed: [expect.objectContaining(said)],
          handled: payments,
          reported: [],
          differs: [],
          differsAt: [],
          review: [],
          decided: 'paid',
          verdict: 'right',
        },
      ],
    })
    expect(sim.ledger().rows[0]?.handled).toBeNull()
  })

  it('says what was decided, whether a person must look, and where nothing happened', async () => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    const judged = (...handled: HandledPayment[]) => {
      const [row] = sim.ledger({ handled }).rows
      return [row?.verdict, row?.decided, row?.review]
    }
    expect(judged()).toEqual(['nothing', null, []])
    await sim.customer.pays('order-1')
    const paid = { outcome: 'paid', amount: 50.25, clientReference: 'order-1' }
    const unknown = { ...paid, outcome: 'undetermined', needsReview: ['undetermined'] }
    expect([sim.ledger().rows[0]?.verdict, sim.ledger().rows[0]?.decided]).toEqual(['right', 'paid'])
    expect(judged()).toEqual(['differs', 'paid', []])
    expect(judged(paid)).toEqual(['right', 'paid', []])
    expect(judged(unknown)).toEqual(['review', 'undetermined', ['undetermined: what came of it is not known']])
    // Since it's known, nobody has to find out.
    expect(judged(unknown, paid)).toEqual(['right', 'paid', []])
    expect(judged({ ...paid, needsReview: ['late', 'of a later version'] })).toEqual([
      'review',
      'paid',
      ['late: it came after the payment had been given up', 'of a later version: the plugin says why in its log'],
    ])
    const unsaid = reviewReasons.filter((reason) =>
      judged({ ...paid, needsReview: [reason] })
        .join()
        .includes('its log'),
    )
    expect(unsaid).toEqual([])
  })

  it.each([
    [{ amount: 40 }, ['40 paid, and 50.25 was asked']],
    [{ times: 2 }, ['paid 2 times, 100.5 in all, and 50.25 was asked']],
    [{ fails: '2101' }, []],
    [{ cancels: true }, []],
    [{ hangs: true }, []],
  ] satisfies [PayOptions, string[]][])('says of %j: %j', async (options, differs) => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1', options)
    expect(sim.ledger().rows[0]?.differs).toEqual(differs)
  })

  it('says where money came or went and nobody was told', async () => {
    const { sim, client } = await openService()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1')
    expect(sim.ledger().rows[0]?.differs).toEqual(['50.25 paid, and its notice was not acknowledged'])
    await client.transactions.status({ clientReference: 'order-1' })
    expect(sim.ledger().isClean).toBe(true)
    await sim.customer.refunds('order-1')
    expect(sim.ledger().rows[0]?.differs).toEqual(['50.25 went back, and was never told'])
    await client.transactions.status({ clientReference: 'order-1' })
    expect(sim.ledger().isClean).toBe(true)
  })

  it('says what the application handled otherwise', async () => {
    const { sim, client, payments } = await openShop()
    await client.checkout.create(invoice)
    const differs = (...handled: object[]) =>
      sim.ledger({ handled: handled as typeof payments }).rows.flatMap((row) => row.differs)
    const paid = { outcome: 'paid', amount: 50.25, clientReference: 'order-1' }
    expect(differs()).toEqual([])
    expect(differs(paid)).toEqual(['handled as paid, and nobody paid'])
    await sim.customer.pays('order-1')
    expect(differs()).toEqual(['50.25 paid, and not handled as paid'])
    expect(differs(...payments)).toEqual([])
    expect(differs(paid, paid)).toEqual(['handled as paid 2 times, and paid once'])
    expect(differs({ ...paid, amount: 5 })).toEqual(['handled 5, and 50.25 was paid'])
    expect(differs(paid, { ...paid, clientReference: 'forged' })).toEqual([
      '50.25 handled as paid, and no bill asked for it',
    ])
    expect(differs(paid, { outcome: 'failed', reference: 'forged' })).toEqual([])
    // What people must look at is not lost.
    expect(differs({ ...paid, outcome: 'undetermined', needsReview: ['underpaid'] })).toEqual([])
    expect(differs({ ...paid, needsReview: ['unconfirmable'] })).toEqual([])
  })

  it('says of each difference which part of the row it is about', async () => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    const cells = (...handled: HandledPayment[]) => sim.ledger({ handled }).rows.map(({ differsAt }) => differsAt)
    const paid = { outcome: 'paid', amount: 50.25, clientReference: 'order-1' }
    expect(cells(paid, { ...paid, clientReference: 'forged' })).toEqual([['handled'], ['asked']])
    await sim.customer.pays('order-1', { amount: 40 })
    expect(cells({ ...paid, amount: 40 })).toEqual([['paid']])
    expect(cells()).toEqual([['paid', 'handled']])
    const lost = await openService()
    await lost.client.checkout.create(invoice)
    await lost.sim.customer.pays('order-1')
    expect(lost.sim.ledger().rows[0]?.differsAt).toEqual(['told'])
  })

  it('says what a report of fulfilment has to do with the money', async () => {
    const { sim } = await openShop()
    const { id } = sim.openBill(cart)
    await sim.customer.pays(id)
    const report = (ServiceStatus: string) =>
      fetch(`${sim.url}/fulfilment/report`, {
        method: 'POST',
        body: JSON.stringify({ SessionId: 'session-1', OrderId: id, ServiceStatus }),
      })
    await sim.advance(3_600_001)
    expect(sim.ledger().rows[0]?.differs).toEqual(['paid more than an hour ago, and no delivery was reported'])
    await report('success')
    expect(sim.ledger().rows[0]?.differs).toEqual(['the delivery was reported after the hour'])
    expect(sim.ledger({ handled: [] }).rows[0]?.differs).toEqual([
      '50 paid, and not handled as paid',
      'reported as delivered, and not handled as paid',
      'the delivery was reported after the hour',
    ])
    const unpaid = sim.openBill(cart)
    await sim.customer.pays(unpaid, { fails: '2101' })
    await fetch(`${sim.url}/fulfilment/report`, {
      method: 'POST',
      body: JSON.stringify({ SessionId: 'session-1', OrderId: unpaid.id, ServiceStatus: 'success' }),
    })
    expect(sim.ledger().rows[1]?.differs).toEqual(['reported as delivered, and nobody paid'])
  })

  it('takes for handled what an application lets people look at, as the plugin says', async () => {
    const { sim } = await openShop({}, (baseUrl) => {
      const paths = { transactionStatus: '/transactions/status' }
      return { client: new MerchantClient({ baseUrl, apiId: 'sim-id', apiKey: 'sim-key', paths }) }
    })
    await sim.customer.pays(sim.openBill(cart))
    const handled = await sim.handled()
    expect(handled).toMatchObject([{ outcome: 'paid', needsReview: ['unconfirmable'] }])
    expect(sim.ledger({ handled }).isClean).toBe(true)
  })

  it('is part of the state', async () => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    const before = sim.snapshot()
    await sim.customer.pays('order-1')
    const after = sim.snapshot()
    sim.restore(before)
    expect(sim.ledger().rows).toMatchObject([{ paid: 0, told: [] }])
    sim.restore(after)
    expect(sim.ledger().rows).toMatchObject([{ paid: 50.25, told: [{ outcome: 'paid' }] }])
    sim.reset()
    expect(sim.ledger().rows).toEqual([])
  })

  it('reads what was handled from the inbox of an application in this process', async () => {
    const { sim, client, app } = await openShop()
    await client.checkout.create(invoice)
    await client.checkout.create({ ...invoice, clientReference: 'order-2' })
    await sim.customer.pays('order-1', { amount: 50 })
    await sim.customer.pays('order-2', { fails: '0005' })
    const handled = await sim.handled()
    expect(handled).toMatchObject([
      { outcome: 'paid', amount: 50, clientReference: 'order-1' },
      { outcome: 'undetermined', needsReview: ['undetermined'], clientReference: 'order-2' },
    ])
    expect(sim.ledger({ handled }).rows.map(({ differs }) => differs)).toEqual([['50 paid, and 50.25 was asked'], []])
    await sim.connect(app, { registration: 'default' })
    expect(await sim.handled()).toHaveLength(2)
    await sim.connect('http://127.0.0.1:1/push')
    expect(await sim.handled()).toBeUndefined()
  })

  /** What goes over the wire of a bill, as a fault could make it. */
  async function openWire() {
    const { sim, client } = await openService()
    const { checkoutId: billId } = await client.checkout.create(invoice)
    const message = (body: object) => {
      const bytes = Buffer.from(JSON.stringify(body))
      return { headers: {}, body: bytes, bytes: bytes.length }
    }
    const row = () => ({
      at: sim.now(),
      url: sim.url,
      problem: null,
      ms: 1,
      deadline: null,
      attempt: 1,
      origin: null,
      timing: null,
    })
    const about = { billId: billId ?? '' }
    const push = (fields: object, { method = 'POST', faults = ['contradict'], status = 200 } = {}) => {
      const [request, response] = [message(fields), { status, ...message({}) }]
      sim.log.add({ ...row(), direction: 'push', kind: 'checkout', method, request, response, faults, about })
    }
    const answer = (record: object) => {
      const [request, response] = [message({}), { status: 200, ...message({ Data: [record] }) }]
      const kind = 'transactionStatus'
      sim.log.add({ ...row(), direction: 'call', kind, method: 'GET', request, response, faults: [], about })
    }
    const differs = () => sim.ledger().rows[0]?.differs
    return { sim, push, answer, differs }
  }
  const paid = (Amount: number) => ({ ResponseCode: '0000', Status: 'Success', Data: { Status: 'Success', Amount } })
  const failed = { ResponseCode: '2001', Status: 'Failed', Data: { Status: 'Failed', Amount: 0 } }

  it('says what was told or confirmed and was not so', async () => {
    const early = await openWire()
    early.push(paid(50.25))
    early.push(paid(50.25))
    early.push(failed)
    early.answer({ TransactionStatus: 'Settled', TransactionAmount: 50.25 })
    early.answer({ TransactionStatus: 'Failed' })
    expect(early.differs()).toEqual([
      'told paid, and nobody had paid',
      'told failed, and no try of it failed',
      'confirmed paid, and nobody had paid',
      'confirmed failed, and no try of it failed',
    ])
    const { sim, push, answer, differs } = await openWire()
    await sim.customer.pays('order-1')
    expect(differs()).toEqual(['50.25 paid, and its notice was not acknowledged'])
    push(paid(5), { status: 500 })
    expect(differs()).toEqual(['50.25 paid, and none of 2 notices was acknowledged'])
    push(failed)
    answer({ TransactionStatus: 'Cancelled' })
    expect(differs()).toEqual([
      '50.25 paid, and none of 2 notices was acknowledged',
      'told failed, and no try of it failed',
      'confirmed cancelled, and 50.25 was paid',
    ])
  })

  it('takes for true what is answered of a try that failed beside one that was paid, if that try was asked about', async () => {
    const { sim, client } = await openService()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1', { fails: '2001' })
    await sim.customer.pays('order-1')
    const { transactions } = await client.transactions.status({ clientReference: 'order-1' })
    const failed = transactions.find(({ status }) => status !== 'Success')
    const serviceTransactionId = String(failed?.transactionId)
    expect((await client.transactions.status({ serviceTransactionId })).outcome).toBe('failed')
    const [row] = sim.ledger().rows
    expect(row?.confirmed).toMatchObject([{ outcome: 'paid' }, { outcome: 'failed', isOfTry: true }])
    expect(row?.differs.filter((line) => line.startsWith('confirmed'))).toEqual([])
  })

  it('counts nothing that a forger said, and no probe', async () => {
    const { push, differs } = await openWire()
    push(paid(50.25), { faults: ['forge'] })
    push({}, { method: 'GET' })
    expect(differs()).toEqual([])
  })
})
