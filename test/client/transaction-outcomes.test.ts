import { describe, expect, it } from 'vitest'
import { readTransactions } from '../../src/client/transactions/read-transactions.ts'
import { camelRecord, record } from './transactions.ts'

const paid = { ...record, TransactionCycle: [] }

/** What is made of an answer with these records. */
const settings = { country: undefined, noRecordStatus: undefined }

function read(data: unknown, envelope: object = { ResponseCode: '0000' }, isOk = true) {
  const answer = { status: isOk ? 200 : 500, isOk, body: { ...envelope, Data: data }, location: null }
  return readTransactions(answer, { clientReference: 'order-17' }, settings)
}

const settledAt = (at: string) => ({ Date: at, Status: 'Settled' })

describe('what the status of a record means', () => {
  it.each([
    ['Success', 'paid'],
    ['SETTLED', 'paid'],
    ['paid', 'paid'],
    ['Pending', 'pending'],
    ['Unpaid', 'pending'],
    ['UNPAID ', 'pending'],
    ['Failed', 'failed'],
    ['Cancelled', 'cancelled'],
    ['Refunded', 'refunded'],
    ['Not paid', 'undetermined'],
    ['Transaction successful', 'undetermined'],
    ['Initiated', 'pending'],
    ['Parked', 'undetermined'],
    ['', 'undetermined'],
    [null, 'undetermined'],
  ])('%j is %s', (status, outcome) => {
    expect(read([{ ...paid, TransactionStatus: status }]).outcome).toBe(outcome)
    expect(read({ ...camelRecord, status }).outcome).toBe(outcome)
  })

  it('is the same under two names of it that agree, and undetermined where they do not', () => {
    expect(read([{ ...paid, Status: 'Paid' }]).outcome).toBe('paid')
    expect(read([{ ...paid, Status: 'Failed' }])).toMatchObject({
      outcome: 'undetermined',
      why: 'the record has two statuses that differ',
    })
    expect(read([{ ...paid, transactionstatus: 'Pending' }]).outcome).toBe('undetermined')
  })
})

