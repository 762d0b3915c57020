import Fastify from 'fastify'
import { assert, describe, expect, it, onTestFinished } from 'vitest'
import { leftBehind } from '../../src/admin/left-behind.ts'
import { manualClock } from '../../src/testing/index.ts'
import { message } from '../cli/look/kept-store.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { realStores } from '../store/real-stores.ts'

const payment = () => undefined

/** Lines of the log, as an application writes them. */
function logged(): { lines: Record<string, unknown>[]; server: object } {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
  return { lines, server: { logger: { level: 'warn', stream } } }
}

const isAbout = ({ msg }: Record<string, unknown>) =>
  String(msg).includes('a registration that does not use this store')

describe.each(dealt(realStores))('A registration that was renamed, on %s', (name, make, it) => {
  it('leaves acknowledged payments, and each start says so once', async () => {
    const open = make()
    const failing = () => {
      throw new Error('the ledger is closed')
    }
    const before = await appWith({ store: open(), payment: failing, retry: { minDelay: 600_000 } })
    expect((await post(before, paths.checkout, samples.checkout)).statusCode).toBe(200)
    await expect.poll(async () => (await before.merchant.inbox.count({ states: ['waiting'] })).waiting).toBe(1)
    await before.close()

    const { lines, server } = logged()
    const store = open()
    const after = await appWith({ name: 'shop', store, payment }, { server })
    const { default: plugin } = await import('../../src/index.ts')
    await after.register(plugin, { name: 'tickets', prefix: '/tickets', verify: 'none', store, payment })
    await after.ready()
    await expect.poll(() => lines.filter(isAbout)).toHaveLength(1)
    await after.close()
    const unless = name === 'SQLite' ? '' : ', unless another application on this store has it'
    expect(lines.filter(isAbout)).toMatchObject([
      {
        registration: 'default',
        waiting: 1,
        msg: `a registration that does not use this store has left work in it, and nobody does it: give the registration its old name or its old store back, or register both${unless}`,
      },
    ])
  })

  it('is none where the old name is registered too, or nothing of it waits', async () => {
    const open = make()
    const clock = manualClock()
    const app = await appWith({ store: open(), payment, clock })
    await post(app, paths.checkout, samples.checkout)
    await expect.poll(async () => (await app.merchant.inbox.count()).done).toBe(1)
    const look = await open().look?.()
    assert(look !== undefined)
    onTestFinished(() => look.close())
    expect(await look.registrations()).toEqual(['default'])
    const store = open()
    const here = (...names: string[]) => names.map((registration) => ({ registration, store }))
    expect(await leftBehind(look, store, here('shop'))).toEqual([])
    await app.merchant.inbox.replay((await app.merchant.inbox.list()).entries[0]?.id ?? '')
    await app.close()
    expect(await leftBehind(look, store, here('shop', 'default'))).toEqual([])
  })
})

it('A name that another process serves is warned of when that process has ended, once', async () => {
  const clock = manualClock()
  const { lines, server } = logged()
  const open = newPostgres()
  const other = open().open({ registration: 'default', log: Fastify().log })
  onTestFinished(() => other.close())
  await other.ready
  // One runs, and one waits.
  await other.inbox.accept(message('VOTE'), false)
  expect(await other.inbox.claim(1)).toHaveLength(1)
  await other.inbox.accept(message('HELP'), false)
  const looks: Promise<unknown>[] = []
  const store = open()
  const look = store.look.bind(store)
  const watched = Object.assign(store, {
    look: () => {
      const looking = look()
      looks.push(looking)
      return looking
    },
  })
  const app = await appWith({ name: 'shop', store: watched, payment, clock }, { server })
  await app.ready()
  const looked = (times: number) =>
    expect
      .poll(() => {
        clock.advance(120_000)
        return looks.length
      })
      .toBeGreaterThanOrEqual(times)
  await looked(3)
  expect(lines.filter(isAbout)).toEqual([])
  await other.close()
  await looked(looks.length + 3)
  expect(lines.filter(isAbout)).toMatchObject([{ registration: 'default', waiting: 2 }])
})
