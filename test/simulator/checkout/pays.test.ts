import { describe, expect, it } from 'vitest'
import { paymentCodes } from '../../../src/catalogue/payment-codes.ts'
import { magicNumbers, type PayOptions } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { invoice, openService, openShop } from './shop.ts'

describe('a customer', () => {
  it('pays, and the application is told (reference 2.3)', async () => {
    const { sim, client, payments } = await openShop()
    const { checkoutId } = await client.checkout.create(invoice)
    const { notices, transactionIds } = await sim.customer.pays('order-1')
    expect(notices).toMatchObject([{ kind: 'checkout', response: { status: 200 }, about: { billId: checkoutId } }])
    expect(JSON.parse(String(notices[0]?.request.body))).toEqual({
      ResponseCode: '0000',
      Status: 'Success',
      Data: {
        CheckoutId: checkoutId,
        SalesInvoiceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        ClientReference: 'order-1',
        Status: 'Success',
        Amount: 50.25,
        CustomerPhoneNumber: '+233000000000',
        PaymentDetails: { MobileMoneyNumber: '+233000000000', PaymentType: 'MobileMoney' },
        Description: 'The payment was made',
      },
    })
    expect(transactionIds).toHaveLength(1)
    expect(payments).toMatchObject([{ outcome: 'paid', amount: 50.25, clientReference: 'order-1' }])
  })

  it('pays what has its page at an address, as the application gives it', async () => {
    const { sim, client, payments } = await openShop()
    const page = String((await client.checkout.create(invoice)).checkoutUrl)
    await sim.customer.pays(`${page}?from=shop`)
    expect(payments).toMatchObject([{ outcome: 'paid', clientReference: 'order-1' }])
    await expect(sim.customer.pays(`${page}0`)).rejects.toMatchObject({ code: 'FMW_SIMULATOR_STATE' })
  })

  it.each([
    ['card', { PaymentType: 'Card', CardNumber: '400000******0000', CardType: 'debit' }],
    ['qr', { PaymentType: 'QR', MobileMoneyNumber: '0200000000' }],
    ['wallet', { PaymentType: 'Wallet', MobileMoneyNumber: '0200000000' }],
  ] as const)('pays by %s', async (method, details) => {
    const { sim, client, payments } = await openShop()
    const created = await client.checkout.create(invoice)
    const { notices } = await sim.customer.pays(created, { method, mobile: '0200000000' })
    const { Data } = JSON.parse(String(notices[0]?.request.body))
    expect(Data.PaymentDetails).toEqual(details)
    expect(Data.CustomerPhoneNumber).toBe(method === 'card' ? undefined : '0200000000')
    expect(payments).toMatchObject([{ outcome: 'paid' }])
  })

  it.each(paymentCodes.filter(({ result }) => result !== 'success'))('fails with $code: $meaning', async (row) => {
    const { sim, client, payments } = await openShop()
    await client.checkout.create(invoice)
    const { notices, billId } = await sim.customer.pays('order-1', { fails: row.code })
    expect(JSON.parse(String(notices[0]?.request.body))).toMatchObject({
      ResponseCode: row.code,
      Data: { Status: row.result === 'pending' ? 'Pending' : 'Failed' },
    })
    const outcome = { failure: 'failed', pending: 'pending', unknown: 'undetermined', success: 'paid' }[row.result]
    expect(payments.map((payment) => payment.outcome)).toEqual([outcome])
    // A failed try can be followed by another; what is pending first comes to its end.
    if (row.result === 'failure') await sim.customer.pays(billId)
    else await sim.customer.finishes(billId)
    expect(payments.at(-1)).toMatchObject({ outcome: 'paid', amount: 50.25 })
  })

  it('cancels, leaves, or never answers the prompt', async () => {
    const { sim, client, payments } = await openShop()
    for (const clientReference of ['cancelled', 'left', 'hanging'])
      await client.checkout.create({ ...invoice, clientReference })
    await sim.customer.pays('cancelled', { cancels: true })
    expect(payments).toMatchObject([{ outcome: 'cancelled', responseCode: '2001' }])
    expect(await sim.customer.pays('left', { leaves: true })).toMatchObject({ transactionIds: [], notices: [] })
    expect(await sim.customer.pays('hanging', { hangs: true })).toMatchObject({ notices: [] })
    expect(payments).toHaveLength(1)
    await sim.customer.finishes('hanging', { fails: '2101' })
    expect(payments.at(-1)).toMatchObject({ outcome: 'failed', clientReference: 'hanging' })
    await expect(sim.customer.pays('cancelled')).rejects.toThrow(/it is cancelled/)
  })

  it('pays less, pays several times, and pays later', async () => {
    const { sim, client, payments } = await openShop({ clock: manualClock() })
    for (const clientReference of ['less', 'twice', 'later'])
      await client.checkout.create({ ...invoice, clientReference })
    await sim.customer.pays('less', { amount: 40 })
    expect(payments).toMatchObject([{ amount: 40 }])
    expect((await sim.customer.pays('twice', { times: 2 })).notices).toHaveLength(2)
    await sim.customer.pays('later', { takes: 5_000 })
    await sim.advance(4_999)
    expect(payments.some(({ clientReference }) => clientReference === 'later')).toBe(false)
    await sim.advance(1)
    expect(payments.at(-1)).toMatchObject({ outcome: 'paid', clientReference: 'later' })
    await expect(sim.customer.pays('later')).rejects.toThrow(/it is paid\. To pay twice, give times: 2/)
  })

  it('gets money back, in part or whole, and disputes', async () => {
    const { sim, client, payments } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1')
    await sim.customer.refunds('order-1', { amount: 10 })
    await expect(sim.customer.refunds('order-1', { amount: 41 })).rejects.toThrow(/40\.25 of it are with the merchant/)
    await sim.customer.refunds('order-1', { isTold: true })
    expect(payments.map(({ outcome }) => outcome)).toEqual(['paid', 'refunded'])
    await expect(sim.customer.refunds('order-1')).rejects.toThrow(/no money/)
    await client.checkout.create({ ...invoice, clientReference: 'order-2' })
    await sim.customer.pays('order-2')
    sim.customer.disputes('order-2')
    expect(await client.transactions.status({ clientReference: 'order-2' })).toMatchObject({
      outcome: 'undetermined',
      transaction: { isDisputed: true, disputed: { amount: 50.25 } },
    })
    expect(() => sim.customer.disputes('order-2', { amount: 60 })).toThrow(/50\.25 were paid/)
  })

  it.each([
    [{ fails: '9999' }, /can't fail with '9999': there are 0001, /],
    [{ fails: '0000' }, /can't fail with '0000'/],
    [{ amount: 0 }, /give an amount above 0/],
    [{ amount: Number.NaN }, /give an amount above 0/],
    [{ times: 0 }, /a whole number from 1 to 10/],
    [{ takes: -1 }, /give 0 or more/],
  ] satisfies [PayOptions, RegExp][])('told %j says what is wrong', async (options, problem) => {
    const { sim, client } = await openService()
    await client.checkout.create(invoice)
    await expect(sim.customer.pays('order-1', options)).rejects.toThrow(problem)
    await expect(sim.customer.pays('order-2')).rejects.toThrow(/no bill 'order-2': the last ones are order-1/)
    await expect(sim.customer.finishes('order-1')).rejects.toThrow(/nothing pending/)
  })

  it('pays though nobody can be told: the log says why', async () => {
    const { sim, client } = await openService()
    await client.checkout.create(invoice)
    const { notices } = await sim.customer.pays('order-1')
    expect(notices).toMatchObject([{ response: null, problem: expect.stringMatching(/no application to push to/) }])
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ outcome: 'paid' })
  })

  it.each([
    ['one', ['/checkout']],
    ['fallback', ['/first', '/second']],
    ['all', ['/checkout', '/first', '/second']],
  ] as const)('is told of at %s of the addresses of an invoice (API document, 6)', async (callbackAddresses, paths) => {
    const { sim, client } = await openShop({ money: { callbackAddresses } })
    await client.checkout.create({
      ...invoice,
      primaryCallbackUrl: 'http://localhost/first',
      secondaryCallbackUrl: 'http://localhost/second',
    })
    const { notices } = await sim.customer.pays('order-1')
    expect(notices.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(paths)
  })
})

it('is told of at the first address alone where that takes it', async () => {
  const { sim, client } = await openShop({ money: { callbackAddresses: 'fallback' } })
  await client.checkout.create({ ...invoice, secondaryCallbackUrl: 'http://localhost/second' })
  const { notices } = await sim.customer.pays('order-1')
  expect(notices.map(({ url }) => new URL(url).pathname)).toEqual(['/checkout'])
})

describe('magic numbers', () => {
  const told = async (mobile: string) => {
    const { sim, client, payments } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1', { mobile })
    const atOnce = payments.length
    await sim.advance(600_000)
    const { outcome } = await client.transactions.status({ clientReference: 'order-1' })
    return { atOnce, payments: payments.map((one) => `${one.outcome} ${one.amount}`), outcome }
  }

  it.each([
    ['+233010009000', 1, ['paid 50.25'], 'paid'],
    ['+233010009001', 0, [], 'pending'],
    ['+233010009002', 1, ['paid 25.13'], 'paid'],
    // The same notice twice is one to the application: only the status says that it was paid twice.
    ['+233010009003', 1, ['paid 50.25'], 'paid'],
    ['233010009004', 0, ['paid 50.25'], 'paid'],
    ['0010009005', 0, ['paid 50.25'], 'paid'],
    ['+233010009006', 1, ['cancelled 0'], 'cancelled'],
    ['+233010009007', 1, ['paid 50.25'], 'refunded'],
    ['+233010002101', 1, ['failed 0'], 'failed'],
    ['+233010000005', 1, ['undetermined 0'], 'pending'],
  ])('let %s do what they say', async (mobile, atOnce, payments, outcome) => {
    expect(await told(mobile)).toEqual({ atOnce, payments, outcome })
  })

  it('are none of what everybody writes in tests, and each is there once', () => {
    const mobiles = magicNumbers.map(({ mobile }) => mobile)
    expect(new Set(mobiles).size).toBe(mobiles.length)
    expect(mobiles.every((mobile) => /^\+23301000\d{4}$/.test(mobile))).toBe(true)
    expect(magicNumbers.filter(({ code }) => code !== undefined)).toHaveLength(paymentCodes.length - 1)
  })

  it('count for less than what is said', async () => {
    const { sim, client, payments } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1', { mobile: '+233010002101', amount: 50.25 })
    expect(payments).toMatchObject([{ outcome: 'paid' }])
  })

  it('give back no money that is back already', async () => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1', { mobile: '+233010009007' })
    await sim.customer.refunds('order-1')
    await sim.advance(60_000)
    expect(sim.ledger().rows).toMatchObject([{ paid: 50.25, refunded: 50.25 }])
  })
})
