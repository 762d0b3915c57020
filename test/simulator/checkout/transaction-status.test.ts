import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/index.ts'
import { invoice, openService } from './shop.ts'

async function ask(url: string, query: string, authorization = 'sim-id:sim-key') {
  const response = await fetch(`${url}/transactions/status?${query}`, {
    headers: { authorization: `Basic ${Buffer.from(authorization).toString('base64')}` },
  })
  const body = JSON.parse(await response.text())
  return { status: response.status, body }
}

describe('the transaction status', () => {
  it('has every field of a record, and its history newest first (reference 2.4, 3.1)', async () => {
    const { sim, client } = await openService({ clock: manualClock() })
    const { checkoutId } = await client.checkout.create(invoice)
    const { transactionIds } = await sim.customer.pays('order-1', { takes: 2_000 })
    await sim.advance(62_000)
    expect(await ask(sim.url, 'ClientReference=order-1')).toEqual({
      status: 200,
      body: {
        ResponseCode: '0000',
        Data: [
          {
            StartDate: '2026-01-01T00:00:00.000Z',
            TransactionStatus: 'Settled',
            TransactionId: transactionIds[0],
            NetworkTransactionId: expect.stringMatching(/^000000\d{10}$/),
            InvoiceToken: checkoutId,
            TransactionType: 'RECEIVE-MONEY',
            PaymentMethod: 'MOBILE-MONEY',
            ClientReference: 'order-1',
            CountryCode: 'GH',
            CurrencyCode: 'GHS',
            TransactionAmount: 50.25,
            Fee: 1.01,
            AmountAfterFees: 49.24,
            CardSchemeName: null,
            CardNumber: null,
            MobileNumber: '+233000000000',
            MobileChannelName: 'operator-one',
            TransactionCycle: [
              { Date: '2026-01-01T00:01:02.000Z', Status: 'Settled' },
              { Date: '2026-01-01T00:00:02.000Z', Status: 'Success' },
              { Date: '2026-01-01T00:00:00.000Z', Status: 'Pending' },
            ],
            RelatedTransactionId: null,
            RelatedTransactionType: null,
            Disputed: false,
            DisputedAmount: 0,
            DisputedAmountFee: 0,
            TotalAmountRefunded: 0,
          },
        ],
      },
    })
  })

  it('is asked by each of the four identifiers, in any casing, and by all at once (reference 4.2)', async () => {
    const { sim, client } = await openService()
    const { checkoutId } = await client.checkout.create(invoice)
    const { transactionIds } = await sim.customer.pays('order-1', { method: 'card' })
    const [serviceTransactionId = ''] = transactionIds
    const { transaction } = await client.transactions.status({ serviceTransactionId })
    const networkTransactionId = transaction?.networkTransactionId ?? ''
    expect(transaction).toMatchObject({ cardNumber: '400000******0000', cardScheme: 'DEBIT', customerPhone: null })
    const questions = [
      { checkoutId: checkoutId ?? '' },
      { networkTransactionId },
      { serviceTransactionId },
      { clientReference: 'order-1' },
      { clientReference: 'order-1', checkoutId: checkoutId ?? '', serviceTransactionId, networkTransactionId },
    ]
    for (const question of questions) {
      expect(await client.transactions.status(question)).toMatchObject({
        outcome: 'paid',
        transaction: { amount: 50.25 },
      })
    }
    expect((await ask(sim.url, 'clientreference=order%2D1&colour=red')).body.Data).toHaveLength(1)
    expect((await ask(sim.url, 'CLIENTREFERENCE=order-1&CheckoutId=other')).body.Data).toEqual([])
    expect(await ask(sim.url, '')).toMatchObject({ status: 400, body: { responseCode: '4000' } })
    expect(await ask(sim.url, 'ClientReference=order-1', 'sim-id:other')).toMatchObject({
      status: 401,
      body: { responseCode: '0001' },
    })
  })

  it('finds its own identifiers in any spelling, and a reference as it was written (field notes, "Identifiers")', async () => {
    const { sim, client } = await openService()
    const { checkoutId } = await client.checkout.create(invoice)
    const { transactionIds } = await sim.customer.pays('order-1')
    const dashed = (id = '') => id.toUpperCase().replace(/^(.{8})(.{4})/, '$1-$2-')
    for (const question of [
      `CheckoutId=${dashed(checkoutId ?? '')}`,
      `serviceTransactionId=${dashed(transactionIds[0])}`,
    ])
      expect((await ask(sim.url, question)).body.Data).toHaveLength(1)
    for (const question of ['ClientReference=ORDER-1', 'ClientReference=order1', 'serviceTransactionId=-'])
      expect((await ask(sim.url, question)).body.Data).toEqual([])
  })

  it('has no record before the first try, and one for each try, with 0000 whatever came of them', async () => {
    const { sim, client } = await openService()
    await client.checkout.create(invoice)
    expect(await ask(sim.url, 'ClientReference=order-1')).toEqual({
      status: 200,
      body: { ResponseCode: '0000', Data: [] },
    })
    await sim.customer.pays('order-1', { fails: '2101' })
    await sim.customer.pays('order-1', { hangs: true })
    const { body } = await ask(sim.url, 'ClientReference=order-1')
    expect(body).toMatchObject({
      ResponseCode: '0000',
      Data: [{ TransactionStatus: 'Pending' }, { TransactionStatus: 'Failed' }],
    })
    await sim.customer.finishes('order-1')
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ outcome: 'paid' })
  })

  it('says it in one object in camelCase where the setting says so (field notes)', async () => {
    const { sim, client } = await openService({ money: { statusForm: 'single' } })
    expect((await ask(sim.url, 'ClientReference=order-1')).body).toEqual({
      message: 'Successful',
      responseCode: '0000',
      data: null,
    })
    await client.checkout.create(invoice)
    const status = async () => (await ask(sim.url, 'ClientReference=order-1')).body.data
    expect(await status()).toMatchObject({ status: 'Unpaid', amount: 50.25 })
    await sim.customer.pays('order-1', { fails: '2001' })
    expect(await status()).toMatchObject({ status: 'Unpaid', paymentMethod: 'mobilemoney' })
    await sim.customer.pays('order-1', { amount: 50 })
    expect(await status()).toEqual({
      date: expect.any(String),
      status: 'Paid',
      transactionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      externalTransactionId: expect.stringMatching(/^\d{16}$/),
      paymentMethod: 'mobilemoney',
      clientReference: 'order-1',
      currencyCode: 'GHS',
      amount: 50,
      charges: 1,
      amountAfterCharges: 49,
      isFulfilled: false,
    })
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ outcome: 'paid' })
    await sim.customer.refunds('order-1')
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ outcome: 'refunded' })
  })

  it('says that it has no record by a status where the setting says so', async () => {
    const { sim } = await openService({ money: { noRecordStatus: 404 } })
    expect(await ask(sim.url, 'ClientReference=order-1')).toEqual({
      status: 404,
      body: { Message: 'There is no such transaction' },
    })
  })

  it('stands where the option says', async () => {
    const { sim, client } = await openService({ paths: { transactionStatus: '/status' } })
    expect(sim.clientOptions.paths.transactionStatus).toBe('/status')
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ transaction: null })
  })
})
