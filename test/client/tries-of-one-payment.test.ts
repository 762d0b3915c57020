import { describe, expect, it } from 'vitest'
import type { TransactionQuestion } from '../../src/client/index.ts'
import { readTransactions } from '../../src/client/transactions/read-transactions.ts'
import { record } from './transactions.ts'

/** A try under the reference, with identifiers of its own. */
const tryOf = (id: string, fields: object) => ({
  ...record,
  TransactionId: id,
  NetworkTransactionId: `n-${id}`,
  InvoiceToken: null,
  TransactionCycle: [],
  ...fields,
})

function ask(...records: readonly object[]) {
  return askBy({ clientReference: 'order-17' }, ...records)
}

function askBy(question: TransactionQuestion, ...records: readonly object[]) {
  const body = { ResponseCode: '0000', Data: records }
  const settings = { country: undefined, noRecordStatus: undefined }
  return readTransactions({ status: 200, isOk: true, body, location: null }, question, settings)
}

/** What a status word says of a try, written out apart from the source. */
const meanings = [
  ['Paid', 'money'],
  ['Success', 'money'],
  ['Failed', 'failed'],
  ['Cancelled', 'cancelled'],
  ['Pending', 'pending'],
  ['Unpaid', 'pending'],
  ['Refunded', 'refunded'],
  ['Reversed', 'reversed'],
  ['Timeout', 'unclear'],
  ['Initiated', 'pending'],
  ['Parked', 'unclear'],
  ['', 'unclear'],
  [null, 'unclear'],
] as const
type Meaning = (typeof meanings)[number][1]

/** What several tries come to. */
function comesTo(says: readonly Meaning[]): string {
  const only = (...allowed: readonly Meaning[]) => says.every((one) => allowed.includes(one))
  const has = (one: Meaning) => says.includes(one)
  if (has('money')) {
    // Nobody can say whose money went back: a person has to look.
    if (has('refunded') || has('reversed')) return 'undetermined, money went back'
    return says.filter((one) => one === 'money').length > 1 ? 'paid, twice' : 'paid'
  }
  if (has('refunded')) return only('refunded', 'failed', 'cancelled', 'reversed') ? 'refunded' : 'undetermined'
  if (has('unclear')) return 'undetermined'
  if (has('pending')) return 'pending'
  return has('failed') || has('reversed') ? 'failed' : 'cancelled'
}

function whatIsMadeOf(statuses: readonly (string | null)[]): string {
  const records = statuses.map((TransactionStatus, at) => tryOf(`s${at}`, { TransactionStatus }))
  const { outcome, isPaidTwice, transaction } = ask(...records)
  const back = outcome === 'undetermined' && (transaction?.refunded.amountMinor ?? 0) > 0
  return `${outcome}${isPaidTwice ? ', twice' : ''}${back ? ', money went back' : ''}`
}

describe('every combination of tries under one reference comes to what it must', () => {
  it.each(meanings)('a try that says %j beside each one and each two others, in every order', (status, meaning) => {
    const pairs = meanings.map((other) => [[status, meaning] as const, other])
    const triples = pairs.flatMap((pair) => meanings.map((third) => [...pair, third]))
    for (const combination of [...pairs, ...triples]) {
      const statuses = combination.map(([word]) => word)
      expect([statuses, whatIsMadeOf(statuses)]).toEqual([statuses, comesTo(combination.map(([, says]) => says))])
    }
  })
})

