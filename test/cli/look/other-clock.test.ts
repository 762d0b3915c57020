import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { own, pay, settled, shopOn } from '../../people/shop.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { run } from '../run.ts'

afterEach(() => {
  vi.useRealTimers()
})

const hour = 3_600_000

/** This machine's clock, and no timer. */
function setClockAhead(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

it('spans count back from the time of the server, whatever time this machine has', async () => {
  const url = await freshDatabase()
  const app = await shopOn(postgresStore(url))
  await pay(app, 'paid-1', own)
  await settled(app)
  await app.merchant.trail.append({ by: 'Ama', act: 'refund' })
  const at = ['--store', url, '--since', '30m', '--json']
  setClockAhead(hour)
  const read = async (...words: string[]) => JSON.parse((await run(...words, ...at)).out)
  expect(await read('inbox', 'count')).toMatchObject({ done: 1 })
  expect((await read('inbox', 'list')).entries).toHaveLength(1)
  expect((await read('trail')).lines).toHaveLength(1)
})

it('payments are old by the time of the server, whatever time this machine has', async () => {
  const url = await freshDatabase()
  const app = await shopOn(postgresStore(url))
  await pay(app, 'paid-1', own)
  await settled(app)
  setClockAhead(500 * 24 * hour)
  const { out } = await run('erase', '--store', url, '--phone', own, '--keep-payments-days', '100', '--json')
  expect(JSON.parse(out)).toMatchObject({ erased: 0, masked: 1 })
})
