import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`an invoice that is tried on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  it('has the number of the chosen phone, and says before that it goes to review', async () => {
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

  it('is left with Escape, from inside of its frame and from each page of it', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const dialog = page.getByRole('dialog', { name: 'Pay an invoice' })
    const frame = page.frameLocator('iframe')
    await page.keyboard.press('i')
    await frame.getByRole('textbox', { name: 'Phone' }).press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    await frame.getByRole('button', { name: /^Pay/ }).press('Enter')
    await frame.getByText(/Thank you/).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'All keys' }).waitFor()
  })

  it('says so of none that the application asked for', async () => {
    const { sim } = await shop()
    const own = `${sim.url}/_simulator`
    const { items } = JSON.parse(await (await fetch(`${own}/kinds`)).text())
    const { address: callbackUrl } = items.find(({ kind }: { kind: string }) => kind === 'checkout')
    const order = { amount: 5, description: 'Oil', reference: 'order-7', returnUrl: 'https://shop.example/thanks' }
    await fetch(`${own}/bills/invoice`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, callbackUrl, cancellationUrl: 'https://shop.example/cart' }),
    })
    const { page } = await open(sim)
    await page.keyboard.press('v')
    await page.getByText(/Your app gets the callback\./).waitFor()
    expect(await page.getByText(/goes to review/).count()).toBe(0)
  })
})
