import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/index.ts'
import { asHandled } from '../../inbox/reports/as-handled.ts'
import { openShop } from './shop.ts'

const cart = {
  source: 'fulfilment',
  sessionId: 'session-1',
  mobile: '+233000000000',
  items: [
    { name: 'Ticket', quantity: 2, price: 25 },
    { name: 'Tea', quantity: 1, price: 0.1 },
  ],
} as const

const ussd = {
  source: 'ussdPayment',
  amount: 5,
  description: 'Tea',
  sessionId: 'session-1',
  mobile: '+233000000000',
  callbackUrl: null,
} as const

describe('the notice of a cart', () => {
  it('has everything that the field notes name', async () => {
    const { sim, payments } = await openShop({ clock: manualClock() })
    const order = sim.openBill(cart)
    const { notices } = await sim.customer.pays(order)
    const item = (Name: string, Quantity: number, UnitPrice: number) => {
      return { ItemId: expect.stringMatching(/^[0-9a-f]{32}$/), Name, Quantity, UnitPrice }
    }
    expect(JSON.parse(String(notices[0]?.request.body))).toEqual({
      SessionId: 'session-1',
      OrderId: order.id,
      ExtraData: {},
      OrderInfo: {
        CustomerMobileNumber: '233000000000',
        CustomerEmail: 'customer@example.com',
        CustomerName: 'A Customer',
        Status: 'Paid',
        OrderDate: '2026-01-01T00:00:00.0000000+00:00',
        Currency: 'GHS',
        BranchName: 'Main',
        IsRecurring: false,
        RecurringInvoiceId: null,
        Subtotal: 51.1,
        Items: [item('Ticket', 2, 25), item('Tea', 1, 0.1)],
        Payment: {
          PaymentType: 'mobilemoney',
          AmountPaid: 51.1,
          AmountAfterCharges: 50.1,
          PaymentDate: '2026-01-01T00:00:00.0000000+00:00',
          PaymentDescription: 'The payment was made',
          IsSuccessful: true,
        },
      },
    })
    expect(payments).toMatchObject([{ kind: 'fulfilment', outcome: 'paid', amount: 50.1, orderId: order.id }])
  })

  it.each([
    [{ fails: '2101' }, 'Failed', 'failed'],
    [{ cancels: true }, 'Cancelled', 'cancelled'],
  ])('says with %j that it is %s', async (options, status, outcome) => {
    const { sim, payments } = await openShop()
    const { notices } = await sim.customer.pays(sim.openBill(cart), options)
    expect(JSON.parse(String(notices[0]?.request.body)).OrderInfo).toMatchObject({
      Status: status,
      Payment: { AmountPaid: 0, AmountAfterCharges: 0, IsSuccessful: false },
    })
    expect(payments).toMatchObject([{ outcome }])
  })

  it('is one for each order of a session', async () => {
    const { sim, payments } = await openShop()
    const [first, second] = [sim.openBill(cart), sim.openBill(cart)]
    await sim.customer.pays(first)
    await sim.customer.pays(second)
    expect(payments).toMatchObject([{ orderId: first.id }, { orderId: second.id }])
  })
})

