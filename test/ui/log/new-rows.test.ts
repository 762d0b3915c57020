import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`rows that come while the log is scrolled, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([360, 1_440])(
    'a row that somebody sends again comes into sight at %i px, wherever its story stood',
    async (width) => {
      const { sim, first } = await manyStories()
      const { page } = await open(sim, `#row=${first}&view=log`, { viewport: { width, height: 740 } })
      await page.getByRole('tabpanel').waitFor()
      for (let sent = 1; sent <= 3; sent += 1) {
        await page.evaluate(`document.activeElement.blur()`)
        await scrollTo(page, sent % 2 === 0 ? 300 : 1e9)
        const before = sim.log.last
        await page.keyboard.press('r')
        await expect.poll(() => sim.log.last).toBe(before + 1)
        await expect.poll(() => page.evaluate('location.hash')).toContain(`row=${sim.log.last}`)
        await expect.poll(() => isInSight(page, sim.log.last)).toBe(true)
        // What the page does a moment later moves it no more.
        await page.getByText(`${sim.log.rows({}).length} rows`, { exact: true }).waitFor()
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
        expect(await isInSight(page, sim.log.last)).toBe(true)
      }
    },
  )

  it('only rows that are new are counted, and not those of the story that they move to the top', async () => {
    const { sim, first } = await manyStories()
    const { page } = await open(sim, '', { viewport: { width: 1_440, height: 400 } })
    const rows = sim.log.rows({}).length
    await page.getByText(`${rows} rows`, { exact: true }).waitFor()
    await scrollTo(page, 500)
    const more = page.getByRole('button', { name: /new rows?$/ })
    for (const count of [1, 2]) {
      await sim.resend(first)
      await page.getByText(`${rows + count} rows`, { exact: true }).waitFor()
      await more.waitFor()
      expect(await more.textContent()).toBe(count === 1 ? '1 new row' : '2 new rows')
    }
    // A story that is folded holds new rows too.
    await page.getByRole('button', { name: 'Fold or open all stories' }).click()
    await scrollTo(page, 0)
    await more.waitFor({ state: 'detached' })
    await scrollTo(page, 120)
    await sim.resend(first)
    await page.getByText('1 new row', { exact: true }).waitFor()
  })
})

/** Payments of fifteen phones, each of which tells a story of several rows. @returns the first push of the oldest one */
async function manyStories() {
  const { sim } = await shop()
  for (let last = 10; last < 25; last += 1) await sim.phone(`+2330000000${last}`).dial('*713#').reply('1').approve()
  return { sim, first: sim.log.rows({ kind: 'ussdPayment' })[0]?.id ?? 0 }
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    document.querySelector('ul[aria-label=Log]').parentElement.scrollTo({ top: ${top} })
    requestAnimationFrame(() => requestAnimationFrame(done))
  })`)
}

function isInSight(page: Page, row: number): Promise<boolean> {
  return page.evaluate(`(() => {
    const line = document.querySelector('[data-row="${row}"]')?.getBoundingClientRect()
    const box = document.querySelector('ul[aria-label=Log]').parentElement.getBoundingClientRect()
    return line !== undefined && line.top >= box.top - 1 && line.bottom <= box.bottom + 1
  })()`)
}
