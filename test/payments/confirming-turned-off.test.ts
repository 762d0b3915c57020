import { expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { down, payingService } from './paying-service.ts'
import { idOf, openShop, sqliteFile } from './shop.ts'

it('a callback that waited for the service is told plainly, and once, where nobody is asked after a restart', async () => {
  const file = sqliteFile()
  const service = await payingService()
  const first = await openShop({ store: sqliteHere(file) }, { service })
  const url = await first.create()
  service.answerWith(down)
  await first.push({}, url)
  await first.until(idOf('paid'), 'waiting')
  await first.app.close()
  const second = await openShop({ store: sqliteHere(file), confirmWith: false }, { service })
  await second.until(idOf('paid'), 'done')
  await second.push({}, url)
  await second.untilTold(1, 1)
  expect(
    second.told.map(({ event, attempt }) => [event.outcome, event.evidence, event.needsReview, attempt]),
  ).toMatchObject([['paid', 'signed', [], { entryId: idOf('paid'), conflictsWith: null }]])
})

it('so is the notice of a session; at another address its money is used', async () => {
  const file = sqliteFile()
  const service = await payingService()
  const first = await openShop({ store: sqliteHere(file) }, { service })
  const [own, other] = ['one', 'two'].map((sessionId) => {
    const url = first.app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId, amount: 50 })
    return url.slice(new URL(url).origin.length)
  })
  const Data = { Amount: 50, TransactionId: 't-1' }
  const notify = async ({ app }: typeof first, url = '') => {
    expect((await post(app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
  }
  service.answerWith(down)
  await notify(first, own)
  await eventually(async () => (await first.entries('ussdPayment')).some(([, state]) => state === 'waiting'))
  await first.app.close()
  const second = await openShop({ store: sqliteHere(file), confirmWith: false }, { service })
  await second.untilTold(1)
  await notify(second, own)
  await notify(second, other)
  await notify(second, own)
  await second.untilTold(2)
  expect(second.told.map(({ event }) => [event.outcome, event.needsReview, event.signed?.sessionId])).toEqual([
    ['paid', [], 'one'],
    ['undetermined', ['reused'], 'two'],
  ])
})
