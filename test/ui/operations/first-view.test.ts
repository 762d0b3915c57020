import { describe, expect, it } from 'vitest'
import { isLeftOut, why } from '../browser.ts'
import { usedOffice, useOffice } from './office.ts'

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`the first view of the operator’s page${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it('is drawn once, with the entries; without them where they don’t come within a moment', async () => {
    const { page, complaints } = await open(await usedOffice())
    const heading = page.getByRole('heading', { name: 'Operations' })
    await page.clock.install()
    await page.addInitScript(countRowsAtFirst)
    // The moment never ends: the answers alone begin the drawing.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.reload()
    await heading.waitFor()
    expect(Number(await page.locator('html').getAttribute('data-rows-at-first'))).toBeGreaterThan(0)

    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    const isAsked = page.waitForRequest('**/api/entries')
    await page.route('**/api/**', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await isAsked
    await page.clock.runFor(99)
    expect(await heading.count()).toBe(0)
    await page.clock.runFor(1)
    await heading.waitFor()
    expect(await page.locator('[data-row]').count()).toBe(0)
    answer()
    await page.locator('[data-row]').first().waitFor()
    expect(complaints).toEqual([])
  })
})

/** How many entries the first drawing has. */
const countRowsAtFirst = `new MutationObserver((_changes, observer) => {
  if (document.querySelector('h1') === null) return
  observer.disconnect()
  document.documentElement.dataset.rowsAtFirst = document.querySelectorAll('[data-row]').length
}).observe(document, { childList: true, subtree: true })`
