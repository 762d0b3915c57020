import { expect, it } from 'vitest'
import { linesOf } from '../http/lines.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { down } from './paying-service.ts'
import { failed, openShopInTime, reference } from './shop.ts'

it('no log line shows a secret, a phone number or the key of the service, whatever becomes of payments', async () => {
  const lines = linesOf()
  const shop = await openShopInTime(
    { reconcile: { after: 1_000, giveUpAfter: 10_000 } },
    { host: { server: { logger: lines.logger } } },
  )
  const phone = { CustomerPhoneNumber: '+233000000000' }
  shop.service.know(reference, 'Settled', { MobileNumber: '+233000000000' })
  const url = await shop.create()
  await shop.push(phone, url)
  await shop.push({ ...phone, ...failed }, url)
  await shop.push({ ...phone, ClientReference: 'unknown' })
  await shop.create('given-up')
  shop.service.answerWith(down)
  await shop.push({ ...phone, ClientReference: 'later' })
  await eventually(() => lines.saying('a notification waits').some(({ id }) => `${id}`.includes('later')))
  shop.service.answerWith({ status: 401, body: { Authorization: 'the-secret-key' } })
  const asked = shop.service.questions().length
  await shop.passing(500, () => shop.service.questions().length > asked + 1)
  shop.service.answerWith(undefined)
  await shop.passing(1_000, () => shop.givenUp.length === 1)
  await shop.untilTold(2)
  const text = lines.text()
  expect(text).toContain('an expected payment is given up')
  expect(text).toContain('a notification waits')
  expect(text).toContain('no handler is called')
  for (const secret of [
    '233000000000',
    'the-secret-key',
    'the-id',
    'a secret of this test',
    'msig',
    btoa('the-id:the-secret-key'),
  ]) {
    expect(text).not.toContain(secret)
  }
})
