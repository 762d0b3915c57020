import { describe, expect, it } from 'vitest'
import { isLeftOut, isReady, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`a phone that stands still${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser(isReady, { ignoreDefaultArgs: ['--hide-scrollbars'] })

  it.each([
    { width: 360, height: 800 },
    { width: 1_440, height: 760 },
  ])('when a notice brings a scroll bar: at $width px', async (viewport) => {
    const { sim } = await shop()
    sim.phone('+233000000001', { skin: 'basic' })
    const { page } = await open(sim, '', { viewport })
    const phone = page.getByRole('article')
    await phone.getByRole('application', { name: /^Keys of/ }).waitFor()
    const strip = page.locator('[data-view=phones] > :last-child')
    const sizes = () =>
      strip.evaluate((one) => [one.scrollHeight - one.clientHeight, one.offsetHeight - one.clientHeight])
    // All of it is in sight, and then it isn't.
    expect(await sizes()).toEqual([0, 0])
    const before = await phone.boundingBox()
    await press(page, 'q r')
    await page.getByText(/Do it again to reset/).waitFor()
    const [hidden, barAcross] = await sizes()
    expect(hidden).toBeGreaterThan(0)
    expect(barAcross).toBe(0)
    expect(await phone.boundingBox()).toMatchObject({ x: before?.x, y: before?.y, width: before?.width })
  })
})
