import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'
import { operatorPage } from 'fastify-merchant-webhooks/operations'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'

/** How long the server takes for the first view of the operator's page, beside this many entries. */
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '100000' }, views: { type: 'string', default: '20' } },
})
const atOnce = 100
const asked = [
  ['overview', {}],
  ...['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all'].map(
    (tab) => ['entries', { tab }] as const,
  ),
  ['entries', { reference: 'o-7' }],
] as const

const folder = mkdtempSync(join(tmpdir(), 'merchant-operators-'))
const app = Fastify()
try {
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: sqliteStore(join(folder, 'merchant.db')),
    retry: { attempts: 1 },
    payment: ({ clientReference }) => {
      if (clientReference?.endsWith('00') === true) throw new Error('The ledger is closed')
    },
  })
  await app.register(operatorPage, { access: () => ['look'] })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const entries = Number(values.entries)
  for (let from = 0; from < entries; from += atOnce) await Promise.all(numbersFrom(from, entries).map(push))
  const { inbox } = app.merchant
  while ((await inbox.list({ states: ['waiting', 'running'], limit: 1 })).entries.length > 0) await setTimeout(500)
  console.log(await inbox.count())
  for (const [path, body] of asked) {
    const times: number[] = []
    for (let view = 0; view < Number(values.views); view++) {
      const start = performance.now()
      const answer = await ask(origin, path, body)
      await answer.text()
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    const [median = 0, slowest = 0] = [times[times.length >> 1], times.at(-1)]
    console.log(`${path} ${JSON.stringify(body)}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`)
  }
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}

function numbersFrom(from: number, most: number): readonly number[] {
  return Array.from({ length: Math.min(atOnce, most - from) }, (_none, index) => from + index)
}

async function push(number: number): Promise<void> {
  const Data = { CheckoutId: `c-${number}`, ClientReference: `o-${number}`, Status: 'Success', Amount: 5 }
  await app.inject({
    method: 'POST',
    url: '/checkout',
    payload: { ResponseCode: number % 50 === 7 ? '0005' : '0000', Status: 'Success', Data },
  })
}

function ask(origin: string, path: string, body: object): Promise<Response> {
  return fetch(`${origin}/operations/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })
}
