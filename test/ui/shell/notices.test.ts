import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`what the page says at its foot${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('can be read and closed while a dialog is open, and stands there once however often it happens', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit row 1 and send it' })
    await dialog.getByLabel('Address').fill('nowhere')
    const send = dialog.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    const notice = page.getByText('That didn’t work.')
    await notice.waitFor()
    await send.click()
    await expect.poll(() => notice.count()).toBe(1)
    const live = page.locator('[aria-live=polite]', { has: notice })
    expect(await live.getAttribute('aria-atomic')).toBe('false')
    // What another part covers can't be clicked.
    await live.getByRole('button', { name: 'Close' }).click()
    await notice.waitFor({ state: 'detached' })
    await send.click()
    await notice.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await notice.waitFor()
    await page.keyboard.press('Escape')
    await notice.waitFor({ state: 'detached' })
    expect(page.url()).toContain('row=1')
  })

  it('covers no button of a dialog on a narrow screen', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1', { viewport: { width: 360, height: 740 } })
    await page.getByText('row 1 ·').waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit row 1 and send it' })
    await dialog.getByLabel('Address').fill('nowhere')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('That didn’t work.').waitFor()
    // What is covered can't be clicked.
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  it.each([360, 1_280])('covers nothing at %i px, and one stands there at a time', async (width) => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1', {
      viewport: { width, height: 740 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByText('row 1 ·').waitFor()
    const boxOf = (found: Locator) => found.evaluate((one) => one.getBoundingClientRect().toJSON())
    // A notice stays while it is looked at, however busy the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('c')
    const first = page.getByText('Copied as a curl command.')
    await first.waitFor()
    const notice = await boxOf(page.locator('[aria-live=polite]', { has: first }))
    const main = await boxOf(page.getByRole('main'))
    expect(main.bottom).toBeLessThanOrEqual(notice.top)
    if (width === 360) {
      const dock = await boxOf(page.getByRole('navigation', { name: 'Views' }))
      expect(notice.bottom).toBeLessThanOrEqual(dock.top)
    }
    await page.keyboard.press('x')
    await page.getByText('Copied as a fixture. Phone numbers are replaced.').waitFor()
    expect(await first.count()).toBe(0)
    await page.locator('[aria-live=polite]').getByRole('button', { name: 'Close' }).click()
    await page.clock.resume()
    // In a dialog it stands above the title.
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit row 1 and send it' })
    await dialog.getByLabel('Address').fill('nowhere')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    const problem = await boxOf(page.locator('[aria-live=polite]', { has: page.getByText('That didn’t work.') }))
    const title = await boxOf(dialog.getByRole('heading', { level: 2 }))
    expect(problem.bottom).toBeLessThanOrEqual(title.top)
  })

  it('goes by itself, but for what has the focus or lies under the mouse', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('row 1 ·').waitFor()
    await page.clock.install()
    const notice = page.getByText('Copied as a curl command.')
    for (const hold of [() => notice.hover(), () => page.getByRole('button', { name: 'Close', exact: true }).focus()]) {
      await page.mouse.move(1, 1)
      await page.keyboard.press('c')
      await notice.waitFor()
      await hold()
      await page.clock.fastForward(60_000)
      expect(await notice.count()).toBe(1)
      await page.mouse.move(1, 1)
      await page.evaluate('document.activeElement.blur()')
      await page.clock.fastForward(60_000)
      await notice.waitFor({ state: 'detached' })
    }
  })
})
