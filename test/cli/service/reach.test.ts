import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
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
async function sellingFor(publicUrl: string) {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
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

function story(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tea.yaml')
  writeFileSync(file, "dialogue: Tea\nsteps:\n  - dial: '*713#'\n    asks: 5\n  - approve:\n")
  return file
}

test('--app opens its own origin, and no other port of its host', async () => {
  const { paths, url } = await neighbour()
  expect(await dial('--app', await sellingFor(url))).toMatchObject([
    { verdict: expect.stringContaining(`${outside} is another`) },
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
