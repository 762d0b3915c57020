import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`a push that is edited and sent, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is written with the names of its kind, said to be odd in its place, and sent: the page goes to the new row', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const { page, complaints } = await open(sim, '#row=1')
    const { keyboard } = page
    await page.getByText('row 1 ·').waitFor()
    await keyboard.press('e')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.and(page.locator(':focus')).waitFor()
    await keyboard.press('Control+a')
    await keyboard.type('{ "ResponseCode": 5, "Extra": 1, "da')
    await page.getByRole('option', { name: 'Data', exact: true, selected: true }).waitFor()
    await keyboard.press('Enter')
    await keyboard.type('{ "Amount": 5')
    const remarks = page.getByRole('dialog').getByRole('status')
    await remarks.getByText('Line 1: ResponseCode: expected string, got integer.').waitFor()
    await remarks.getByText(/Extra isn’t in the reference/).waitFor()
    await remarks.getByText(/Missing: .*Status/).waitFor()
    await page.getByRole('dialog').getByRole('combobox').selectOption('otherCasing')
    await body.focus()
    await keyboard.press('Control+Enter')
    await page.getByText('row 2 ·').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const [, sent] = sim.log.rows()
    expect(JSON.parse(sent?.request.body.toString() ?? '')).toEqual({ responseCode: 5, extra: 1, data: { amount: 5 } })
    expect(sent?.faults).toEqual(['edited', 'changeCasing'])
    // The editor needs nothing that the page's policy forbids.
    expect(complaints).toEqual([])
  })

  it('names the missing fields of a kind whose every field may be missing, as the reference shows it', async () => {
    const { sim } = await shop()
    await sim.trigger('ussdPayment')
    const { page } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').waitFor()
    await page.keyboard.press('e')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.and(page.locator(':focus')).waitFor()
    const remarks = page.getByRole('dialog').getByRole('status')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{ "ResponseCode": "0005", "Message": "maybe" ')
    await remarks.getByText(/Missing: Data\./).waitFor()
    await page.keyboard.type(', "Data": { "Amount": 5 ')
    await remarks.getByText(/Missing: Charges, .*TransactionId/).waitFor()
  })

  it('has the focus in the editor once that has come, but not where somebody went to another field meanwhile', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').waitFor()
    const hold = Promise.withResolvers<void>()
    await page.route(/code-editor/, async (route) => {
      await hold.promise
      await route.continue()
    })
    await page.keyboard.press('e')
    const address = page.getByRole('dialog').getByLabel('Address')
    await address.focus()
    hold.resolve()
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('?more=1')
    expect(await address.inputValue()).toMatch(/\?more=1$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await body.and(page.locator(':focus')).waitFor()
  })

  it('is told where it is no JSON, by line', async () => {
    const { sim } = await shop()
    await sim.trigger('checkout')
    const { page } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').waitFor()
    await page.keyboard.press('e')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '{\n  "ResponseCode": "0000",\n  "Data": {\n    "ClientReference": "a",\n    "Amount": tru,\n  }\n}',
    )
    await page
      .getByRole('dialog')
      .getByRole('status')
      .getByText(/^Line 5: From here on this isn’t JSON/)
      .waitFor()
  })

  it('keeps what was written when it is not sent, and goes to another address', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#row=1')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit row 1 and send it' })
    await dialog.getByRole('textbox', { name: 'Body' }).waitFor()
    await dialog.getByLabel('Address').fill('nowhere')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/it is no whole address/).waitFor()
    await dialog.getByLabel('Address').fill(sim.log.row(1)?.url ?? '')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('row 2 ·').waitFor()
    // Lines are added to read it; nothing of what it says is another.
    const [first, second] = sim.log.rows().map(({ request }) => JSON.parse(request.body.toString()))
    expect(second).toEqual(first)
  })
})
