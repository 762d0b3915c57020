import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`a screen in a low window, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([
    { width: 720, height: 450 },
    { width: 360, height: 360 },
    { width: 1_440, height: 500 },
  ])('is shown whole, and the view scrolls: at $width x $height px', async (viewport) => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    await sim.advance(61_000)
    const { page } = await open(sim, '', { viewport })
    const screen = page.getByRole('log', { name: /^Screen of/ })
    await screen.waitFor()
    const [shown, all] = await screen.evaluate((one) => [one.clientHeight, one.scrollHeight])
    expect(shown).toBeGreaterThanOrEqual(22)
    expect(shown).toBe(all)
    const apps = page.getByRole('article').getByText('Messages')
    await apps.scrollIntoViewIfNeeded()
    expect(await apps.isVisible()).toBe(true)
  })
})
