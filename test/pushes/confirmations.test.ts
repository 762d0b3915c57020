import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPayload, writePayload } from '../../src/inbox/entry.ts'
import { type Confirmation, readVerdict, reviewReasons, type Verdict } from '../../src/pushes/money/confirmation.ts'
import type { Outcome } from '../../src/pushes/money/outcome.ts'

const text = fc.option(fc.string(), { nil: null })
const minor = fc.option(fc.nat(), { nil: null })
const outcome = fc.constantFrom<Outcome>('paid', 'failed', 'cancelled', 'pending', 'refunded', 'undetermined')
const confirmations: fc.Arbitrary<Confirmation> = fc.record({
  askedAt: fc.date({ noInvalidDate: true }),
  says: outcome,
  status: text,
  clientReference: text,
  checkoutId: text,
  transactionId: text,
  networkTransactionId: text,
  amountMinor: minor,
  feeMinor: minor,
  refundedMinor: minor,
  isDisputed: fc.option(fc.boolean(), { nil: null }),
  currencyCode: text,
  customerPhone: text,
  customerPhoneInternational: text,
  raw: fc.oneof(
    fc.constant(null),
    fc.dictionary(fc.constantFrom('ResponseCode', 'Data'), fc.string(), { noNullPrototype: true }),
  ),
})
const verdicts: fc.Arbitrary<Verdict> = fc.record({
  outcome,
  why: fc.string(),
  needsReview: fc.subarray([...reviewReasons]),
  confirmation: confirmations,
})

const verdict: Verdict = {
  outcome: 'undetermined',
  why: 'a test says so',
  needsReview: ['underpaid'],
  confirmation: {
    askedAt: new Date('2026-03-01T09:30:00Z'),
    says: 'paid',
    status: 'Settled',
    clientReference: 'order-17',
    checkoutId: null,
    transactionId: 's1',
    networkTransactionId: null,
    amountMinor: 4_900,
    feeMinor: 98,
    refundedMinor: 0,
    isDisputed: false,
    currencyCode: 'GHS',
    customerPhone: '+233000000000',
    customerPhoneInternational: '+233000000000',
    raw: { ResponseCode: '0000' },
  },
}
const kept = JSON.parse(JSON.stringify(verdict))

describe('what the service said of a payment', () => {
  it('is read from the inbox as it was written, whatever it is', () => {
    fc.assert(
      fc.property(verdicts, (one) => {
        const incoming = { carrier: 'json', fields: {}, raw: 1, verdict: one } as const
        expect(readPayload(writePayload(incoming)).verdict).toEqual(one)
      }),
    )
  })

  it('is not there in what was kept without it', () => {
    expect(readPayload(writePayload({ carrier: 'json', fields: {}, raw: 1 }))).not.toHaveProperty('verdict')
  })

  it.each([
    undefined,
    null,
    'paid',
    {},
    { ...kept, confirmation: null },
    { ...kept, needsReview: 'underpaid' },
    { ...kept, outcome: 'Paid' },
    { ...kept, why: 7 },
    { ...kept, confirmation: { ...kept.confirmation, says: 'yes' } },
    { ...kept, confirmation: { ...kept.confirmation, askedAt: 7 } },
  ])('is nothing where it has another form: %j', (value) => {
    expect(readVerdict(value)).toBeUndefined()
  })

  it('is read as far as it is known: other reasons, and values of another type, are left out', () => {
    const confirmation = { ...kept.confirmation, amountMinor: '4900', transactionId: 7, isDisputed: 'no' }
    expect(readVerdict({ ...kept, needsReview: ['underpaid', 'of a later version'], confirmation })).toEqual({
      ...verdict,
      confirmation: { ...verdict.confirmation, amountMinor: null, transactionId: null, isDisputed: null },
    })
  })
})
