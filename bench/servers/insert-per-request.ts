import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'
import { portOf, reportToParent, usage } from './report.ts'

// What merchants write by hand: one INSERT for each request, acknowledged after it. Nothing is read, no repeat is known.
const { values } = parseArgs({ options: { postgres: { type: 'string' }, sqlite: { type: 'string' } } })
const table = values.sqlite === undefined ? await inPostgres(values.postgres) : inSqlite(values.sqlite)

const app = Fastify()
app.post('/push', async (request) => {
  await table.insert(JSON.stringify(request.body))
  return { status: 'received' }
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const paths = { checkout: '/push', deliveryReport: '/push' }
reportToParent({ port: portOf(app.server.address()), paths }, async () => {
  return { ...usage(), done: await table.count(), toHandler: [] }
})

interface Table {
  insert(body: string): Promise<unknown> | unknown
  count(): Promise<unknown> | unknown
}

async function inPostgres(url: string | undefined): Promise<Table> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query('CREATE TABLE IF NOT EXISTS pushes (id bigserial PRIMARY KEY, body jsonb NOT NULL)')
  return {
    insert: (body) => pool.query('INSERT INTO pushes (body) VALUES ($1)', [body]),
    count: async () => (await pool.query('SELECT count(*)::integer AS done FROM pushes')).rows[0]?.done,
  }
}

/** In the way that survives a power cut, as the plugin does. */
function inSqlite(file: string): Table {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE IF NOT EXISTS pushes (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO pushes (body) VALUES (?)')
  const count = database.prepare('SELECT count(*) AS done FROM pushes')
  return { insert: (body) => insert.run(body), count: () => count.get()?.done }
}
