import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import merchantWebhooks, { memoryStore, secretHeader, type Verifier } from '../../../src/index.ts'
import { run, runAt } from '../run.ts'

// It leads to this machine, and yet it's no loopback address: what goes there was let go there.
const outside = '0.0.0.0'

/** Another server of the same machine, at another port. */
async function neighbour() {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, outside, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = Object(server.address())
  return { paths, url: `http://${outside}:${port}` }
}

/** An application that wants the notices of its payments at an address. */
async function sellingFor(publicUrl: string, verify: Verifier | 'none' = 'none') {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify,
    publicUrl,
    secret: 'a secret of the test',
    store: memoryStore(),
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'order-1' }),
    payment: async () => undefined,
  })
  onTestFinished(() => app.close())
  return `http://${outside}:${new URL(await app.listen({ port: 0, host: outside })).port}`
}

async function dial(...args: readonly string[]) {
  async function* lines() {
    yield ':approve'
  }
  const { out } = await runAt({ lines }, 'dial', '*713#', ...args, '--json')
  return out.split('\n').flatMap((line): readonly object[] => JSON.parse(line).notices)
}

function story(outcome = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tea.yaml')
  writeFileSync(file, `dialogue: Tea\nsteps:\n  - dial: '*713#'\n    asks: 5\n  - approve:\n${outcome}`)
  return file
}

const shop = 'https://shop.example'

test('the notice of a payment comes to an application that calls itself by --public-url', async () => {
  const app = await sellingFor(shop)
  expect(await dial('--app', app, '--public-url', shop)).toMatchObject([{ kind: 'ussdPayment', verdict: 'ok' }])
})

test('PUBLIC_URL says it too, also to run', async () => {
  const app = await sellingFor(shop)
  vi.stubEnv('PUBLIC_URL', shop)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await dial('--app', app)).toMatchObject([{ verdict: 'ok' }])
  expect(await run('run', story('outcome:\n  ledger: clean\n'), '--app', app)).toMatchObject({ code: 0 })
  vi.stubEnv('PUBLIC_URL', 'shop.example')
  expect(await run('dial', '*713#', '--app', app)).toMatchObject({
    code: 2,
    err: expect.stringContaining("PUBLIC_URL takes a whole address, such as https://shop.example, not 'shop.example'"),
  })
})

test('--header is carried by each push, so an application that demands it sells', async () => {
  const app = await sellingFor(shop, secretHeader('x-push-token', 'a-secret-of-the-test'))
  const header = ['--public-url', shop, '--header', 'X-Push-Token: a-secret-of-the-test']
  expect(await dial('--app', app, ...header)).toMatchObject([{ verdict: 'ok' }])
  expect(await run('run', story(), '--app', app, ...header)).toMatchObject({ code: 0 })
  expect(await run('trigger', 'checkout', '--app', app)).toMatchObject({
    code: 1,
    err: expect.stringContaining("Or in a header? --header 'x-push-token: the-secret'."),
  })
  expect(await run('trigger', 'checkout', '--app', app, '--header', 'a-secret-alone')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--header takes a name, a colon and the value(?![\s\S]*a-secret-alone)/),
  })
})

test('--public-url with a module is not understood', async () => {
  expect(await run('dial', '*713#', 'app.js', '--public-url', shop)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--public-url is one of --app'),
  })
})

test('--app opens its own origin, and no other port of its host', async () => {
  const { paths, url } = await neighbour()
  expect(await dial('--app', await sellingFor(url))).toMatchObject([
    {
      verdict: expect.stringMatching(
        /0\.0\.0\.0 is another\. If the application means itself, say so: .*--public-url http:/,
      ),
    },
  ])
  expect(paths).toEqual([])
})

test('--allow-host opens a host by name', async () => {
  const { paths, url } = await neighbour()
  expect(await dial('--app', await sellingFor(url), '--allow-host', outside)).toMatchObject([{ verdict: 'ok' }])
  expect(paths).toEqual([expect.stringContaining('/ussd-payment')])
})

test('run reaches no other port of the host of --app either, unless the host is allowed', async () => {
  const { paths, url } = await neighbour()
  const app = await sellingFor(url)
  await run('run', story(), '--app', app)
  expect(paths).toEqual([])
  await run('run', story(), '--app', app, '--allow-host', outside)
  expect(paths).toEqual([expect.stringContaining('/ussd-payment')])
})
