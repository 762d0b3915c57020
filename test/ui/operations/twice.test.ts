import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isLeftOut, why } from '../browser.ts'
import { usedOffice, useOffice } from './office.ts'

/** As a hand does it, with the second click before the first is answered. */
async function clickTwice(page: Page, button: Locator): Promise<void> {
  const { x, y } = await button.evaluate((element) => element.getBoundingClientRect())
  for (const clickCount of [1, 2]) {
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
}

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`a double click on the operator’s page${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it('settles what was confirmed once, and says so', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=needsReview')
    await page.getByRole('button', { name: 'Settle reviews' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('At most').fill('2')
    await dialog.getByLabel('Note').fill('the books agree')
    await dialog.getByRole('button', { name: 'Count them' }).click()
    const before = (await office.app.merchant.inbox.list({ needsReview: true })).entries.length
    await dialog.getByRole('button', { name: 'Settle 2' }).waitFor()
    await clickTwice(page, dialog.getByRole('button', { name: 'Settle 2' }))
    await page.getByText('2 reviews are settled.').waitFor()
    const { entries } = await office.app.merchant.inbox.list({ needsReview: true })
    expect(entries).toHaveLength(before - 2)
  })

  it('keeps one note', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Write a note' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('called the customer')
    await clickTwice(page, dialog.getByRole('button', { name: 'Write a note' }))
    await page.getByText('Your note is kept.').waitFor()
    expect((await office.app.merchant.trail.list()).lines).toHaveLength(1)
  })

  it('counts dead ones, and replays none: its second click is no confirmation', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('button', { name: 'Replay dead ones' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('At most').fill('')
    await dialog.getByText('Give a whole number from 1 to 10,000.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Count them' }).isDisabled()).toBe(true)
    await dialog.getByLabel('At most').fill('2')
    await clickTwice(page, dialog.getByRole('button', { name: 'Count them' }))
    await dialog.getByRole('button', { name: 'Replay 2' }).waitFor()
    expect((await office.app.merchant.inbox.count()).dead).toBe(3)
  })
})
