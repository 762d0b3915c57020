import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`a browser that refuses to copy${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('shows the text selected in a dialog', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1', { permissions: [] })
    await page.getByText('row 1 ·').waitFor()
    await page.keyboard.press('c')
    const field = page.getByRole('dialog').getByLabel('Your browser refused to copy this.')
    await field.and(page.locator(':focus')).waitFor()
    const selected = await page.evaluate('String(document.getSelection())')
    expect(selected).toMatch(/^curl /)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
