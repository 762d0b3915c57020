import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`what is chosen on the checkout page, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is what happens: a payment fails with the chosen code, then the prompt is not answered, then it is refused', async () => {
    const { sim, handled } = await shop()
    const { page, complaints } = await open(sim)
    await page.keyboard.press('i')
    const frame = page.getByRole('dialog', { name: 'Pay an invoice' }).frameLocator('iframe')
    const happens = frame.getByRole('combobox', { name: 'What happens' })
    const pay = frame.getByRole('button', { name: /^Pay/ })
    // The first way to pay is chosen until another one is.
    await frame.getByRole('radio', { checked: true }).first().waitFor()
    const other = frame.getByRole('group', { name: 'Pay by' }).getByRole('radio').nth(1)
    const method = await other.getAttribute('value')
    await other.check()
    await happens.selectOption('2101')
    await pay.click()
    await frame
      .getByRole('alert')
      .getByText(/^The last try ended: .*2101/)
      .waitFor()
    await expect.poll(() => handled.map(({ outcome }) => outcome)).toEqual(['failed'])
    const sent = sim.log.rows({ kind: 'checkoutPage' }).map(({ request }) => new URLSearchParams(String(request.body)))
    expect(sent.map((fields) => fields.get('method'))).toContain(method)
    await happens.selectOption("The prompt isn't answered")
    await pay.click()
    await frame
      .getByRole('status')
      .getByText(/shows a prompt, and waits for its owner/)
      .waitFor()
    expect(handled).toHaveLength(1)
    await frame.getByRole('button', { name: 'Refuse' }).click()
    await expect.poll(() => handled.map(({ outcome }) => outcome)).toHaveLength(2)
    expect(handled.map(({ outcome }) => outcome)).not.toContain('paid')
    expect(complaints).toEqual([])
  })
})
