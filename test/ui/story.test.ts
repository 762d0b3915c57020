import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isLeftOut, openShop, startSimulator, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`a whole sale on the page${why}`, { timeout: 180_000 }, () => {
  const open = useBrowser()

  it('with a notice that comes twice, and a forged one: dialled, paid, confirmed, messaged, reported, and the ledger is clean; a picture of each step shows more than a plain surface', async () => {
    const sim = await startSimulator()
    const { reports, paid } = await openShop(sim)
    const { page, complaints } = await open(sim, '#view=faults')
    await page.getByLabel('Find a fault').fill('duplicate')
    await page.getByRole('checkbox', { name: /^Duplicate/ }).click()
    await page.getByRole('button', { name: 'Take a phone' }).click()
    await page.getByLabel('Code to dial').fill('*713#')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('Welcome').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('1')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const look = pictures(page)
    await look('prompt')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => paid.length).toBe(1)
    await page.getByRole('button', { name: '+60 s' }).click()
    await page.getByRole('button', { name: 'Messages 1' }).click()
    await page
      .getByRole('list', { name: /^Messages of/ })
      .getByText('Paid 5.00')
      .waitFor()
    await expect.poll(() => reports).toContain('Delivered')
    await look('message')
    const notices = sim.log.rows({ kind: 'ussdPayment' })
    expect(notices.length).toBeGreaterThan(1)
    await page.goto(`${sim.pageUrl}#row=${notices[0]?.id}`)
    await page.getByText(`row ${notices[0]?.id} ·`).waitFor()
    const before = sim.log.last
    await page.getByRole('button', { name: 'Forged' }).click()
    await page.getByText(/This sends your app a forged push/).waitFor()
    expect(sim.log.last).toBe(before)
    await page.getByRole('button', { name: 'Send the forgery' }).click()
    await page.getByText('forgery refused').first().waitFor()
    await page.getByText(/^Refused with 40[13], as it should be\. .* There is nothing to fix\.$/).waitFor()
    expect(await page.getByText(/Is the secret in the address/).count()).toBe(0)
    await page.getByRole('button', { name: /^Ledger/ }).click()
    const entry = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await entry.getByText('right').waitFor()
    await page.getByRole('button', { name: /^Ledger/ }).click()
    // What came of the sale; a forgery was refused on the way.
    await page.getByRole('button', { name: /^\*713# .* paid$/ }).waitFor()
    await page.getByRole('button', { name: /^Ledger/ }).click()
    await entry.getByText('paid 5.00', { exact: true }).first().waitFor()
    const { rows, isClean } = sim.ledger({ handled: await sim.handled() })
    await look('ledger')
    expect({ isClean, confirmed: rows[0]?.confirmed[0]?.outcome, paid }).toEqual({
      isClean: true,
      confirmed: 'paid',
      paid: ['tea-1'],
    })
    expect(complaints).toEqual([])
  })
})

/** Takes pictures into a folder that goes with the test. Each is a PNG of the whole window, and isn't of one colour. */
function pictures(page: Page) {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return async (name: string): Promise<void> => {
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    const png = readFileSync(path)
    // Its first part says how wide and high it is.
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1_440, 900])
    // One colour alone takes some 5 KB.
    expect(png.length).toBeGreaterThan(20_000)
  }
}
