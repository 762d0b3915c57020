import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the room of a row of the log, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([
    [360, ''],
    [768, ''],
    [1_280, ''],
    [1_440, ''],
    [1_440, '&row=1'],
    [1_920, '&row=1'],
  ])(
    'cuts no kind, no result and no badge of what was sent by hand, however long it took, at %i px with %o',
    async (width, chosen) => {
      const { sim } = await shop()
      for (const last of [1, 2]) await sim.phone(`+23300000000${last}`).dial('*713#').reply('1').approve()
      const reference = 'f956d20a7c4e4b0d9a4be1d7c0a3f9b2'
      await sim.trigger('checkout', { Data: { ClientReference: reference } })
      await sim.trigger('deliveryReport')
      await sim.trigger('inboundMessage')
      for (const { id } of sim.log.rows({}).filter(({ kind }) => kind !== 'ussd'))
        for (const as of ['duplicate', 'forged', 'otherCasing'] as const) await sim.resend(id, { as })
      for (const { id: _, ...sent } of sim.log.rows({ kind: 'ussdPayment' }).filter(({ isByHand }) => isByHand))
        for (const ms of [100, 59_999, 123_456]) sim.log.add({ ...sent, ms })
      const { page } = await open(sim, `#view=log${chosen}`, { viewport: { width, height: 2_000 } })
      await page.getByText(`${sim.log.rows({}).length} rows`, { exact: true }).waitFor()
      await page.getByText('Forged, by hand').first().waitFor()
      const parts = await partsOf(page)
      expect(parts.filter(({ text }) => text.startsWith('→')).length).toBeGreaterThan(10)
      expect(parts.filter(({ text }) => text.endsWith('by hand')).length).toBeGreaterThan(5)
      // A screen has as many letters as there is room for.
      expect(parts.filter(({ lacks, isScreen }) => lacks > 0 && !isScreen)).toEqual([])
    },
  )
})

interface Part {
  readonly text: string
  /** px that its letters need and don't have, to a fraction: the end is cut however small it is. */
  readonly lacks: number
  readonly isScreen: boolean
}

/** The kinds, the results and the badges of the rows that are drawn. */
function partsOf(page: Page): Promise<readonly Part[]> {
  return page.evaluate(`[...document.querySelectorAll('[data-row] .truncate')]
    .filter((one) => one.textContent.startsWith('→') || one.matches('.badge *, .font-medium'))
    .map((one) => {
      const letters = document.createRange()
      letters.selectNodeContents(one)
      const lacks = letters.getBoundingClientRect().width - one.getBoundingClientRect().width
      return { text: one.textContent, lacks, isScreen: /Welcome|Approve/.test(one.textContent) }
    })`)
}
