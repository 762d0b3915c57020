import { startPostgres } from '../../test/postgres-server.ts'
import { payment } from '../durable/pushes.ts'
import { withScratch } from '../durable/scratch.ts'
import { type PeerName, peers } from '../peers.ts'
import { workloads } from '../workloads.ts'
import type { Chart } from './chart.ts'
import type { CurveSettings } from './measure.ts'
import { type CurvePeer, inTurns } from './peers.ts'

/** What each path takes, and how long its slowest wait. */
export async function measureRates(settings: CurveSettings): Promise<readonly Chart[]> {
  const { progress, signal } = settings
  const turns = await inTurns(turnPeers, settings, (line) => progress(`turns, ${line}`), signal)
  const survey = await inTurns(surveyPeers, settings, (line) => progress(`questions, ${line}`), signal)
  const payments = await measurePayments(settings)
  const groups = [
    { label: 'A USSD turn, sessions of one turn', all: turns },
    { label: 'A turn of five questions', all: survey },
    { label: 'A payment, accepted', all: payments },
  ]
  const groupsOf = (name: 'rate' | 'p99') =>
    groups.map(({ label, all }) => ({
      label,
      bars: all.map((peer) => ({ label: peer.label, value: peer[name], isPeer: !ours.test(peer.label) })),
    }))
  return [
    {
      kind: 'bars',
      name: 'rates',
      title: 'What one process takes',
      says: `Requests a second with ${settings.connections} connections, each with one request under way. Bare Fastify checks the same schema, does nothing, and keeps nothing: no path can be faster; what this package is compared with is grey. "One INSERT" is a route that writes one row for each request and waits for it; pg-boss and graphile-worker keep one job for each. [Queues](benchmarks.md#queues) says what they don't do.`,
      values: 'requests a second; more is better',
      groups: groupsOf('rate'),
    },
    {
      kind: 'bars',
      name: 'p99',
      title: 'How long the slowest of a hundred wait',
      says: 'The same run: 99 of 100 requests were answered within this time, while the server took all that it could.',
      values: 'ms; less is better',
      groups: groupsOf('p99'),
    },
  ]
}

// The others are what it is compared with: in grey.
const ours = /^(?:this plugin|five questions, a conversation|\w+Store)/

function workloadPeers(name: string, names: readonly PeerName[]): readonly CurvePeer[] {
  const workload = workloads.find((one) => one.name === name)
  if (workload === undefined) throw new Error(`there is no workload ${name}`)
  return names.map((peer) => ({ ...peers[peer], kind: 'ussd', steps: workload.steps }))
}

const turnPeers = workloadPeers('ussd-one-turn', ['bare', 'plugin', 'pluginOpen', 'express', 'expressBuilder'])
const surveyPeers = workloadPeers('five-questions', ['byHand', 'script'])

function measurePayments(settings: CurveSettings): ReturnType<typeof inTurns> {
  return withScratch(async (folder) => {
    const server = await startPostgres()
    try {
      const { progress, signal } = settings
      const told = (line: string) => progress(`payments, ${line}`)
      const rates = [...(await inTurns(paymentPeers(folder, server.url), settings, told, signal))]
      // Each alone: what one has not worked yet is work for the server while the next is measured.
      for (const queue of queuePeers(server.url)) rates.push(...(await inTurns([queue], settings, told, signal)))
      return rates
    } finally {
      await server.close()
    }
  })
}

function paymentPeers(folder: string, postgres: string): readonly CurvePeer[] {
  const insert = 'insert-per-request.ts'
  const all: readonly (readonly [label: string, file: string, ...args: string[]])[] = [
    ['bare Fastify', 'bare-fastify.ts'],
    ['memoryStore()', 'durable.ts'],
    ['sqliteStore()', 'durable.ts', `--sqlite=${folder}/inbox.db`],
    ['SQLite, one INSERT', insert, `--sqlite=${folder}/insert.db`],
    ['postgresStore()', 'durable.ts', `--postgres=${postgres}`],
    ['PostgreSQL, one INSERT', insert, `--postgres=${postgres}`],
  ]
  return all.map(([label, file, ...args]) => ({ label, file, args, kind: 'checkout', steps: [payment] }))
}

/** They keep a job for each payment. */
function queuePeers(postgres: string): readonly CurvePeer[] {
  return ['pg-boss', 'graphile-worker'].map((library) => ({
    label: `PostgreSQL, ${library}`,
    file: 'queues/queue-per-request.ts',
    args: [`--library=${library}`, `--at=${postgres}`],
    kind: 'checkout',
    steps: [payment],
  }))
}

/** A payment whose body has so many KB. */
function paymentOf(kilobytes: number): CurvePeer['steps'][number] {
  const { body, answer } = payment
  const more = Math.max(0, Math.round(kilobytes * 1_024) - JSON.stringify(body).length)
  const data = { ...Object(body.Data), Description: `The payment was made${'.'.repeat(more)}` }
  return { body: { ...body, Data: data }, answer }
}

/** What each store takes of payments that get larger. */
export async function measurePayloads(settings: CurveSettings): Promise<readonly Chart[]> {
  const { progress, signal, short } = settings
  const sizes = short ? [0.4, 16] : [0.4, 1, 4, 16, 60]
  const lines = new Map<string, { x: number; y: number }[]>()
  for (const size of sizes) {
    await withScratch(async (folder) => {
      const server = await startPostgres()
      try {
        const stores = paymentPeers(folder, server.url)
          .filter(({ label }) => !label.includes('INSERT'))
          .map((peer) => ({ ...peer, steps: [paymentOf(size)] }))
        const told = (line: string) => progress(`payments of ${size} KB, ${line}`)
        for (const { label, rate } of await inTurns(stores, settings, told, signal)) {
          lines.set(label, [...(lines.get(label) ?? []), { x: size, y: rate }])
        }
      } finally {
        await server.close()
      }
    })
  }
  return [
    {
      kind: 'lines',
      name: 'payloads',
      title: 'Larger pushes',
      says: 'Payments accepted a second, by the size of their bodies. A real payment has 0.4 to 1 KB; 64 KB is the most that is taken.',
      values: 'payments a second; more is better',
      along: 'KB of a body',
      scale: 'log',
      lines: [...lines].map(([label, points]) => ({ label, points })),
    },
  ]
}
