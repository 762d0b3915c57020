import { describe, expect, it } from 'vitest'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { disagreements, rows } from './outcome-grid.ts'
import { eventOf } from './receive.ts'

const payment = { TransactionId: 't-1', ClientReference: 'r-1', Amount: 50 }

// Without a word of its own a notice is judged by the next one there is: Data.Status, Message, Status.
const spoken = rows.filter(({ word }) => word !== 'missing')

describe.each(spoken)('a USSD payment notice with a code that is $code and a word that is $word', (row) => {
  it('in Message is what the design demands, whatever the Status', () => {
    const read = (ResponseCode: unknown, Message: unknown, Status: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Status, Data: payment })
    expect(disagreements(row, read)).toEqual([])
  })

  it('in Data.Status is what the design demands, whatever the Message', () => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Data: { ...payment, Status } })
    expect(disagreements(row, read)).toEqual([])
  })

  it('in Status alone is what the design demands', () => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Status, Data: payment })
    expect(disagreements(row, read, ['missing'])).toEqual([])
  })

  it('is the same when it is flat', () => {
    const withStatus = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, ...payment, Status })
    const withMessage = (ResponseCode: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, ...payment })
    expect(disagreements(row, withStatus)).toEqual([])
    expect(disagreements(row, withMessage, ['missing'])).toEqual([])
  })
})

const silent = rows.filter(({ word }) => word === 'missing')

it.each(silent)('a USSD payment notice with a code that is $code and no word is what the design demands', (row) => {
  const read = (ResponseCode: unknown, Message: unknown, Status: unknown) =>
    eventOf(ussdPayment, { ResponseCode, Message, Status, Data: payment })
  expect(disagreements(row, read, ['missing'])).toEqual([])
})
