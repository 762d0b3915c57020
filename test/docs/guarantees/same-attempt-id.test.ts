import { describe, expect, it } from 'vitest'
import { appWith, post } from '../../http/app.ts'

const callback = (status: string, amount = 5) => ({
  ResponseCode: '0000',
  Status: 'Success',
  Data: { CheckoutId: 'c1', ClientReference: 'order-1', Status: status, Amount: amount },
})

describe('a payment that is pushed again', () => {
  it('is acknowledged and not handled again, because it is known', async () => {
    const ids: string[] = []
    const settled = new Set<string>()
    const app = await appWith({
      payment: (payment, attempt) => {
        ids.push(attempt.entryId)
        if (payment.outcome === 'paid') settled.add(attempt.entryId)
      },
    })
    for (let copy = 0; copy < 3; copy++) await post(app, '/checkout', callback('Success'))
    expect(ids).toEqual(['checkout:checkoutId:c1|paid'])
    expect(settled.size).toBe(1)
    expect(app.merchant.counts.checkout).toEqual({ accepted: 1, handled: 1, repeated: 2 })
  })

  it('has another id when it ends another way', async () => {
    const ids: string[] = []
    const app = await appWith({ payment: (_payment, attempt) => ids.push(attempt.entryId) })
    await post(app, '/checkout', callback('Success'))
    await post(app, '/checkout', callback('Refunded'))
    await post(app, '/checkout', callback('Cancelled'))
    await post(app, '/checkout', callback('Cancelled', 6))
    expect(new Set(ids).size).toBe(4)
  })

  it('is tried once for each push: a failure is told to the service and not tried again', async () => {
    let runs = 0
    const app = await appWith({
      payment: () => {
        runs += 1
        throw new Error('not now')
      },
    })
    expect((await post(app, '/checkout', callback('Success'))).statusCode).toBe(500)
    expect(runs).toBe(1)
    expect(app.merchant.counts.checkout).toEqual({ accepted: 1, notHandled: 1, needsReview: 1 })
  })
})
