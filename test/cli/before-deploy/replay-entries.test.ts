import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { post } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { dealt } from '../../store/dealt.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { keptStore, noon, paid } from '../look/kept-store.ts'
import { run, runAt } from '../run.ts'
import build, { deeds } from './apps/orders.ts'
import { digestsOf, settledDigestsOf } from './digests.ts'
import { folderOfTest } from './live-school.ts'

const orders = new URL('./apps/orders.ts', import.meta.url).pathname

const stores: readonly (readonly [string, () => Promise<string>, (place: string) => Store])[] = [
  ['SQLite', async () => `${folderOfTest()}/merchant.db`, (place) => storeOn(startHere, place, {})],
  ['PostgreSQL', freshDatabase, (place) => postgresStore(place)],
]

/** A day of a shop: paid, dead, odd, twice with another amount, a report, a message, and what nobody can read. */
async function day(make: () => Promise<string>, storeAt: (place: string) => Store) {
  vi.stubEnv('ORDERS', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const place = await make()
  const app = await build({ store: storeAt(place) })
  onTestFinished(async () => {
    await app.close()
  })
  await app.ready()
  const pay = (ClientReference: string, data: object = {}) => {
    const { checkout } = samples
    const Data = { ...checkout.Data, CheckoutId: `c-${ClientReference}`, ClientReference, ...data }
    return post(app, paths.checkout, { ...checkout, Data })
  }
  await vi.waitFor(async () => expect((await pay('paid')).statusCode).toBe(200))
  await pay('dead')
  await pay('odd', { Status: 'Unheard of' })
  await pay('twice')
  await pay('twice', { Amount: 7 })
  await post(app, paths.deliveryReport, samples.deliveryReport)
  await post(app, paths.inboundMessage, samples.inboundMessage)
  await app.inject({
    method: 'POST',
    url: paths.checkout,
    headers: { 'content-type': 'application/json' },
    payload: 'no JSON',
  })
  await vi.waitFor(async () => {
    expect(await app.merchant.inbox.count()).toMatchObject({ waiting: 0, running: 0, done: 6, dead: 1, rejected: 1 })
  })
  deeds.length = 0
  const replay = (change: string, ...more: string[]) => {
    vi.stubEnv('ORDERS', change)
    return run('replay-day', '--store', place, '--against', orders, ...more)
  }
  return { app, place, replay }
}

describe.each(stores)('the entries of a day on %s', (_name, make, storeAt) => {
  it('are only read: the store needs to give no right to write, and stays as it is', async () => {
    const { place, replay } = await day(make, storeAt)
    const isFile = !place.startsWith('postgres')
    const before = isFile ? await settledDigestsOf(place) : []
    vi.stubEnv('PGOPTIONS', '-c default_transaction_read_only=on')
    expect((await replay('identity')).err).toBe(`5 entries of 8 changed with ${orders}.`)
    expect(isFile ? digestsOf(place) : []).toEqual(before)
  })
})

describe.each(dealt(stores))('the entries of a day on %s', (_name, make, storeAt, it) => {
  it('are the same with an equal build, and no handler is called', async () => {
    const { replay } = await day(make, storeAt)
    const { code, out, err } = await replay('', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      played: 0,
      entries: {
        ...{ read: 8, same: 7, changed: 0, skipped: 1, changes: [] },
        skips: [{ kind: 'checkout', why: 'unreadable', count: 1 }],
      },
    })
    expect(deeds).toEqual([])
  })

  it('are told where a build knows them by another identity, in numbers and with an example', async () => {
    const { place, replay } = await day(make, storeAt)
    const { code, out, err } = await replay('identity', '--json')
    expect(code).toBe(1)
    expect(err).toBe(`5 entries of 8 changed with ${orders}.`)
    const { entries } = JSON.parse(out)
    expect(entries).toMatchObject({
      same: 2,
      changed: 5,
      changes: [{ kind: 'checkout', what: ['identity'], count: 5 }],
    })
    expect(entries.changes[0].differences).toHaveLength(1)

    const drawn: string[] = []
    const terminal = { progress: (line: string) => drawn.push(line), columns: 200 }
    const shown = await runAt(terminal, 'replay-day', '--store', place, '--against', orders)
    expect(drawn.join('\n')).toContain('8 of 8 entries')
    expect(shown.out).toContain('8 entries read again:\n  2 the same\n  5 changed\n  1 not compared')
    expect(shown.out).toMatch(/5 checkout with another identity:\n {2}was {2}checkout:.*\n {2}now {2}checkout:own /)
    expect(shown.out).toMatch(/ and 2 more\n/)
    expect(shown.out).toContain('1 checkout not compared: it could not be read when it came.')
  })

  it('are known otherwise by a build with a client, or without one, and that is said', async () => {
    const { replay } = await day(make, storeAt)
    const { code, out } = await replay('client', '--from', '1h')
    expect(code).toBe(1)
    expect(out).toMatch(/5 checkout with another client:\n {2}was {2}without a client\n {2}now {2}with a client\n/)
    expect(out.replaceAll('\n', ' ')).toContain('Give this build what your application has, such as API_URL.')
  })

  it('are counted by a bar that has those of the time, and no more than --limit says', async () => {
    const { app, place } = await day(make, storeAt)
    const { entries } = await app.merchant.inbox.list()
    const from = entries[3]?.receivedAt ?? new Date()
    const since = entries.filter(({ receivedAt }) => receivedAt >= from).length
    expect(since).toBeLessThan(8)
    const drawn: string[] = []
    const terminal = { progress: (line: string) => drawn.push(line), columns: 200 }
    const replay = (...more: string[]) => runAt(terminal, 'replay-day', '--store', place, '--against', orders, ...more)
    await replay('--from', from.toISOString())
    expect(drawn.join('\n')).toContain(`1 of ${since} entries`)
    drawn.length = 0
    await replay('--limit', '2')
    expect(drawn.join('\n')).toContain('1 of 2 entries')
  })

  it('are not compared where the build has no handler for them, and no more are read than --limit says', async () => {
    const { replay } = await day(make, storeAt)
    const { out, code } = await replay('silence', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).entries.skips).toContainEqual(
      expect.objectContaining({ kind: 'deliveryReport', why: 'silence', count: 1 }),
    )
    expect(JSON.parse((await replay('', '--json', '--limit', '2')).out).entries).toMatchObject({ read: 2 })
    const later = await replay('', '--from', '2020-01-01', '--to', '2020-01-02')
    expect(later).toMatchObject({ code: 0 })
    expect(later.out).toContain("No session of 'default' began then, and no notification came.")
  })
})

it('an outcome that this build sees otherwise is told by the command: what was failed is paid', async () => {
  const { file, accept, end } = await keptStore()
  const identity = 'checkout:checkoutId:order-1|failed'
  // As an older build kept it, which did not know the code.
  await accept(paid('order-1', { id: identity, identity }))
  await end('done')
  const place = ['--store', file, '--against', orders, '--from', new Date(noon - 1).toISOString()]
  const { code, out } = await run('replay-day', ...place, '--to', new Date(noon + 1).toISOString())
  expect(code).toBe(1)
  expect(out).toContain('1 checkout with another identity, outcome:')
  expect(out).toMatch(/^ {2}was {2}failed\n {2}now {2}paid$/m)
})
