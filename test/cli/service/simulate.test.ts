import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { build } from '../apps/every-kind.ts'
import { bin } from '../bin.ts'
import { app, run } from '../run.ts'

function start(options: { readonly cwd?: string }, ...args: string[]) {
  const child = spawn(process.execPath, [bin, 'simulate', '--port', '0', ...args], options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => (await lines.next()).value ?? ''
  const advised = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  const advice = async (): Promise<string> => (await advised.next()).value ?? ''
  const end = (): Promise<number | null> => {
    const { promise, resolve } = Promise.withResolvers<number | null>()
    child.once('exit', resolve)
    child.kill('SIGINT')
    return promise
  }
  return { line, advice, end }
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-simulate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The page of an invoice of the service. */
async function pageOfInvoice(baseUrl: string, callbackUrl = 'https://shop.example/push/checkout/a-secret-of-the-test') {
  const client = new MerchantClient({ baseUrl, apiId: 'sim-id', apiKey: 'sim-key', merchantAccountNumber: '10000' })
  const { checkoutUrl } = await client.checkout.create({
    clientReference: 'order-1',
    totalAmount: 5,
    description: 'Tea',
    callbackUrl,
    returnUrl: 'https://shop.example/thanks',
    cancellationUrl: 'https://shop.example/cart',
  })
  return String(checkoutUrl)
}

/** The application of `apps/every-kind.ts` on a port. */
async function servedShop(): Promise<string> {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-test')
  onTestFinished(() => void vi.unstubAllEnvs())
  const shop = await build({ logger: false })
  onTestFinished(() => shop.close())
  return shop.listen({ port: 0, host: '127.0.0.1' })
}

test('the service says what to put where, shows each call, and ends with Ctrl-C', async () => {
  const file = join(folderOf({ '.env': 'PUSH_SECRET=kept\nAPI_ID=old\n' }), '.env')
  const { line, end } = start({}, app('shop'), '--json', '--env', file)
  const { url, variables } = JSON.parse(await line())
  expect(variables).toMatchObject({ API_URL: url, API_ID: 'sim-id', API_KEY: 'sim-key' })
  const written = readFileSync(file, 'utf8').split('\n')
  expect(written).toEqual(expect.arrayContaining(['PUSH_SECRET=kept', `API_URL=${url}`, 'API_ID=sim-id']))
  expect(written).not.toContain('API_ID=old')
  // An application that reads the file tells the page where the time of its turns went.
  expect(written).toContainEqual(expect.stringMatching(/^MERCHANT_TIMING_SECRET=.{16,}$/))
  await fetch(`${url}/nothing`)
  expect(JSON.parse(await line())).toMatchObject({ direction: 'call', status: 404, verdict: 'refused with 404' })
  expect(await end()).toBe(0)
})

test('people read lines of at most 80 characters: what it pushes, how long that took, and what is wrong', async () => {
  const folder = folderOf({ '.env': 'PUSH_SECRET=a-secret-of-the-test' })
  const { line, end } = start({ cwd: folder }, app('every-kind'), '--fault', 'repeatName', '--seed', '1')
  const lines: string[] = []
  for (let last = ''; last !== 'Ctrl-C ends it.'; last = lines.at(-1) ?? '') lines.push(await line())
  const url = / (http:\S+)\.$/.exec(lines[0] ?? '')?.[1] ?? ''
  expect(lines.slice(1, 5)).toEqual([
    expect.stringMatching(/^It took \d+ ms to start, and has \d+ MB\.$/),
    expect.stringMatching(/^It pushes to /),
    'The application has the variables of .env, but for those below.',
    'Profile: plain. Faults: repeatName (100 %).',
  ])
  await line()
  // An invoice, and a customer who pays it: a call, then the callback.
  const page = await pageOfInvoice(url)
  expect(await line()).toMatch(/^\d\d:\d\d:\d\d < checkoutInvoice .*order-1 +\d+ ms {2}ok$/)
  await fetch(page, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' })
  const rows = [await line(), await line(), await line()]
  expect(rows.join('\n')).toMatch(/ < checkoutPage .* ok$/m)
  expect(rows.join('\n')).toMatch(/ > checkout .*order-1 +\d+ ms of 30 s {2}ok\n {11}fault: repeatName/)
  expect([...lines.slice(0, 2), ...lines.slice(3), ...rows].filter(({ length }) => length > 80)).toEqual([])
  expect(await end()).toBe(0)
})

test('an application that refuses the pushes is advised once how to say its secret, and what goes wrong is a sentence', async () => {
  const shop = await servedShop()
  const { line, advice, end } = start({}, '--app', `${shop}/push`)
  const url = / (http:\S+)\.$/.exec(await line())?.[1] ?? ''
  for (let last = ''; last !== 'Ctrl-C ends it.'; last = await line());
  await line()
  const page = await pageOfInvoice(url, `${shop}/push/checkout`)
  await fetch(page, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' })
  const rows = [await line(), await line(), await line()]
  expect(rows.join('\n')).toMatch(/ > checkout .* refused with 404$/m)
  expect(await advice()).toContain('Does the application hold a secret in its addresses?')
  expect(await end()).toBe(0)
})

test('of an application at an address it says by which address callbacks come to it: of --public-url, or PUBLIC_URL in .env', async () => {
  const shop = await servedShop()
  const target = ['--app', `${shop}/push/{kind}/a-secret-of-the-test`]
  const unsaid = start({}, ...target)
  await unsaid.line()
  await unsaid.line()
  await unsaid.line()
  expect(await unsaid.line()).toBe('Has it a publicUrl? Say --public-url, or callbacks to it go nowhere.')
  const { line, end } = start({ cwd: folderOf({ '.env': 'PUBLIC_URL=https://shop.example' }) }, ...target)
  const url = / (http:\S+)\.$/.exec(await line())?.[1] ?? ''
  await line()
  await line()
  expect(await line()).toBe('What goes to https://shop.example comes to it too.')
  for (let last = ''; last !== 'Ctrl-C ends it.'; last = await line());
  await line()
  const page = await pageOfInvoice(url)
  await fetch(page, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' })
  const rows = [await line(), await line(), await line()]
  expect(rows.join('\n')).toMatch(/ > checkout .* ok$/m)
  expect(await end()).toBe(0)
  expect(await unsaid.end()).toBe(0)
  const json = start({}, ...target, '--public-url', 'https://shop.example', '--json')
  expect(JSON.parse(await json.line())).toMatchObject({ publicUrl: 'https://shop.example' })
})

test('the map of an application that demands a header is drawn with it', async () => {
  const { line, end } = start({}, app('guarded'), '--json', '--header', 'x-push-token: a-secret-of-the-test')
  const { url } = JSON.parse(await line())
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const { map } = Object(await (await fetch(`${url}/_simulator/map`, asked)).json())
  expect(map.screens.map(({ id }: { readonly id: string }) => id)).toContain('thank-you')
  expect(await end()).toBe(0)
})

test('seed, profile, registration and project are what the options say', async () => {
  const folder = folderOf({})
  const said = ['--seed', '7', '--profile', 'camelCase', '--registration', 'tickets', '--project', folder]
  const { line, end } = start({}, app('shop'), '--json', ...said)
  const { url, profile } = JSON.parse(await line())
  expect(profile).toBe('camelCase')
  await using same = await createSimulator({ seed: 7 })
  expect(new URL(await pageOfInvoice(url)).pathname).toBe(new URL(await pageOfInvoice(same.url)).pathname)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/_simulator/trigger`, { method: 'POST', headers, body: '{"kind":"checkout"}' })
  const { rows } = Object(await (await fetch(`${url}/_simulator/log?kind=checkout`)).json())
  expect(rows[0]).toMatchObject({ url: expect.stringContaining('/tickets/checkout'), verdict: 'ok' })
  expect(JSON.stringify(rows[0])).toContain('clientReference')
  expect(await (await fetch(`${url}/_simulator/project`)).json()).toMatchObject({ folder })
  expect(await end()).toBe(0)
})

test('the state is kept in a file between runs', async () => {
  const folder = folderOf({})
  const file = join(folder, 'state.json')
  const first = start({}, '--file', file, '--json')
  const { url } = JSON.parse(await first.line())
  const page = await pageOfInvoice(url)
  expect(await first.end()).toBe(0)
  const second = start({}, '--file', file, '--json')
  const again = JSON.parse(await second.line())
  const { status } = await fetch(new URL(new URL(page).pathname, again.url))
  expect(status).toBe(200)
  expect(await second.end()).toBe(0)
})

test('a port that is taken is said, with what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = Object(server.address())
  expect(await run('simulate', '--port', String(port))).toMatchObject({
    code: 1,
    err: `Port ${port} is taken: end what listens there, or say --port 0 for a free one.`,
  })
})

test.each([
  [['--port', 'x'], '--port takes a whole number'],
  [['--profile', 'nice'], '--profile takes plain, camelCase,'],
  [['app.js', '--app', 'http://127.0.0.1:3000'], 'not both'],
  [['--app', 'localhost:3000'], '--app takes a whole address, such as http://127.0.0.1:3000/push'],
  [['--app', 'htp://127.0.0.1/s3cr3tbad'], "such as http://127.0.0.1:3000/push, not 'htp://127.0.0.1…'."],
  [['--registration', 'tickets'], '--registration is one of a module'],
  [['--fault', 'dupl'], "there is no 'dupl': 'duplicate' may be meant"],
  [['--fault', 'drop=2'], '--fault drop=2: the rate is a share from 0 to 1'],
])('%j is not understood', async (args, problem) => {
  const { code, err } = await run('simulate', '--port', '0', ...args)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
})

test('a module that names no export of another is not told to be misspelt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'misspelt.mjs'), 'export const = 1')
  writeFileSync(join(folder, 'names.mjs'), "import { none } from 'node:path'")
  // By Node itself: what Vitest imports is linked in its own way.
  const load = (module: string) => {
    const given = [bin, 'simulate', '--port', '0', join(folder, module)]
    return spawnSync(process.execPath, given, { encoding: 'utf8' }).stderr
  }
  expect(load('names.mjs')).toMatch(
    /could not be loaded: The requested module 'node:path' does not provide an export named 'none'$/m,
  )
  expect(load('misspelt.mjs')).toMatch(/could not be loaded: .*node --check \S+misspelt\.mjs shows where\.$/m)
})

test.each([
  ['plain', 1, 'did not register the plugin'],
  ['nothing', 1, 'exports no Fastify application'],
  ['broken', 1, 'broken.ts could not be loaded: no database (test/cli/apps/broken.ts:1:7)'],
  ['refuses', 1, 'refuses.ts could not build its application: no secret (test/cli/apps/refuses.ts:2:9)'],
])('the module %s is a sentence, and ends it', async (name, code, problem) => {
  expect(await run('simulate', app(name), '--port', '0')).toEqual({
    code,
    out: '',
    err: expect.stringContaining(problem),
  })
})

test('a module that is not there is said, and ends it', async () => {
  expect(await run('simulate', 'no-such.js', '--port', '0')).toMatchObject({
    code: 1,
    err: 'There is no file no-such.js.',
  })
})

test('a handler that threw has a red line, which says why', async () => {
  // What a handler throws is told in development.
  vi.stubEnv('NODE_ENV', 'development')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { line } = start({}, app('throws'))
  const url = / (http:\S+)\.$/.exec(await line())?.[1] ?? ''
  for (let last = ''; last !== 'Ctrl-C ends it.'; last = await line());
  await line()
  await fetch(`${url}/_simulator/phones/dial`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '+233000000001', text: '*713#' }),
  })
  expect(await line()).toMatch(/ > ussd .* ms of 7 s {2}handler failed$/)
  expect(await line()).toMatch(/^ +Your handler failed at \S+throws\.ts:10: ReferenceError:/)
})
