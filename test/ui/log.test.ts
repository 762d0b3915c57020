import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { isLeftOut, openShop, shop, startSimulator, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`what the log says of turns, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  // In production no turn says how it came to its answer.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('two that dialled the same code are told apart by their numbers, at 360 px too', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1')
    await sim.phone('+233000000002').dial('*713#').reply('1')
    const { page } = await open(sim, '#view=log', { viewport: { width: 360, height: 740 } })
    const log = page.getByRole('list', { name: 'Log' })
    for (const number of ['+233000000001', '+233000000002']) {
      const who = log.getByRole('button', { name: new RegExp(`^\\*713# \\${number} `) }).getByText(number)
      expect(await who.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      expect((await who.boundingBox())?.width).toBeGreaterThan(90)
    }
  })

  it('a message is known by its text, and its reports stand under it', async () => {
    const { sim } = await shop()
    await openShop(sim)
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    await sim.advance(60_000)
    const { page } = await open(sim)
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByRole('button', { name: /^Paid 5\.00 \+233000000001 .*Delivered/ }).waitFor()
  })

  it('finds a fault by its plain name also where the address asks for it, before the names have come', async () => {
    const { sim } = await shop()
    sim.faults.next('changeCasing', { kind: 'ussd' })
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const { page } = await open(sim, '#q=fault:Casing')
    await page.getByText('1 of 2 rows', { exact: true }).waitFor()
  })

  it('a turn that came again is marked, and its story says what the plugin did with it', async () => {
    const { sim } = await shop()
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#')
    await phone.repeatLast()
    const { page, complaints } = await open(sim, '#row=2')
    const again = page.getByRole('list', { name: 'Log' }).getByRole('img', { name: 'To your app, the same again' })
    await again.first().waitFor()
    await page.getByText('→ same again: Welcome to the shop').first().waitFor()
    const did = page.getByRole('region', { name: 'What your app did' })
    await did.getByText(/It got the same screen, and your handler didn’t run/).waitFor()
    await page.keyboard.press('k')
    await page.goto(new URL('#row=1', page.url()).href)
    await did.getByText('Your handler answered in time.').waitFor()
    await did.getByText('1. Tea').waitFor()
    await did.getByText(/^Read and check \d/).waitFor()
    expect(complaints).toEqual([])
  })

  it('a turn whose handler threw is red on its row, story, detail and faults, says why and where, and is found', async () => {
    const sim = await startSimulator()
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: memoryStore(),
      ussd: ({ type }, turn) => {
        if (type === 'initiation') return turn.menu('Welcome', ['Tea'])
        throw new ReferenceError('stock is not defined')
      },
    })
    await sim.connect(app)
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const { page, complaints } = await open(sim, '#row=2')
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByRole('button', { name: /^\*713# .*handler failed$/ }).waitFor()
    const row = log.getByRole('button', { name: /^To your app .*USSD turn.* 1 → handler failed: / })
    await row.waitFor()
    const why = page.getByText(
      /^Your handler failed at test\/ui\/log\.test\.ts:\d+: ReferenceError: stock is not defined$/,
    )
    await why.waitFor()
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail.getByText('handler failed', { exact: true }).first().waitFor()
    await page.getByRole('tab', { name: 'Faults' }).click()
    await why.waitFor()
    await expect.poll(() => page.getByText('No problem.').count()).toBe(0)
    for (const question of ['is:wrong', 'is:failed', 'handler failed', '"stock is not defined"', 'log.test.ts']) {
      await page.getByLabel('Search the log').first().fill(question)
      await page.getByText('1 of 2 rows').waitFor()
      await row.waitFor()
    }
    expect(complaints).toEqual([])
  })
})
