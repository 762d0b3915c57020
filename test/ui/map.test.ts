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
    await page
      .getByText(/^Your handlers run for real\. What they keep elsewhere than in the store stays there/)
      .waitFor()
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

  it('fits the window when it opens, is made larger and smaller by keys and buttons, and stands beside its panel', async () => {
    const { sim } = await shop()
    const { app } = await shop()
    const drawn = await mapApplication(app, { channels: ['ussd'] })
    const [first] = drawn.screens
    // A long way of screens, as a real application has.
    const screens = Array.from({ length: 8 }, (_, at) => ({
      ...first,
      id: `screen-${at}`,
      kind: 'choice' as const,
      text: `Screen ${at}`,
      lengths: { ussd: 8 },
      pages: { ussd: 1 },
      pays: null,
      answers: at === 7 ? [] : [{ answer: 'On', to: `screen-${at + 1}`, channels: ['ussd' as const] }],
    }))
    const findings = [
      { kind: 'noWayBack', screen: 'screen-1', channels: ['webstore', 'pos'], text: 'nothing leads back' } as const,
      { kind: 'noWayBack', screen: 'screen-2', channels: ['pos'], text: 'good to know', isHint: true } as const,
    ]
    sim.mapper = async () => ({ ...drawn, screens, findings })
    const { page } = await open(sim, '#view=map')
    await page.getByRole('button', { name: 'Draw the map' }).click()
    const graph = page.getByRole('application', { name: /^Screens and the answers/ })
    const last = graph.getByRole('button', { name: /^Screen 7/ })
    await last.waitFor()
    const panel = page.getByRole('complementary', { name: 'The chosen screen' })
    // What is only good to know is no finding.
    await page.getByText(/· 1 with findings · 1 with notes/).waitFor()
    const right = async () => Math.round((await last.boundingBox())?.x ?? 0) + ((await last.boundingBox())?.width ?? 0)
    await expect.poll(right).toBeLessThanOrEqual(1_440)
    const size = () =>
      page
        .getByRole('status')
        .getByText(/^\d+ %$/)
        .textContent()
    // Whatever the scale, a length is seen, and so is the answer on an arrow.
    const length = graph.getByText('8 of 182').last()
    expect((await length.boundingBox())?.height).toBeGreaterThan(7)
    expect(await graph.locator('svg text', { hasText: 'On' }).count()).toBe(7)
    const fitting = await size()
    await page.keyboard.press('+')
    await expect.poll(size).not.toBe(fitting)
    await page.keyboard.press('-')
    await expect.poll(size).toBe(fitting)
    await page.getByRole('button', { name: 'Larger' }).click()
    await expect.poll(size).not.toBe(fitting)
    await page.keyboard.press('0')
    await expect.poll(size).toBe(fitting)
    await page.getByRole('button', { name: 'Smaller' }).click()
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(size).toBe(fitting)
    // A key back on the phone is no contradiction: it is said where there is none.
    await graph.getByRole('button', { name: /^Screen 1/ }).click()
    await panel.getByText('Web store, Till: nothing leads back').waitFor()
    await expect.poll(right).toBeLessThanOrEqual((await panel.boundingBox())?.x ?? 0)
    await panel.getByRole('button', { name: 'Close the screen' }).click()
    await panel.waitFor({ state: 'detached' })
  })

  it('marks an answer behind which nothing was walked again', async () => {
    const { sim } = await shop()
    const { app } = await shop()
    const drawn = await mapApplication(app, { channels: ['ussd'] })
    const screens = drawn.screens.map((screen) => ({
      ...screen,
      answers: screen.answers.map((answer) => ({ ...answer, notWalked: true as const })),
    }))
    sim.mapper = async () => ({ ...drawn, screens })
    const { page } = await open(sim, '#view=map')
    await page.getByRole('button', { name: 'Draw the map' }).click()
    await page.getByText('? not walked again: may be another screen').waitFor()
    const graph = page.getByRole('application', { name: /^Screens and the answers/ })
    await graph.locator('svg text', { hasText: /^Tea.* \?$/ }).waitFor()
    await graph.getByRole('button', { name: /^Welcome to the shop/ }).click()
    const panel = page.getByRole('complementary', { name: 'The chosen screen' })
    await panel
      .getByText(/· not walked again: may be another screen/)
      .first()
      .waitFor()
  })

  it('is said where nothing can draw it', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=map')
    await page.getByText('No map yet.').waitFor()
    await page.getByText(/start the simulator with dev or simulate/).waitFor()
    const refused = await fetch(`${sim.url}/_simulator/map`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(refused.status).toBe(400)
  })
})
