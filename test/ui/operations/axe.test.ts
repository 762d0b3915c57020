import { describe, expect, it } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from '../../operations/page/office.ts'
import { findings, findingsInBoth } from '../axe.ts'
import { isLeftOut, why } from '../browser.ts'
import { hostile, usedOffice, useOffice } from './office.ts'

const tabs = ['needsReview', 'dead', 'rejected', 'conflict', 'waiting', 'done', 'all']

// Each look takes its time on a busy machine.
describe.skipIf(isLeftOut)(`what axe finds on the operator’s page${why}`, { timeout: 300_000 }, () => {
  const open = useOffice()

  it.each([1_440, 360])('nothing at %d px, on every list, an entry and every dialog', async (width) => {
    const office = await usedOffice()
    const viewport = { width, height: 800 }
    const { page, complaints } = await open(office, '#tab=all', { colorScheme: 'light', viewport })
    // In the dark only the colours are others, and those are the same where there is little room.
    const find =
      width === 360
        ? (inside: string) => findings(page, 'light', inside)
        : (inside: string) => findingsInBoth(page, inside)
    const look = async (where: string, inside = 'main') => {
      expect(await find(inside), where).toEqual([])
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(wide, where).toBeLessThanOrEqual(0)
    }
    // What stands around every list.
    expect(await find('html')).toEqual([])
    for (const tab of tabs) {
      await page.evaluate(`location.hash = 'tab=${tab}'`)
      await page.locator('[aria-current=page]').getByText(/./).first().waitFor()
      const rows = page.locator('[data-row]').getByText('checkout').first()
      await (tab === 'waiting' ? page.getByText('Nothing waits') : rows).waitFor()
      await look(tab)
    }
    await page.evaluate(`location.hash = 'tab=dead'`)
    await page.getByRole('button', { name: 'Replay dead ones' }).click()
    await page.getByRole('button', { name: 'Count them' }).click()
    await page.getByText('3 of 3 dead entries').waitFor()
    await look('redrive', 'dialog')
    await page.keyboard.press('Escape')
    await page.evaluate(`location.hash = 'tab=needsReview'`)
    await page.getByRole('button', { name: 'Settle reviews' }).click()
    await page.getByRole('button', { name: 'Count them' }).click()
    await page.getByText(/of \d+ reviews would be settled/).waitFor()
    await look('settle', 'dialog')
    await page.keyboard.press('Escape')
    await page.evaluate(`location.hash = 'tab=dead'`)
    await page.getByRole('link', { name: /broken-2/ }).click()
    await page.getByRole('heading', { name: 'Why it is here' }).waitFor()
    await look('entry')
    for (const name of ['Replay', 'Settle the review', 'Unmask']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await look(name, 'dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await look('keys', 'dialog')
    await page.keyboard.press('Escape')
    await phone(office.app).dial('*713#')
    await page.evaluate(`location.hash = 'tab=sessions'`)
    await page.getByText('open · 1 turn').click()
    await page.getByText('Welcome').waitFor()
    await look('session')
    await page.evaluate(`location.hash = 'tab=trail'`)
    await page.getByText('Nobody has done anything yet.').waitFor()
    await look('empty trail')
    const [dead] = (await office.app.merchant.inbox.list({ states: 'dead', limit: 1 })).entries
    await office.ask('unmask', { name: dead?.id, reason: `a complaint ${hostile}` })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: /Ama.*unmask/ }).click()
    await page.getByRole('heading', { name: 'What people did' }).waitFor()
    await look('trail')
    expect(complaints).toEqual([])
  })

  it('nothing where nothing came yet', async () => {
    const { page, complaints } = await open(await officeOf())
    await page.getByText('Nothing needs a person.').waitFor()
    expect(await findings(page, 'light')).toEqual([])
    expect(complaints).toEqual([])
  })
})
