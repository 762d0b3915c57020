import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Attempt } from '../../../src/inbox/attempt.ts'
import merchantWebhooks from '../../../src/plugin.ts'
import type { MerchantWebhooksOptions } from '../../../src/registration/options/options.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import type { ApplicationSettings } from '../harness/application-settings.ts'
import { insertEffect } from '../harness/effects.ts'
import { channelOf } from '../harness/moments.ts'
import { EffectsFile } from './effects-file.ts'
import { openStore } from './open-store.ts'
import { OrdersFile } from './orders-file.ts'
import { openShop } from './shop.ts'
import { watchedStore } from './watched-store.ts'

/** An application as a merchant writes it, and the store that it has opened. */
export interface Application {
  readonly app: FastifyInstance
  readonly opened: OpenStore
}

const handling = channel(channelOf('handling'))
const transacting = channel(channelOf('transacting'))
const handled = channel(channelOf('handled'))

/** Builds the application whose handlers write down what they do. It does not listen yet. */
export async function buildApplication(settings: ApplicationSettings): Promise<Application> {
  const chosen = await openStore(settings.store)
  const { promise, resolve } = Promise.withResolvers<OpenStore>()
  const app = Fastify({
    logger: { level: process.env.FAULTS_LOG ?? 'warn', file: settings.logFile },
    forceCloseConnections: true,
    // A busy machine takes its time to open a store: until then the application does not listen.
    pluginTimeout: 120_000,
  })
  const effects = new EffectsFile(settings.effectsFile)

  /** Some fail at first, so that back-off and lanes that wait are killed too. */
  const handle = async (key: string, attempt: Attempt, isMoney: boolean): Promise<void> => {
    const effect = { key, number: attempt.number, pid: process.pid }
    handling.publish({ ids: [attempt.entryId] })
    if (key.includes('!') && attempt.number === 1) throw new Error('fails at first')
    await sleep(settings.handlerTakes)
    if (isMoney && chosen.transaction !== undefined) {
      await chosen.transaction(attempt, async (tx) => {
        await tx.query(insertEffect, [effect.key, effect.number, effect.pid])
        transacting.publish({ ids: [attempt.entryId] })
      })
    } else effects.add(effect)
    handled.publish({ ids: [attempt.entryId] })
  }

  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: 'none',
    store: watchedStore(chosen, resolve),
    retry: { minDelay: 20, maxDelay: 100 },
    checkout: ({ description }, attempt) => handle(description ?? '', attempt, true),
    inboundMessage: ({ fulltext }, attempt) => handle(fulltext, attempt, false),
    ...ussdOf(settings, effects),
  })
  await app.ready()
  return { app, opened: await promise }
}

/** What answers USSD. The budget of the shop is shorter than what it takes to know a process for dead, so that waiting screens come too. */
function ussdOf(settings: ApplicationSettings, effects: EffectsFile): Pick<MerchantWebhooksOptions, 'ussd'> {
  if (settings.ussd === 'none') return {}
  if (settings.ussd === 'shop')
    return { ussd: { handler: openShop(new OrdersFile(settings.ordersFile)), budget: 5_000 } }
  return {
    ussd: async (push, turn) => {
      effects.add({ key: `${push.sessionId}#${push.sequence}`, number: 1, pid: process.pid })
      handling.publish({ ids: [push.sessionId] })
      await sleep(settings.handlerTakes)
      handled.publish({ ids: [push.sessionId] })
      return push.message === '0' ? turn.end('Goodbye') : turn.prompt(`You said ${push.message}`)
    },
  }
}
