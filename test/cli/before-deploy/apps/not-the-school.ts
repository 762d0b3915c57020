import Fastify, { type FastifyInstance } from 'fastify'
import { conversation, type Script } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { sqliteStore } from '../../../../src/store/sqlite/index.ts'
import school from './school.ts'

/** Its script needs what a hook reads. */
async function withList(): Promise<FastifyInstance> {
  const app = Fastify()
  let languages: readonly string[] | undefined
  app.addHook('onReady', async () => {
    languages = ['English', 'Français']
  })
  const ussd: Script = async (talk) => {
    if (languages === undefined) throw new TypeError('there is no list of languages')
    await talk.choose('Language?', languages)
    await talk.load('prices', () => null)
    return talk.end(await talk.choose('What do you pay?', ['Fees']))
  }
  const store = sqliteStore(process.env.SCHOOL_STORE ?? '')
  await app.register(merchantWebhooks, { verify: 'none', store, ussd: conversation(ussd) })
  return app
}

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
  'with a list of its own': withList,
  'with a list of its own, and ready': async () => {
    const app = await withList()
    await app.ready()
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
