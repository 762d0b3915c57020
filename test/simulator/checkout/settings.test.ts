import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import type { MoneyOptions, SimulatorOptions } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { openStranger } from '../gateway/shop.ts'
import { invoice, openService, openShop } from './shop.ts'

const authorization = `Basic ${Buffer.from('sim-id:sim-key').toString('base64')}`

async function ask(url: string, body?: object) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { ...init, headers: { authorization, 'content-type': 'application/json' } })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

describe('what the reference leaves open is a setting', () => {
  it('the names of the four parameters of the transaction status, as the client has them', async () => {
    const statusParameters = { clientReference: 'reference', checkoutId: 'invoice' }
    const { sim } = await openShop({ money: { statusParameters } })
    const client = new MerchantClient({ ...sim.clientOptions, retries: 0, statusParameters })
    const { checkoutId } = await client.checkout.create(invoice)
    await sim.customer.pays('order-1')
    expect(await client.transactions.status({ clientReference: 'order-1' })).toMatchObject({ outcome: 'paid' })
    expect(await client.transactions.status({ checkoutId: checkoutId ?? '' })).toMatchObject({ outcome: 'paid' })
    // The usual name is one that nobody knows.
    expect(await ask(`${sim.url}/transactions/status?ClientReference=order-1`)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining('Give one of invoice, networkTransactionId, serviceTransactionId, reference'),
      },
    })
  })

  it('the HTTP status of what is refused', async () => {
    const { sim } = await openService({ money: { refusalStatus: 422 } })
    for (const refused of [
      await ask(`${sim.url}/checkout`, {}),
      await ask(`${sim.url}/checkout`, { ...invoice, merchantAccountNumber: '9' }),
      await ask(`${sim.url}/transactions/status`),
    ])
      expect(refused.status).toBe(422)
  })

  it.each([
    ['always', 400, 400],
    ['checkout', 400, 200],
    ['never', 200, 200],
  ] as const)('whether an invoice names the account: %s', async (accountNumber, checkout, items) => {
    const { sim } = await openService({ money: { accountNumber } })
    expect((await ask(`${sim.url}/checkout`, invoice)).status).toBe(checkout)
    expect((await ask(`${sim.url}/items/initiate`, invoice)).status).toBe(items)
    // A wrong one is never taken.
    const wrong = { ...invoice, merchantAccountNumber: '9' }
    expect(await ask(`${sim.url}/items/initiate`, wrong)).toMatchObject({ body: { responseCode: '4105' } })
  })

  it('how many calls there may be in a minute: further ones get 429 with Retry-After', async () => {
    const clock = manualClock()
    const { sim } = await openService({ callsPerMinute: 2, clock })
    const url = `${sim.url}/transactions/status?ClientReference=order-1`
    expect([(await ask(url)).status, (await ask(url)).status]).toEqual([200, 200])
    clock.advance(50_000)
    const late = await ask(url)
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '10'])
    expect(sim.log.rows().at(-1)).toMatchObject({ kind: 'transactionStatus', response: { status: 429 } })
    clock.advance(10_000)
    expect((await ask(url)).status).toBe(200)
  })

  it('how long an application has for a turn', async () => {
    const clock = manualClock()
    const arrived = Promise.withResolvers<void>()
    const { sim } = await openStranger(
      (app) => {
        app.post('/ussd', () => {
          arrived.resolve()
          return new Promise(() => undefined)
        })
      },
      { clock, ussd: { answerWithin: 5_000 } },
    )
    const dialling = sim.phone('+233000000001').dial('*713#').run()
    await arrived.promise
    clock.advance(5_000)
    expect((await dialling).text).toBe('UUT')
    expect(sim.log.rows()).toMatchObject([{ deadline: 5_000, ms: 5_000 }])
  })

  it.each([
    [{ money: { statusParameters: { reference: 'x' } } }, /money\.statusParameters has 'reference': there are/],
    [
      { money: { statusParameters: { checkoutId: '' } } },
      /money\.statusParameters .*'checkoutId' must be a text that is not empty/,
    ],
    [{ money: { refusalStatus: 200 } }, /money\.refusalStatus must be a number from 400 to 599/],
    [{ money: { accountNumber: 'sometimes' } }, /money\.accountNumber is 'sometimes'/],
    [{ money: { maxima: { network: { each: 0 } } } }, /money\.maxima .*'network' .*'each' must be a number above 0/],
    [{ money: { maxima: { network: { most: 1 } } } }, /money\.maxima .*'network' has 'most': there are each/],
    [{ callsPerMinute: 0 }, /callsPerMinute must be a number from 1/],
    [{ ussd: { answerWithin: 7_001 } }, /ussd\.answerWithin must be a number from 1 to 7000/],
  ])('%j is refused', async (options, problem) => {
    await expect(openService(options as SimulatorOptions)).rejects.toThrow(problem)
  })
})

