import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks from '../../../src/index.ts'
import { stand } from './receiver.ts'

const invoice = {
  totalAmount: 50,
  description: 'Tea',
  callbackUrl: 'http://localhost/paid',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/back',
  clientReference: 'order-1',
}

async function asked() {
  const { sim } = await stand()
  const client = new MerchantClient({ ...sim.clientOptions, retries: 0 })
  const { checkoutId } = await client.checkout.create(invoice)
  await sim.customer.pays(checkoutId ?? '')
  const ask = async (): Promise<Response> => {
    const { apiId, apiKey } = sim.clientOptions
    const authorization = `Basic ${Buffer.from(`${apiId}:${apiKey}`).toString('base64')}`
    return fetch(`${sim.url}/transactions/status?ClientReference=order-1`, { headers: { authorization } })
  }
  return { sim, client, ask }
}

describe('faults of answers', () => {
  it.each(['500', '502', '503'])('statusDown (%s): the status of a payment can not be asked', async (way) => {
    const { sim, ask } = await asked()
    sim.faults.next('statusDown', { way })
    expect((await ask()).status).toBe(Number(way))
    expect(sim.log.rows({ kind: 'transactionStatus' })[0]?.faults).toEqual(['statusDown'])
    expect((await ask()).status).toBe(200)
  })

  it.each([
    ['pending', 'TransactionStatus', 'Pending'],
    ['unpaid', 'TransactionStatus', 'Failed'],
    ['paid', 'TransactionStatus', 'Success'],
    ['otherAmount', 'TransactionAmount', 1],
  ])('statusLies (%s): the record says something else', async (way, name, value) => {
    const { sim, ask } = await asked()
    const { Data: truth } = JSON.parse(await (await ask()).text())
    sim.faults.next('statusLies', { way })
    const { Data } = JSON.parse(await (await ask()).text())
    expect(Data).toEqual([{ ...truth[0], [name]: value }])
  })

  it('statusLies lies in the other form of the answer too, and statusObject leaves that as it is', async () => {
    const { sim } = await stand({ money: { statusForm: 'single' } })
    const client = new MerchantClient({ ...sim.clientOptions, retries: 0 })
    const { checkoutId } = await client.checkout.create(invoice)
    const { apiId, apiKey } = sim.clientOptions
    const authorization = `Basic ${Buffer.from(`${apiId}:${apiKey}`).toString('base64')}`
    const ask = async () =>
      (await fetch(`${sim.url}/transactions/status?ClientReference=order-1`, { headers: { authorization } })).json()
    sim.faults.set('statusLies', { way: 'otherAmount' })
    await sim.customer.pays(checkoutId ?? '')
    expect(await ask()).toMatchObject({ data: { amount: 1 } })
    sim.faults.clear()
    const truth = await ask()
    sim.faults.set('statusObject')
    expect(await ask()).toEqual(truth)
  })

  it('statusObject: no record is no object', async () => {
    const { sim, ask } = await asked()
    sim.reset()
    sim.faults.set('statusObject')
    expect(await (await ask()).json()).toMatchObject({ data: null })
  })

  it('two faults strike one call', async () => {
    const { sim, ask } = await asked()
    sim.faults.set('statusDown', { way: '500' })
    sim.faults.set('slowAnswer')
    expect((await ask()).status).toBe(500)
    expect(sim.log.rows({ kind: 'transactionStatus' })[0]?.faults).toEqual(['statusDown', 'slowAnswer'])
  })

  it('statusLies (nothing): there is no record', async () => {
    const { sim, ask } = await asked()
    sim.faults.next('statusLies', { way: 'nothing' })
    expect(await (await ask()).json()).toEqual({ ResponseCode: '0000', Data: [] })
  })

  it('statusObject: one object in camelCase', async () => {
    const { sim, ask } = await asked()
    sim.faults.next('statusObject')
    expect(await (await ask()).json()).toMatchObject({
      message: 'Successful',
      responseCode: '0000',
      data: { status: 'Paid', clientReference: 'order-1', amount: 50 },
    })
  })

  it('statusAmountsAsText: amounts are texts', async () => {
    const { sim, ask } = await asked()
    sim.faults.next('statusAmountsAsText')
    expect(await (await ask()).json()).toMatchObject({ Data: [{ TransactionAmount: '50.00' }] })
  })

  it('serviceDown: the call is not handled', async () => {
    const { sim, client } = await asked()
    sim.faults.next('serviceDown', { kind: 'checkoutInvoice', way: '502' })
    await expect(client.checkout.create({ ...invoice, clientReference: 'order-2' })).rejects.toThrow()
    expect(sim.ledger().rows.map(({ reference }) => reference)).toEqual(['order-1'])
  })

  it('htmlAnswer and answerLost: the call is handled, and the client can not know', async () => {
    const { sim, client } = await asked()
    sim.faults.next('htmlAnswer', { kind: 'checkoutInvoice' })
    await expect(client.checkout.create({ ...invoice, clientReference: 'order-2' })).rejects.toThrow()
    sim.faults.next('answerLost', { kind: 'checkoutInvoice' })
    await expect(client.checkout.create({ ...invoice, clientReference: 'order-3' })).rejects.toThrow()
    expect(sim.ledger().rows.map(({ reference }) => reference)).toEqual(['order-1', 'order-2', 'order-3'])
    expect(sim.log.rows({ kind: 'checkoutInvoice' }).at(-1)?.problem).toBe('the answer was lost on the way: a fault')
  })

  it('slowAnswer: the answer comes later', async () => {
    const { sim, ask } = await asked()
    sim.faults.next('slowAnswer')
    const begun = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - begun).toBeGreaterThan(900)
  })
})

