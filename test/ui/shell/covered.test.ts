import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

const number = '+233000000001'
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
]

describe.skipIf(isLeftOut)(`the detail on a page that isn't wide${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it.each(sizes)('is what Tab reaches: nothing that has the focus is covered at $width px', async (viewport) => {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#')
    const { page } = await open(sim, viewport.width < 700 ? '#row=1' : '#row=1&view=phones', { viewport })
    await page.getByRole('tabpanel').waitFor()
    const covered: string[] = []
    const steps = new Set<string>()
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const { name, isCovered } = await page.evaluate<Focused>(focused)
      steps.add(name)
      if (isCovered) covered.push(name)
    }
    expect([...new Set(covered)]).toEqual([])
    expect(steps.size).toBeGreaterThan(10)
  })

  it.each(sizes)(
    'has the focus while j and k go from row to row, and gives it back, at $width px',
    async (viewport) => {
      const { sim } = await shop()
      await sim.phone(number).dial('*713#').reply('1').approve()
      const { page } = await open(sim, '#view=log', { viewport })
      const line = page.getByRole('list', { name: 'Log' }).locator('[data-row]')
      await line.first().waitFor()
      const ids: number[] = []
      for (const key of ['j', 'j', 'k', 'j', 'Enter', 'j']) {
        await page.keyboard.press(key)
        await page.getByRole('tabpanel').waitFor()
        // The next key is pressed where the page stands on another row.
        if (key !== 'Enter') await expect.poll(() => chosenIn(page)).not.toBe(ids.at(-1) ?? Number.NaN)
        await expect.poll(() => hasFocus(page)).toBe(true)
        expect((await page.evaluate<Focused>(focused)).isCovered).toBe(false)
        ids.push(chosenIn(page))
      }
      expect(new Set(ids).size).toBe(3)
      await page.keyboard.press('Escape')
      await page.getByRole('tabpanel').waitFor({ state: 'detached' })
      await page.locator('[data-row]:focus').waitFor()
      expect(await page.locator('[data-row]:focus').getAttribute('data-row')).toBe(String(ids.at(-1)))
      await line.first().click()
      await page.getByRole('tabpanel').waitFor()
      await page.keyboard.press('Shift+Tab')
      expect((await page.evaluate<Focused>(focused)).isCovered).toBe(false)
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('/')
      await page.getByLabel('Search the log').and(page.locator(':focus')).waitFor()
      expect((await page.evaluate<Focused>(focused)).isCovered).toBe(false)
    },
  )
})

interface Focused {
  readonly name: string
  readonly isCovered: boolean
}

/** What has the focus, and whether something else is drawn where it stands. */
const focused = `{
  const one = document.activeElement
  const { left, top, width, height } = one.getBoundingClientRect()
  const drawn = document.elementFromPoint(left + width / 2, top + height / 2)
  const isCovered = one !== document.body && !(drawn !== null && (one.contains(drawn) || drawn.contains(one)))
  ;({ name: one.outerHTML.slice(0, 160), isCovered })
}`

/** Whether something has it: keys would begin at the top of the page. */
function hasFocus(page: Page): Promise<boolean> {
  return page.evaluate('document.activeElement !== document.body')
}

function chosenIn(page: Page): number {
  return Number(/row=(\d+)/.exec(page.url())?.[1])
}