describe('one that is paid', () => {
  const paid = tryOf('a', { TransactionStatus: 'Settled' })

  it.each([
    ['timed out', { TransactionStatus: 'Timeout' }],
    ['was begun', { TransactionStatus: 'Initiated', TransactionAmount: 0 }],
    ['has no word', { TransactionStatus: '' }],
    [
      'failed, and whose history is pending',
      { TransactionStatus: 'Failed', TransactionCycle: [{ Status: 'Pending' }] },
    ],
    ['failed, without an identifier', { TransactionStatus: 'Failed', TransactionId: null, NetworkTransactionId: null }],
    ['could not be read', { TransactionStatus: 'Failed', TransactionAmount: 'much' }],
  ])('is paid beside a try that %s', (_what, fields) => {
    for (const list of [
      [paid, tryOf('b', fields)],
      [tryOf('b', fields), paid],
    ]) {
      expect(ask(...list)).toMatchObject({ outcome: 'paid', isPaidTwice: false, transaction: { transactionId: 'a' } })
    }
  })

  it.each([
    ['failed', { TransactionStatus: 'Failed' }],
    ['timed out', { TransactionStatus: 'Timeout' }],
    ['has no word', { TransactionStatus: null }],
    ['differs in its amount', { TransactionStatus: 'Settled', TransactionAmount: 49 }],
  ])('is not where the same transaction stands there again and %s', (_what, fields) => {
    expect(ask(paid, tryOf('a', fields)).outcome).toBe('undetermined')
    expect(ask(tryOf('a', fields), paid).outcome).toBe('undetermined')
  })

  it.each(['Pending', 'Initiated', 'Unpaid', 'Parked'])(
    'is paid where the same transaction stands there again from before it was over: %s',
    (TransactionStatus) => {
      for (const list of [
        [tryOf('a', { TransactionStatus }), paid],
        [paid, tryOf('a', { TransactionStatus })],
      ]) {
        expect(ask(...list)).toMatchObject({ outcome: 'paid', isPaidTwice: false })
      }
    },
  )

  it.each([
    ['money went back', { TotalAmountRefunded: 5 }],
    ['it is disputed', { Disputed: true }],
  ])('is not where the same transaction stands there again, under way, and %s', (_what, fields) => {
    expect(ask(paid, tryOf('a', { TransactionStatus: 'Parked', ...fields })).outcome).toBe('undetermined')
  })

  it.each([
    ['is no amount', { TransactionAmount: 0 }],
    ['is disputed', { Disputed: true }],
    ['is not successful', { IsSuccessful: false }],
  ])('has a second one to look at where another says paid and %s', (_what, fields) => {
    const other = tryOf('b', { TransactionStatus: 'Paid', ...fields })
    expect(ask(other, paid)).toMatchObject({ outcome: 'paid', isPaidTwice: true, transaction: { transactionId: 'a' } })
  })
})

describe('two that are paid', () => {
  it.each([
    ['one has no TransactionId', { TransactionId: 'b' }, { TransactionId: null, NetworkTransactionId: null }],
    ['they have no kind of identifier in common', { NetworkTransactionId: null }, { TransactionId: null }],
    [
      'neither has one',
      { TransactionId: null, NetworkTransactionId: null },
      { TransactionId: null, NetworkTransactionId: null },
    ],
  ])('are paid twice unless an identifier shows that they are one: %s', (_what, one, other) => {
    const answer = ask(
      tryOf('a', { TransactionStatus: 'Paid', ...one }),
      tryOf('c', { TransactionStatus: 'Paid', ...other }),
    )
    expect(answer).toMatchObject({ outcome: 'paid', isPaidTwice: true })
  })

  it.each([
    ['TransactionId', { TransactionId: 'A' }],
    ['identifier of the network', { TransactionId: null, NetworkTransactionId: 'N-A' }],
  ])('are one with the same %s', (_what, same) => {
    const [one, other] = [tryOf('a', { TransactionStatus: 'Paid' }), tryOf('c', { TransactionStatus: 'Paid', ...same })]
    expect(ask(one, other)).toMatchObject({ outcome: 'paid', isPaidTwice: false })
  })
})

it.each(['Failed', 'Cancelled'])('one that ended as %s did so, whatever the same transaction said before', (ended) => {
  for (const earlier of ['Pending', 'Initiated', 'Unpaid']) {
    const records = [tryOf('a', { TransactionStatus: earlier }), tryOf('a', { TransactionStatus: ended })] as const
    expect(ask(...records).outcome).toBe(ended.toLowerCase())
    expect(ask(...records.toReversed()).outcome).toBe(ended.toLowerCase())
  }
  const unknown = tryOf('a', { TransactionStatus: 'Parked' })
  expect(ask(unknown, tryOf('a', { TransactionStatus: ended })).outcome).toBe('undetermined')
})

it('a refunded one is none where the same transaction stands there otherwise', () => {
  const refunded = tryOf('a', { TransactionStatus: 'Refunded', StartDate: null })
  expect(ask(refunded, tryOf('b', { TransactionStatus: 'Failed' })).outcome).toBe('refunded')
  expect(ask(refunded, tryOf('a', { TransactionStatus: 'Failed' })).outcome).toBe('undetermined')
  expect(ask(refunded, tryOf('a', { TransactionStatus: 'Refunded', TransactionAmount: 49 })).outcome).toBe(
    'undetermined',
  )
})

it('more tries than anybody makes are not looked through', () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    tryOf(`s${at}`, { TransactionStatus: at === 50 ? 'Paid' : 'Failed' }),
  )
  expect(ask(...many).outcome).toBe('paid')
  expect(ask(...many, tryOf('more', { TransactionStatus: 'Failed' }))).toMatchObject({
    outcome: 'undetermined',
    why: 'there are more than 100 records of it',
  })
})

