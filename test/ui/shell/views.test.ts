import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`views and their room on a desk${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('two and three phones stand beside a log that is wide enough, at 1,440 px', async () => {
    const { sim } = await shop()
    for (const last of [1, 2, 3]) await sim.phone(`+23300000000${last}`).dial('*713#')
    const { page } = await open(sim)
    await page.getByRole('article').nth(2).waitFor()
    await expect.poll(() => inSight(page)).toBe(3)
    expect(await widthOf(page, 'Log')).toBeGreaterThan(600)
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Detail' }).waitFor()
    await expect.poll(() => inSight(page)).toBe(2)
    expect(await widthOf(page, 'Log')).toBeGreaterThan(440)
    expect(await widthOf(page, 'Detail')).toBeGreaterThan(420)
    await page.keyboard.press('3')
    await expect.poll(() => isWhole(page.getByRole('article').nth(2))).toBe(true)
  })

  it.each(['log', 'phones'])('no tab of the chosen row is cut at 1,280 px, whichever came first: %s', async (view) => {
    const { sim } = await shop()
    for (const last of [1, 2, 3]) await sim.phone(`+23300000000${last}`).dial('*713#')
    const { page } = await open(sim, `#view=${view}&row=1`, { viewport: { width: 1_280, height: 800 } })
    const detail = page.getByRole('region', { name: 'Detail' })
    await expect.poll(() => isWhole(detail.getByRole('tab', { name: 'Compare' }), 'Detail')).toBe(true)
    expect(await widthOf(page, 'Log')).toBeGreaterThan(440)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
  })

  it('ledger, faults and map are left by their button, and by Escape', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const log = page.getByRole('region', { name: 'Log' })
    for (const view of ['ledger', 'faults', 'map']) {
      await page.goto(`${sim.pageUrl}#view=${view}&row=1`)
      await page.getByRole('button', { name: 'Back to the log' }).click()
      await log.waitFor()
      await page.goto(`${sim.pageUrl}#view=${view}`)
      await log.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await log.waitFor()
    }
  })

  it('keys and the palette bring the focus to each view: Tab goes on to its first control', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const { page, complaints } = await open(sim)
    for (const [keys, name, command] of [
      ['g l', 'Ledger', 'Go to the ledger'],
      ['g f', 'Faults', 'Go to the faults'],
      ['g m', 'Map', 'Go to the map'],
      ['g p', 'Phones', 'Go to the phones'],
    ] as const) {
      const region = page.getByRole('region', { name, exact: true })
      const isInside = () => region.locator(':focus').count()
      await press(page, keys)
      await region.and(page.locator(':focus')).waitFor()
      if (name !== 'Map') {
        await page.keyboard.press('Tab')
        expect(await isInside(), name).toBe(1)
      }
      if (name === 'Faults') await page.keyboard.press('Escape')
      await press(page, 'g o')
      await page.getByRole('region', { name: 'Log' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Tab')
      await page.getByLabel('Search the log').and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill(command)
      await page.keyboard.press('Enter')
      await region.and(page.locator(':focus')).waitFor()
    }
    expect(complaints).toEqual([])
  })

  it('a click on its tab keeps the focus there; Escape from a view that has it goes back to the log', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const tab = page.getByRole('banner').getByRole('button', { name: /^Ledger/ })
    await tab.click()
    const region = page.getByRole('region', { name: 'Ledger' })
    await region.waitFor()
    await tab.and(page.locator(':focus')).waitFor()
    await press(page, 'g l')
    await region.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Log' }).and(page.locator(':focus')).waitFor()
  })

  it('the bar of an answer has the marks of its own limit, which are named', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const { page } = await open(sim, '#row=1')
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail.getByRole('img', { name: /of 7\.0 s; marks at 5 s and 6 s/ }).waitFor()
    await detail.getByText('6 s', { exact: true }).waitFor()
    await page.goto(`${sim.pageUrl}#row=3`)
    await detail.getByRole('img', { name: /of 30\.0 s; marks at 10 s and 20 s/ }).waitFor()
    await detail.getByText('20 s', { exact: true }).waitFor()
  })

  it('profiles, codes of the gateway and the seed say what they do', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=faults')
    const profile = page.getByLabel('How the service sends')
    const said = async () => page.locator(`#${await profile.getAttribute('aria-describedby')}`).textContent()
    expect(await said()).toMatch(/^JSON with names in PascalCase/)
    await profile.selectOption('retryOnce')
    await expect.poll(said).toMatch(/once more, after 1 s/)
    await page.getByLabel('Subscribers see').selectOption('UUT')
    await page.getByText('The call to the application URL timed out.').first().waitFor()
    await page.getByText(/The same seed draws/).waitFor()
    await page.getByText('What each code means').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('definition').getByText('The service is unavailable because').waitFor()
  })
})

/** How many phones are in sight as a whole. */
async function inSight(page: Page): Promise<number> {
  const all = await page.getByRole('article').all()
  const seen = await Promise.all(all.map((phone) => isWhole(phone)))
  return seen.filter(Boolean).length
}

/** Whether all of its width stands between the edges of the phones' part. */
async function isWhole(what: Locator, within = 'Phones'): Promise<boolean> {
  const [box, part] = await Promise.all([
    what.boundingBox(),
    what.page().getByRole('region', { name: within }).boundingBox(),
  ])
  if (box === null || part === null) return false
  return box.x >= part.x && box.x + box.width <= part.x + part.width
}

async function widthOf(page: Page, name: string): Promise<number> {
  return (await page.getByRole('region', { name }).boundingBox())?.width ?? 0
}