describe('a record that says paid', () => {
  it.each([
    ['a part was refunded', { TotalAmountRefunded: 20 }, 'undetermined'],
    ['the whole was refunded', { TotalAmountRefunded: '50.00' }, 'refunded'],
    [
      'something was refunded, of an amount that is not told',
      { TotalAmountRefunded: 5, TransactionAmount: null },
      'undetermined',
    ],
    ['it is disputed', { Disputed: true }, 'undetermined'],
    ['nobody can say whether it is disputed', { Disputed: 'maybe' }, 'undetermined'],
    ['nobody can say whether it is successful', { IsSuccessful: 'maybe' }, 'undetermined'],
    ['an amount is disputed', { DisputedAmount: 1 }, 'undetermined'],
    ['its amount is 0', { TransactionAmount: 0 }, 'undetermined'],
    ['its amount cannot be read', { TransactionAmount: 'fifty' }, 'undetermined'],
    ['its amount is negative', { TransactionAmount: -50 }, 'undetermined'],
    ['its amount comes twice and differs', { Amount: 49 }, 'undetermined'],
    ['its refund cannot be read', { TotalAmountRefunded: 'some' }, 'undetermined'],
    ['its own code says failed', { ResponseCode: '2001' }, 'undetermined'],
    ['it is not successful', { IsSuccessful: false }, 'undetermined'],
    ['its flag is no yes', { IsSuccessful: [true] }, 'undetermined'],
    ['its flag comes twice and differs', { IsSuccessful: true, isSuccessful: false }, 'undetermined'],
    ['its code comes twice and differs', { ResponseCode: '0000', responseCode: '2001' }, 'undetermined'],
    ['a status of another name says otherwise', { InvoiceStatus: 'Unpaid' }, 'undetermined'],
    ['something inside it says otherwise', { Details: [{ paymentStatus: 'Reversed' }] }, 'undetermined'],
    ['its phone comes twice and differs', { mobileNumber: '0000000001' }, 'undetermined'],
    ['its time comes twice and differs', { startDate: '2026-03-02' }, 'undetermined'],
    ['its invoice comes twice and differs', { invoiceToken: 'token-2' }, 'undetermined'],
    [
      'what it is about comes twice and differs',
      { RelatedTransactionId: 'a', relatedTransactionId: 'b' },
      'undetermined',
    ],
    [
      'it names itself, and another that it is about',
      { OriginalTransactionId: 's1', ParentTransactionId: 'another' },
      'undetermined',
    ],
    ['its amount has more than 2 decimals', { TransactionAmount: 0.004 }, 'undetermined'],
    ['its word has a character that nobody sees', { TransactionStatus: 'Pa\u0000id' }, 'undetermined'],
    ['what is left of it is nothing', { AmountAfterFees: 0 }, 'undetermined'],
    ['its money went out', { TransactionType: 'SEND-MONEY' }, 'undetermined'],
    ['it is itself a refund', { TransactionType: 'Refund' }, 'undetermined'],
  ])('is not taken for it where %s', (_what, change, outcome) => {
    expect(read([{ ...paid, ...change }]).outcome).toBe(outcome)
  })

  it.each([
    ['its amount is not told', { TransactionAmount: null }],
    ['its phone comes twice and agrees', { mobileNumber: record.MobileNumber, mobilenumber: null }],
    ['its amount comes twice and agrees', { Amount: '50.0' }],
    ['its own code says so too', { ResponseCode: 0, IsSuccessful: true }],
    ['it has no type', { TransactionType: null }],
    ['it is not known to be disputed', { Disputed: null, DisputedAmount: null }],
    ['it says nothing of a dispute', { Disputed: '', IsSuccessful: undefined }],
  ])('stays so where %s', (_what, change) => {
    expect(read([{ ...paid, ...change }]).outcome).toBe('paid')
  })

  const steps = (...cycle: readonly (readonly [string | null, string])[]) => [
    { ...paid, TransactionCycle: cycle.map(([at, word]) => ({ Date: at, Status: word })) },
  ]

  it('is not taken for it where the newest step of its history says otherwise', () => {
    expect(read(steps(['2026-03-02', 'Refunded'], ['2026-03-01', 'Success'])).outcome).toBe('undetermined')
    expect(read(steps(['2026-03-01', 'Success'], ['2026-03-02', 'Reversed'])).outcome).toBe('undetermined')
    expect(read(steps([null, 'Failed'], [null, 'Success'])).outcome).toBe('undetermined')
  })

  it('may have failed before', () => {
    expect(read(steps(['2026-03-02', 'Success'], ['2026-03-01', 'Failed'])).outcome).toBe('paid')
    expect(read(steps(['2026-03-01', 'Success'], ['2026-03-01', 'Pending'])).outcome).toBe('paid')
  })

  it('has what is final of the newest date, and not what was pending on it, in any order', () => {
    const day = '2026-03-01'
    expect(read(steps([day, 'Pending'], [day, 'Success'])).outcome).toBe('paid')
    expect(read(steps([day, 'Success'], [day, 'Processing'], ['2026-02-28', 'Failed'])).outcome).toBe('paid')
    expect(read(steps([day, 'Pending'], [day, 'Reversed'])).outcome).toBe('undetermined')
    expect(read(steps([day, 'Success'], [day, 'Reversed'])).outcome).toBe('undetermined')
    expect(read(steps([day, 'Pending'], ['2026-02-28', 'Success'])).outcome).toBe('undetermined')
  })

  it('is not taken for it where a step without a date says otherwise: it may be the newest', () => {
    expect(read(steps([null, 'Reversed'], ['2026-03-02', 'Settled'])).outcome).toBe('undetermined')
    expect(read(steps(['2026-03-02', 'Settled'], [null, 'Reversed'])).outcome).toBe('undetermined')
    expect(read(steps(['2026-03-02', 'Settled'], [null, 'Success'])).outcome).toBe('paid')
    expect(read(steps([null, 'Settled'], [null, 'Pending'])).outcome).toBe('paid')
  })

  it('is taken for it where a step without a date was pending: that came before', () => {
    expect(read(steps([null, 'Pending'], ['2026-03-02', 'Settled'])).outcome).toBe('paid')
    expect(read(steps(['2026-03-02', 'Pending'], [null, 'Settled'])).outcome).toBe('undetermined')
  })

  it.each([
    ['a text', 'Settled'],
    ['a list of lists', [[{ Status: 'Settled' }]]],
    ['an object of something else', { Items: [{ Status: 'Settled' }] }],
    ['a step with two statuses', [{ Status: 'Settled', status: 'Reversed' }]],
    [
      'a step with two dates',
      [settledAt('2026-03-02'), { ...settledAt('2026-03-01'), Status: 'Failed', date: '2026-04-01' }],
    ],
    ['a step that is none', [settledAt('2026-03-02'), null]],
  ])('is not taken for it where its history cannot be read: %s', (_what, TransactionCycle) => {
    expect(read([{ ...paid, TransactionCycle }])).toMatchObject({
      outcome: 'undetermined',
      why: 'the newest step of its history contradicts it, or cannot be read',
    })
  })

  it('may have a history that is one step, or none', () => {
    expect(read([{ ...paid, TransactionCycle: settledAt('2026-03-02') }]).outcome).toBe('paid')
    expect(read([{ ...paid, TransactionCycle: { Status: 'Reversed' } }]).outcome).toBe('undetermined')
    expect(read([{ ...paid, TransactionCycle: null }]).outcome).toBe('paid')
    expect(read([{ ...paid, TransactionCycle: '' }]).transaction?.history).toEqual([])
  })
})