describe('faults that a subscriber sees', () => {
  async function shop(text: string) {
    const { sim } = await stand()
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.prompt(text) })
    await sim.connect(app)
    return { sim, phone: sim.phone('+233000000000') }
  }

  it.each([
    ['oneItemForm', 'newer', 'itemName'],
    ['oneItemForm', 'reference', 'ItemName'],
    ['oneMaskForm', 'boolean', 'text'],
    ['oneMaskForm', 'text', 'boolean'],
  ] as const)('%s (%s): the gateway fails at the other form alone', async (name, way, wrong) => {
    const { sim } = await stand()
    const app = Fastify()
    onTestFinished(() => app.close())
    let form = ''
    const items = {
      itemName: { itemName: 'Tea', qty: 1, price: 5 },
      ItemName: { ItemName: 'Tea', Qty: 1, Price: 5 },
    }
    app.post('/programmable', ({ body }) => {
      const SessionId: unknown = Reflect.get(Object(body), 'SessionId')
      return form === 'itemName' || form === 'ItemName'
        ? { SessionId, Type: 'AddToCart', Message: 'Pay', Item: items[form] }
        : { SessionId, Type: 'Response', Message: 'PIN?', Mask: form === 'text' ? 'true' : true }
    })
    await sim.connect(await app.listen())
    sim.faults.set(name, { way })
    const phone = sim.phone('+233000000001', { kind: 'programmable' })
    const forms = name === 'oneItemForm' ? (['itemName', 'ItemName'] as const) : (['text', 'boolean'] as const)
    for (const one of forms) {
      form = one
      const { text } = await phone.dial('*713#')
      expect([one, text]).toEqual([one, one === wrong ? 'UUE' : name === 'oneItemForm' ? 'Pay' : 'PIN?'])
    }
  })

  it('asciiOnly: the gateway fails at characters outside ASCII', async () => {
    const { sim, phone } = await shop('Th\u00e9?')
    sim.faults.set('asciiOnly')
    await phone.dial('*713#')
    expect(phone.lastScreen).toMatchObject({ gatewayError: 'UUE' })
  })

  it.each(['drop', 'delayPastLimit'] as const)('%s: the application did not answer in time', async (name) => {
    const { sim, phone } = await shop('Tea?')
    sim.faults.next(name)
    await phone.dial('*713#')
    expect(phone.lastScreen).toMatchObject({ gatewayError: 'UUT' })
  })

  it('timeoutDuringTurn: the session timed out', async () => {
    const { sim, phone } = await shop('Tea?')
    await phone.dial('*713#')
    sim.faults.next('timeoutDuringTurn')
    await phone.reply('1')
    expect(phone.lastScreen).toMatchObject({ gatewayError: 'ST' })
    await sim.settled()
    expect(
      sim.log
        .rows()
        .map(({ request }) => JSON.parse(String(request.body)).Type)
        .toSorted(),
    ).toEqual(['Initiation', 'Response', 'Timeout'])
  })
})
