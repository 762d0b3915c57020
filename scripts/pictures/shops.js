import { setTimeout as wait } from 'node:timers/promises'
import { memoryStore } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'
import { createSimulator, knownFaults, mapApplication } from 'fastify-merchant-webhooks/simulator'
import { openOrders } from '../../example/orders.js'
import { buildShop } from '../../example/shop.js'

const customer = '+233000000001'
const slow = '+233000000002'
const tooSlow = '+233000000003'

/** ms that the points of a number take: in time, close to the limit, over it. */
const takes = new Map([
  [slow, 3_900],
  [tooSlow, 6_600],
])

const settings = {
  logger: false,
  publicUrl: 'https://shop.example',
  pushSecret: 'a-secret-of-the-address',
  secret: 'signs the addresses of notices',
}

/** The example shop beside a simulator: nothing has happened yet. */
export async function emptyShop() {
  const sim = await createSimulator()
  const orders = openOrders()
  const pointsOf = async (mobile) => {
    await wait(takes.get(mobile.replace(/^0/, '+233')) ?? 0)
    return orders.pointsOf(mobile)
  }
  const shopBeside = (other, given = {}) =>
    buildShop({ ...settings, store: memoryStore(), client: new MerchantClient(other.clientOptions), ...given })
  const app = await shopBeside(sim, { orders: { ...orders, pointsOf } })
  await sim.connect(app)
  sim.mapper = () => mapApplication((other) => shopBeside(other))
  const close = async () => {
    await app.close()
    await sim.close()
  }
  return { sim, close }
}

/** A morning: a sale that comes twice, one that nobody understands, one that nobody was told of, points that take long. */
export async function usedShop() {
  const shop = await emptyShop()
  const { sim } = shop
  const { phone: first } = await buy(sim, customer, 'Tea, 5.00', '2')
  sim.faults.next('duplicate', { kind: 'ussdPayment' })
  await first.approve()
  await sim.advance(60_000)
  await sim.messages.from(customer, 'Where is my order?')
  await sim.phone(slow).dial('*713#').choose('My points').reply('2580')
  const late = sim.phone(tooSlow)
  await late.dial('*713#').choose('My points').reply('2580')
  await wait(800)
  await late.reply('1')
  const { phone: lost } = await buy(sim, slow, 'Rice 5 kg, 60.00', '1')
  sim.faults.next('drop', { kind: 'ussdPayment' })
  await lost.approve()
  sim.faults.next('contradict', { kind: 'checkout', way: 'unpaidUnderSuccess' })
  await invoice(sim, { amount: 25, description: 'Oil 1 l', reference: 'order-17' })
  await sim.customer.pays('order-17')
  await invoice(sim, { amount: 60, description: 'Rice 5 kg', reference: 'order-18' })
  await sim.phone(customer, { channel: 'webstore' }).dial('').reply('Buy something')
  await sim.phone('+233000000004', { skin: 'basic' }).dial('*713#').choose('Buy something')
  await buy(sim, customer, 'Tea, 5.00', '3')
  sim.faults.set('duplicate', { rate: 0.1 })
  await draw(sim)
  return shop
}

/** More of everything than there is room for, with texts that are long or hostile. */
export async function fullShop() {
  const shop = await usedShop()
  const { sim } = shop
  const long = 'Supercalifragilisticexpialidocious'.repeat(12)
  const odd = '<img src=x onerror="alert(1)">\u001b[31m\u202e\u200b'
  for (let index = 10; index < 30; index += 1) {
    const phone = sim.phone(`+2330000000${index}`, index % 3 === 0 ? { skin: 'basic' } : {})
    await phone.dial('*713#').choose('Buy something')
  }
  for (let index = 0; index < 40; index += 1) {
    const ClientReference = index % 5 === 0 ? `${odd}${long}` : `order-${index}`
    await sim.trigger('checkout', { Data: { ClientReference, Description: long } })
  }
  for (let index = 0; index < 12; index += 1) {
    await invoice(sim, { amount: 50 + index, description: long, reference: `inv-${index}-${long.slice(0, 26)}` })
  }
  await sim.messages.from(customer, `${odd} ${long}`)
  for (const name of ['drop', 'statusDown', 'contradict', 'otherCasing']) {
    if (knownFaults.some((one) => one.name === name)) sim.faults.set(name, { rate: 0.05 })
  }
  return shop
}

/** Made as the shop would make it, with its own address for the callback. */
async function invoice({ url }, asked) {
  const { items } = await (await fetch(`${url}/_simulator/kinds`)).json()
  await post(`${url}/_simulator/bills/invoice`, {
    ...asked,
    callbackUrl: items.find(({ kind }) => kind === 'checkout').address,
    returnUrl: 'https://shop.example/thanks',
    cancellationUrl: 'https://shop.example/cart',
  })
}

async function buy(sim, number, item, quantity) {
  const phone = sim.phone(number)
  await phone.dial('*713#')
  await phone.choose('Buy something')
  await phone.choose(item)
  await phone.reply(quantity)
  await phone.choose('Yes')
  // It can be awaited: by itself it would be.
  return { phone }
}

function draw({ url }) {
  return post(`${url}/_simulator/map`, {})
}

async function post(address, given) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(given) })
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`)
}
