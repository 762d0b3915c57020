import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { conversation, type Script, text, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'

/** An application that holds a conversation on every channel. */
export async function open(script: Script, more: Partial<MerchantWebhooksOptions> = {}): Promise<FastifyInstance> {
  const app = Fastify()
  onTestFinished(() => app.close())
  const held = conversation(script)
  const options = {
    verify: 'none',
    store: memoryStore(),
    secret: 'the secret of a map',
    ussd: held,
    programmable: held,
  }
  await app.register(merchantWebhooks, { ...options, ...more } as MerchantWebhooksOptions)
  return app
}

/** Bread of several kinds, behind a list of two pages, and points behind a PIN. */
export const bakery: Script = async (talk) => {
  const wish = await talk.choose('The bakery', ['Buy', 'My points'])
  if (wish === 'My points') {
    await talk.ask('Your PIN?', text({ pattern: /^\d{4}$/, sensitive: true, check: (pin) => pin === '2580' }))
    return talk.end('You have 12 points', { sensitive: true })
  }
  const kinds = Array.from({ length: 12 }, (_, at) => `Bread of kind ${'abcdefghijkl'.charAt(at)}, ${at + 1}.00`)
  const kind = await talk.choose('Which bread?', kinds)
  const count = await talk.ask(`How many of ${kind}?`, whole({ min: 1, max: 9 }))
  if (!(await talk.confirm(`Pay for ${count}?`))) return talk.end('Nothing was bought')
  return talk.pay('Approve it', { name: 'Bread', quantity: count, price: 2 })
}
