import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`dialling on a phone, in Chromium${why}`, () => {
  const open = useBrowser()

  it('shows what was dialled where the phone showed its messages, after a reset too', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#')
    const { page } = await open(sim)
    const phone = page.getByRole('article', { name: 'Phone +233000000001' })
    await phone.getByRole('button', { name: 'Messages' }).click()
    await phone.getByLabel('Write to the app').waitFor()
    await page.getByRole('region', { name: 'Log' }).getByRole('button').first().focus()
    await press(page, 'q r')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('The log is empty.').waitFor()
    await page.getByRole('button', { name: 'Dial *713#' }).press('Enter')
    await phone.getByText(/Welcome to the shop/).waitFor()
    await phone.getByLabel('Answer').and(page.locator(':focus')).waitFor()
  })

  it('takes no letter in a code, typed or pasted, and says so there', async () => {
    const { sim } = await shop()
    sim.phone('+233000000001')
    const { page } = await open(sim)
    const code = page.getByLabel('Code to dial')
    await page.keyboard.press('p')
    await code.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('p')
    await page.getByRole('alert').getByText('A code has only digits, * and #.').waitFor()
    await page.keyboard.insertText('tea*1#')
    expect(await code.inputValue()).toBe('*713#')
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('*1#')
    expect(await code.inputValue()).toBe('*713*1#')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page
      .getByText(/Welcome to the shop/)
      .first()
      .waitFor()
    expect(sim.log.rows()[0]?.request.body.toString()).toContain('*713*1#')
  })

  it('beside another phone the end of each number is seen', async () => {
    const { sim } = await shop()
    for (const last of [1, 2]) sim.phone(`+23300000000${last}`)
    const { page } = await open(sim)
    const phones = page.getByRole('article')
    await expect.poll(() => phones.count()).toBe(2)
    const isEndSeen = `[...document.querySelectorAll('[data-device] .font-mono')].filter((one) => one.textContent.startsWith('+23300000000')).map((one) => one.scrollWidth <= one.clientWidth)`
    expect(await page.evaluate(isEndSeen)).toEqual([true, true])
    await phones.first().getByText('0001', { exact: false }).first().waitFor()
  })
})
