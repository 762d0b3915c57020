import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the row of the log that has the focus, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('keeps it while so many come that it is out of sight, and Enter opens it', async () => {
    const { sim } = await shop()
    for (let text = 0; text < 8; text += 1) await sim.messages.from('+233000000004', `before ${text}`)
    const { page } = await open(sim, '#flat=1', { viewport: { width: 1_440, height: 500 } })
    const row = page.locator('[data-row="4"]')
    await row.focus()
    const focused = () => page.evaluate("document.activeElement?.getAttribute('data-row')")
    for (let text = 0; text < 60; text += 1) {
      await sim.messages.from('+233000000004', `after ${text}`)
      if (text % 10 === 0) {
        await page.locator(`[data-row="${sim.log.last}"]`).waitFor()
        expect(await focused()).toBe('4')
      }
    }
    await page.getByText(`${sim.log.last} rows`, { exact: true }).waitFor()
    expect(await focused()).toBe('4')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('location.hash')).toMatch(/row=4\b/)
  })
})
