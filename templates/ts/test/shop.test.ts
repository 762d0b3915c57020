import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { memoryStore } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'
import { createSimulator } from 'fastify-merchant-webhooks/simulator'
import { build } from '../app.ts'
import { openOrders } from '../orders.ts'

// The service runs in these tests: no account, no network.
async function openShop(t: TestContext) {
  const sim = await createSimulator()
  const orders = openOrders(':memory:')
  const app = await build({
    logger: false,
    publicUrl: 'https://shop.example',
    pushSecret: 'a-secret-of-the-test',
    secret: 'another-secret-of-the-test',
    reportUrl: sim.reportUrl,
    store: memoryStore(),
    orders,
    client: new MerchantClient(sim.clientOptions),
  })
  t.after(() => Promise.all([sim.close(), app.close()]))
  await sim.connect(app)
  return { sim, orders }
}

test('a customer buys rice, pays, gets it once, and is told once', async (t) => {
  const { sim, orders } = await openShop(t)
  sim.faults.set('duplicate', { kinds: ['ussdPayment'] }) // the service tells of the payment twice
  const phone = sim.phone('+233000000000')
  await phone
    .dial('*713#')
    .choose('Rice 5 kg: 60')
    .reply('2')
    .choose('Yes')
    .expectScreen('Approve the prompt')
    .approve()
  await sim.settled()
  await sim.advance(1_000) // ms: the receipt is on its way

  assert.deepEqual(orders.list(), [{ item: 'Rice 5 kg', quantity: 2, delivered: 1 }])
  assert.deepEqual(
    phone.messages.map(({ text }) => text),
    ['You paid for 2 x Rice 5 kg. It is on its way.'],
  )
  const { rows } = sim.ledger({ handled: await sim.handled() })
  assert.deepEqual(
    rows.flatMap(({ differs }) => differs),
    [],
  ) // what was asked, paid, told and handled agrees
})

for (const channel of ['webstore', 'pos'] as const)
  test(`a customer of the ${channel} buys rice, pays, gets it once, and is told once`, async (t) => {
    const { sim, orders } = await openShop(t)
    sim.faults.set('duplicate', { kinds: ['fulfilment'] })
    const phone = sim.phone('+233000000000', { channel })
    await phone.dial().choose('Rice 5 kg: 60').reply('2').choose('Yes').approve()
    await sim.settled()
    await sim.log.next({ kind: 'fulfilmentReport' }) // the service hears that it was delivered
    await sim.advance(2 * 3_600_000) // ms: longer than it waits to hear that

    assert.deepEqual(orders.list(), [{ item: 'Rice 5 kg', quantity: 2, delivered: 1 }])
    assert.deepEqual(
      phone.messages.map(({ text }) => text),
      ['You paid for 2 x Rice 5 kg. It is on its way.'],
    )
    assert.equal(sim.ledger({ handled: await sim.handled() }).isClean, true)
  })
