import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testOf } from '../../../src/simulator/chaos/write-test.ts'

const violation = { rule: 'deliveredUnpaid', text: 'a bill of 5: delivered, and nobody paid' } as const
const parts = { dialogue: 'found.yaml', module: 'shop.js', headers: [] }

describe('the test that chaos writes', () => {
  it('gives the application the service’s variables, as the command did', () => {
    const { status, out } = runOf(`
      export const build = () => {
        throw new Error('calls ' + (process.env.API_URL ?? 'nobody') + ' by ' + process.env.API_ID + ', reports to ' + process.env.REPORT_URL)
      }`)
    expect(status).toBe(1)
    expect(out).toMatch(
      /calls http:\/\/127\.0\.0\.1:\d+.* by \S+, reports to http:\/\/127\.0\.0\.1:\d+\/fulfilment\/report/,
    )
    expect(out).not.toContain('by undefined')
  })

  it('has them in place before the module is loaded, which may make its client then', () => {
    const { status, out } = runOf(`
      const address = process.env.API_URL
      export const build = () => {
        throw new Error('its client calls ' + address)
      }`)
    expect(status).toBe(1)
    expect(out).toMatch(/its client calls http:\/\/127\.0\.0\.1:\d+/)
  })

  it('asks the books of the module, where it has some', () => {
    const application = `
      import Fastify from 'fastify'
      import merchantWebhooks from ${JSON.stringify(`${root}dist/index.js`)}
      export default async ({ store }) => {
        const app = Fastify()
        await app.register(merchantWebhooks, { verify: 'none', store, ussd: (push, turn) => turn.end('Goodbye') })
        return app
      }`
    expect(runOf(application)).toEqual({ status: 0, out: expect.any(String) })
    const { status, out } = runOf(`${application}
      export const books = () => ({ orders: ['Tea', 'Tea'] })`)
    expect(status).toBe(1)
    expect(out).toContain("'Tea' was ordered 2 times by one step")
  })

  it.each([
    ['vitest', "import { expect, test } from 'vitest'", 'expect(await playStory('],
    ['node', "import { test } from 'node:test'", 'assert.equal(await playStory('],
  ] as const)('is one for %s', (runner, imported, compared) => {
    const text = testOf(violation, { ...parts, runner })
    expect(text).toContain(imported)
    expect(text).toContain(compared)
  })
})

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs what was written with `node --test`, beside a module of an application. */
function runOf(module: string): { readonly status: number; readonly out: string } {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-written-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const text = testOf(violation, { ...parts, runner: 'node' })
  for (const [name, file] of [
    ['', 'index.js'],
    ['/simulator', 'simulator/index.js'],
  ])
    writeFileSync(
      join(folder, `from${name?.replace('/', '-')}.js`),
      `export * from ${JSON.stringify(`${root}dist/${file}`)}`,
    )
  const local = text
    .replace("'fastify-merchant-webhooks/simulator'", "'./from-simulator.js'")
    .replace("'fastify-merchant-webhooks'", "'./from.js'")
    // A busy machine blocks the loop too: what that comes to is not asked here.
    .replace(', story)', ', story, { blocked: 600_000 })')
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'found.test.js'), local)
  writeFileSync(join(folder, 'found.yaml'), "dialogue: found\nsteps:\n  - dial: '*713#'\n")
  writeFileSync(join(folder, 'shop.js'), module)
  const { API_URL: _, API_ID: __, NODE_TEST_CONTEXT: ___, ...env } = process.env
  try {
    return { status: 0, out: execFileSync(process.execPath, ['--test'], { cwd: folder, env, encoding: 'utf8' }) }
  } catch (error) {
    return { status: Number(Reflect.get(Object(error), 'status')), out: String(Reflect.get(Object(error), 'stdout')) }
  }
}
