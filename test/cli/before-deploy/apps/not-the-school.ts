import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { sqliteStore } from '../../../../src/store/sqlite/index.ts'
import school from './school.ts'

const builds: Readonly<Record<string, () => FastifyInstance | Promise<FastifyInstance>>> = {
  'without the plugin': () => Fastify(),
  'of before': () => {
    const inspection = Symbol.for('fastify-merchant-webhooks.inspection')
    return Object.assign(Fastify(), {}).decorate('merchant', Object({ [inspection]: [{ registration: 'default' }] }))
  },
  'long before': () => Fastify().decorate('merchant', Object({})),
  'of another name': async () => {
    const app = Fastify()
    await app.register(merchantWebhooks, {
      name: 'tickets',
      verify: 'none',
      store: memoryStore(),
      inboundMessage: async () => undefined,
    })
    return app
  },
  // Its store is the one of the school that runs, which has its files.
  'that is ready': async () => {
    const app = await school({ store: sqliteStore(process.env.SCHOOL_STORE ?? '') })
    await app.ready()
    return app
  },
}

export default () => builds[process.env.SCHOOL ?? '']?.()
