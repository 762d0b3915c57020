import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { type PostgresStore, postgresStore } from '../../src/store/postgres/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { message } from '../cli/look/kept-store.ts'
import { appWith } from '../http/app.ts'
import { freshDatabase, sql } from '../store/postgres/bench.ts'

const payment = () => undefined
const schema = 'shared'

/** Applications of this process and of others, on one store whose clock is moved by hand. */
async function shared() {
  const url = await freshDatabase()
  const clock = manualClock()
  const warned: unknown[] = []
  let looks = 0
  const watched = (): PostgresStore => {
    const store = postgresStore(url, { schema })
    const look = store.look.bind(store)
    return Object.assign(store, {
      look: () => {
        looks++
        return look()
      },
    })
  }
  return {
    warned,
    sql: (text: string) => sql(url, text),
    application: async (name: string) => {
      const write = (line: string) => {
        const { msg, registration } = JSON.parse(line)
        if (String(msg).includes('a registration that does not use this store')) warned.push(registration)
      }
      const server = { logger: { level: 'warn', stream: { write } } }
      const app = await appWith({ name, store: watched(), payment, clock }, { server })
      await app.ready()
      return app
    },
    /** A process of another application, with a notification that it doesn't handle. */
    other: async () => {
      const user = postgresStore(url, { schema }).open({ registration: 'bank', log: Fastify({ logger: false }).log })
      onTestFinished(() => user.close())
      await user.ready
      await user.inbox.accept(message('VOTE'), false)
      return user
    },
    /** Two looks were begun, so one was done. */
    looked: async () => {
      const enough = looks + 3
      await expect
        .poll(() => {
          clock.advance(120_000)
          return looks
        })
        .toBeGreaterThanOrEqual(enough)
    },
  }
}

it('What a process of an older version may serve is warned of when that has ended, not before', async () => {
  const { warned, sql, application, other, looked } = await shared()
  const older = await other()
  await sql(`DELETE FROM ${schema}.instance_names`)
  await application('shop')
  await looked()
  expect(warned).toEqual([])
  await older.close()
  await looked()
  expect(warned).toEqual(['bank'])
})

it('A name that was served again is warned of anew when that has ended too', async () => {
  const { warned, application, other, looked } = await shared()
  await application('shop')
  await (await other()).close()
  await looked()
  expect(warned).toEqual(['bank'])
  const again = await other()
  await looked()
  await again.close()
  await looked()
  expect(warned).toEqual(['bank', 'bank'])
})

it('The next registration of a process looks on when the first one has ended', async () => {
  const { warned, application, other, looked } = await shared()
  const first = await application('shop')
  await application('tickets')
  await first.close()
  await (await other()).close()
  await looked()
  expect(warned).toEqual(['bank'])
})