describe.each(['Failed', 'Cancelled'])('a record that says %s', (TransactionStatus) => {
  const unpaid = { ...paid, TransactionStatus }
  const outcome = TransactionStatus.toLowerCase()
  const step = (Status: string) => ({ TransactionCycle: [{ Date: '2026-03-01', Status }] })

  it.each([
    ['IsSuccessful says otherwise', { IsSuccessful: true }],
    ['its own code says otherwise', { ResponseCode: '0000' }],
    ['its own code says that nobody knows', { ResponseCode: '0005' }],
    ['the newest step of its history is one of success', step('Settled')],
    ['the newest step of its history is not over', step('Pending')],
    ['its history cannot be read', { TransactionCycle: 'Failed' }],
    ['a part of it was given back', { TotalAmountRefunded: 5 }],
    ['it is disputed', { Disputed: true }],
    ['it is another movement of money', { TransactionType: 'Refund' }],
  ])('is not taken for it where %s', (_what, change) => {
    expect(read([{ ...unpaid, ...change }]).outcome).toBe('undetermined')
  })

  it.each([
    ['its own code says so too', { ResponseCode: '2001', IsSuccessful: false }],
    ['its history does', step('Failed')],
    ['its history does in words', step('Insufficient funds')],
    ['its amount is 0', { TransactionAmount: 0 }],
    ['all of it was given back', { TotalAmountRefunded: 50 }],
  ])('stays so where %s', (_what, change) => {
    expect(read([{ ...unpaid, ...change }]).outcome).toBe(outcome)
  })
})

describe('a record that says refunded', () => {
  it.each([
    [null, 'refunded'],
    [0, 'refunded'],
    [5, 'undetermined'],
    [49.99, 'undetermined'],
    [50, 'refunded'],
  ])('and that %j of 50 were given back is %s', (TotalAmountRefunded, outcome) => {
    expect(read([{ ...paid, TransactionStatus: 'Refunded', TotalAmountRefunded }]).outcome).toBe(outcome)
  })
})

describe('what stands around a record that says paid', () => {
  it.each([
    ['a message that says otherwise', { ResponseCode: '0000', Message: 'Payment failed' }],
    ['a status that says otherwise', { ResponseCode: '0000', Status: 'Pending' }],
    ['a flag that says otherwise', { ResponseCode: '0000', IsSuccessful: false }],
    ['a field inside that says otherwise', { ResponseCode: '0000', Meta: { TransactionStatus: 'Failed' } }],
    ['no code', { Status: 'Success' }],
    ['two statuses that differ', { ResponseCode: '0000', Status: 'Success', status: 'Failed' }],
  ])('takes it back: %s', (_what, envelope) => {
    expect(read([paid], envelope)).toMatchObject({ outcome: 'undetermined' })
  })

  it('takes it back: an HTTP status of failure', () => {
    expect(read([paid], { ResponseCode: '0000' }, false)).toMatchObject({ outcome: 'undetermined' })
  })

  it('takes it back: two forms of the data that differ', () => {
    expect(read([paid], { ResponseCode: '0000', data: null }).outcome).toBe('paid')
    expect(read([paid], { ResponseCode: '0000', data: [] }).outcome).toBe('undetermined')
  })

  it('takes it back: a record beside it that cannot be read', () => {
    expect(read([paid, 'more']).outcome).toBe('undetermined')
  })

  it('makes it pending where the code says that it is paid by hand', () => {
    expect(read([paid], { ResponseCode: '0002' }).outcome).toBe('pending')
  })
})

describe('what stands around a record that is over, and not paid', () => {
  const final = [
    ['Failed', 'failed'],
    ['Cancelled', 'cancelled'],
    ['Refunded', 'refunded'],
  ] as const

  it.each(final)('leaves %s as it is where only the words there say otherwise', (status, outcome) => {
    const data = [{ ...paid, TransactionStatus: status }]
    expect(read(data, { ResponseCode: '0000', Status: 'Success', Message: 'paid' }).outcome).toBe(outcome)
  })

  it.each(final)('takes %s back where it contradicts it, or cannot be read', (status) => {
    const one = { ...paid, TransactionStatus: status }
    const answers = [
      read([one], { ResponseCode: '0000' }, false),
      read([one], {}),
      read([one], { ResponseCode: '0000', data: [paid] }),
      read([one, 'junk']),
      read([one, {}]),
    ]
    expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => 'undetermined'))
    expect(read([one], { ResponseCode: '0002' }).outcome).toBe('pending')
  })

  it('leaves what is not over as it is', () => {
    expect(read([{ ...paid, TransactionStatus: 'Pending' }], {}, false).outcome).toBe('pending')
  })
})

describe('an answer that is odd', () => {
  it('says in its notes what was odd, and never the value', () => {
    const { notes } = read([{ ...paid, Fee: 'a lot', StartDate: 'yesterday', Disputed: 'maybe' }])
    expect(notes).toEqual([
      'Data[0].Disputed is neither true nor false',
      'Data[0].StartDate is not a date that can be read',
      'Data[0].Fee must be an amount; received a string',
    ])
  })
})
