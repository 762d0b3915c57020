import { describe, expect, inject, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newDatabase } from '../postgres-shared.ts'
import { payingService } from './paying-service.ts'
import { expectedOf, idOf, inShort, openShop, reference } from './shop.ts'

const hour = 3_600_000

/** Two processes on one database; the clock of the second is so many ms off that of the first. */
async function twoShops(ahead: number, options: MerchantWebhooksOptions = {}) {
  const database = await newDatabase(inject('postgresPort'))
  const service = await payingService()
  const open = (off: number, more: MerchantWebhooksOptions = {}) =>
    openShop(
      {
        store: postgresStore(database),
        clock: { ...systemClock, now: () => systemClock.now() + off },
        ...options,
        ...more,
      },
      { service },
    )
  return { service, open, one: await open(0), other: () => open(ahead) }
}

describe.each([hour, -hour])('two processes whose clocks are %i ms apart', (ahead) => {
  it('ask about an expected payment when its time has come, and do not give it up before', async () => {
    const { service, one, other } = await twoShops(ahead, { reconcile: { after: 500, giveUpAfter: hour / 2 } })
    await one.create()
    await one.app.close()
    const next = await other()
    await next.until(expectedOf(), 'waiting')
    service.know(reference, 'Settled')
    await next.untilTold(1)
    expect(next.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(next.givenUp).toEqual([])
  })

  it('give a callback its time, though one has taken it and the other asks', async () => {
    const { service, one, other } = await twoShops(ahead, { reconcile: { after: hour / 4, giveUpAfter: hour / 2 } })
    await one.push()
    await one.until(idOf('paid'), 'waiting')
    await one.app.close()
    const next = await other()
    const asked = service.questions().length
    await eventually(() => service.questions().length > asked + 1)
    service.know(reference, 'Settled')
    await next.untilTold(1)
    expect(next.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('know the address of a payment again, whichever of them made it', async () => {
    const { service, one, other } = await twoShops(ahead)
    const next = await other()
    for (const [name, from, to] of [['tea', one, next] as const, ['bread', next, one] as const]) {
      service.know(name, 'Settled', { StartDate: new Date().toISOString() })
      const { pathname, search } = new URL(
        from.app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId: name, amount: 50, expiresIn: hour / 2 }),
      )
      const Data = { Amount: 50, TransactionId: `t-${name}` }
      await post(to.app, pathname + search, { ResponseCode: '0000', Message: 'success', Data })
      await eventually(() => [one, next].some(({ told }) => told.some(({ attempt }) => attempt.entryId.includes(name))))
    }
    const told = [...one.told, ...next.told].map(({ event }) => event)
    expect(
      told.map(({ outcome, needsReview, signed }) => [outcome, needsReview, signed?.sessionId]).toSorted(),
    ).toEqual([
      ['paid', [], 'bread'],
      ['paid', [], 'tea'],
    ])
  })
})
