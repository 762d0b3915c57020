import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { type LogRow, recordTest, type TestRunner } from '../../../src/simulator/index.ts'
import { connectedTo } from './connected.ts'
import { runVitest } from './run-vitest.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Each as its owner exports it. */
const modules = {
  default: 'export default build',
  app: 'export const app = build({ store: memoryStore() })',
  build: 'export { build }',
}

const application = `import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store } from 'fastify-merchant-webhooks'

function build({ store }: { store: Store }) {
  const app = Fastify()
  app.register(merchantWebhooks, { verify: 'none', store, ussd: (push, turn) => turn.end('Tea'), inboundMessage: () => undefined })
  return app
}
`

async function rowsOfTea(): Promise<readonly LogRow[]> {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd: (_push, turn) => turn.end('Tea'),
    inboundMessage: () => undefined,
  })
  const sim = await connectedTo(app)
  await sim.phone('+233244123456').dial('*713#')
  await sim.messages.from('+233244123456', 'Tea')
  return sim.log.rows({ direction: 'push' })
}

/** A package in TypeScript, with a recorded test of each application. */
async function packageOf(type: 'module' | 'commonjs', runner: TestRunner): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('package.json', JSON.stringify({ type }))
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    skipLibCheck: true,
    types: ['node'],
    rootDir: '.',
    outDir: 'out',
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const rows = await rowsOfTea()
  for (const [name, exported] of Object.entries(modules)) {
    write(`${name}.ts`, `${application}\n${exported}\n`)
    write(`${name}.test.ts`, recordTest(rows, { title: name, app: `./${name}.js`, runner }))
  }
  return folder
}

function run(folder: string, ...args: string[]): Promise<{ readonly code: number; readonly out: string }> {
  const { NODE_OPTIONS: _, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env, timeout: 200_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, out: stdout + stderr }),
    )
  })
}

describe('a recorded test in a package of TypeScript', { timeout: 300_000 }, () => {
  it.each([
    ['ESM', 'module'],
    ['CommonJS', 'commonjs'],
  ] as const)('compiles whatever the application exports, and passes: %s', async (_name, type) => {
    const folder = await packageOf(type, 'node')
    expect(await run(folder, join(root, 'node_modules/typescript/bin/tsc'))).toEqual({ code: 0, out: '' })
    // All in one process: as in `runVitest`.
    const { code, out } = await run(folder, '--test', '--test-isolation=none', '--test-reporter=tap', 'out/*.test.js')
    expect(out).toMatch(/^# pass 3$/m)
    expect(code).toBe(0)
  })

  it('compiles and passes under vitest', async () => {
    const folder = await packageOf('module', 'vitest')
    expect(await run(folder, join(root, 'node_modules/typescript/bin/tsc'), '--noEmit')).toEqual({ code: 0, out: '' })
    const { out } = await runVitest(folder)
    expect(out).toMatch(/Tests +3 passed/)
  })
})
