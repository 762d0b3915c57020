import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, { secretPath } from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`what went over the wire, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('is shown in lines, as it was sent, and as bytes; headers when somebody wants them', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const { page, complaints } = await open(sim, '#row=1&tab=push')
    const body = page.getByRole('region', { name: 'Body' })
    await body.getByText(/^\{\n {2}"ResponseCode"/).waitFor()
    await body.getByRole('button', { name: 'As sent' }).click()
    await body.getByText(/^\{"ResponseCode"/).waitFor()
    await body.getByRole('button', { name: 'Bytes' }).click()
    await body.getByText(/^0000 {2}7b 22 52 65 73 70 6f 6e {2}\{"Respon/).waitFor()
    await page.getByText(/^Headers \(\d+\)$/).click()
    await page.getByRole('term').getByText('content-type:').waitFor()
    await page.getByRole('definition').getByText('application/json').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('shows bytes that are no text as what they are', async () => {
    const { sim } = await shop()
    const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    const message = { headers: {}, body, bytes: body.length }
    const about = { reference: 'odd' }
    const row = {
      at: sim.now(),
      direction: 'push',
      kind: 'checkout',
      method: 'POST',
      url: 'http://127.0.0.1:1/push',
    } as const
    const went = { request: message, response: null, problem: null, ms: 1, deadline: null, timing: null, faults: [] }
    sim.log.add({ ...row, ...went, attempt: 1, about, origin: null })
    const { page } = await open(sim, '#row=1&tab=push')
    await page.getByText(/It is not all UTF-8/).waitFor()
    await page.getByRole('button', { name: 'Bytes' }).click()
    await page.getByText('0000  7b ff fe 7d').waitFor()
  })

  it('each step of a turn stands there by its name', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const folder = mkdtempSync(join(tmpdir(), 'merchant-wire-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, {
      verify: secretPath('a-secret-of-the-address'),
      store: sqliteStore(join(folder, 'merchant.db')),
      secret: 'signs the addresses of notices',
      publicUrl: 'https://shop.example',
      ussd: conversation(async (talk) => {
        await talk.load('prices', async () => 5)
        await talk.choose('Welcome', ['Tea'])
        await talk.once('order', async () => 'order-1')
        return talk.end('Ordered')
      }),
    })
    await sim.connect(app)
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const { page } = await open(sim, '#row=2&tab=time')
    const steps = page.getByRole('table', { name: 'What took how long' })
    for (const name of ['Verifier', 'Read and check', 'Store', 'Your handler', 'once order', 'Write the reply'])
      await steps.getByRole('rowheader', { name, exact: true }).first().waitFor()
    // The same, small, beside what the subscriber reads.
    await page.goto(new URL('#row=2', page.url()).href)
    const did = page.getByRole('region', { name: 'What your app did' })
    await did.getByText('Ordered').waitFor()
    await did.getByRole('img', { name: /of 7\.0 s/ }).waitFor()
    await did.getByText(/^once order \d+ ms$/).waitFor()
  })

  it('an address that your app does not know says what to look at', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const headers = { 'content-type': 'application/json' }
    const elsewhere = JSON.stringify({
      as: 'duplicate',
      url: `${new URL(sim.log.rows({})[0]?.url ?? '').origin}/elsewhere`,
    })
    await fetch(`${sim.url}/_simulator/log/1/resend`, { method: 'POST', headers, body: elsewhere })
    const { page } = await open(sim, `#row=${sim.log.last}`)
    await page
      .getByText(/refused it with 404.*no route at \/elsewhere\. Is it the prefix of the plugin.*doctor/)
      .waitFor()
  })
})
