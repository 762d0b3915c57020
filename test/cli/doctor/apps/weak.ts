import Fastify from 'fastify'
import merchantWebhooks, { allOf, memoryStore, secretPath, sourceAddresses } from '../../../../src/index.ts'

/** Everything about it that a project can have wrong; it starts all the same. */
export const build = async (options: { logger: boolean }) => {
  const app = Fastify({ ...options, trustProxy: true })
  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl: 'http://shop.test',
    verify: secretPath('a-secret-of-the-test'),
    ussd: { verify: 'none', handler: (_push, turn) => turn.end('Goodbye') },
    store: memoryStore(),
    payment: async () => undefined,
  })
  await app.register(merchantWebhooks, {
    name: 'tickets',
    prefix: '/tickets',
    publicUrl: 'https://localhost',
    verify: sourceAddresses(['192.0.2.10']),
    ussd: (_push, turn) => turn.end('Goodbye'),
  })
  await app.register(merchantWebhooks, {
    name: 'votes',
    prefix: '/votes',
    publicUrl: 'https://votes.test',
    verify: allOf(sourceAddresses(['192.0.2.10']), secretPath('k7Gq2x9Lw0')),
    ussd: (_push, turn) => turn.end('Goodbye'),
  })
  return app
}
