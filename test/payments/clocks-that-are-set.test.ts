import { describe, expect, it } from 'vitest'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { startService } from '../client/stub-service.ts'
import { post } from '../http/app.ts'
import { asHandled } from '../inbox/reports/as-handled.ts'
import { idOf, inShort, openShopInTime, reference } from './shop.ts'

const day = 86_400_000

/** Time that passes by hand, and a calendar that somebody sets. */
function setClock() {
  const manual = manualClock()
  const clock = {
    ahead: 0,
    now: () => manual.now() + clock.ahead,
    monotonic: () => manual.monotonic(),
    after: (ms: number, callback: () => void) => manual.after(ms, callback),
    advance: (ms: number) => manual.advance(ms),
    get pending() {
      return manual.pending
    },
  }
  return clock
}

describe.each([
  ['forward', 4 * day],
  ['back', -4 * day],
])('a machine whose calendar is set %s by days', (_way, step) => {
  it('goes on asking about an expected payment as if it had not been', async () => {
    const clock = setClock()
    const shop = await openShopInTime({}, { clock })
    shop.service.know(reference, 'Pending')
    await shop.create()
    clock.ahead = step
    await shop.passing(60_000, () => shop.service.questions().length >= 3)
    expect([shop.told, shop.givenUp]).toEqual([[], []])
    clock.ahead = 0
    shop.service.know(reference, 'Settled')
    await shop.passing(60_000, () => shop.told.length > 0)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })

  it('gives one up when it was really waited for so long', async () => {
    const clock = setClock()
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 60_000 } }, { clock })
    shop.service.know(reference, 'Pending')
    await shop.create()
    clock.ahead = step
    const began = clock.monotonic()
    await shop.passing(1_000, () => shop.givenUp.length > 0)
    expect(clock.monotonic() - began).toBeGreaterThanOrEqual(60_000)
    expect(clock.monotonic() - began).toBeLessThan(120_000)
  })

  it('gives a callback its time, and then does not wait for ever', async () => {
    const clock = setClock()
    const shop = await openShopInTime({}, { clock })
    await shop.push()
    clock.ahead = step
    await shop.passing(10_000, () => shop.service.questions().length >= 5)
    expect(shop.told).toEqual([])
    const began = clock.monotonic()
    await shop.passing(10_000, () => shop.told.length > 0)
    expect(clock.monotonic() - began).toBeLessThan(600_000)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['unknownReference'] }])
  })

  it('tries a report for its hour', async () => {
    const clock = setClock()
    const service = await startService()
    service.answer({ status: 503, body: {} })
    const report = { url: `${service.baseUrl}/reports`, describe: asHandled }
    const shop = await openShopInTime({ fulfilment: { handler: () => undefined, report } }, { clock })
    const Payment = { AmountPaid: 5, AmountAfterCharges: 5, IsSuccessful: true }
    await post(shop.app, '/fulfilment', { SessionId: 's', OrderId: 'o', OrderInfo: { Status: 'Paid', Payment } })
    clock.ahead = step
    const began = clock.monotonic()
    await shop.passing(30_000, () => shop.givenUp.length > 0)
    expect(clock.monotonic() - began).toBeGreaterThanOrEqual(3_500_000)
    expect(service.received.length).toBeGreaterThan(5)
    await service.close()
  })
})
