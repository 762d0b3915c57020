import { describe, expect, it } from 'vitest'
import { isLeftOut, why } from '../browser.ts'
import { usedOffice, useOffice } from './office.ts'

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`a view that is out of date, on the operator’s page${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it('replays nothing that somebody replayed since: it says who, and shows the entry as it is', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    office.mend()
    const [{ id } = { id: '' }] = (await office.app.merchant.inbox.list({ reference: 'broken-1' })).entries
    await office.app.merchant.inbox.replay(id, { by: 'Kofi' })
    await office.settled()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page
      .getByText(/has changed since you saw it. It is done now, after 2 attempts; Kofi did 'replay' at/)
      .waitFor()
    await page.getByText('checkout · done').waitFor()
    expect((await office.app.merchant.inbox.get(id)).attempts).toHaveLength(2)
  })

  it('settles no review that is about something else by now', async () => {
    const office = await usedOffice()
    const [{ id, review } = { id: '', review: null }] = (
      await office.app.merchant.inbox.list({ reference: 'broken-1' })
    ).entries
    const order = { name: id, note: 'the books agree', reasons: ['underpaid'] }
    expect(await office.ask('settle', order)).toMatchObject({ status: 409, body: { code: 'FMW_ENTRY_CHANGED' } })
    expect((await office.ask('settle', { ...order, reasons: review?.reasons })).status).toBe(200)
  })

  it('shows by itself how a replay has ended', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    office.mend()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('checkout · done').waitFor()
  })
})
