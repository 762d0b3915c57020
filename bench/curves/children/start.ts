import { parseArgs } from 'node:util'

// Imports the built package and starts an application with it, and prints how long each step took, ms.
const { values } = parseArgs({ options: { sqlite: { type: 'string' }, postgres: { type: 'string' } } })
const built = (file: string) => import(new URL(`../../../dist/${file}`, import.meta.url).href)
const took: Record<string, number> = {}
let last = performance.now()

const { default: Fastify } = await import('fastify')
lap('fastify')
const { default: merchantWebhooks, memoryStore }: typeof import('../../../src/index.ts') = await built('index.js')
lap('package')
const store = await chosenStore()
lap('store')
const app = Fastify()
await app.register(merchantWebhooks, {
  verify: 'none',
  store,
  checkout: () => undefined,
  ussd: (_, turn) => turn.end('Bye'),
})
await app.listen({ port: 0, host: '127.0.0.1' })
lap('start')
await app.close()
process.stdout.write(JSON.stringify(took), () => process.exit())

async function chosenStore() {
  if (values.sqlite !== undefined) {
    const { sqliteStore }: typeof import('../../../src/store/sqlite/index.ts') = await built('store/sqlite/index.js')
    return sqliteStore(values.sqlite)
  }
  if (values.postgres === undefined) return memoryStore()
  const { postgresStore }: typeof import('../../../src/store/postgres/index.ts') =
    await built('store/postgres/index.js')
  return postgresStore(values.postgres)
}

function lap(name: string): void {
  const now = performance.now()
  took[name] = now - last
  last = now
}
