import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { blocksOf, blockUnder, root } from './documents.ts'

const page = 'docs/start.md'
const shop = blockUnder(page, '2. Write the shop', 'ts').code
const itsTest = blockUnder(page, '5. Test it', 'js').code
const report = blockUnder('docs/guides/fulfilment.md', 'In the shop of Start', 'js').code
const [imported = '', , store = ''] = blockUnder('docs/guides/stores.md', 'In the shop of Start', 'js').code.split('\n')
const kept = shop.replace(/^import .* from 'fastify-merchant-webhooks'\n/m, (line) => `${line}${imported}\n`)
const keptShop = kept.replace(/^ {2}store: .*$/m, store)
const [withClient = '', confirmedTest = ''] = blocksOf('docs/guides/confirmed-payments.md')
  .filter(({ heading, language }) => heading === 'In the shop of Start' && language === 'js')
  .map(({ code }) => code)
const [clientImported = '', , ...clientLines] = withClient.split('\n')
const confirmedOf = (code: string): string =>
  code
    .replace(/^import .* from 'fastify-merchant-webhooks'\n/m, (line) => `${line}${clientImported}\n`)
    .replace(/^ {2}store: .*\n/m, (line) => line + clientLines.join('\n'))
// No one listens there: a test that called the service of `.env` would fail.
const keysOfService = {
  API_URL: 'http://127.0.0.1:1',
  API_ID: 'an-id-of-the-service',
  API_KEY: 'a-key-of-the-service',
  MERCHANT_ACCOUNT_NUMBER: '11684',
}
const merchant = join(root, 'dist/cli/merchant.js')

it('the first page makes its own secrets, sells over the telephone of the terminal, and shows what that prints', async () => {
  const folder = folderWith({ 'shop.mjs': withPackage(shop) })
  const secrets = blockUnder(page, '3. Make your secrets', 'sh').code
  const [, script = ''] = /^node -e "\n([\s\S]*)"\n$/.exec(secrets) ?? []
  expect(await runIn(folder, ['-e', script])).toEqual({ code: 0, out: '' })
  expect(await runIn(folder, ['-e', script])).toMatchObject({ code: 1 })
  const variables = { PUSH_SECRET: undefined, MERCHANT_SECRET: undefined, PUBLIC_URL: undefined }
  const { code, out } = await runIn(folder, [merchant, 'dial', '*713#', 'shop.mjs'], variables, '1\n2\n1\n:approve\n')
  expect(code).toBe(0)
  const printed = out.split('\n').map((line) => line.replace(/\d+ of 182$|[0-9a-f]{32}$/, '').trimEnd())
  const screens = blockUnder(page, '4. Buy something', 'text').code.trimEnd().split('\n')
  for (const line of screens) expect(printed).toContain(line.replace(/[0-9a-f]{32}$/, '').trimEnd())
})

it.each([
  ['in memory', shop],
  ['on SQLite', keptShop],
  ['in memory, with a client and no keys', confirmedOf(shop)],
  ['on SQLite, with a client and no keys', confirmedOf(keptShop)],
])(
  'the test of the first page passes %s, prints its result alone, and leaves no sale in the store of the shop',
  async (_where, code) => {
    const folder = folderWith({ 'shop.mjs': withPackage(code), 'shop.test.mjs': withPackage(itsTest) })
    const done = await runIn(folder, ['--test', 'shop.test.mjs'], { MERCHANT_STORE: join(folder, 'test.db') })
    expect(done).toEqual({ code: 0, out: expect.stringContaining('delivers what was paid') })
    expect(done.out).not.toContain('"level":')
    expect(existsSync(join(folder, 'merchant.db'))).toBe(false)
    expect(existsSync(join(folder, 'test.db'))).toBe(code.includes('sqliteStore'))
  },
)

it.each([
  ['in memory', confirmedOf(shop)],
  ['on SQLite', confirmedOf(keptShop)],
])('its test beside a client passes %s, with keys and without, and again on the same store', async (_where, code) => {
  const folder = folderWith({ 'shop.mjs': withPackage(code), 'shop.test.mjs': withPackage(confirmedTest) })
  expect(code).toContain('new MerchantClient')
  for (const keys of [{}, keysOfService]) {
    const variables = { ...keys, MERCHANT_STORE: join(folder, 'test.db') }
    const done = await runIn(folder, ['--test', 'shop.test.mjs'], variables)
    expect(done).toEqual({ code: 0, out: expect.stringContaining('delivers what the service confirms') })
    expect(done.out).not.toContain('"level":')
  }
})

it('the test of the first page fails beside a client with keys, as the guide says', async () => {
  const code = withPackage(confirmedOf(shop))
  const folder = folderWith({ 'shop.mjs': code, 'shop.test.mjs': withPackage(itsTest) })
  const { code: ended, out } = await runIn(folder, ['--test', 'shop.test.mjs'], keysOfService)
  expect(ended).toBe(1)
  expect(out).toContain('FMW_PHONE_PAYMENT')
})

it('the shop of the first page starts before it knows where to report', async () => {
  const withReport = keptShop.replace(/^ {2}programmable: shop,.*\n/m, (line) => line + report)
  expect(withReport).toContain('REPORT_URL')
  const folder = folderWith({ 'shop.mjs': withPackage(`${withReport}await app.ready()\nawait app.close()\n`) })
  expect(await runIn(folder, ['shop.mjs'])).toMatchObject({ code: 0 })
  expect(await runIn(folder, ['shop.mjs'], { REPORT_URL: 'no address' })).toMatchObject({ code: 1 })
})

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

function runIn(cwd: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}, input = '') {
  const { NODE_TEST_CONTEXT: _of, MERCHANT_STORE: _store, REPORT_URL: _report, API_URL: _api, ...own } = process.env
  const env = {
    ...own,
    PUSH_SECRET: 'a-secret-of-the-quickstart',
    MERCHANT_SECRET: 'another secret of the quickstart',
    PUBLIC_URL: 'https://shop.example',
    ...variables,
  }
  return new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
    const child = execFile(process.execPath, args, { cwd, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out: out + err }),
    )
    // It may have ended without reading what it was told.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
