import { describe, expect, it } from 'vitest'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { cells, disagreements } from './outcome-grid.ts'
import { eventOf } from './receive.ts'

const payment = { TransactionId: 't-1', ClientReference: 'r-1', Amount: 50 }

// Without a word of its own a notice is judged by the next one there is: Data.Status, Message, Status.
const spoken = cells.filter(({ word }) => word !== 'missing')
const alone = cells.filter(({ envelope }) => envelope === 'missing')

describe('a USSD payment notice', () => {
  it.each(spoken)('with a code that is $code, Message $word and Status $envelope', ({ code, word, envelope }) => {
    const read = (ResponseCode: unknown, Message: unknown, Status: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Status, Data: payment })
    expect(disagreements(code, word, envelope, read)).toEqual([])
  })

  it.each(spoken)('that is flat, with a code that is $code and Message $word', ({ code, word }) => {
    const read = (ResponseCode: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, ...payment })
    expect(disagreements(code, word, 'missing', read)).toEqual([])
  })

  it.each(alone)('without a Message, with a code that is $code, takes Status $word for the word', ({ code, word }) => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Status, Data: payment })
    expect(disagreements(code, word, 'missing', read)).toEqual([])
  })

  it.each(spoken)('with a code that is $code, Data.Status $word and Message $envelope', ({ code, word, envelope }) => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, Data: { ...payment, Status } })
    expect(disagreements(code, word, envelope, read)).toEqual([])
  })

  it.each(spoken)('that is flat, with a code that is $code, Status $word and Message $envelope', (cell) => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(ussdPayment, { ResponseCode, Message, ...payment, Status })
    expect(disagreements(cell.code, cell.word, cell.envelope, read)).toEqual([])
  })
})
