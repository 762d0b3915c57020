import { describe, expect, it } from 'vitest'
import { mapApplication } from '../../src/simulator/index.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`the map on the page${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('is drawn when it is asked for; what phones showed is told, and arrow keys go along', async () => {
    const { sim } = await shop()
    const { app } = await shop()
    sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
    await sim.phone('+233000000001').dial('*713#')
    const { page, complaints } = await open(sim, '#view=map')
    await page.getByRole('button', { name: 'Draw the map' }).click()
    const first = page.getByRole('button', { name: /^Welcome to the shop.*seen 1 ×/ })
    await first.click()
    await page.getByRole('complementary', { name: 'The chosen screen' }).getByText('choice · seen 1 ×').waitFor()
    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('button', { name: /^Approve the prompt.*not seen yet/ })
    await second.and(page.locator(':focus')).waitFor()
    await page.getByText('Asks for 5.00 · Tea').waitFor()
    await sim.phone('+233000000001').reply('1')
    await page.getByText('2 screens · 2 seen on phones · 0 with findings').waitFor()
    await page.getByRole('button', { name: 'As a list' }).click()
    expect(await page.getByRole('list', { name: 'Screens' }).getByRole('listitem').count()).toBe(2)
    expect(complaints).toEqual([])
  })

  it('is said where nothing can draw it', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=map')
    await page.getByText('No map yet.').waitFor()
    await page.getByText(/Start the simulator with dev or simulate/).waitFor()
    const refused = await fetch(`${sim.url}/_simulator/map`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(refused.status).toBe(400)
  })
})
