import { describe, expect, it } from 'vitest'
import { knownFaults } from '../../src/simulator/index.ts'
import { faultNames } from '../../src/simulator/words/fault-names.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe('the names of faults', () => {
  it('are plain, and no two are alike', () => {
    const names = knownFaults.map(({ name }) => faultNames[name])
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe.skipIf(isLeftOut)(`faults on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('stand in groups by what they are about, a plain name first and the name of the code behind it', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim, '#view=faults')
    const faults = page.getByRole('region', { name: 'Faults', exact: true })
    const groups = ['Time and order', 'Money', 'Text and fields', 'The line']
    await faults.getByRole('region', { name: groups[0] ?? '', exact: true }).waitFor()
    expect(await faults.getByRole('heading', { level: 3 }).allTextContents()).toEqual(groups)
    expect(await faults.getByRole('checkbox').count()).toBe(knownFaults.length)
    const line = faults.getByRole('region', { name: 'The line', exact: true })
    await line.getByRole('checkbox', { name: /^Lost drop / }).waitFor()
    await faults.getByText(/^Next only: it strikes once/).waitFor()
    // By either name, and a group without any of them is left out.
    for (const word of ['drop', 'Lost']) {
      await faults.getByLabel('Find a fault').fill(word)
      await line.getByRole('checkbox', { name: /^Lost drop / }).waitFor()
      await faults.getByRole('region', { name: 'Money', exact: true }).waitFor({ state: 'detached' })
    }
    await faults.getByLabel('Find a fault').fill('no such thing')
    await faults.getByText('No fault matches.').waitFor()
    expect(complaints).toEqual([])
  })

  it('have one name on the button that does them by hand and on the row that came of it, which a search finds', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const [notice] = sim.log.rows({ kind: 'ussdPayment' })
    const { page, complaints } = await open(sim, `#row=${notice?.id}`)
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail.getByRole('button', { name: 'Casing', exact: true }).click()
    await page.getByRole('button', { name: /USSD payment.*Casing, by hand/ }).waitFor()
    await page.getByRole('tab', { name: 'Faults' }).click()
    await detail.getByText('You sent it by hand.').waitFor()
    await detail.getByRole('button', { name: 'Casing', exact: true }).first().waitFor()
    await page.getByLabel('Search the log').fill('by hand')
    await page.getByText('1 of', { exact: false }).first().waitFor()
    expect(await page.locator('[data-row]').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})
