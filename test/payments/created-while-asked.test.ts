import { expect, it } from 'vitest'
import { record } from '../client/transactions.ts'
import { checkoutOf, idOf, openShopInTime, reference } from './shop.ts'

it('a payment that was created while the service was asked about a push is held against its invoice', async () => {
  const shop = await openShopInTime()
  shop.service.answerWith((response) => {
    shop.service.answerWith(undefined)
    // What is asked for is more than the 50.00 that came.
    const said = shop.create(reference, { amount: 80 }).then(() => {
      const Data = [{ ...record, ClientReference: reference, TransactionCycle: [], TransactionStatus: 'Settled' }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ResponseCode: '0000', Data }))
    })
    said.catch(() => response.destroy())
  })
  await shop.push()
  await shop.until(idOf('paid'), 'done')
  const { outcome, needsReview, checkoutId } = checkoutOf(shop.told[0])
  expect({ outcome, needsReview, checkoutId }).toEqual({
    outcome: 'undetermined',
    needsReview: ['underpaid'],
    checkoutId: 'invoice-order-17',
  })
})
