import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { blocksOf, blockUnder, root } from './documents.ts'

// What the first page says to change in order to keep things, done to its own code.
const page = 'docs/start.md'
const [shopChange = '', testChange = ''] = blocksOf(page)
  .filter(({ language, heading }) => language === 'diff' && heading === 'Keep it')
  .map(({ code }) => code)
const shop = changed(blockUnder(page, 'The shop', 'ts').code, shopChange)
const report = blockUnder(page, 'Deliver, and report it to the service', 'js').code

it('the test of the first page passes on SQLite, prints its result alone, and leaves no sale in the store of the shop', async () => {
  const folder = folderWith({
    'shop.mjs': withPackage(shop),
    'shop.test.mjs': withPackage(changed(blockUnder(page, 'Test your handlers', 'js').code, testChange)),
  })
  const { code, out } = await runIn(folder, ['--test', 'shop.test.mjs'])
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('sells rice') })
  expect(out).not.toContain('"level":')
  expect(existsSync(join(folder, 'merchant.db'))).toBe(false)
})

it('the shop of the first page starts before it knows where to report', async () => {
  const withReport = shop.replace(/^ {2}programmable: shop,.*\n/m, (line) => line + report)
  expect(withReport).toContain('REPORT_URL')
  const folder = folderWith({ 'shop.mjs': withPackage(`${withReport}await app.ready()\nawait app.close()\n`) })
  expect(await runIn(folder, ['shop.mjs'])).toMatchObject({ code: 0 })
  expect(await runIn(folder, ['shop.mjs'], { REPORT_URL: 'no address' })).toMatchObject({ code: 1 })
})

/** A text after a change that is written as lines of a diff, in the order of the text. */
function changed(code: string, change: string): string {
  const rest = code.split('\n')
  const done: string[] = []
  for (const line of change.trimEnd().split('\n')) {
    const text = line.slice(1)
    if (!line.startsWith('+')) {
      const at = rest.indexOf(text)
      if (at === -1) throw new Error(`${page} changes a line that its code doesn't have: ${text}`)
      done.push(...rest.splice(0, at + 1).slice(0, line.startsWith('-') ? -1 : undefined))
    } else done.push(text)
  }
  return [...done, ...rest].join('\n')
}

/** The package is this one. */
function withPackage(code: string): string {
  return code
    .replaceAll("'fastify-merchant-webhooks/sqlite'", JSON.stringify(`${root}dist/store/sqlite/index.js`))
    .replaceAll(/'fastify-merchant-webhooks\/(\w+)'/g, (_all, part) => JSON.stringify(`${root}dist/${part}/index.js`))
    .replaceAll("'fastify-merchant-webhooks'", JSON.stringify(`${root}dist/index.js`))
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code)
  return folder
}

function runIn(cwd: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const { NODE_TEST_CONTEXT: _of, MERCHANT_STORE: _store, REPORT_URL: _report, ...own } = process.env
  const env = {
    ...own,
    PUSH_SECRET: 'a-secret-of-the-quickstart',
    MERCHANT_SECRET: 'another secret of the quickstart',
    PUBLIC_URL: 'https://shop.example',
    ...variables,
  }
  return new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out: out + err }),
    )
  })
}
