import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mapApplication } from '../../../src/simulator/index.ts'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

const narrow = { viewport: { width: 360, height: 740 } }
const between = { viewport: { width: 768, height: 1_024 } }

describe.skipIf(isLeftOut)(`a page that isn't wide${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('begins with the phones at 360 px, and with the log where the address asks for a row or a search', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim, '', narrow)
    await page.getByRole('article').waitFor()
    expect(await page.getByRole('region', { name: 'Log' }).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Log' }).click()
    await page.getByRole('region', { name: 'Log' }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Log' }).waitFor()
    for (const hash of ['#q=is:push', '#row=1']) {
      await page.goto(new URL(hash, page.url()).href)
      await page.getByRole('region', { name: hash === '#row=1' ? 'Detail' : 'Log' }).waitFor()
    }
  })

  it('has the badge of the ledger over its own sign at 360 px, and says shortly that the app was restarted', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    await sim.trigger('checkout', { Data: { ClientReference: 'unasked' } })
    const { page } = await open(sim, '', narrow)
    sim.appProcess = { name: 'app.ts', state: 'up', since: sim.now(), starts: 2, problem: null }
    const state = page.getByText('App restarted', { exact: true })
    expect(await state.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    const button = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^Ledger/ })
    const badge = button.locator('.badge')
    await badge.waitFor()
    const [all, own] = [await button.boundingBox(), await badge.boundingBox()]
    expect(edge(own)).toBeLessThanOrEqual(edge(all))
  })

  it('shows the last message at 360 px, also when the settings are open, and those whole', async () => {
    const { sim } = await shop()
    for (let count = 1; count <= 12; count += 1) await sim.messages.from('+233000000001', `Message ${count}`)
    sim.phone('+233000000001')
    const { page } = await open(sim, '', narrow)
    await page.getByRole('button', { name: /^Messages/ }).click()
    const last = page.getByText('Message 12', { exact: true })
    await expect.poll(() => isIn(last, page.getByRole('list', { name: /Messages of/ }))).toBe(true)
    await page.getByText(/^Settings/).click()
    await expect.poll(() => isIn(last, page.getByRole('list', { name: /Messages of/ }))).toBe(true)
    const remove = page.locator('details[data-settings] button')
    await expect.poll(() => isIn(remove, page.getByRole('main'))).toBe(true)
  })

  it('has a phone beside the log, and beside the chosen row, from 700 px; the map is drawn there', async () => {
    const { sim, app } = await shop()
    sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim, '', between)
    await page.getByRole('article').waitFor()
    await page
      .getByRole('list', { name: 'Log' })
      .getByRole('button', { name: /USSD turn/ })
      .click()
    await page.getByRole('tabpanel').waitFor()
    expect(await page.getByRole('article').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Log' }).waitFor()
    await page.goto(new URL('#view=map', page.url()).href)
    await page.getByRole('button', { name: 'Draw the map' }).click()
    await page.getByRole('button', { name: 'As a list' }).waitFor()
  })

  it('shows the row that is chosen on its first view: over it at 360 px, also by key, and beside the log at 1,024', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page: small } = await open(sim, '', narrow)
    await small.getByRole('article').waitFor()
    await small.keyboard.press('j')
    await small.getByRole('region', { name: 'Detail' }).waitFor()
    await small.goBack()
    await small.getByRole('article').waitFor()
    const { page } = await open(sim, '', { viewport: { width: 1_024, height: 768 } })
    await page.getByRole('article').waitFor()
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByRole('button', { name: /USSD turn/ }).click()
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail.waitFor()
    await expect
      .poll(async () => edge(await log.boundingBox()) <= ((await detail.boundingBox())?.x ?? Number.NaN) + 1)
      .toBe(true)
  })

  it('says at 1,280 px when each row was, and calls a payment by its own reference', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const { page } = await open(sim, '', { viewport: { width: 1_280, height: 800 } })
    await page.getByRole('button', { name: /USSD payment tea-1/ }).waitFor()
    const turn = page.getByRole('button', { name: /USSD turn/ }).first()
    await turn.getByText(/^\d\d:\d\d:\d\d$/).waitFor()
  })
})

/** px, at the right. */
function edge(box: Awaited<ReturnType<Locator['boundingBox']>>): number {
  return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)
}

/** Whether the one is seen whole in the other. */
async function isIn(one: Locator, other: Locator): Promise<boolean> {
  const [inner, outer] = [await one.boundingBox(), await other.boundingBox()]
  if (inner === null || outer === null) return false
  return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1
}
