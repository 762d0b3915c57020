import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { paths, samples } from './samples.ts'
import { listening, requests } from './whose-context.ts'

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
