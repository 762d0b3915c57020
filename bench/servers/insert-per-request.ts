import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'
import { portOf, reportToParent, usage } from './report.ts'

// What merchants write by hand: one INSERT for each request, acknowledged after it. Nothing is read, no repeat is known.
const { values } = parseArgs({ options: { postgres: { type: 'string' } } })
const pool = new pg.Pool({ connectionString: values.postgres, max: 10 })
await pool.query('CREATE TABLE IF NOT EXISTS pushes (id bigserial PRIMARY KEY, body jsonb NOT NULL)')

const app = Fastify()
app.post('/push', async (request) => {
  await pool.query('INSERT INTO pushes (body) VALUES ($1)', [JSON.stringify(request.body)])
  return { status: 'received' }
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const paths = { checkout: '/push', deliveryReport: '/push' }
reportToParent({ port: portOf(app.server.address()), paths }, async () => {
  const { rows } = await pool.query('SELECT count(*)::integer AS done FROM pushes')
  return { ...usage(), done: rows[0]?.done, toHandler: [] }
})