describe('the notice of a USSD payment', () => {
  it('has everything that the field notes name', async () => {
    const { sim, client, payments } = await openShop({ clock: manualClock() })
    const bill = sim.openBill(ussd)
    const { notices, transactionIds } = await sim.customer.pays(bill)
    const [TransactionId = ''] = transactionIds
    expect(JSON.parse(String(notices[0]?.request.body))).toEqual({
      ResponseCode: '0000',
      Message: 'success',
      Data: {
        Amount: 5,
        Charges: 0.1,
        AmountAfterCharges: 4.9,
        AmountCharged: 5,
        Description: 'Tea',
        ClientReference: 'session-1',
        TransactionId,
        ExternalTransactionId: expect.stringMatching(/^000000\d{10}$/),
        OrderId: bill.id,
        PaymentDate: '2026-01-01T00:00:00.000Z',
      },
    })
    expect(payments).toMatchObject([{ kind: 'ussdPayment', outcome: 'paid', amount: 5 }])
    expect(await client.transactions.status({ serviceTransactionId: TransactionId })).toMatchObject({ outcome: 'paid' })
  })

  it('has amounts of 0 where it failed, and goes to the address that the reply gave', async () => {
    const { sim, payments } = await openShop()
    const bill = sim.openBill({ ...ussd, callbackUrl: 'http://localhost/ussd-payment' })
    const { notices } = await sim.customer.pays(bill, { fails: '2051' })
    expect(JSON.parse(String(notices[0]?.request.body))).toMatchObject({
      ResponseCode: '2051',
      Message: 'failed',
      Data: { Amount: 0, Charges: 0, AmountAfterCharges: 0, AmountCharged: 0 },
    })
    expect(payments).toMatchObject([{ outcome: 'failed' }])
  })
})

describe('a report of fulfilment', () => {
  async function report(url: string, fields: object) {
    const response = await fetch(`${url}/fulfilment/report`, { method: 'POST', body: JSON.stringify(fields) })
    return { status: response.status, body: await response.text() }
  }

  it('comes from the plugin after its handler', async () => {
    const { sim, payments } = await openShop({}, (url) => ({
      fulfilment: { report: { url: `${url}/fulfilment/report`, describe: asHandled } },
    }))
    await sim.customer.pays(sim.openBill(cart))
    const { request, response } = await sim.log.next({ kind: 'fulfilmentReport' })
    expect({ status: response?.status, body: JSON.parse(String(request.body)) }).toMatchObject({
      status: 200,
      body: { SessionId: 'session-1', ServiceStatus: 'success' },
    })
    expect(sim.ledger({ handled: payments }).isClean).toBe(true)
  })

  it('counts within the hour', async () => {
    const { sim } = await openShop()
    const order = sim.openBill(cart)
    expect(
      await report(sim.url, { SessionId: 'session-1', OrderId: order.id, ServiceStatus: 'success' }),
    ).toMatchObject({
      status: 400,
      body: expect.stringContaining('nothing has come of its payment yet'),
    })
    await sim.customer.pays(order)
    const sent = { SessionId: 'session-1', OrderId: order.id, ServiceStatus: 'success', MetaData: null }
    expect(await report(sim.url, sent)).toMatchObject({ status: 200 })
    expect(sim.ledger().rows).toMatchObject([{ reported: [{ status: 'success', isInTime: true }], differs: [] }])
    await sim.advance(3_600_001)
    expect(await report(sim.url, { ...sent, ServiceStatus: 'failed' })).toMatchObject({
      status: 200,
      body: expect.stringContaining('The report came after the hour'),
    })
    expect(sim.ledger().rows[0]?.differs).toEqual(['reported as delivered, and as failed'])
  })

  it.each([
    [{}, 'OrderId: is required'],
    [{ OrderId: 'other' }, "OrderId: there is no order 'other'"],
    [{ SessionId: 'session-2' }, 'SessionId: the order is of another session'],
    [{ ServiceStatus: 'done' }, "ServiceStatus: is 'done', write success or failed"],
    [{ ServiceStatus: undefined }, 'ServiceStatus: is required, write success or failed'],
  ])('with %j is refused in a sentence', async (fields, message) => {
    const { sim } = await openShop()
    const order = sim.openBill(cart)
    await sim.customer.pays(order)
    const whole = { SessionId: 'session-1', OrderId: order.id, ServiceStatus: 'success', ...fields }
    const { status, body } = await report(sim.url, Object.keys(fields).length === 0 ? {} : whole)
    expect({ status, message: JSON.parse(body).message }).toEqual({ status: 400, message })
  })

  it('that is no JSON is refused', async () => {
    const { sim } = await openShop()
    expect(await report(sim.url, [])).toMatchObject({ status: 400, body: expect.stringContaining('no JSON object') })
  })
})
