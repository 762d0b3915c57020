import { describe, expect, it } from 'vitest'
import { openShop } from './shop.ts'

describe('a forged notice of a USSD payment, and the true one after it,', () => {
  it.each([1, 2])('are handled with the reasons that their handler got, with seed %d', async (seed) => {
    const { sim, app, payments } = await openShop({ seed }, () => ({
      secret: 'signs the addresses of notices',
      publicUrl: 'https://shop.example',
      ussd: (_, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    }))
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#')
    sim.faults.next('forge', { kind: 'ussdPayment' })
    await phone.approve()
    await expect.poll(() => payments.length).toBe(2)
    await expect.poll(async () => (await app.merchant.inbox.count()).running).toBe(0)
    expect(payments[0]?.needsReview).toContain('unexpected')
    const reasons = async () => (await sim.handled())?.map(({ needsReview = [] }) => needsReview)
    expect(await reasons()).toEqual(payments.map(({ needsReview }) => needsReview))
    expect(sim.ledger({ handled: await sim.handled() }).rows).toMatchObject([{ differs: [], verdict: 'review' }])

    for await (const { id } of app.merchant.inbox.all({ needsReview: true }))
      await app.merchant.inbox.settleReview(id, { by: 'Ama' })
    expect(await reasons()).toEqual(payments.map(({ needsReview }) => needsReview))
  })
})
