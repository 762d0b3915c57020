import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

const number = '+233000000001'

describe.skipIf(isLeftOut)(`what the page forgets${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('the log, after it asked once; phones and money stay', async () => {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#').reply('1').approve()
    const { page, complaints } = await open(sim, '#row=2&pins=1&q=kind:ussd')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText(/^This deletes every row of the log for good/).waitFor()
    expect(sim.log.rows()).toHaveLength(3)
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click()
    await page.getByText('The log is empty.').waitFor()
    expect(sim.log.rows()).toEqual([])
    expect(sim.ledger().rows).toHaveLength(1)
    await expect.poll(() => page.url()).not.toMatch(/row=|pins=|q=/)
    await sim.trigger('deliveryReport')
    await page.getByRole('button', { name: /Delivery/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('everything, after it asked once; what was can be had back, but for the log', async () => {
    const { sim } = await shop()
    await sim.phone(number).dial('*713#').reply('1').approve()
    sim.faults.set('duplicate', { rate: 0.5 })
    const { page, complaints } = await open(sim)
    await page.getByRole('article').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: /^Reset the simulator/ }).click()
    await page.getByText(/^This resets phones, payments/).waitFor()
    expect(sim.phones).toHaveLength(1)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('No phone yet.').waitFor()
    await page.getByText('The log is empty.').waitFor()
    expect(sim.faults.list()).toEqual([])
    // What your app handled before is no forgery now.
    await page.getByRole('button', { name: /^Ledger/ }).click()
    await page.getByText('No payment yet.').waitFor()
    await sim.phone(number).dial('*713#').reply('1').approve()
    await page.getByRole('button', { name: /^Ledger.*right 1$/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.evaluate('document.activeElement.blur()')
    await press(page, 'z')
    await page.getByRole('article', { name: `Phone ${number}` }).waitFor()
    expect(sim.faults.list()).toMatchObject([{ name: 'duplicate', rate: 0.5 }])
    expect(sim.ledger().rows).toMatchObject([{ paid: 5 }])
    // Those of the sale after the reset.
    expect(sim.log.rows()).toHaveLength(3)
    // The second time it asks as well.
    await page.evaluate('document.activeElement.blur()')
    await press(page, 'q r')
    await page.getByText(/^This resets phones, payments/).waitFor()
    expect(sim.phones).toHaveLength(1)
    await press(page, 'q r')
    await expect.poll(() => sim.phones).toEqual([])
    expect(complaints).toEqual([])
  })
})
