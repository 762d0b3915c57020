import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import type { SimulatorOptions } from '../../../src/simulator/index.ts'
import { invoice, openService } from './shop.ts'

const authorization = `Basic ${Buffer.from('sim-id:sim-key').toString('base64')}`
const body = { ...invoice, merchantAccountNumber: '10000' }

async function post(url: string, fields: object | string, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: typeof fields === 'string' ? fields : JSON.stringify(fields),
  })
  return { status: response.status, body: await response.json() }
}

describe('an invoice', () => {
  it('is created for a client, with pages on the simulator (reference 2.2)', async () => {
    const { sim, client } = await openService()
    const created = await client.checkout.create(invoice)
    expect(created).toMatchObject({
      clientReference: 'order-1',
      isPaidByHand: false,
      responseCode: '0000',
      raw: { responseCode: '0000', status: 'Success', data: { message: '', clientReference: 'order-1' } },
    })
    expect(created.checkoutId).toMatch(/^[0-9a-f]{32}$/)
    expect(created.checkoutUrl).toBe(`${sim.url}/pay/${created.checkoutId}`)
    expect(created.checkoutDirectUrl).toBe(`${sim.url}/pay/${created.checkoutId}/direct`)
    expect(await sim.log.next()).toMatchObject({
      kind: 'checkoutInvoice',
      about: { reference: 'order-1', billId: created.checkoutId },
    })
  })

  it.each(['/checkout', '/items/initiate'])('is taken at %s', async (path) => {
    const { sim } = await openService()
    expect(await post(sim.url + path, body)).toMatchObject({ status: 200, body: { responseCode: '0000' } })
  })

  it('is taken in any casing, with an amount as text, as a form, with fields that nobody knows', async () => {
    const { sim } = await openService()
    const url = `${sim.url}/checkout`
    const pascal = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
    )
    expect(await post(url, { ...pascal, TotalAmount: '50.25', Colour: 'red' })).toMatchObject({ status: 200 })
    const form = new URLSearchParams({ ...body, totalAmount: '50.25', PayeeName: 'A Customer' }).toString()
    expect(await post(url, form, { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 200,
    })
  })

  it.each([
    ['totalAmount', undefined, 'totalAmount: is required'],
    ['totalAmount', 'fifty', 'totalAmount: must be a number above 0'],
    ['totalAmount', 0, 'totalAmount: must be a number above 0'],
    ['totalAmount', '9'.repeat(400), 'totalAmount: must be a number above 0'],
    ['totalAmount', 1.005, 'totalAmount: must have at most 2 decimals'],
    ['description', undefined, 'description: is required'],
    ['callbackUrl', '', 'callbackUrl: is required'],
    ['callbackUrl', 'callback', 'callbackUrl: must be a whole http or https address'],
    ['returnUrl', 'javascript:alert(1)', 'returnUrl: must be a whole http or https address'],
    ['cancellationUrl', undefined, 'cancellationUrl: is required'],
    ['merchantAccountNumber', undefined, 'merchantAccountNumber: is required'],
    ['clientReference', ' ', 'clientReference: is required'],
    ['clientReference', 'x'.repeat(33), 'clientReference: is 33 characters long, and may have 32'],
    ['PrimaryCallbackUrl', 'here', 'PrimaryCallbackUrl: must be a whole http or https address'],
  ])('with %s %s is refused in a sentence (reference 2.1, 8)', async (name, value, message) => {
    const { sim } = await openService()
    expect(await post(`${sim.url}/checkout`, { ...body, [name]: value })).toEqual({
      status: 400,
      body: { responseCode: '4000', status: 'Failed', message, data: null },
    })
    await expect(sim.customer.pays('order-1')).rejects.toThrow(/has no bill 'order-1'/)
  })

  it('with a reference of 32 characters is taken', async () => {
    const { sim } = await openService()
    const fields = { ...body, clientReference: 'x'.repeat(32) }
    expect(await post(`${sim.url}/checkout`, fields)).toMatchObject({ status: 200 })
  })

  it('that is no JSON is refused', async () => {
    const { sim } = await openService()
    expect(await post(`${sim.url}/checkout`, '[]')).toMatchObject({ status: 400, body: { responseCode: '4000' } })
  })

  it('of another account gets 4105, and wrong keys 0001 with 401 (reference 5.1, 5.3, 5.5, 7.1)', async () => {
    const { sim, client } = await openService()
    await expect(client.checkout.create({ ...invoice, merchantAccountNumber: '9' })).rejects.toMatchObject({
      serviceCode: '4105',
      detail: 'The account number is not of your organisation',
    })
    const wrong = { authorization: `Basic ${Buffer.from('sim-id:other').toString('base64')}` }
    expect(await post(`${sim.url}/checkout`, body, wrong)).toMatchObject({
      status: 401,
      body: { responseCode: '0001' },
    })
  })

  it('with wrong keys is refused once and for all, as its status is', async () => {
    const { sim } = await openService()
    const { clientOptions } = sim
    const client = new MerchantClient({ ...clientOptions, apiKey: 'another-key' })
    const refused = { code: 'FMW_CALL_UNAUTHORIZED', serviceCode: '0001', status: 401, canRetry: false }
    await expect(client.checkout.create(invoice)).rejects.toMatchObject(refused)
    await expect(client.transactions.status({ clientReference: 'order-1' })).rejects.toMatchObject(refused)
  })

  it('that is paid by hand has code 0002 and no page', async () => {
    const { client } = await openService({ money: { paidByHand: true } })
    expect(await client.checkout.create(invoice)).toMatchObject({ isPaidByHand: true, checkoutUrl: null })
  })

  it('of a reference that was used before is another, the same, or refused, as the setting says', async () => {
    const twice = async (sameReference: 'another' | 'same' | 'refused') => {
      const { client } = await openService({ money: { sameReference } })
      const first = await client.checkout.create(invoice)
      return client.checkout.create(invoice).then(
        ({ checkoutId }) => (checkoutId === first.checkoutId ? 'same' : 'another'),
        () => 'refused',
      )
    }
    expect([await twice('another'), await twice('same'), await twice('refused')]).toEqual([
      'another',
      'same',
      'refused',
    ])
  })

  it.each([
    [{ rate: 1 }, /money\.rate is no option: there are statusForm/],
    [{ feeRate: 2 }, /money\.feeRate must be a number from 0 to 1/],
    [{ settlesAfter: -1 }, /must be a number of ms, 0 or more/],
    [{ currency: 1 }, /currency must be text/],
    [{ statusForm: 'list' }, /is 'list': there are records, single/],
    [null, /money must be an object/],
  ])('has settings of which %j says what is wrong', async (money, problem) => {
    await expect(openService({ money } as SimulatorOptions)).rejects.toThrow(problem)
  })
})
