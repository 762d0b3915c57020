import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runVitest } from '../../simulator/record/run-vitest.ts'
import { run } from '../run.ts'
import { type Kept, keptStore, paid } from './kept-store.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** A store with a payment whose handler threw, and the application whose handler it was. */
async function shopWithDead(): Promise<Kept & { readonly write: (place: string, handler: string) => string }> {
  const kept = await keptStore()
  await kept.accept(paid('order-1'))
  await kept.end('dead', 'no database')
  symlinkSync(modules, join(kept.folder, 'node_modules'))
  writeFileSync(join(kept.folder, 'package.json'), '{ "type": "module" }')
  const write = (place: string, handler: string) => {
    mkdirSync(join(kept.folder, place))
    writeFileSync(
      join(kept.folder, place, 'app.js'),
      `import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'

export default ({ logger, store }) => {
  const app = Fastify({ logger })
  app.register(merchantWebhooks, { verify: 'none', store, payment: ${handler} })
  return app
}
`,
    )
    return join(kept.folder, place)
  }
  return { ...kept, write }
}

// Each run of vitest is a process of its own.
describe('merchant inbox export --test', { timeout: 300_000 }, () => {
  it('writes a test that fails as long as the handler throws, and passes then, without anybody’s name', async () => {
    const { file, folder, write } = await shopWithDead()
    const throwing = write('throwing', "() => Promise.reject(new Error('the ledger is closed'))")
    const path = join(throwing, 'paid.test.ts')
    const { code, out } = await run('inbox', 'export', 'order-1', '--store', file, '--test', path)
    expect({ code, out }).toEqual({ code: 0, out: `Wrote checkout/paid-2026-03-01 to ${path}.` })
    const test = readFileSync(path, 'utf8')
    expect(test).not.toMatch(/Ama|000000042/)
    const mended = write('mended', '() => undefined')
    writeFileSync(join(mended, 'paid.test.ts'), test)
    // Beside it one whose payment ended otherwise.
    writeFileSync(join(mended, 'otherwise.test.ts'), test.replace('"outcome": "paid"', '"outcome": "failed"'))
    const ran = await runVitest(folder)
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/✓ mended\/paid\.test\.ts/)
    expect(ran.out).toMatch(/Tests +2 failed.* 1 passed/)
    expect(ran.out).toMatch(/FAIL +throwing\/paid\.test\.ts[\s\S]*the ledger is closed.* to be null/)
    expect(ran.out).toMatch(/- +"outcome": "failed"/)
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      allowJs: true,
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['throwing/paid.test.ts'] }),
    )
    const compiled = spawnSync(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder])
    expect(compiled.stdout.toString()).toBe('')
  })

  it('overwrites nothing, and takes neither a fixture beside it nor an application without a test', async () => {
    const { file, folder } = await shopWithDead()
    const path = join(folder, 'paid.test.ts')
    const place = ['inbox', 'export', 'order-1', '--store', file]
    writeFileSync(path, 'mine')
    expect(await run(...place, '--test', path)).toMatchObject({
      code: 1,
      err: `--test: there is a file ${path} already.`,
    })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    expect(await run(...place, '--test', path, '--out', 'a.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('One of --out, --test and --html'),
    })
    expect(await run(...place, '--app', './app.js')).toMatchObject({
      code: 2,
      err: expect.stringContaining('say --test too'),
    })
  })
})

describe('merchant inbox export --html', () => {
  it('writes one page, without anybody’s name, and overwrites nothing', async () => {
    const { file, folder, accept } = await keptStore()
    await accept(paid('order-1'))
    const path = join(folder, 'paid.html')
    const place = ['inbox', 'export', 'order-1', '--store', file]
    expect(await run(...place, '--html', path)).toMatchObject({ code: 0, out: `Wrote a page to ${path}.` })
    const page = readFileSync(path, 'utf8')
    expect(page).toContain('<title>checkout order-1</title>')
    expect(page).not.toMatch(/Ama|000000042|<script/)
    expect(await run(...place, '--html', path)).toMatchObject({
      code: 1,
      err: `--html: there is a file ${path} already.`,
    })
    const other = join(folder, 'other.html')
    const { out } = await run(...place, '--html', other, '--json', '--by', 'Esi')
    expect(JSON.parse(out)).toEqual({ file: other, name: 'a page' })
  })
})
