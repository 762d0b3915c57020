import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, secretPath } from 'fastify-merchant-webhooks'
import { conversation, text } from 'fastify-merchant-webhooks/conversation'

const shop = conversation(async (talk) => {
  const item = await talk.choose("Ama's shop", [
    { label: 'Tea', amount: 5 },
    { label: 'Rice', amount: 60 },
    { label: 'My points', amount: 0 },
  ])
  if (item.amount === 0) {
    await talk.ask('PIN?', text({ pattern: /^\d{4}$/, sensitive: true }))
    return talk.end('You have 12 points')
  }
  const reference = await talk.once('order', (key) => key)
  return talk.pay('Approve the prompt', { name: item.label, quantity: 1, price: item.amount, reference })
})

/** Takes every kind, with the secret that its environment names. */
export const build = async (options: { logger: boolean }) => {
  const app = Fastify(options)
  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl: 'https://shop.example',
    verify: secretPath(process.env.PUSH_SECRET ?? 'a-secret-of-the-test'),
    secret: 'another secret of the test',
    store: memoryStore(),
    ussd: shop,
    programmable: shop,
    payment: async () => undefined,
    deliveryReport: async () => undefined,
    inboundMessage: async () => undefined,
  })
  return app
}
