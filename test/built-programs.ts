import { readdirSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { isRunning } from './folder-in-memory.ts'

const name = /^built-programs-(\d+)$/
const root = fileURLToPath(new URL('..', import.meta.url))

/** What tests start in processes of their own, without its ending. */
const programs = [
  'test/deploy/shop-process',
  'test/faults/application/push-at-once',
  'test/faults/application/serve',
  'test/faults/application/watch-moments',
  'test/http/hostile/application',
  'test/inbox/reports/serve',
  'test/simulator/record/hidden/bank-elsewhere',
  'test/store/postgres/children/closing',
  'test/store/postgres/children/own-pool',
  'test/store/postgres/children/worker',
  'test/store/sqlite/child-effects',
  'test/store/sqlite/child-store',
  'test/turns/kept/frozen/shop',
  'test/turns/kept/sqlite/serve',
  'test/turns/sockets/callers-process',
]

/**
 * Set up once for a run of tests: each of a few hundred processes would read the source of the package, some 400 files, for most
 * of a second, and as many files of Fastify and its parts. They stand as deep as `src`, since files of the package are found from
 * there.
 */
export default async function setup(): Promise<() => void> {
  for (const left of readdirSync(root)) {
    const pid = Number(name.exec(left)?.[1] ?? process.pid)
    if (!isRunning(pid)) rmSync(join(root, left), { recursive: true, force: true })
  }
  const folder = join(root, `built-programs-${process.pid}`)
  const built = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map((name) => [name, `${name}.ts`])),
    external: (id) => isBuiltin(id) || /^#|^pg(?:-|$)|^@opentelemetry/.test(id),
    platform: 'node',
    transform: { target: 'es2023' },
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`)
    },
  })
  const codeSplitting = { groups: [{ name: 'own-folder', test: /[\\/]src[\\/]own-folder\.ts$/ }] }
  await built.write({ dir: folder, format: 'esm', keepNames: true, chunkFileNames: '[name].js', codeSplitting })
  await built.close()
  process.env.FMW_TEST_PROGRAMS = folder
  return () => {
    delete process.env.FMW_TEST_PROGRAMS
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
