import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import type { Store } from 'fastify-merchant-webhooks'
import { postgresStore } from 'fastify-merchant-webhooks/postgres'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { chromium } from 'playwright-core'
import { startPostgres } from '../../test/postgres-server.ts'
import { texts } from '../../ui/operations/texts.ts'
import { readMachine } from '../machine.ts'
import { median } from '../statistics.ts'
import { copiesOf } from './copies.ts'
import { fillPostgres } from './fill-postgres.ts'
import { fillPostgresSessions, fillSqliteSessions } from './fill-sessions.ts'
import { fillSqlite } from './fill-sqlite.ts'
import { type FirstView, oneLine, openUntil, serveOneLine, watchCalls } from './first-view.ts'
import { openShop, pushOneOfEach } from './shop.ts'

/**
 * The first view of the operator's page, beside this many old entries and `--shown` ones in its tabs. Ends with 1 where the middle
 * of the views is over 200 ms: of the server's time for all its calls, or until Chromium has drawn the list.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    sessions: { type: 'string', default: '1000' },
    shown: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'sqlite' },
    views: { type: 'string', default: '11' },
    // A folder: a SQLite store that was filled there before is measured, else it is filled and kept. `--views 0` only fills.
    keep: { type: 'string' },
  },
})
const most = 200
/** Everything else that the page asks for. */
const asked = [
  ['overview', {}],
  ...['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all'].map(
    (tab) => ['entries', { tab }] as const,
  ),
  ['entries', { tab: 'dead', kinds: ['deliveryReport'] }],
  ['entries', { tab: 'all', kinds: ['deliveryReport'] }],
  ...[{ tab: 'all' }, { tab: 'done' }, { tab: 'dead' }, { tab: 'all', kinds: ['checkout'] }].flatMap((list) => [
    ['entries', { ...list, since: Date.now() + 3_600_000 }] as const,
    ['entries', { ...list, since: Date.now() - 3_600_000 }] as const,
  ]),
  ['entries', { reference: 'old-b' }],
  ['entries', { phone: '+233000000000' }],
  ['entry', { name: 'checkout:checkoutId:c-old|paid' }],
  ['redrive/dry-run', {}],
  ['settle-all/dry-run', {}],
  ['sessions', {}],
  ['sessions', { since: Date.now() + 3_600_000 }],
  ['sessions', { since: Date.now() - 3_600_000 }],
  ['sessions', { since: Date.now() - 86_400_000 }],
  ['sessions', { phone: '+233000000000' }],
  ['session', { session: `masked:${(Date.now() - 86_400_000).toString(36)}:${'0'.repeat(32)}` }],
  ['drop-off', {}],
  ['drop-off', { until: 1 }],
  ['drop-off', { since: Date.now() + 3_600_000 }],
  ['drop-off', { kind: 'programmable' }],
  ['trail', {}],
] as const

const copies = copiesOf(Number(values.entries), Number(values.shown))
const folder = mkdtempSync(join(tmpdir(), 'merchant-operators-'))
// The server may be another user's.
chmodSync(folder, 0o711)
const started = performance.now()
const told = (what: string) => console.error(`${Math.round((performance.now() - started) / 1_000)} s: ${what}`)
const server = values.store === 'postgres' ? await startPostgres({ TMPDIR: folder }) : undefined
try {
  if (server !== undefined && values.keep !== undefined) throw new Error('--keep is for SQLite')
  const kept = values.keep ?? folder
  const file = join(kept, 'merchant.db')
  // Written last: a fill that was cut off is begun again.
  const mark = join(kept, `filled-${values.entries}-${values.shown}-${values.sessions}`)
  const isThere = existsSync(mark)
  if (!isThere) for (const name of mine(kept)) rmSync(join(kept, name))
  const store = (): Store => (server === undefined ? sqliteStore(file) : postgresStore(server.url))
  if (!isThere) await pushOneOfEach(store())
  if (server === undefined && !isThere) {
    fillSqlite(file, copies, told)
    fillSqliteSessions(`${file}-turns`, Number(values.sessions), told)
  }
  if (server !== undefined) {
    await fillPostgres(server.url, copies, told)
    await fillPostgresSessions(server.url, Number(values.sessions), told)
  }
  if (!isThere) writeFileSync(mark, '')
  if (server === undefined) console.log(`${Math.round(statSync(file).size / 2 ** 20)} MiB`)
  told(Number(values.views) === 0 ? 'filled' : 'views')
  if (Number(values.views) > 0) await measure(store())
} finally {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
}

/** What an earlier fill has left in a folder. */
function mine(kept: string): readonly string[] {
  mkdirSync(kept, { recursive: true })
  return readdirSync(kept).filter((name) => /^(merchant\.db|filled-)/.test(name))
}

async function measure(store: Store): Promise<void> {
  const calls = watchCalls()
  const filled = await openShop(store, calls.watch)
  const emptyShop = await openShop(sqliteStore(join(folder, 'empty.db')))
  const one = Fastify()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const origin = await filled.listen({ port: 0, host: '127.0.0.1' })
    const emptyOrigin = await emptyShop.listen({ port: 0, host: '127.0.0.1' })
    const oneLineUrl = await serveOneLine(one)
    const views: FirstView[] = []
    for (let view = 0; view < Number(values.views); view++) {
      calls.start()
      const ours = await openUntil(browser, `${origin}/operations/`, '1,000+')
      const measured = calls.measured()
      const empty = await openUntil(browser, `${emptyOrigin}/operations/`, texts.empty.needsReview)
      views.push({ ...measured, ours, empty, line: await openUntil(browser, oneLineUrl, oneLine) })
    }
    const middle = (of: (view: FirstView) => number) => Math.round(median(views.map(of)))
    const server = middle((view) => view.server)
    console.log({ server, processor: middle((view) => view.processor) })
    for (const name of ['ours', 'empty', 'line'] as const) {
      console.log(name, { drawn: middle((view) => view[name].drawn), worked: middle((view) => view[name].worked) })
    }
    console.log({ cold: views[0] })
    const drawn = middle(({ ours }) => ours.drawn)
    if (Math.max(server, drawn) > most) process.exitCode = 1
    for (const [path, body] of asked) console.log(path, JSON.stringify(body), await timesOf(origin, path, body))
    console.log(readMachine())
  } finally {
    await browser.close()
    await Promise.all([filled, emptyShop, one].map((app) => app.close()))
  }
}

async function timesOf(origin: string, path: string, body: object) {
  const times: number[] = []
  let status = 0
  for (let time = 0; time < Number(values.views); time++) {
    const start = performance.now()
    const answer = await fetch(`${origin}/operations/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })
    await answer.text()
    status = answer.status
    times.push(performance.now() - start)
  }
  return {
    status,
    median: Math.round(median(times)),
    first: Math.round(times[0] ?? 0),
    slowest: Math.round(Math.max(...times)),
  }
}
