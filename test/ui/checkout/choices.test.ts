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

  it('is seen whole on a phone: nothing lies over it, and it fits into the frame', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '', { viewport: { width: 390, height: 844 } })
    await page.keyboard.press('i')
    const frame = page.getByRole('dialog', { name: 'Pay an invoice' }).frameLocator('iframe')
    await frame.getByRole('button', { name: /^Pay/ }).waitFor()
    expect(await frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0)
    for (const height of [740, 640, 560]) {
      await page.setViewportSize({ width: 390, height })
      expect(await frame.locator('html').evaluate<boolean, unknown>(isCovered), `${height} px`).toBe(false)
    }
  })
})

/** Whether something is drawn over a part of the list that is in sight. */
const isCovered = `{
  const list = document.querySelector('select')
  const { left, top, bottom } = list.getBoundingClientRect()
  const last = Math.min(bottom, innerHeight) - 4
  last > top && document.elementFromPoint(left + 20, last) !== list
}`
