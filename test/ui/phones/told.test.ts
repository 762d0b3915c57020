import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`what a phone on the page says of what happened${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each(['smart', 'basic'] as const)(
    '%s: that the network closed a session that nobody answered, on the phone and in the log',
    async (skin) => {
      // In production no turn says how it came to its answer.
      vi.stubEnv('NODE_ENV', 'development')
      onTestFinished(() => void vi.unstubAllEnvs())
      const { sim } = await shop()
      await sim.phone('+233000000001', { skin }).dial('*713#')
      const { page } = await open(sim)
      await page.getByRole('button', { name: '+60 s' }).click()
      await page
        .getByRole('article')
        .locator(skin === 'smart' ? '.text-warning' : 'p')
        .getByText(/^Timed out: the network closed the session after 60 s\. The subscriber did not answer/)
        .waitFor()
      // Phone, story and row say the same: it's no fault of the application, and it isn't right.
      const log = page.getByRole('list', { name: 'Log' })
      await log.locator('[aria-expanded] .text-warning', { hasText: /^timed out$/ }).waitFor()
      await log.locator('[data-row="2"] [role=img][aria-label="timed out"].text-warning').waitFor()
      const line = page.getByRole('button', { name: /USSD turn .*Timeout: the subscriber did not answer in time/ })
      // The plugin answers with a screen that the network shows to nobody.
      expect(await line.textContent()).toMatch(/in time→ session over/)
      await line.click()
      await page.getByText('row 2 ·').waitFor()
      expect(await page.getByText(/This has ended/).count()).toBe(0)
    },
  )

  it.each(['smart', 'basic'] as const)(
    '%s: no more once it was dismissed, also when the page is loaded again',
    async (skin) => {
      const { sim } = await shop()
      await sim.phone('+233000000001', { skin }).dial('*713#').reply('1').approve()
      const { page } = await open(sim)
      const phone = page.getByRole('article')
      await phone.getByText('Approve the prompt').waitFor()
      await phone.getByRole('button', { name: 'OK' }).click()
      const begun = phone.getByText(skin === 'smart' ? 'Dial your code to begin' : 'Type a code')
      await begun.waitFor()
      await page.reload()
      await begun.waitFor()
      expect(await phone.getByText('Approve the prompt').count()).toBe(0)
    },
  )

  it.each(['smart', 'basic'] as const)(
    '%s: that the merchant is told of a payment, then what came of it; the focus goes to the prompt and back',
    async (skin) => {
      const { sim, handled } = await shop()
      await sim.phone('+233000000001', { skin }).dial('*713#')
      const { page, complaints } = await open(sim)
      const focused = page.locator(':focus')
      const phone = page.getByRole('article')
      await page.keyboard.press('p')
      const field = skin === 'smart' ? phone.getByRole('textbox', { name: 'Answer' }) : phone.getByRole('application')
      await field.and(focused).waitFor()
      await page.keyboard.type('1')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Payment prompt' }).and(focused).waitFor()
      // What the simulator answers is held back until the first sentence was read.
      const go = Promise.withResolvers<void>()
      await page.route('**/phones/approve', async (route) => {
        await go.promise
        await route.continue()
      })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Approve', exact: true }).and(focused).waitFor()
      await page.keyboard.press('Enter')
      await phone.getByRole('status').getByText('Approved. The service tells your app…').waitFor()
      go.resolve()
      await phone
        .getByRole('status')
        .getByText(/^Paid: the service told your app, which answered 200 after \d/)
        .waitFor()
      expect(handled).toHaveLength(1)
      // The screen said to approve the prompt, which is past.
      await phone.getByRole('button', { name: 'Dial', exact: true }).and(focused).waitFor()
      expect(await phone.getByText('Approve the prompt').count()).toBe(0)
      await phone.getByRole('button', { name: 'See it in the log' }).click()
      await expect.poll(() => page.url()).toContain(`row=${sim.log.rows({ kind: 'ussdPayment' })[0]?.id}`)
      expect(complaints).toEqual([])
    },
  )

  it('that a payment is pending, and that the app could not be told', async () => {
    const { sim } = await shop()
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#').reply('1')
    const { page } = await open(sim)
    await page.getByLabel('Another result').selectOption('Pays after 30 s')
    await page.getByText('The payment is pending. Your app has been told nothing yet.').waitFor()
    await phone.dial('*713#').reply('1')
    await page.getByRole('region', { name: 'Payment prompt' }).waitFor()
    sim.faults.next('drop', { kind: 'ussdPayment' })
    await page.keyboard.press('s')
    await page.getByText(/^\w+\. The service couldn't tell your app: \S/).waitFor()
  })
})
