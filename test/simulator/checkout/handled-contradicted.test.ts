import { describe, expect, it } from 'vitest'
import { invoice, openShop } from './shop.ts'

describe('a notice that contradicts another', () => {
  it('is handled with the reason that its handler got, so nobody is accused of what waits for a person', async () => {
    const { sim, client, app, payments } = await openShop()
    await client.checkout.create(invoice)
    await sim.customer.pays('order-1')
    const [row] = sim.log.rows({ kind: 'checkout' })
    if (row === undefined) throw new Error('no callback')
    await sim.resend(row.id, { body: row.request.body.toString().replace('"Amount":50.25', '"Amount":60') })
    await expect.poll(() => payments.length).toBe(2)
    await expect.poll(async () => (await app.merchant.inbox.count()).running).toBe(0)
    expect(payments[1]?.needsReview).toContain('contradicted')
    const handled = await sim.handled()
    expect(handled?.map(({ needsReview = [] }) => needsReview)).toEqual(payments.map(({ needsReview }) => needsReview))
    expect(sim.ledger({ handled }).rows).toMatchObject([{ verdict: 'review' }])
  })
})
