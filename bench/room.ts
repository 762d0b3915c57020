import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../test/postgres-server.ts'
import { withScratch } from './durable/scratch.ts'

/**
 * What one sender can fill with default settings: floods each store with sessions of 60 KB state, with 60 KB that cannot be
 * read, with 60 KB that are handled and with 60 KB whose handler fails, for so many seconds each, and prints what it took.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    stores: { type: 'string', default: 'memory,sqlite,postgres' },
  },
})
const seconds = Number(values.seconds)
const stores = values.stores.split(',')
const large = 'x'.repeat(60_000)
const mebibyte = 1_048_576

interface Flood {
  readonly name: string
  readonly path: string
  readonly body: (index: number) => string
}

const floods: readonly Flood[] = [
  {
    name: 'sessions of 60 KB state',
    path: '/push/ussd',
    body: (index) =>
      JSON.stringify({
        SessionId: `session-${index}`,
        Mobile: `+23320${String(index).padStart(7, '0')}`,
        ServiceCode: '713',
        Type: 'Initiation',
        Message: '*713#',
        Operator: 'mtn',
        Sequence: 1,
        ClientState: '',
      }),
  },
  { name: 'unreadable, 60 KB', path: '/push/delivery-report', body: (index) => `{"${index}${large}` },
  { name: 'handled, 60 KB', path: '/push/delivery-report', body: (index) => report(`done-${index}`) },
  { name: 'handler fails, 60 KB', path: '/push/delivery-report', body: (index) => report(`stuck-${index}`) },
]

function report(id: string): string {
  return JSON.stringify({ MessageId: id, Status: 'Delivered', Content: large })
}

interface Sizes {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  readonly why: string
}

const rows: string[] = []
if (stores.includes('memory')) await measure('memory', [], async () => 0)
if (stores.includes('sqlite')) {
  await withScratch(async (folder) => {
    const file = join(folder, 'merchant.db')
    await measure('sqlite', ['--sqlite', file], async () => sizeOf(folder))
  })
}
if (stores.includes('postgres')) {
  const server = await startPostgres()
  try {
    await measure('postgres', ['--postgres', server.url], () => databaseSize(server.url))
  } finally {
    await server.close()
  }
}
console.log(
  '\n| store | after the flood of | sent | 2xx | 4xx | 503 | kept in memory, MB (resident) | disk, MB | why not |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const row of rows) console.log(row)

async function measure(store: string, args: readonly string[], disk: () => Promise<number>): Promise<void> {
  const child = fork(fileURLToPath(new URL('./servers/room.ts', import.meta.url)), [...args], {
    // V8 lets the heap of a process grow as large as the machine lets it: what is kept shows after a collection.
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [listening] = await once(child, 'message')
  const ask = async (): Promise<Sizes> => {
    child.send('tell')
    const [sizes] = await once(child, 'message')
    return sizes
  }
  const before = await ask()
  rows.push(rowOf(store, 'nothing', [], before, await disk()))
  for (const flood of floods) {
    const told = await send(listening.port, flood)
    rows.push(rowOf(store, flood.name, told, await ask(), await disk()))
    console.log(rows.at(-1))
  }
  child.kill()
  await once(child, 'exit')
}

function rowOf(
  store: string,
  name: string,
  told: readonly number[],
  { rss, heapUsed, external, why }: Sizes,
  disk: number,
): string {
  const count = (from: number): number => told.filter((status) => Math.floor(status / 100) === from).length
  const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6))
  const memory = `${megabytes(heapUsed + external)} (${megabytes(rss)})`
  return `| ${[store, name, told.length, count(2), count(4), count(5), memory, megabytes(disk), why].join(' | ')} |`
}

/** Sends for so many seconds, 32 at a time, no more than 1.5 GB. */
async function send(port: number, { path, body }: Flood): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const until = performance.now() + seconds * 1_000
  const told: number[] = []
  let next = 0
  const line = async (): Promise<void> => {
    while (performance.now() < until && next < (1_500 * mebibyte) / large.length) {
      told.push(await post(agent, port, path, body(next++)))
    }
  }
  await Promise.all(Array.from({ length: 32 }, line))
  agent.destroy()
  return told
}

function post(agent: Agent, port: number, path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function sizeOf(folder: string): Promise<number> {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

async function databaseSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: found } = await client.query(
    `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
     WHERE c.relnamespace = 'merchant'::regnamespace AND c.relkind = 'r'`,
  )
  await client.end()
  return Number(found[0]?.bytes)
}