describe('money that went back by a record of its own', () => {
  const paid = tryOf('a', { TransactionStatus: 'Settled' })
  const refund = (fields: object) => tryOf('r', { TransactionStatus: 'Success', TransactionType: 'REFUND', ...fields })
  const back = {
    outcome: 'refunded',
    transaction: { transactionId: 'a', refunded: { amountMinor: 5_000, amount: 50 } },
  }
  const kept = { outcome: 'paid', isPaidTwice: false, transaction: { transactionId: 'a' } }
  const part = { outcome: 'undetermined', transaction: { transactionId: 'a', outcome: 'undetermined' } }

  it.each([
    ['a refund', {}, back],
    ['a refund that names it', { RelatedTransactionId: 'a' }, back],
    ['a refund that names it by the network', { RelatedTransactionId: 'N-A' }, back],
    ['a reversal', { TransactionType: 'REVERSAL', TransactionStatus: 'Reversed' }, back],
    ['a refund that does not say how much', { TransactionAmount: null }, back],
    [
      'a reversal by its word, which names it',
      { TransactionType: null, TransactionStatus: 'Reversed', RelatedTransactionId: 'a' },
      back,
    ],
    [
      'the same transaction, refunded',
      { TransactionType: null, TransactionStatus: 'Refunded', TransactionId: 'a' },
      back,
    ],
    ['a refund of a part', { TransactionAmount: 20 }, { ...part, transaction: { refunded: { amountMinor: 2_000 } } }],
    ['a refund of another transaction', { RelatedTransactionId: 'z' }, part],
    ['a refund that failed', { TransactionStatus: 'Failed' }, kept],
    ['a refund that is under way', { TransactionStatus: 'Pending' }, { outcome: 'undetermined', transaction: null }],
    ['a refund without a word', { TransactionStatus: null }, { outcome: 'undetermined', transaction: null }],
    ['a refund of which nobody knows', { TransactionStatus: 'Parked' }, { outcome: 'undetermined', transaction: null }],
    [
      'a word of a refund that is under way',
      { TransactionType: null, TransactionStatus: 'Refund pending' },
      { outcome: 'undetermined', transaction: null },
    ],
  ])('is not there any more, or may not be: %s', (_what, fields, expected) => {
    expect(ask(paid, refund(fields))).toMatchObject(expected)
    expect(ask(refund(fields), paid, tryOf('f', { TransactionStatus: 'Failed' }))).toMatchObject(expected)
  })

  it.each([
    ['a type that nobody knows', { TransactionType: 'RETURN' }],
    ['another one', { TransactionType: 'CREDIT-NOTE', TransactionStatus: 'Completed' }],
    ['a known one among others', { TransactionType: 'Payment return', RelatedTransactionId: 'a' }],
    ['no reference', { TransactionType: 'Adjustment', ClientReference: null }],
    ['a reference of its own', { TransactionType: 'RETURN', ClientReference: 'r', RelatedTransactionId: 'a' }],
    ['the original that it is about', { TransactionType: null, OriginalTransactionId: 'a' }],
    [
      'that by the network, and a reference of its own',
      { ClientReference: 'r', TransactionType: null, ParentTransactionId: 'N-A' },
    ],
    ['the type of a payment, and its original', { TransactionType: 'RECEIVE-MONEY', OriginalTransactionId: 'a' }],
  ])('is a matter for a person where a record beside the payment has %s', (_what, fields) => {
    expect(ask(paid, refund(fields))).toMatchObject({ ...part, transaction: { refunded: { amountMinor: 5_000 } } })
    expect(ask(refund(fields), paid, tryOf('f', { TransactionStatus: 'Failed' }))).toMatchObject(part)
    expect(ask(refund({ ClientReference: 'order-17', ...fields })).outcome).toBe('undetermined')
  })

  it.each(['FEE', 'E-LEVY', 'Service commission', 'SETTLEMENT'])(
    'is not a %s, which is taken for the payment or passed on of it',
    (TransactionType) => {
      const aside = { TransactionType, TransactionAmount: 0.5 }
      expect(ask(paid, refund(aside))).toMatchObject(kept)
      expect(ask(paid, refund({ ...aside, RelatedTransactionId: 'a' }))).toMatchObject(kept)
      expect(ask({ ...paid, RelatedTransactionId: 'r', RelatedTransactionType: TransactionType })).toMatchObject(kept)
    },
  )

  it('takes back a payment that names something of which nobody knows what it is', () => {
    const named = { ...paid, RelatedTransactionId: 'r', RelatedTransactionType: 'RETURN' }
    expect(ask(named)).toMatchObject(part)
  })

  it('is known by the payment that names its refund', () => {
    const named = { ...paid, RelatedTransactionId: 'r', RelatedTransactionType: 'REFUND' }
    expect(ask(named, refund({}))).toMatchObject(back)
  })

  it('is a part where the service does not say how much was paid', () => {
    expect(ask({ ...paid, TransactionAmount: null }, refund({ TransactionAmount: null })).outcome).toBe('undetermined')
    expect(ask({ ...paid, TransactionAmount: null }, refund({ RelatedTransactionId: 'z' }))).toMatchObject(part)
    const nothing = { TransactionAmount: null, RelatedTransactionId: 'z' }
    expect(ask({ ...paid, TransactionAmount: null }, refund(nothing))).toMatchObject(part)
    expect(ask(paid, refund(nothing))).toMatchObject(part)
  })

  it('adds up, and a refund that stands there twice counts once', () => {
    const half = refund({ TransactionAmount: 25 })
    expect(ask(paid, half, half)).toMatchObject(part)
    const other = { ...half, TransactionId: 'r2', NetworkTransactionId: null }
    expect(ask(paid, half, other)).toMatchObject(back)
  })

  it('is not that of the payment where another try is named', () => {
    const other = tryOf('b', { TransactionStatus: 'Failed' })
    expect(ask(paid, other, refund({ RelatedTransactionId: 'b' }))).toMatchObject(kept)
  })

  it('leaves one of two payments paid, and is a matter for a person where it may be either', () => {
    const second = tryOf('b', { TransactionStatus: 'Settled' })
    expect(ask(second, paid, refund({ RelatedTransactionId: 'b' }))).toMatchObject(kept)
    expect(ask(second, paid, refund({}))).toMatchObject({
      outcome: 'undetermined',
      transaction: { outcome: 'undetermined' },
    })
    const both = [
      refund({ RelatedTransactionId: 'b' }),
      tryOf('q', { ...refund({}), TransactionId: 'q', RelatedTransactionId: 'a' }),
    ]
    expect(ask(second, paid, ...both).outcome).toBe('refunded')
    expect(ask(second, paid, ...both, tryOf('z', { TransactionStatus: 'Refunded' })).outcome).toBe('undetermined')
  })

  it('is refunded once, where the payment says so too', () => {
    const refunded = tryOf('a', { TransactionStatus: 'Settled', TotalAmountRefunded: 50 })
    expect(ask(refunded, refund({}))).toMatchObject({ outcome: 'refunded', transaction: { transactionId: 'a' } })
    const inPart = tryOf('a', { TransactionStatus: 'Settled', TotalAmountRefunded: 20 })
    expect(ask(refund({ TransactionAmount: 20 }), inPart, tryOf('f', { TransactionStatus: 'Failed' }))).toMatchObject({
      outcome: 'undetermined',
      transaction: { transactionId: 'a', refunded: { amountMinor: 2_000 } },
    })
    expect(ask(tryOf('a', { TransactionStatus: 'Settled' }), inPart)).toMatchObject({
      outcome: 'undetermined',
      transaction: { refunded: { amountMinor: 2_000 } },
    })
  })

  it('beside a try that failed alone contradicts it', () => {
    expect(ask(tryOf('f', { TransactionStatus: 'Failed' }), refund({}))).toMatchObject({
      outcome: 'undetermined',
      transaction: null,
    })
  })

  it.each([
    ['the whole of another payment went back by its own record', { TotalAmountRefunded: 50 }, part],
    [
      'the whole of it did, as another record of the same transaction says',
      { TransactionId: 'a', TotalAmountRefunded: 50 },
      back,
    ],
    [
      'a part of it did, as another record of the same transaction says',
      { TransactionId: 'a', TotalAmountRefunded: 5 },
      part,
    ],
  ])('takes a payment back where %s', (_what, fields, expected) => {
    const other = tryOf('b', { TransactionStatus: 'Settled', ...fields })
    expect(ask(paid, other)).toMatchObject(expected)
    expect(ask(other, paid)).toMatchObject(expected)
  })

  it.each(['REFUND', 'Reversal', 'chargeback'])(
    'takes a payment back that names a %s of which there is no record',
    (RelatedTransactionType) => {
      const named = { ...paid, RelatedTransactionId: 'r', RelatedTransactionType }
      expect(ask(named)).toMatchObject(part)
      expect(ask(named, tryOf('f', { TransactionStatus: 'Failed' }))).toMatchObject(part)
      expect(ask(named, refund({ TransactionStatus: 'Failed' }))).toMatchObject(kept)
      expect(ask({ ...paid, RelatedTransactionId: 'r', RelatedTransactionType: 'RECEIVE-MONEY' })).toMatchObject(kept)
    },
  )
})

