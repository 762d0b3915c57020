import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mapApplication } from '../../../src/simulator/index.ts'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`what has no key of its own, by its name${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('closes with Escape for the key that comes at once after it', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What do you want to do?' }).and(page.locator(':focus')).waitFor()
    await press(page, 'Escape ?')
    await page.getByRole('dialog', { name: 'All keys' }).waitFor()
  })

  it('finds what is meant first, and what can not be done now too: Enter takes nothing else for it', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    const first = page.getByRole('listbox', { name: 'All commands' }).getByRole('option').first()
    const asks = page.getByRole('combobox', { name: 'What do you want to do?' })
    await page.keyboard.press('Control+k')
    for (const [word, name] of [
      ['pay', /^Pay the newest invoice/],
      ['hour', /^Move the time by 1 h/],
      ['3 days', /^Move the time by 3 d/],
      ['edit', /^Edit the row and send it\(not now\)/],
    ] as const) {
      await asks.fill(word)
      expect(await first.textContent(), word).toMatch(name)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('option', { selected: true, disabled: true }).waitFor()
    expect(sim.gatewayError).toBe(null)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Resend' }).waitFor()
    await page.keyboard.press('Control+k')
    for (const [word, name] of [
      ['forge', /^Resend the row: forged/],
      ['record', /^Record the row/],
      ['edit', /^Edit the row and send it/],
    ] as const) {
      await asks.fill(word)
      expect(await first.textContent(), word).toMatch(name)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
  })

  it('each fault on, once and off; profile, gateway and seed; its rate and the seed by the arrows and Enter', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    const on = () => sim.faults.list().map(({ name, rate, isOnce }) => (isOnce ? `${name} once` : `${name} ${rate}`))
    await run(page, 'Switch on Duplicate')
    await expect.poll(on).toEqual(['duplicate 1'])
    await run(page, 'Next only: Lost')
    await expect.poll(on).toEqual(['duplicate 1', 'drop once'])
    await page.getByText('2 faults').waitFor()
    await run(page, 'How often Duplicate strikes, in percent')
    await page
      .getByRole('slider', { name: /^How often Duplicate strikes/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Home')
    await expect.poll(on).toContain('duplicate 0.01')
    await page.keyboard.press('ArrowRight')
    await expect.poll(on).toContain('duplicate 0.02')
    await page.getByText('2 %', { exact: true }).waitFor()
    await run(page, 'Switch off Lost')
    await expect.poll(on).toEqual(['duplicate 0.02'])
    await run(page, 'How the service sends: retryOnce')
    await expect.poll(() => sim.profile.retries).toEqual([1_000])
    await run(page, 'Subscribers see: NOCR')
    await expect.poll(() => sim.gatewayError).toBe('NOCR')
    await run(page, 'Subscribers see: your app')
    await expect.poll(() => sim.gatewayError).toBe(null)
    await run(page, 'Set the seed of chance')
    await page.getByLabel('Seed of chance').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4711')
    await page.keyboard.press('Enter')
    await expect.poll(async () => seedOf(sim.url)).toBe(4_711)
    await run(page, 'End every fault, and send as usual')
    await expect.poll(on).toEqual([])
    expect(sim.profile.retries).toEqual([])
    expect(complaints).toEqual([])
  })

  it('every phone by its number, also those that no digit is left for', async () => {
    const { sim } = await shop()
    for (let last = 1; last <= 12; last += 1) sim.phone(`+2330000000${String(last).padStart(2, '0')}`)
    const { page } = await open(sim)
    await page.getByRole('article').nth(11).waitFor()
    await run(page, 'Choose 12: Phone +233000000012')
    const chosen = page.getByRole('navigation', { name: 'Choose a phone' }).locator('[aria-current=true]')
    await expect.poll(() => chosen.textContent()).toBe('0012')
    await page.getByRole('article', { name: 'Phone +233000000012' }).locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('3')
    await expect.poll(() => chosen.textContent()).toBe('0003')
  })

  it('a fault is switched by the keyboard where it stands', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=faults')
    await page.getByLabel('Find a fault').fill('duplicate')
    const toggle = page.getByRole('checkbox', { name: /^Duplicate/ })
    await page.keyboard.press('Tab')
    while (!(await toggle.evaluate((one) => one === one.ownerDocument.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => sim.faults.list().map(({ name }) => name)).toEqual(['duplicate'])
    await page.keyboard.press('Space')
    await expect.poll(() => sim.faults.list()).toEqual([])
  })

  it('the map is drawn, and shown as a list', async () => {
    const { sim } = await shop()
    const { app } = await shop()
    sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
    const { page } = await open(sim)
    await run(page, 'Draw the map of your screens')
    await page.getByText(/^\d+ screens/).waitFor()
    await run(page, 'Map: as a list, or drawn')
    await page.getByRole('list', { name: 'Screens' }).getByRole('button').first().waitFor()
    await press(page, 'g i')
    await page.getByRole('list', { name: 'Screens' }).waitFor({ state: 'detached' })
    await press(page, 'g d')
    await page
      .getByText('Walking your screens…')
      .or(page.getByText(/^\d+ screens/))
      .first()
      .waitFor()
  })
})

/** Runs what is named so, by the keyboard: others may have these words too, in what they do. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'What do you want to do?' }).fill(name)
  const options = page.getByRole('option')
  await options.getByText(name, { exact: true }).waitFor()
  const names = await options.allTextContents()
  for (let down = names.findIndex((one) => one.startsWith(name)); down > 0; down -= 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function seedOf(url: string): Promise<number> {
  const state: { readonly seed: number } = JSON.parse(await (await fetch(`${url}/_simulator/state`)).text())
  return state.seed
}
