import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from '../../operations/page/office.ts'
import { payingService } from '../../payments/paying-service.ts'
import { findings } from '../axe.ts'
import { isLeftOut, why } from '../browser.ts'
import { hostile, usedOffice, useOffice } from './office.ts'

const looks = [
  { colorScheme: 'light', width: 1_440 },
  { colorScheme: 'dark', width: 360 },
] as const

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`the operator’s page in a browser${why}`, { timeout: 240_000 }, () => {
  const open = useOffice()

  it('narrows a list, and what is replayed, to a kind that stands in the address', async () => {
    const { page, complaints } = await open(await usedOffice(), '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).waitFor()
    await page.getByLabel('Kind').selectOption('checkout')
    await page.getByRole('button', { name: 'Replay dead ones' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your search: checkout.').waitFor()
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('3 of 3 dead entries would be replayed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Kind').selectOption('deliveryReport')
    await page.getByText('No entry fits.').waitFor()
    expect(page.url()).toContain('kind=deliveryReport')
    await page.reload()
    await page.getByText('No entry fits.').waitFor()
    expect(await page.getByLabel('Kind').inputValue()).toBe('deliveryReport')
    expect(complaints).toEqual([])
  })

  it('keeps a note on an entry that needs no review, by the keyboard, and shows it with its writer as text', async () => {
    const { page, complaints } = await open(await usedOffice(), '#tab=done')
    // The older of the two: the other one contradicts it.
    const row = page.getByRole('link', { name: /good-1/ }).nth(1)
    await row.click()
    await page.getByRole('button', { name: 'Write a note' }).waitFor()
    expect(await page.getByRole('button', { name: 'Settle the review' }).count()).toBe(0)
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Write a note' }).getByLabel('Note').fill(`it has come ${hostile}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Write a note' }).click()
    await page.getByText('Your note is kept.').waitFor()
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('it has come <img src=x').waitFor()
    expect(await notes.innerText()).toContain('Ama')
    expect(await notes.innerText()).not.toContain('\u202e')
    expect(await findings(page, 'light')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('offers no note to those who may only look', async () => {
    const office = await usedOffice({ access: () => ({ rights: ['look'], by: 'Ama' }) })
    const { page } = await open(office, '#tab=done')
    // The older of the two: the other one contradicts it.
    const row = page.getByRole('link', { name: /good-1/ }).nth(1)
    await row.click()
    await page.getByRole('heading', { name: 'good-1' }).waitFor()
    await page.keyboard.press('n')
    expect(await page.getByRole('button', { name: 'Write a note' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('shows what the service answered about a payment', async () => {
    const service = await payingService()
    const office = await officeOf(undefined, { client: service.client() })
    service.know('order-1', 'Settled', { TransactionAmount: 7 })
    await office.push({}, { CheckoutId: 'c-1', ClientReference: 'order-1', Amount: 5 })
    await office.settled()
    const { page } = await open(office, '#tab=all')
    await page
      .getByRole('link', { name: /order-1.*checkout/ })
      .first()
      .click()
    await page.getByText('"evidence": "confirmed"').waitFor()
    await page.getByText('"status": "Settled"').waitFor()
  })

  it.each(looks)(
    'shows answers against the deadline, and where sessions were left: $colorScheme, $width px',
    async (look) => {
      const { colorScheme, width } = look
      const office = await officeOf(undefined, {
        budget: 4_000,
        ussd: ({ type, message }, turn) =>
          type === 'initiation'
            ? turn.prompt('Your name?')
            : turn.prompt(`Pay GHS ${message.length}.50, dear ${message}`),
      })
      for (const name of ['Ama', 'Kofi']) {
        await phone(office.app, { mobile: `+23300000004${name.length}` })
          .dial('*713#')
          .reply(name)
          .hangUp()
      }
      const viewport = { width, height: 800 }
      const { page, complaints } = await open(office, '#tab=dropOff', { colorScheme, viewport })
      await page.getByText('2 of the newest 2 sessions were left; 0 are open.').waitFor()
      expect(await findings(page, colorScheme)).toEqual([])
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByText('2 · 100.0 % of ussd').waitFor()
      await page.getByText('Pay GHS #, dear *').last().waitFor()
      expect(page.url()).toContain('entry=')
      expect(await findings(page, colorScheme)).toEqual([])
      await page.getByRole('region', { name: 'The newest that were left there' }).getByRole('link').first().click()
      await page.getByText('Your handler had 4.0 s for each answer; the service waits 7 s.').waitFor()
      await page
        .getByRole('img', { name: /of 7\.0 s; marks at 5 s and 6 s/ })
        .first()
        .waitFor()
      await page.getByText('in time').first().waitFor()
      expect(await findings(page, colorScheme)).toEqual([])
      expect(complaints).toEqual([])
    },
  )
})
