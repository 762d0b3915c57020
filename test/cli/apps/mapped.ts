import Fastify, { type FastifyServerOptions } from 'fastify'
import merchantWebhooks, { memoryStore, type Store } from 'fastify-merchant-webhooks'
import { conversation, type Script, text, whole } from 'fastify-merchant-webhooks/conversation'

const fruit = Array.from({ length: 20 }, (_, at) => `Fruit of kind ${'abcdefghijklmnopqrst'.charAt(at)}`)

/** A shop with a list of several pages, and a question that takes a PIN. */
export default async function build({
  logger,
  store = memoryStore(),
}: FastifyServerOptions & { readonly store?: Store }) {
  const app = Fastify({ logger: logger ?? false })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    secret: 'the secret of a map',
    ussd: conversation(script, { rehearse: true }),
  })
  return app
}

const script: Script = async (talk) => {
  const wish = await talk.choose('Fruit shop', ['Fruit of the day', 'My points'])
  if (wish === 'My points') {
    await talk.ask('Your PIN?', text({ sensitive: true, check: (pin) => pin === '2580' }))
    return talk.end('You have 12 points', { sensitive: true })
  }
  const kind = await talk.choose('Fruit of the day?', fruit)
  const count = await talk.ask(`How many of ${kind}?`, whole({ min: 1 }))
  return talk.end(`${count} of ${kind} are yours`)
}
