import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`an invoice that is tried on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  it('has the number of the chosen phone, and says before that a person must look at it', async () => {
    const { sim } = await shop()
    for (const number of ['+233000000001', '+233000000002']) sim.phone(number)
    const { page } = await open(sim)
    await page.getByRole('navigation', { name: 'Choose a phone' }).getByRole('button', { name: '0002' }).click()
    await page.keyboard.press('i')
    await page.getByText(/didn’t ask for this payment/).waitFor()
    const checkout = page.frameLocator('iframe')
    await checkout.getByRole('textbox', { name: 'Phone' }).waitFor()
    expect(await checkout.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+233000000002')
  })
})
