import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { isLeftOut, openShop, startSimulator, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`where the time of a turn went, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  // In production nothing is told of it.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('stands on the turn, step by step; late work on the turn that took its result', async () => {
    const sim = await startSimulator()
    const app = Fastify()
    onTestFinished(() => app.close())
    const go = Promise.withResolvers<void>()
    await app.register(merchantWebhooks, {
      verify: 'none',
      budget: 300,
      maxWork: 60_000,
      store: memoryStore(),
      ussd: conversation(async (talk) => {
        await talk.load('prices', () => go.promise)
        return talk.end('Tea for 5.00')
      }),
    })
    await sim.connect(app)
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#')
    go.resolve()
    await phone.reply('1')
    const { page, complaints } = await open(sim, '#row=1&tab=time')
    const steps = page.getByRole('table', { name: 'Time of each step' })
    await steps.getByRole('row', { name: /load prices .* goes on/ }).waitFor()
    await page
      .getByRole('img', { name: /of 7\.0 s/ })
      .last()
      .waitFor()
    await page.keyboard.press('j')
    const late = page.getByRole('table', { name: 'Late work of an earlier turn' })
    await late.getByRole('row', { name: /load prices -\d/ }).waitFor()
    await page.getByText(/This turn got its result/).waitFor()
    expect(complaints).toEqual([])
  })

  it('stands on a payment too, with what the handler did; the tab is not there for what has none', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const [notice] = sim.log.rows({ kind: 'ussdPayment' })
    const { page, complaints } = await open(sim, `#row=${notice?.id}&tab=time`)
    await page
      .getByRole('table', { name: 'Time of each step' })
      .getByRole('row', { name: /Read and check/ })
      .waitFor()
    await page
      .getByRole('table', { name: 'Attempts of your handler' })
      .getByRole('row', { name: /Attempt 1 .*done/ })
      .waitFor()
    const calls = page.getByRole('table', { name: 'Calls to the service' })
    await calls.getByRole('button', { name: /^row \d+/ }).click()
    // Of a call nothing is timed: its story is shown, and the tab of the others is kept.
    await page.getByRole('tab', { name: 'Story', selected: true }).waitFor()
    expect(await page.getByRole('tab', { name: 'Time' }).count()).toBe(0)
    await page.keyboard.press('k')
    await page.getByRole('tab', { name: 'Time', selected: true }).waitFor()
    await page.goto(`${sim.pageUrl}#row=${notice?.id}`)
    const did = page.getByRole('region', { name: 'What your app did' })
    await did.getByText('Your handler got it as paid, confirmed by the service.').waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await did.getByText(/came before\. It was skipped/).waitFor()
    const result = page.getByRole('list', { name: 'Log' }).getByText('→ skipped', { exact: true })
    await result.waitFor()
    expect(await result.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(complaints).toEqual([])
  })

  it('is not known of a turn that says nothing, and the page says what to do', async () => {
    const sim = await startSimulator()
    await sim.trigger('deliveryReport').catch(() => undefined)
    sim.log.add({
      direction: 'push',
      kind: 'ussd',
      method: 'POST',
      url: 'http://127.0.0.1/ussd',
      at: sim.now(),
      ms: 4,
      deadline: 7_000,
      request: { headers: {}, body: Buffer.from('{}'), bytes: 2 },
      response: null,
      problem: 'none came',
      faults: [],
      attempt: 1,
      about: {},
      origin: null,
      timing: null,
    })
    const { page } = await open(sim, '#row=1&tab=time')
    await page.getByText(/MERCHANT_TIMING_SECRET/).waitFor()
  })
})
