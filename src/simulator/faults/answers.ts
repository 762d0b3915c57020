import { setTimeout as sleep } from 'node:timers/promises'
import type { CallAnswer } from '../api/endpoint.ts'
import type { EndpointName } from '../log/row.ts'
import { type AnswerWay, each, type FaultsOf } from './fault.ts'

/** The calls that an application makes. */
export const callNames = [
  'checkoutInvoice',
  'transactionStatus',
  'quickSend',
  'sendMessage',
  'getMessage',
  'queryMessages',
  'scheduleMessage',
  'rescheduleMessage',
  'cancelMessage',
  'fulfilmentReport',
] as const satisfies EndpointName[]

/** What an application hears as the answer of its calls, and what the service reads of its replies. */
export const answerFaults = {
  statusDown: {
    does: 'The transaction status can not be asked: 500, 502 or 503',
    seen: ['Payloads: Final status', 'What hurts: 5'],
    ways: each(['transactionStatus'], {
      '500': inPlace(500, { message: 'An error occurred' }),
      '502': html(502, '502 Bad Gateway'),
      '503': inPlace(503, { message: 'Try again later' }),
    }),
  },
  statusLies: {
    does: 'The transaction status says something else than is true',
    seen: ['Payloads: Transaction status', 'What hurts: 5'],
    ways: each(['transactionStatus'], {
      pending: records((record) => ({ ...record, TransactionStatus: 'Pending', status: 'Pending' })),
      unpaid: records((record) => ({ ...record, TransactionStatus: 'Failed', status: 'Unpaid' })),
      paid: records((record) => ({ ...record, TransactionStatus: 'Success', status: 'Paid' })),
      otherAmount: records((record) => ({ ...record, TransactionAmount: 1, amount: 1 })),
      nothing: changed(({ body }) => ({ ...Object(body), Data: [] })),
    }),
  },
  statusObject: {
    does: 'The transaction status answers with one object in camelCase in the place of an array of records',
    seen: ['Payloads: Transaction status'],
    ways: each(['transactionStatus'], { usual: changed(({ body }) => oneObject(Object(body))) }),
  },
  statusAmountsAsText: {
    does: 'The amounts of the transaction status are texts',
    seen: ['Payloads: Transaction status'],
    ways: each(['transactionStatus'], {
      usual: records((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [name, typeof value === 'number' ? value.toFixed(2) : value]),
        ),
      ),
    }),
  },
  serviceDown: {
    does: 'No call is handled: 500 or 502',
    seen: ['Payloads: Final status'],
    ways: each(callNames, {
      '500': inPlace(500, { message: 'An error occurred' }),
      '502': html(502, '502 Bad Gateway'),
    }),
  },
  htmlAnswer: {
    does: 'The call is handled, and its answer is a page of HTML with 200',
    seen: ['Payloads: Final status'],
    ways: each(callNames, {
      usual: async (handle) => {
        await handle()
        return page(200, 'Welcome')
      },
    }),
  },
  answerLost: {
    does: 'The call is handled, and the line is closed in the place of an answer: nobody knows whether it was',
    seen: ['What hurts: 5'],
    ways: each(callNames, { usual: async (handle) => ({ ...(await handle()), isLost: true }) }),
  },
  slowAnswer: {
    does: "The call is handled, and its answer comes a second of the machine's own time later",
    seen: ['Transport: 7 seconds'],
    ways: each(callNames, {
      usual: async (handle) => {
        const answer = await handle()
        await sleep(1_000)
        return answer
      },
    }),
  },
} satisfies FaultsOf<AnswerWay>

function inPlace(status: number, body: object): AnswerWay {
  return async () => ({ status, body })
}

function html(status: number, title: string): AnswerWay {
  return async () => page(status, title)
}

function page(status: number, title: string): CallAnswer {
  const body = Buffer.from(
    `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  )
  return { status, body, headers: { 'content-type': 'text/html' } }
}

/** The body of an answer that was a success, changed. */
function changed(change: (answer: CallAnswer) => unknown): AnswerWay {
  return async (handle) => {
    const answer = await handle()
    return answer.status === 200 ? { ...answer, body: change(answer) } : answer
  }
}

/** Each record changed, in either form of the answer; a field that the record doesn't have isn't added. */
function records(change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): AnswerWay {
  const one = (record: unknown): unknown => {
    const known = Object(record)
    return Object.fromEntries(Object.entries(change(known)).filter(([name]) => Object.hasOwn(known, name)))
  }
  return changed(({ body }) => {
    const whole = Object(body)
    if (Array.isArray(whole.Data)) return { ...whole, Data: whole.Data.map(one) }
    return whole.data === null ? whole : { ...whole, data: one(whole.data) }
  })
}

/** The field notes' other form of the same answer. */
function oneObject(body: { readonly Data?: readonly Readonly<Record<string, unknown>>[] }): unknown {
  const { Data } = body
  if (Data === undefined) return body
  const record =
    Data.find(({ TransactionStatus }) => ['Success', 'Settled'].includes(String(TransactionStatus))) ?? Data[0]
  if (record === undefined) return { message: 'Successful', responseCode: '0000', data: null }
  const { TransactionStatus } = record
  const isPaid = TransactionStatus === 'Success' || TransactionStatus === 'Settled'
  return {
    message: 'Successful',
    responseCode: '0000',
    data: {
      date: record.StartDate,
      status: isPaid ? 'Paid' : TransactionStatus === 'Refunded' ? 'Refunded' : 'Unpaid',
      transactionId: record.TransactionId,
      externalTransactionId: record.NetworkTransactionId,
      paymentMethod: String(record.PaymentMethod).toLowerCase().replace('-', ''),
      clientReference: record.ClientReference,
      currencyCode: record.CurrencyCode,
      amount: record.TransactionAmount,
      charges: record.Fee,
      amountAfterCharges: record.AmountAfterFees,
      isFulfilled: false,
    },
  }
}
