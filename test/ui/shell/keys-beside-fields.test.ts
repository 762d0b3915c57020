import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the page's keys while something on it has the focus, in Chromium${why}`, () => {
  const open = useBrowser()

  it('work at a switch, a slider and a list of choices, which keep only their own', async () => {
    const { sim } = await shop()
    sim.faults.set('duplicate', { rate: 0.5 })
    const { page, complaints } = await open(sim)
    for (const [role, name, own] of [
      ['checkbox', /^Lost/, 'Space'],
      ['slider', /^How often Duplicate strikes/, 'ArrowLeft'],
      ['combobox', 'How the service sends', 'r'],
    ] as const) {
      await page.goto(`${sim.pageUrl}#view=faults`)
      const field = page.getByRole(role, { name }).first()
      const value = () => page.evaluate('[document.activeElement.value, document.activeElement.checked].join()')
      await field.focus()
      const before = await value()
      const clock = sim.now()
      await page.keyboard.press(own)
      await expect.poll(value).not.toBe(before)
      // Space moves the clock elsewhere.
      expect(sim.now() - clock).toBeLessThan(30_000)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await field.focus()
      await page.keyboard.press('/')
      await page.getByLabel('Search the log').and(page.locator(':focus')).waitFor()
      await page.goto(`${sim.pageUrl}#view=faults`)
      await field.focus()
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Log' }).waitFor()
    }
    expect(complaints).toEqual([])
  })

  it('letters work at a switch and a slider, and choose in a list of choices', async () => {
    const { sim } = await shop()
    sim.faults.set('duplicate', { rate: 0.5 })
    const { page } = await open(sim, '#view=faults')
    const choices = page.getByRole('combobox', { name: 'How the service sends' })
    await choices.focus()
    await press(page, 'g l')
    expect(await page.getByRole('region', { name: 'Faults' }).count()).toBe(1)
    for (const role of ['checkbox', 'slider'] as const) {
      await page.getByRole(role).first().focus()
      await press(page, 'g l')
      await page.getByRole('region', { name: 'Ledger' }).waitFor()
      await page.goto(`${sim.pageUrl}#view=faults`)
    }
  })

  it('that come before what an earlier one asked for is drawn are the last that move the focus', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001', { skin: 'basic' }).dial('*713#')
    const { page, complaints } = await open(sim)
    await pressAtOnce(page, '1 u s')
    const settings = page.getByLabel('Network of the SIM').and(page.locator(':focus'))
    await settings.waitFor()
    await drawn(page)
    expect(await settings.count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('are not lost, and lead where they lead, while a dialog is just closing', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    await page.keyboard.press('i')
    const close = page.getByRole('dialog', { name: 'Pay an invoice' }).getByRole('button', { name: 'Close' })
    await close.focus()
    // The platform closes a dialog at once, and tells of it in a task of its own.
    await page.evaluate('document.activeElement.click()')
    await pressAtOnce(page, 'g l')
    await page.getByRole('region', { name: 'Ledger' }).waitFor()
    await drawn(page)
    expect(await page.evaluate('document.activeElement.closest("[data-view=ledger]") !== null')).toBe(true)
    expect(complaints).toEqual([])
  })

  it.each(['Code to dial', 'Answer', 'Write to the app'])(
    'work after Escape led out of "%s", where what was typed stays',
    async (name) => {
      const { sim } = await shop()
      const phone = sim.phone('+233000000001')
      if (name === 'Answer') await phone.dial('*713#')
      const { page, complaints } = await open(sim)
      if (name === 'Write to the app') await press(page, 'u m')
      const field = page.getByRole('textbox', { name })
      await field.fill('*71')
      await page.keyboard.press('Escape')
      await press(page, 'g l')
      await page.getByRole('region', { name: 'Ledger' }).waitFor()
      expect(await field.inputValue()).toBe('*71')
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Log' }).waitFor()
      await field.focus()
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      await page.getByLabel('Search the log').and(page.locator(':focus')).waitFor()
      expect(await field.inputValue()).toBe('*71')
      expect(complaints).toEqual([])
    },
  )

  it('work after Escape led out of the cheapest handset; the next one closes the detail', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001', { skin: 'basic' }).dial('*713#')
    const { page, complaints } = await open(sim, '#row=1')
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail.getByText('row 1 ·').waitFor()
    const handset = page.getByRole('application')
    await handset.focus()
    await page.keyboard.press('2')
    await page.keyboard.press('Escape')
    await handset.and(page.locator(':focus')).waitFor({ state: 'detached' })
    expect(page.url()).toContain('row=1')
    // On the handset it changes to letters.
    await page.keyboard.press('m')
    await expect.poll(() => sim.phones.some(({ isOpen }) => isOpen)).toBe(false)
    await handset.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('closes what is open over the page with Escape from its field, and gives the focus back', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    await page.getByRole('button', { name: 'New', exact: true }).focus()
    await page.keyboard.press('Enter')
    const number = page.getByLabel('Number (optional)')
    await number.focus()
    await page.keyboard.press('Escape')
    await number.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'New', exact: true }).and(page.locator(':focus')).waitFor()
  })
})

/** Keys in one task: nothing is drawn between them. */
function pressAtOnce(page: Page, keys: string): Promise<void> {
  return page.evaluate(`for (const key of ${JSON.stringify(keys.split(' '))})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
}

/** Waits until what was asked for is drawn, and what comes of that too. */
function drawn(page: Page): Promise<void> {
  return page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))')
}
