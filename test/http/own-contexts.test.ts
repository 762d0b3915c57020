import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { appWith } from './app.ts'
import { paths, samples } from './samples.ts'

/** What an application keeps of the request that it serves, for its logs. */
const requests = new AsyncLocalStorage<{ readonly id: string; readonly push: string | undefined }>()

/** Serves requests over sockets, and notes whose context each hook and handler finds. */
async function listening(options: MerchantWebhooksOptions) {
  const met = new Set<string>()
  const meet = (where: string, isOwn: boolean | undefined) =>
    met.add(`${where}: ${isOwn === undefined ? 'none' : isOwn ? 'its own' : "another's"}`)
  const ofHook = (where: string, { id }: FastifyRequest) => {
    const own = requests.getStore()
    meet(where, own && own.id === id)
  }
  const app = await appWith(options, {
    prepare: (host) => {
      host.addHook('onRequest', (request, _reply, done) =>
        requests.run({ id: request.id, push: request.headers['x-push']?.toString() }, done),
      )
      host.addHook('onSend', async (request) => void ofHook('onSend', request))
      host.addHook('onResponse', async (request) => void ofHook('onResponse', request))
    },
  })
  const address = await app.listen({ port: 0 })
  const send = async (url: string, push: object, name = '') => {
    const headers = { 'content-type': 'application/json', 'x-push': name }
    const answer = await fetch(address + url, { method: 'POST', headers, body: JSON.stringify(push) })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  return { app, met, meet, send }
}

const names = Array.from({ length: 20 }, (_, at) => `n${at}`)
const turns = names.map((SessionId) => ({ ...samples.ussd, SessionId }))
const payment = (name: string) => ({
  ...samples.checkout,
  Data: { ...samples.checkout.Data, CheckoutId: name, ClientReference: name },
})
const ownHooks = ['onResponse: its own', 'onSend: its own']

describe.each([
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore(fileOfTest())],
])('the asynchronous context of hooks and handlers, with a store on %s', (_name, store) => {
  it('is that of their own request for turns that are answered together', async () => {
    const { app, met, send } = await listening({ store: store(), ussd: (_event, turn) => turn.end('Bye') })
    // The second time over connections that are open: their requests come in one turn of the event loop.
    for (let round = 0; round < 3; round++) await Promise.all(turns.map((turn) => send(paths.ussd, turn)))
    await app.close()
    expect([...met].toSorted()).toEqual(ownHooks)
  })

  it('is that of their own request for copies of a turn, which get the answer of the first', async () => {
    const { app, met, send } = await listening({
      store: store(),
      ussd: async (_event, turn) => {
        await sleep(100)
        return turn.end('Bye')
      },
    })
    await Promise.all(turns.flatMap((turn) => [send(paths.ussd, turn), send(paths.ussd, turn)]))
    await app.close()
    expect([...met].toSorted()).toEqual(ownHooks)
  })

  it('is never that of another for notifications, also where their handlers have to wait', async () => {
    const { app, met, meet, send } = await listening({
      store: store(),
      concurrency: 2,
      checkout: async ({ reference }) => {
        meet('handler', requests.getStore() && requests.getStore()?.push === reference)
        await sleep(2)
      },
    })
    for (const round of [1, 2, 3])
      await Promise.all(names.map((name) => send(paths.checkout, payment(name + round), name + round)))
    await app.close()
    expect([...met].filter((context) => context !== 'handler: none').toSorted()).toEqual([
      'handler: its own',
      ...ownHooks,
    ])
  })
})