describe('money that went back by a record that does not carry what was asked for', () => {
  const paid = tryOf('a', { TransactionStatus: 'Settled' })
  const refund = (fields: object) => tryOf('r', { TransactionStatus: 'Success', TransactionType: 'REFUND', ...fields })
  const questions = [{ clientReference: 'order-17' }, { serviceTransactionId: 'a' }, { networkTransactionId: 'n-a' }]
  const back = { outcome: 'refunded', transaction: { transactionId: 'a', refunded: { amountMinor: 5_000 } } }
  const kept = { outcome: 'paid', isPaidTwice: false, transaction: { transactionId: 'a' } }

  it.each([
    [
      'has a reference of its own, and names the payment',
      { ClientReference: 'back-17', RelatedTransactionId: 'A' },
      back,
    ],
    ['has no reference, and names the payment', { ClientReference: null, RelatedTransactionId: 'a' }, back],
    ['has no reference, and names nothing', { ClientReference: null }, back],
    ['has its reference, and names nothing', {}, back],
    ['has no reference, and is of the same transaction', { ClientReference: null, TransactionId: 'a' }, back],
    [
      'is no refund by its type, but by its word',
      {
        ClientReference: null,
        TransactionType: 'RECEIVE-MONEY',
        TransactionStatus: 'Refunded',
        RelatedTransactionId: 'a',
      },
      back,
    ],
    [
      'is of the same transaction and failed',
      { ClientReference: null, TransactionType: null, TransactionStatus: 'Failed', TransactionId: 'a' },
      { outcome: 'undetermined', transaction: null },
    ],
    ['has another reference, and names nothing', { ClientReference: 'order-18' }, kept],
    ['has no reference, and names another', { ClientReference: null, RelatedTransactionId: 'z' }, kept],
    ['failed', { ClientReference: null, RelatedTransactionId: 'a', TransactionStatus: 'Failed' }, kept],
    [
      'is no refund',
      { ClientReference: null, TransactionType: null, RelatedTransactionId: 'a', TransactionStatus: 'Failed' },
      kept,
    ],
  ])('is seen whatever was asked by: it %s', (_what, fields, expected) => {
    for (const question of questions) {
      expect([question, askBy(question, paid, refund(fields))]).toMatchObject([question, expected])
      expect([question, askBy(question, refund(fields), paid)]).toMatchObject([question, expected])
    }
  })

  it.each([
    ...['Charged Back', 'CHARGED_BACK', 'Rolled Back', 'Clawed Back', 'Reimbursed'].map((word) => [word, 'refunded']),
    ...['Refund requested', 'Disputed'].map((word) => [word, 'undetermined']),
  ])('is seen where another record of the same transaction says %s, in no table: %s', (word, outcome) => {
    const back = tryOf('a', { TransactionStatus: word })
    expect(askBy({ serviceTransactionId: 'a' }, paid, back).outcome).toBe(outcome)
    expect(askBy({ serviceTransactionId: 'a' }, back, paid).outcome).toBe(outcome)
  })

  it('is that of another payment where it names one, also under the same reference', () => {
    const other = tryOf('b', { TransactionStatus: 'Settled' })
    const ofOther = refund({ RelatedTransactionId: 'B' })
    expect(askBy({ serviceTransactionId: 'a' }, paid, other, ofOther)).toMatchObject(kept)
    expect(askBy({ serviceTransactionId: 'b' }, paid, other, ofOther).outcome).toBe('refunded')
    expect(askBy({ serviceTransactionId: 'a' }, paid, refund({ RelatedTransactionId: 'z' }))).toMatchObject({
      outcome: 'undetermined',
      transaction: { refunded: { amountMinor: 5_000 } },
    })
  })

  it('is looked for among no more records than anybody makes', () => {
    const many = Array.from({ length: 100 }, (_, at) => refund({ TransactionId: `r${at}`, ClientReference: null }))
    expect(askBy({ serviceTransactionId: 'a' }, paid, ...many).why).toBe('there are more than 100 records of it')
  })
})

describe('a refund that names two payments as the one that it is of', () => {
  it('may be of either: what is paid beside it is not plainly paid', () => {
    const refund = { TransactionType: 'Refund', RelatedTransactionId: 'another', relatedTransactionId: 's1' }
    const answer = ask(
      tryOf('s1', {}),
      tryOf('s2', {}),
      tryOf('another', { TransactionStatus: 'Failed' }),
      tryOf('r', refund),
    )
    expect(answer).toMatchObject({ outcome: 'undetermined' })
  })
})
