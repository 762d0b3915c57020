import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { isLeftOut, startSimulator, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`a push that waits for its answer${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('has a row at once whose bar grows, in each page, and its end takes its place', async () => {
    const { sim, letGo } = await slowShop()
    const { page, complaints } = await open(sim)
    const other = await open(sim)
    await page.getByRole('button', { name: 'Dial *713#' }).click()
    await page.getByText('How many?').first().waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('2')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const row = page.locator('[data-pending]')
    await row.getByText('2', { exact: true }).waitFor()
    await row.getByRole('img', { name: 'waiting for your app' }).waitFor()
    const partOf = () => row.locator('.deadline-bar').evaluate((bar) => bar.style.backgroundSize.split(', ').at(-1))
    const first = await partOf()
    await expect.poll(partOf).not.toBe(first)
    await row.getByRole('img', { name: /^[\d.]+ m?s of 7\.0 s/ }).waitFor()
    await other.page.locator('[data-pending]').getByText('2', { exact: true }).waitFor()
    const late = await open(sim)
    await late.page.locator('[data-pending]').getByText('2', { exact: true }).waitFor()
    const top = (await row.boundingBox())?.y
    letGo()
    const ended = page.locator('[data-row="2"]')
    await ended.waitFor()
    expect((await ended.boundingBox())?.y).toBe(top)
    for (const one of [page, other.page, late.page])
      await expect.poll(() => one.locator('[data-pending]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('the phone says that it waits for the app, and its 60 s stand still', async () => {
    const { sim, letGo } = await slowShop()
    const { page } = await open(sim)
    const other = await open(sim)
    await page.getByRole('button', { name: 'Dial *713#' }).click()
    for (const one of [page, other.page]) await one.getByRole('timer').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('2')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    for (const one of [page, other.page]) {
      await one.getByRole('article').getByText('Waiting for your app').waitFor()
      await expect.poll(() => one.getByRole('timer').count()).toBe(0)
      expect(await one.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(false)
    }
    letGo()
    for (const one of [page, other.page]) {
      await one.getByRole('log').getByText('Which?').waitFor()
      await one.getByRole('timer').waitFor()
      expect(await one.getByText('Waiting for your app').count()).toBe(0)
    }
  })

  it.each(['basic', 'smart'] as const)('a %s phone says so only where it takes over 300 ms', async (skin) => {
    const { sim } = await slowShop('Initiation')
    sim.phone('+233000000001', { skin })
    const { page } = await open(sim)
    const phone = page.getByRole('article')
    if (skin === 'basic') await phone.getByRole('application').press('Enter')
    else await phone.getByRole('button', { name: 'Dial', exact: true }).click()
    const said = phone.getByText('Waiting for your app').first()
    await said.waitFor()
    await said.evaluate((one) => one.setAttribute('data-said', ''))
    const look = await page.evaluate(
      "(({ animationName, animationDelay }) => ({ animationName, animationDelay }))(getComputedStyle(document.querySelector('[data-said]')))",
    )
    expect(look).toEqual({ animationName: 'seen-late', animationDelay: '0.3s' })
  })

  it('its bar moves in steps where less motion is asked for', async () => {
    const { sim } = await slowShop()
    const ways = ['reduce', 'no-preference'] as const
    const pages = await Promise.all(ways.map((reducedMotion) => open(sim, '', { reducedMotion })))
    await sim.phone('+233000000001').dial('*713#')
    void sim.phone('+233000000001').reply('2').run()
    const took: string[] = []
    for (const { page } of pages) {
      const bar = page.locator('[data-pending] .deadline-bar')
      await bar.waitFor()
      took.push(await page.evaluate<string>(durationOfBar))
    }
    expect(took).toEqual(['0s', '0.5s'])
  })

  it('what is searched for leaves it out or has it, folded it is in the head alone, flat it stands on top', async () => {
    const { sim } = await slowShop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    void sim.phone('+233000000001').reply('rice').run()
    const row = page.locator('[data-pending]')
    await row.waitFor()
    await page
      .getByRole('button', { name: /2 rows/ })
      .getByText('waiting for your app')
      .waitFor()
    const head = page.getByRole('button', { name: /2 rows/ })
    await head.click()
    await expect.poll(() => row.count()).toBe(0)
    await head.click()
    await row.waitFor()
    await page.keyboard.press('f')
    await expect
      .poll(() =>
        page.getByRole('list', { name: 'Log' }).getByRole('listitem').first().locator('[data-pending]').count(),
      )
      .toBe(1)
    await page.getByLabel('Search the log').fill('tea')
    await expect.poll(() => row.count()).toBe(0)
    await page.getByLabel('Search the log').fill('rice')
    await row.waitFor()
  })

  it.each([360, 1_440])(
    'is opened at %i px with what is known of it, and fills in when its answer comes',
    async (width) => {
      const { sim, letGo } = await slowShop()
      await sim.phone('+233000000001').dial('*713#')
      const { page, complaints } = await open(sim, '#view=log', { viewport: { width, height: 740 } })
      void sim.phone('+233000000001').reply('rice').run()
      await page.locator('[data-pending]').waitFor()
      // By the keyboard: it's the last of the log's rows, below the first.
      for (const key of ['j', 'j']) await page.keyboard.press(key)
      const detail = page.getByRole('region', { name: 'Detail' })
      await detail.getByText('Your app hasn’t answered yet. All else stands here as soon as it does.').waitFor()
      await detail.getByText('waiting for your app').first().waitFor()
      await detail.getByText('The whole story (2 rows)').waitFor()
      await page
        .locator('[data-pending]')
        .getByText('rice')
        .waitFor(width > 360 ? {} : { state: 'attached' })
      expect(await detail.getByRole('button', { name: 'Resend' }).count()).toBe(0)
      expect(await detail.getByRole('tab').allTextContents()).toEqual(['Story', 'Request'])
      await page.keyboard.press('Enter')
      await detail
        .getByText(/"Message": "rice"/)
        .first()
        .waitFor()
      await page.reload()
      await detail
        .getByText(/"Message": "rice"/)
        .first()
        .waitFor()
      if (width > 360) await page.locator('[data-pending]').focus()
      letGo()
      await detail.getByText('row 2 ·').waitFor()
      if (width > 360) await page.locator('[data-row="2"]:focus').waitFor()
      await detail.getByRole('tab', { name: 'Reply' }).click()
      await detail.getByText('Which?').first().waitFor()
      expect(page.url()).toContain('row=2')
      // Its answer may come while it is asked for once more.
      expect(complaints.filter((one) => !one.includes('/log/pending/'))).toEqual([])
    },
  )

  it('says that it is gone where it ended without an answer', async () => {
    const { sim } = await slowShop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    void sim.phone('+233000000001').reply('2').run()
    await page.locator('[data-pending]').click()
    await page.getByText(/^Your app hasn’t answered yet/).waitFor()
    sim.reset()
    await page.getByText('This row is no longer in the log.').waitFor()
  })

  it('after a reset it is gone, and its end comes nowhere', async () => {
    const { sim, letGo } = await slowShop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    void sim.phone('+233000000001').reply('2').run()
    await page.locator('[data-pending]').waitFor()
    sim.reset()
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0)
    letGo()
    await sleep(300)
    expect(await page.locator('[data-row]').count()).toBe(0)
  })
})

const durationOfBar = "getComputedStyle(document.querySelector('[data-pending] .deadline-bar')).transitionDuration"

/** Its second screen, or its first, comes once it is let go, however long the browser takes. */
async function slowShop(waitsAt: 'Initiation' | 'Response' = 'Response') {
  const sim = await startSimulator({ clock: { ...systemClock, after: () => () => undefined } })
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const app = Fastify()
  onTestFinished(() => app.close())
  app.post<{ Body: { readonly Type: string } }>('/push/ussd', async ({ body }) => {
    if (body.Type !== waitsAt) return { Type: 'Response', Message: 'How many?' }
    await promise
    return { Type: 'Response', Message: 'Which?' }
  })
  // The last to be said is the first to be done: else the application waits for it.
  onTestFinished(() => letGo())
  await sim.connect(await app.listen({ port: 0 }).then((address) => `${address}/push`))
  return { sim, letGo }
}
