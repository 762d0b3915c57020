import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'

it('a masked question shows nothing in its title, under an error line neither', async () => {
  const app = Fastify()
  const script = conversation(async (talk) => {
    await talk.ask('Is your PIN still 4711?', whole({ min: 1 }), { sensitive: true })
    return talk.end('Thank you')
  })
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), programmable: script })
  const labelAfter = async (Type: string, Message: string, Sequence: number) => {
    const payload = { SessionId: 's', Type, Message, Operator: 'webstore', Sequence }
    const response = await app.inject({ method: 'POST', url: '/programmable', payload })
    return response.json().Label
  }
  expect(await labelAfter('initiation', '', 1)).toBe('Private')
  expect(await labelAfter('response', 'x', 2)).toBe('Private')
  await app.close()
})
