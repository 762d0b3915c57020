import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { conversation, text } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'

it('says the reference of a cart that its handler got, of each cart its own', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const heard: (string | null)[] = []
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-address'),
    store: memoryStore(),
    programmable: conversation(async (talk) => {
      const reference = await talk.ask('Which order?', text())
      return talk.pay('Pay for it', { name: 'Tea', quantity: 1, price: 5, reference })
    }),
    payment: ({ reference }) => void heard.push(reference),
  })
  await using sim = await createSimulator()
  await sim.connect(app)
  for (const [at, reference] of ['tea-1', 'tea-2'].entries()) {
    const phone = sim.phone(`+23300000000${at}`, { channel: 'webstore' })
    await phone.dial('').reply(reference).approve()
  }
  await expect.poll(() => heard).toEqual(['tea-1', 'tea-2'])
  await expect.poll(async () => (await sim.handled())?.map(({ reference }) => reference)).toEqual(heard)
})
