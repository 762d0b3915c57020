import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSimulator } from 'fastify-merchant-webhooks/simulator'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { readMachine } from './machine.ts'
import { quantile } from './statistics.ts'

/**
 * Phones of the simulator that all dial the example shop at once, over sockets, and buy tea with it: prints how long turns
 * took against the 7 s that the service allows. Simulator and shop share one process.
 */
const { values } = parseArgs({ options: { phones: { type: 'string', default: '500' } } })
const phones = Number(values.phones)
const example = new URL('../example/', import.meta.url)
const { buildShop } = await import(new URL('shop.js', example).href)
const { openOrders } = await import(new URL('orders.js', example).href)

const folder = mkdtempSync(join(tmpdir(), 'merchant-capacity-'))
try {
  const shop = await buildShop({
    logger: false,
    pushSecret: 'of-this-measurement',
    secret: 'a secret of this measurement',
    store: sqliteStore(join(folder, 'shop.db')),
    orders: openOrders(),
  })
  const base = await shop.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await using sim = await createSimulator()
  await sim.connect(`${base}/push`, { urls: pathsOf(shop.merchant.urls) })
  const begun = performance.now()
  // A phone that sees an error in place of a screen ends there: that is a result, too.
  const calls = await Promise.allSettled(
    Array.from({ length: phones }, (_, at) =>
      sim
        .phone(`+2330000${String(at).padStart(5, '0')}`)
        .dial('*713#')
        .choose('Buy something')
        .choose('Tea, 5.00')
        .reply('2')
        .choose('Yes')
        .run(),
    ),
  )
  const seconds = (performance.now() - begun) / 1_000
  const rows = sim.log.rows({ kind: 'ussd' })
  const ms = rows.map((row) => row.ms)
  const failed = calls.filter((call) => call.status === 'rejected' || call.value.payment === undefined)
  const { processor, cores, load } = readMachine()
  console.log(`${processor}, ${cores} cores, load ${load.toFixed(1)}`)
  console.log(
    `${phones} phones at once, ${rows.length} turns in ${seconds.toFixed(1)} s: p50 ${quantile(ms, 0.5).toFixed(0)} ms, ` +
      `p99 ${quantile(ms, 0.99).toFixed(0)} ms, longest ${quantile(ms, 1).toFixed(0)} ms of 7000 ms`,
  )
  console.log(`${failed.length} phones were not asked to pay; ${rows.filter(({ problem }) => problem).length} problems`)
  await shop.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pathsOf(urls: readonly { readonly kind: string; readonly url: string }[]): Record<string, string> {
  return Object.fromEntries(urls.map(({ kind, url }) => [kind, new URL(url, 'http://localhost').pathname]))
}
