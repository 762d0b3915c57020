import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

const views = [
  '#',
  '#view=log',
  '#view=phones',
  '#view=ledger',
  '#view=faults',
  '#view=map',
  '#row=1',
  '#row=1&tab=push',
]

describe.skipIf(isLeftOut)(
  `the page where there is little room, or no wish for motion${why}`,
  { timeout: 120_000 },
  () => {
    const open = useBrowser()

    it('is never wider than 360 px, whatever long words come over the wire', async () => {
      const { sim } = await shop()
      const long = 'Supercalifragilistic'.repeat(40)
      await sim.trigger('checkout', { Data: { ClientReference: long, Description: long } })
      await sim.phone('+233000000001').dial('*713#').reply('1')
      await sim.messages.from('+233000000001', long)
      sim.faults.set('duplicate', { rate: 0.1 })
      const { page } = await open(sim, '#', { viewport: { width: 360, height: 740 } })
      for (const view of views) {
        await page.goto(new URL(view, page.url()).href)
        if (view.startsWith('#row')) await page.getByRole('tabpanel').waitFor()
        else await page.getByRole('main').getByRole('region').first().waitFor()
        const widths = await page.evaluate<readonly number[]>(
          "[document.documentElement, ...document.querySelectorAll('main, main section, [role=tabpanel]')].map((one) => one.scrollWidth)",
        )
        expect(Math.max(...widths), view).toBeLessThanOrEqual(360)
        expect(await smallestLetters(page), view).toBeGreaterThanOrEqual(14)
        const dock = page.getByRole('navigation', { name: 'Views' }).getByRole('button')
        expect(await dock.count()).toBe(5)
      }
    })

    it('moves for 150 ms at most, and has no letters under 14 px on a desk', async () => {
      const { sim } = await shop()
      await sim.phone('+233000000001', { skin: 'basic' }).dial('*713#')
      sim.faults.set('duplicate', { rate: 0.1 })
      const { page } = await open(sim, '#row=1')
      for (const view of views) {
        await page.goto(new URL(view, page.url()).href)
        await page.getByRole('main').getByRole('region').first().waitFor()
        expect(await smallestLetters(page), view).toBeGreaterThanOrEqual(14)
        expect(await longestMotion(page), view).toBeLessThanOrEqual(0.15)
      }
    })

    it('moves nothing where that is asked for', async () => {
      const { sim } = await shop()
      await sim.phone('+233000000001').dial('*713#')
      const { page } = await open(sim, '#row=1', { reducedMotion: 'reduce' })
      await page.getByRole('tabpanel').waitFor()
      expect(await longestMotion(page)).toBe(0)
    })
  },
)

/** px, of all that has a text of its own and is in sight. */
function smallestLetters(page: Page): Promise<number> {
  return page.evaluate(`Math.min(...[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))`)
}

/** Seconds. What moves with a scroll has a duration of its own, `auto`: it stands still while nobody scrolls. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(`Math.max(...[...document.querySelectorAll('*')].flatMap((one) =>
    ['', '::before', '::after'].flatMap((part) => {
      const { transitionDuration, animationDuration } = getComputedStyle(one, part)
      return [...transitionDuration.split(','), ...animationDuration.split(',')]
        .map((one) => one.trim() === 'auto' ? 0 : Number.parseFloat(one))
    })))`)
}
