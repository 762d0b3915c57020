import { expect, it, onTestFinished, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { startPostgres, startStandby } from '../../postgres-server.ts'
import { eventually, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'

it('a failover to a synchronous standby loses nothing that was acknowledged, and nobody restarts the application', async () => {
  const primary = await startPostgres({}, ['synchronous_standby_names=*'])
  onTestFinished(() => primary.close())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.close())
  await eventually('a synchronous standby', async () => {
    const { rows } = await sql(primary.url, 'SELECT sync_state FROM pg_stat_replication')
    return rows[0]?.sync_state === 'sync' ? true : undefined
  })
  // As an address that moves: a name, a proxy, a load balancer.
  const address = await proxyTo(primary.url)
  const handled = new Set<string | null>()
  const app = await appWith({
    store: postgresStore(address.url),
    checkout: (payment) => void handled.add(payment.clientReference),
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const acknowledged: string[] = []
  const refused: number[] = []
  let pushed = 0
  let isOver = false
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const reference = `order-${++pushed}`
      const Data = { ...samples.checkout.Data, ClientReference: reference, CheckoutId: reference }
      const { status } = await fetch(origin + paths.checkout, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...samples.checkout, Data }),
      })
      if (status === 200) acknowledged.push(reference)
      else refused.push(status)
    }
  })
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100))

  await primary.crash()
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(20))
  // The address has moved, and the standby isn't promoted yet: it answers, and takes nothing.
  address.moveTo(standby.url)
  await vi.waitFor(() =>
    expect(app.merchant.health()).toMatchObject({ ok: false, why: 'the server is read-only (25006)' }),
  )
  const before = acknowledged.length
  const refusedBefore = refused.length
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(refusedBefore + 20))
  expect(acknowledged.length).toBe(before)

  await sql(standby.url, 'SELECT pg_promote()')
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 100))
  isOver = true
  await Promise.all(load)
  expect(new Set(refused)).toEqual(new Set([503]))
  await vi.waitFor(() => expect(acknowledged.filter((reference) => !handled.has(reference))).toEqual([]))
  const { rows } = await sql(standby.url, 'SELECT reference FROM merchant.entries')
  const kept = new Set(rows.map(({ reference }) => reference))
  expect(acknowledged.filter((reference) => !kept.has(reference))).toEqual([])
})
