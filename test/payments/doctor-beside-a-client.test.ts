import { expect, it } from 'vitest'
import { markedPush } from '../../src/cli/doctor/pushes/marked.ts'
import { post } from '../http/app.ts'
import { failed, openShopInTime } from './shop.ts'

const paths = { checkout: '/checkout', ussdPayment: '/ussd-payment' } as const
const days = 86_400_000

it.each(['checkout', 'ussdPayment'] as const)(
  'a payment of doctor (%s) is over at once, and is nothing to review days later',
  async (kind) => {
    const shop = await openShopInTime()
    expect((await post(shop.app, paths[kind], markedPush(kind, ''))).statusCode).toBe(200)
    const { inbox } = shop.app.merchant
    let passed = 0
    await shop.passing(days / 2, () => passed++ > 10)
    expect((await inbox.list()).entries).toMatchObject([{ kind, state: 'done' }])
    expect((await inbox.list({ needsReview: true })).entries).toEqual([])
    expect(shop.service.questions()).toEqual([])
    expect(shop.told).toEqual([])
  },
)

it('a failure of a reference that only begins so is asked about', async () => {
  const shop = await openShopInTime()
  await shop.push({ ...failed, ClientReference: 'doctor-appointment-1', CheckoutId: 'doctor-appointment-1' })
  await shop.passing(1_000, () => shop.service.questions().length > 0)
  expect([...(shop.service.questions()[0]?.values() ?? [])]).toContain('doctor-appointment-1')
})