describe('the most that an operator lets a wallet pay (reference 8)', () => {
  const open = async (money: MoneyOptions) => {
    const clock = manualClock({ now: Date.UTC(2026, 2, 1, 12) })
    const { sim, payments } = await openShop({ money, clock })
    const phone = sim.phone('+233000000001', { operator: 'network-c' })
    const pays = async (amount: number, options = {}) => {
      const asked = { source: 'ussdPayment', amount, description: 'Tea', callbackUrl: null, sessionId: 's' } as const
      const { transactionIds } = await sim.customer.pays(sim.openBill({ ...asked, mobile: phone.number }), options)
      const [id = ''] = transactionIds
      const [row] = sim.log.rows({ kind: 'ussdPayment' }).slice(-1)
      return { id, code: JSON.parse(String(row?.request.body)).ResponseCode }
    }
    return { sim, payments, pays }
  }

  it('is of one payment: 2153; and of a day: 2154, and the next day is another', async () => {
    const { sim, pays } = await open({ maxima: { 'network-c': { each: 100, daily: 150 } } })
    expect((await pays(101)).code).toBe('2153')
    expect((await pays(100)).code).toBe('0000')
    expect((await pays(51)).code).toBe('2154')
    expect((await pays(50)).code).toBe('0000')
    expect((await pays(1)).code).toBe('2154')
    await sim.advance(86_400_000)
    expect((await pays(100)).code).toBe('0000')
    expect(sim.ledger().rows.map(({ paid }) => paid)).toEqual([0, 100, 0, 50, 0, 100])
  })

  it('is of its operator alone, and of wallets of mobile money', async () => {
    const { pays } = await open({ maxima: { 'network-b': { each: 10 }, 'network-c': { daily: 1_000 } } })
    expect((await pays(100)).code).toBe('0000')
    const { pays: limited } = await open({ maxima: { 'network-c': { each: 10 } } })
    expect((await limited(11, { method: 'card' })).code).toBe('0000')
    expect((await limited(11)).code).toBe('2153')
  })
})

describe('the payee that an invoice names (reference 2.1)', () => {
  const payee = { payeeName: 'Ama <b>', payeeMobileNumber: '+233000000007', payeeEmail: 'ama@shop.example' }

  it('stands on its page, whose phone is theirs, and in the prompt; who pays is theirs too', async () => {
    const { sim, client } = await openShop()
    const { checkoutUrl } = await client.checkout.create({ ...invoice, ...payee })
    const page = async () => (await fetch(checkoutUrl ?? '')).text()
    const text = await page()
    expect(text).toContain('For Ama &#60;b&#62;, ama@shop.example')
    expect(text).toMatch(/name="mobile"[^>]* value="\+233000000007"/)
    const { transactionIds } = await sim.customer.pays('order-1', { hangs: true })
    expect(await page()).toContain('The phone +233000000007 shows a prompt')
    await sim.customer.finishes('order-1')
    const { body } = await ask(`${sim.url}/transactions/status?ClientReference=order-1`)
    expect(body).toMatchObject({ Data: [{ TransactionId: transactionIds[0], MobileNumber: '+233000000007' }] })
  })

  it('may be nobody', async () => {
    const { client } = await openShop()
    const { checkoutUrl } = await client.checkout.create(invoice)
    const text = await (await fetch(checkoutUrl ?? '')).text()
    expect(text).not.toContain('class="payee"')
    expect(text).toContain('value="+233000000000"')
  })
})

describe('a transaction that was given back (reference 2.4)', () => {
  it('names the one that gave it back, from then on', async () => {
    const { sim, client } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1')
    const url = `${sim.url}/transactions/status?ClientReference=order-1`
    expect((await ask(url)).body).toMatchObject({
      Data: [{ RelatedTransactionId: null, RelatedTransactionType: null }],
    })
    await sim.customer.refunds('order-1', { amount: 10 })
    const { body } = await ask(url)
    expect(body).toMatchObject({
      Data: [{ RelatedTransactionId: expect.stringMatching(/^[0-9a-f]{32}$/), RelatedTransactionType: 'REFUND' }],
    })
    await sim.customer.refunds('order-1')
    expect((await ask(url)).body.Data[0].RelatedTransactionId).toBe(body.Data[0].RelatedTransactionId)
  })
})

describe('an account whose credit is used up (reference 7.2)', () => {
  it('leaves subscribers with NOCR, and the application hears nothing', async () => {
    const { sim, client } = await openShop({ messages: { balance: 1 } }, () => ({
      ussd: (_push, turn) => turn.prompt('Your name?'),
    }))
    const phone = sim.phone('+233000000001')
    expect((await phone.dial('*713#')).text).toBe('Your name?')
    await client.messages.send({ from: 'Shop', to: '+233000000000', content: 'Ready' })
    expect((await phone.dial('*713#')).text).toBe('NOCR')
    expect(phone.problem).toMatch(/out of credit; the messages cost 1 of 1/)
    expect(sim.log.rows({ kind: 'ussd' })).toHaveLength(1)
  })
})
