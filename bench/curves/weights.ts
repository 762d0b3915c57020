import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import pg from 'pg'
import { startPostgres } from '../../test/postgres-server.ts'
import { withScratch } from '../durable/scratch.ts'
import { median } from '../statistics.ts'
import type { Bar, Chart } from './chart.ts'
import type { CurveSettings } from './measure.ts'

/** What an open session takes, and a payment that waits, in memory or on the disk. */
export async function measureWeights(settings: CurveSettings): Promise<readonly Chart[]> {
  const count = settings.short ? 1_000 : 20_000
  const bars = async (what: 'sessions' | 'payments'): Promise<readonly Bar[]> => [
    { label: 'memoryStore(), in memory', value: await inMemory(what, count, settings) },
    { label: 'sqliteStore(), on the disk', value: await onDisk(what, count, settings) },
    { label: 'postgresStore(), on the disk', value: await inPostgres(what, count, settings) },
  ]
  return [
    {
      kind: 'bars',
      name: 'weights',
      title: 'What is kept',
      says: `The average of ${count.toLocaleString('en')}. On a disk it is what the files or tables grew by, with their indexes. An open session has one screen behind it, and no state of its own.`,
      values: 'bytes; less is better',
      groups: [
        { label: 'An open session', bars: await bars('sessions') },
        { label: 'A payment that waits, of 0.4 KB', bars: await bars('payments') },
      ],
    },
  ]
}

const weight = Type.Object({ bytes: Type.Number() })

async function inMemory(what: string, count: number, settings: CurveSettings): Promise<number> {
  settings.progress(`${what} in memory`)
  const { bytes } = await ask(weight, 'weigh.ts', [`--what=${what}`, `--count=${count}`], settings, ['--expose-gc'])
  return bytes
}

/** Two files, one with twice as many: what both have is left out. */
function onDisk(what: string, count: number, settings: CurveSettings): Promise<number> {
  return withScratch(async (folder) => {
    const sizes: number[] = []
    for (const many of [count, 2 * count]) {
      settings.progress(`${what} in SQLite: ${many.toLocaleString('en')}`)
      const args = [`--what=${what}`, `--count=${many}`, `--sqlite=${folder}/${many}.db`]
      await ask(weight, 'weigh.ts', args, settings)
      const files = readdirSync(folder).filter((file) => file.startsWith(`${many}.db`) && !/-(?:wal|shm)$/.test(file))
      for (const file of files) moveLog(join(folder, file))
      sizes.push(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0))
    }
    const [less = 0, more = 0] = sizes
    return (more - less) / count
  })
}

/** What stands in the log of a file goes into the file. */
function moveLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

async function inPostgres(what: string, count: number, settings: CurveSettings): Promise<number> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    const sizes: number[] = []
    for (const many of [1, count]) {
      settings.progress(`${what} in PostgreSQL: ${many.toLocaleString('en')}`)
      await ask(weight, 'weigh.ts', [`--what=${what}`, `--count=${many}`, `--postgres=${server.url}`], settings)
      sizes.push(Number((await client.query(sizeOfTables)).rows[0]?.bytes))
    }
    const [before = 0, after = 0] = sizes
    return (after - before) / count
  } finally {
    await client.end()
    await server.close()
  }
}

const sizeOfTables = `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'merchant' AND c.relkind IN ('r', 'p')`

const steps = Type.Object({
  fastify: Type.Number(),
  package: Type.Number(),
  store: Type.Number(),
  start: Type.Number(),
})

/** How long the package takes to be imported, and an application with it to listen. */
export async function measureStarts(settings: CurveSettings): Promise<readonly Chart[]> {
  const rounds = settings.short ? 3 : 11
  const server = await startPostgres()
  try {
    return await withScratch(async (folder) => {
      const stores = [
        { label: 'memoryStore()', args: () => [] },
        { label: 'sqliteStore(), a new file', args: (round: number) => [`--sqlite=${folder}/${round}.db`] },
        { label: 'postgresStore()', args: () => [`--postgres=${server.url}`] },
      ]
      const bars: Bar[] = []
      const imports = { fastify: [] as number[], package: [] as number[] }
      for (const { label, args } of stores) {
        const took: number[] = []
        for (let round = 0; round < rounds; round++) {
          settings.progress(`starts with ${label}: ${round + 1} of ${rounds}`)
          const { fastify, package: own, store, start } = await ask(steps, 'start.ts', args(round), settings)
          imports.fastify.push(fastify)
          imports.package.push(own)
          took.push(store + start)
        }
        bars.push({ label, value: median(took) })
      }
      return [
        {
          kind: 'bars',
          name: 'starts',
          title: 'Until it listens',
          says: 'A new process for each: Fastify is imported, then this package, then the application starts with a store, whose entry point is imported then.',
          values: 'ms; less is better',
          groups: [
            {
              label: 'Import',
              bars: [
                { label: 'Fastify', value: median(imports.fastify), isPeer: true },
                { label: 'this package, after Fastify', value: median(imports.package) },
              ],
            },
            { label: 'Start, after that', bars },
          ],
        },
      ]
    })
  } finally {
    await server.close()
  }
}

const run = promisify(execFile)

/** What a program of `children/` prints. */
async function ask<Schema extends TSchema>(
  schema: Schema,
  file: string,
  args: readonly string[],
  { signal }: CurveSettings,
  flags: readonly string[] = [],
) {
  const path = fileURLToPath(new URL(`children/${file}`, import.meta.url))
  const { stdout } = await run(process.execPath, [...flags, path, ...args], { signal })
  return Value.Parse(schema, JSON.parse(stdout))
}
