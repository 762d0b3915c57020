import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

const views = ['phones', 'log', 'ledger', 'faults', 'map']

describe.skipIf(isLeftOut)(`what is broken on purpose, in sight${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([360, 1_440])('at %i px: each by its name on every view, with what ends it', async (width) => {
    const { sim } = await shop()
    for (const name of ['duplicate', 'drop', 'forge', 'contradict'] as const) sim.faults.set(name, { rate: 0.1 })
    sim.profile = 'retryOnce'
    const { page, complaints } = await open(sim, '#', { viewport: { width, height: 900 } })
    const line = page.getByRole('region', { name: 'Faults that are on' })
    for (const view of views) {
      await page.goto(`${sim.pageUrl}#view=${view}`)
      await page.getByRole('region', { name: new RegExp(`^${view}$`, 'i') }).waitFor()
      for (const name of ['Duplicate 10 %', 'Lost 10 %', 'Forged 10 %', 'Contradiction 10 %', 'profile retryOnce'])
        await line.getByText(name).waitFor()
    }
    // Ended from the view where somebody is.
    await line.getByRole('button', { name: 'Switch off Lost' }).click()
    await line.getByText('Lost 10 %').waitFor({ state: 'detached' })
    expect(sim.faults.list().map(({ name }) => name)).toEqual(['duplicate', 'forge', 'contradict'])
    await line.getByRole('button', { name: 'End all' }).click()
    await line.waitFor({ state: 'detached' })
    expect(sim.faults.list()).toEqual([])
    expect(sim.profile.retries).toEqual([])
    expect(complaints).toEqual([])
  })

  it('as many as the top bar has room for stand there, and take no line', async () => {
    const { sim } = await shop()
    sim.faults.set('duplicate', { rate: 0.1 })
    const { page } = await open(sim)
    await page.getByRole('banner').getByText('Duplicate 10 %').waitFor()
    expect(await page.getByRole('region', { name: 'Faults that are on' }).count()).toBe(0)
  })
})
