import Fastify from 'fastify'
import merchantWebhooks from '../../../../src/index.ts'
import { sqliteStore } from '../../../../src/store/sqlite/index.ts'
import type { OpenStore, Store } from '../../../../src/store/store.ts'
import { asObject } from '../failing-store.ts'
import type { Told } from './application.ts'

// An application in a process of its own, which its test kills: it tells what happens, and works until it is told to stop.

const [file = '', budget = '6000'] = process.argv.slice(2)
const work = Promise.withResolvers<void>()
process.on('message', () => work.resolve())

const app = Fastify()
await app.register(merchantWebhooks, {
  verify: 'none',
  budget: Number(budget),
  store: telling(sqliteStore(file)),
  ussd: async (push, turn) => {
    tell({ did: 'ran', message: push.message })
    if (push.message === 'slow') await work.promise
    return turn.prompt(`Took ${push.message} after ${JSON.stringify(turn.state ?? null)}`, { state: push.message })
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
tell({ did: 'listen', port: typeof address === 'object' && address !== null ? address.port : 0 })

/** Says when a late result is kept. */
function telling(store: Store): Store {
  return {
    ...store,
    open(user): OpenStore {
      const opened = store.open(user)
      const finish: OpenStore['turns']['finish'] = async (result) => {
        const isOurs = await opened.turns.finish(result)
        tell({ did: 'finished', isOurs })
        return isOurs
      }
      return {
        inbox: opened.inbox,
        turns: { ...asObject(opened.turns), finish },
        trail: opened.trail,
        stops: opened.stops,
        ready: opened.ready,
        health: () => opened.health(),
        close: () => opened.close(),
      }
    },
  }
}

function tell(told: Told): void {
  process.send?.(told)
}
