import { describe, expect, it, vi } from 'vitest'
import { officeOf } from '../../operations/page/office.ts'
import { payingService } from '../../payments/paying-service.ts'
import { isLeftOut, why } from '../browser.ts'
import { useOffice } from './office.ts'

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`the operator’s page in a browser${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it('says of an entry that was put off why, and until when; and no longer when it is done', async () => {
    const service = await payingService()
    const office = await officeOf(undefined, { client: service.client() })
    service.know('order-1', 'Pending')
    await office.push({}, { CheckoutId: 'c-1', ClientReference: 'order-1', Amount: 5 })
    await vi.waitFor(() => expect(office.app.merchant.counts.checkout?.later).toBeGreaterThan(0))
    const { page, complaints } = await open(office, '#tab=waiting')
    const row = page.getByRole('link', { name: /order-1.*checkout/ })
    await row.getByText("the service's record says that it is still pending").waitFor()
    // It may be at work again while the page looks, which shows no such line.
    const line = page.getByText(
      /^Put off: the service's record says that it is still pending\. It is tried again at .+\.$/,
    )
    await vi.waitFor(
      async () => {
        await page.getByRole('link', { name: /^Waiting/ }).click()
        await row.click()
        await line.waitFor({ timeout: 5_000 })
      },
      { timeout: 60_000 },
    )
    service.know('order-1', 'Settled')
    await vi.waitFor(
      async () => {
        const { entries } = await office.app.merchant.inbox.list({ kinds: 'checkout' })
        expect(entries.map(({ state }) => state)).toEqual(['done'])
      },
      { timeout: 60_000 },
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Done/ }).click()
    await row.click()
    await page.getByText('"status": "Settled"').waitFor()
    expect(await page.getByText(/Put off/).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
