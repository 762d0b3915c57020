import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

const views = ['#', '#view=phones', '#view=ledger', '#view=faults', '#view=map', '#row=1', '#row=1&tab=push']

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
        const dock = page.getByRole('navigation', { name: 'Views' }).getByRole('button')
        expect(await dock.count()).toBe(5)
      }
    })

    it('moves nothing where that is asked for', async () => {
      const { sim } = await shop()
      await sim.phone('+233000000001').dial('*713#')
      const { page } = await open(sim, '#row=1', { reducedMotion: 'reduce' })
      await page.getByRole('tabpanel').waitFor()
      const slowest: number = await page.evaluate(
        `Math.max(...[...document.querySelectorAll('*')].flatMap((one) => {
        const { transitionDuration, animationDuration } = getComputedStyle(one)
        return [...transitionDuration.split(','), ...animationDuration.split(',')].map(Number.parseFloat)
      }))`,
      )
      expect(slowest).toBeLessThan(0.001)
    })
  },
)
