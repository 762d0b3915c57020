import { describe, expect, it } from 'vitest'
import { findings } from '../axe.ts'
import { isLeftOut, isReady, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`light and dark by switch${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('is what the system has until somebody chooses; the choice is remembered, and dark by switch is as clear', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const { page } = await open(sim, '#row=3', { colorScheme: 'light' })
    const root = page.locator('html')
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    expect(await root.getAttribute('data-theme')).toBeNull()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    await expect.poll(() => root.getAttribute('data-theme')).toBe('dark')
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.reload()
    await isReady(page)
    expect(await background()).toBe(dark)
    await page.getByRole('tabpanel').waitFor()
    expect(await findings(page, 'dark')).toEqual([])
    // A narrow screen has it under More.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: /^Switch light and dark/ }).click()
    await expect.poll(background).toBe(light)
  })
})
