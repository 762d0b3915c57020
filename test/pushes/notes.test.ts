import { expect, it } from 'vitest'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { maxNotes, Notes } from '../../src/pushes/reading/push-problem.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { receive } from './receive.ts'

it('nothing is noted of a push that is as the reference has it', () => {
  expect(new Notes().lines).toBeUndefined()
})

it('lines are kept in their order', () => {
  const notes = new Notes()
  notes.add('one')
  notes.add('two')
  expect(notes.lines).toEqual(['one', 'two'])
})

it('a body that is odd in thousands of places adds a few lines to the log', () => {
  const Items = Array.from({ length: 4_000 }, () => ({ Quantity: {}, UnitPrice: -1 }))
  const { event, notes } = receive(fulfilment, { OrderId: 'o-1', OrderInfo: { Items } })
  expect(event.order.items).toHaveLength(4_000)
  expect(notes).toHaveLength(maxNotes)
})

it('no note shows a value: it may be a phone number or a PIN', () => {
  const value = ['4821-secret']
  const Data = { TransactionId: value, Amount: value, Status: value, PaymentDate: '4821-secret', Mobile: value }
  const { notes } = receive(ussdPayment, { ResponseCode: value, Message: value, Data, data: Data })
  expect(notes.length).toBeGreaterThan(5)
  expect(notes.join()).not.toContain('4821')
})
