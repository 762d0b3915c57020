import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from '../../operations/page/office.ts'
import { findings } from '../axe.ts'
import { isLeftOut, why } from '../browser.ts'
import { hostile, usedOffice, useOffice } from './office.ts'

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`the operator’s page in a browser${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it('is worked with the keyboard alone: from the list to a settled review', async () => {
    const office = await usedOffice()
    const { page, complaints } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).waitFor()
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'broken-3' }).waitFor()
    await page.getByText('unhandled: Every attempt on a payment failed.').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Settle the review' }).waitFor()
    await page.keyboard.type('handed over by hand')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The review is settled.').waitFor()
    await page.getByText(/settled by Ama: handed over by hand/).waitFor()
    const { entries } = await office.app.merchant.inbox.list({ reference: 'broken-3' })
    expect(entries[0]?.review).toMatchObject({ settledBy: 'Ama', note: 'handed over by hand' })
    await page.keyboard.press('/')
    await page.keyboard.type('good-1')
    await page.keyboard.press('Enter')
    await page.getByText('No entry fits.').waitFor()
    expect(page.url()).toContain('reference=good-1')
    expect(complaints).toEqual([])
  })

  it('shows what people did, also what is hostile in it as text, and leads to the entry by the keyboard', async () => {
    const office = await usedOffice()
    const { page, complaints } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Unmask' }).click()
    await page.getByLabel('Reason').fill(`+233000000042 asked ${hostile}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Unmask' }).click()
    await page.getByText('The trail has your name and your reason.').waitFor()
    await office.app.merchant.trail.append({ by: hostile, act: 'refund', about: { [hostile]: hostile } })
    await page.getByRole('link', { name: 'Trail' }).click()
    await page.getByText('refund').waitFor()
    const [seen, hidden] = [await page.evaluate('document.body.innerText'), ['\u001b', '\u202e', '\u200b', '00000042']]
    for (const text of hidden) expect(seen).not.toContain(text)
    expect(seen).toContain('+233...042 asked <img src=x')
    expect(await page.locator('img, li script').count()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'broken-1' }).waitFor()
    await page.getByRole('heading', { name: 'What people did' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps the place of a keyboard where a button goes after its use', async () => {
    const { page } = await open(await usedOffice(), '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Settle the review' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('refunded')
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await page.getByText(/settled by Ama: refunded/).waitFor()
    await page.getByRole('button', { name: 'Settle the review' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('BUTTON')
  })

  it('says how a phone is looked for where it finds nothing', async () => {
    const { page } = await open(await usedOffice(), '#tab=all')
    await page.getByLabel('Search in').selectOption('phone')
    for (const [given, said] of [
      ['0240000000', 'Give the whole number, such as +233000000000.'],
      ['Ama', 'That is no phone number.'],
    ] as const) {
      await page.getByLabel('Search for').fill(given)
      await page.keyboard.press('Enter')
      await page.getByText(said).waitFor()
    }
  })

  it('replays one entry', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Replay', exact: true }).waitFor()
    office.mend()
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('It waits to be handled again.').waitFor()
    await office.settled()
    const { entries } = await office.app.merchant.inbox.list({ reference: 'broken-1' })
    expect(entries).toMatchObject([{ state: 'done', replay: true }])
  })

  it('replays what is dead after a count and a confirmation of it', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('button', { name: 'Replay dead ones' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('At most').fill('2')
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('2 of more than 2 dead entries would be replayed.').waitFor()
    expect((await office.app.merchant.inbox.count()).dead).toBe(3)
    office.mend()
    await dialog.getByRole('button', { name: 'Replay 2' }).click()
    await page.getByText('2 wait to be handled again.').waitFor()
    await vi.waitFor(async () => expect((await office.app.merchant.inbox.count()).dead).toBe(1))
  })

  it('settles all reviews that fit after a count, with one note', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=needsReview&reference=broken-1')
    await page.getByRole('button', { name: 'Settle reviews' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('1 of 1 reviews would be settled.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Settle 1' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Note').fill('handed over by hand')
    await dialog.getByRole('button', { name: 'Settle 1' }).click()
    await page.getByText('1 reviews are settled.').waitFor()
    const { entries } = await office.app.merchant.inbox.list({ reference: 'broken-1' })
    expect(entries[0]?.review).toMatchObject({ settledBy: 'Ama', note: 'handed over by hand' })
  })

  it('shows what is hostile as text, with every character of it', async () => {
    const office = await usedOffice()
    const { page, complaints } = await open(office, '#tab=all')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByText('‹001B›[31m‹202E›‹200B›evil').first().waitFor()
    await page.getByRole('button', { name: 'Unmask' }).click()
    await page.getByLabel('Reason').fill('a complaint')
    await page.getByRole('dialog').getByRole('button', { name: 'Unmask' }).click()
    await page.getByText('Not masked').waitFor()
    await page
      .getByText(/"Description": "<img src=x/)
      .first()
      .waitFor()
    for (const name of [/odd/, /contradicts|rejected/]) {
      await page.getByRole('link', { name }).first().click()
      await page.getByRole('heading', { name: 'Why it is here' }).waitFor()
    }
    expect(await page.title()).toBe('Operations')
    expect(await page.locator('img, article script, li script').count()).toBe(0)
    const seen = await page.evaluate('document.body.innerText')
    for (const hidden of ['\u001b', '\u202e', '\u200b']) expect(seen).not.toContain(hidden)
    expect(complaints).toEqual([])
  })

  it('shows sessions as transcripts with their times, without whole phones', async () => {
    const office = await usedOffice()
    const caller = phone(office.app, { mobile: '+233000000042' })
    await caller.dial('*713#')
    const { page, complaints } = await open(office, '#tab=done')
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('link', { name: /\+233\.\.\.042/ }).click()
    await page.getByText('Welcome').waitFor()
    expect(await page.evaluate('document.body.innerText')).not.toContain('00000042')
    await page.getByLabel('Search in').selectOption('phone')
    await page.getByLabel('Search for').fill('+233000000041')
    await page.keyboard.press('Enter')
    await page.getByText('No entry fits.').waitFor()
    expect(complaints).toEqual([])
  })

  it('unmasks a session for a reason, by the keyboard, and says that what is seen is private', async () => {
    const office = await officeOf(undefined, {
      ussd: ({ type, message }, turn) =>
        type === 'initiation' ? turn.prompt('Your name?') : turn.end(`Thank you, ${message} ${hostile}`),
    })
    const caller = phone(office.app, { mobile: '+233000000042' })
    await caller.dial('*713#')
    await caller.reply('kofi')
    const { page, complaints } = await open(office, `#tab=sessions&entry=${caller.sessionId}`)
    await page.getByText('Thank you, *').waitFor()
    expect(await page.evaluate('document.body.innerText')).not.toContain('kofi')
    await page.getByRole('button', { name: 'Unmask' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Unmask the session' })
    await dialog.getByLabel('Reason').fill('the caller asked')
    expect(await findings(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: 'Unmask the session' }).click()
    await page.getByText('Thank you, kofi').waitFor()
    await page.getByText('Not masked: what you see is private.').waitFor()
    expect(await page.getByRole('button', { name: 'Unmask' }).count()).toBe(0)
    expect(await findings(page, 'light')).toEqual([])
    await page.getByRole('link', { name: 'Trail' }).click()
    await page.getByText('the caller asked').waitFor()
    await page.getByText(`session ${caller.sessionId}`).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps an entry as one page, which opens by itself, runs nothing and shows what is hostile as text', async () => {
    const { page, complaints } = await open(await usedOffice(), '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    const folder = mkdtempSync(join(tmpdir(), 'merchant-entry-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as a page' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^checkout-\d{4}-\d\d-\d\d\.html$/)
    const file = join(folder, 'entry.html')
    await download.saveAs(file)
    await page.goto(pathToFileURL(file).href)
    await page.getByRole('heading', { name: 'checkout broken-1' }).waitFor()
    expect(await page.locator('img, script').count()).toBe(0)
    expect(await page.title()).toBe('checkout broken-1')
    expect(await findings(page, 'light')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('offers only what its operator may do', async () => {
    const office = await usedOffice({ access: () => ({ rights: ['look', 'note'], by: 'Ama' }) })
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Settle the review' }).waitFor()
    for (const name of ['Replay', 'Unmask', 'Export', 'Replay dead ones']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    }
  })

  it('is at the same place after a reload, but for a phone that was searched for', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=done')
    await page
      .getByRole('link', { name: /good-1/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'good-1' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'good-1' }).waitFor()
    await page.getByLabel('Search in').selectOption('phone')
    await page.getByLabel('Search for').fill('+233000000041')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No entry fits.').waitFor()
    expect(page.url()).not.toContain('0041')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page
      .getByRole('link', { name: /good-1/ })
      .first()
      .waitFor()
  })

  it('replays all dead ones that a phone finds, and says of which', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByLabel('Search in').selectOption('phone')
    await page.getByLabel('Search for').fill('+233000000000')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Replay dead ones' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your search: +233000000000.').waitFor()
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('3 of 3 dead entries would be replayed.').waitFor()
    office.mend()
    await dialog.getByRole('button', { name: 'Replay 3' }).click()
    await page.getByText('3 wait to be handled again.').waitFor()
    await vi.waitFor(async () => expect((await office.app.merchant.inbox.count()).dead).toBe(0))
    expect(page.url()).not.toContain('0000000')
  })

  it('asks nobody but its own application', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('heading', { name: 'Why it is here' }).waitFor()
    expect(asked.length).toBeGreaterThan(4)
    expect(asked.filter((url) => !url.startsWith(`${office.origin}/operations/`))).toEqual([])
    // References and ids stand in no address that a log would have.
    expect(asked.filter((url) => url.includes('c-3') || url.includes('broken'))).toEqual([])
  })
})
