import { describe, expect, it } from 'vitest'
import { mayDeliver } from '../../src/index.ts'
import { reviewReasons } from '../../src/pushes/money/confirmation.ts'
import type { Evidence, Outcome } from '../../src/pushes/money/outcome.ts'

const outcomes: readonly Outcome[] = ['paid', 'failed', 'cancelled', 'pending', 'refunded', 'undetermined']
const evidences: readonly Evidence[] = ['callback', 'signed', 'confirmed']

describe('a payment may be delivered', () => {
  it.each(['checkout', 'ussdPayment'] as const)('of a %s, where it is paid, and signed or confirmed', (source) => {
    const all = outcomes.flatMap((outcome) =>
      evidences.map((evidence) => ({ source, outcome, evidence, needsReview: [] })),
    )
    const may = all.filter((payment) => mayDeliver(payment))
    expect(may.map(({ outcome, evidence }) => `${outcome} ${evidence}`)).toEqual(['paid signed', 'paid confirmed'])
  })

  it('of a cart, where it is paid: there is no better evidence than its notice, with a client or without', () => {
    for (const needsReview of [[], ['unconfirmable']] as const) {
      const may = outcomes.filter((outcome) =>
        mayDeliver({ source: 'fulfilment', outcome, evidence: 'callback', needsReview }),
      )
      expect(may).toEqual(['paid'])
    }
  })

  it.each(reviewReasons)('not where a person must look at it: %s', (reason) => {
    const paid = { outcome: 'paid', evidence: 'confirmed', needsReview: [reason] } as const
    expect(mayDeliver({ ...paid, source: 'checkout' })).toBe(false)
    expect(mayDeliver({ ...paid, source: 'ussdPayment' })).toBe(false)
    expect(mayDeliver({ ...paid, source: 'fulfilment' })).toBe(reason === 'unconfirmable')
    expect(mayDeliver({ ...paid, source: 'fulfilment', needsReview: ['unconfirmable', reason] })).toBe(
      reason === 'unconfirmable',
    )
  })

  it('with reasons that you accept, and with no other beside them', () => {
    const paid = { source: 'checkout', outcome: 'paid', evidence: 'confirmed' } as const
    const accepted = ['overpaid', 'paidTwice'] as const
    expect(mayDeliver({ ...paid, needsReview: ['overpaid'] }, accepted)).toBe(true)
    expect(mayDeliver({ ...paid, needsReview: ['overpaid', 'paidTwice'] }, accepted)).toBe(true)
    expect(mayDeliver({ ...paid, needsReview: ['overpaid', 'late'] }, accepted)).toBe(false)
    expect(mayDeliver({ ...paid, evidence: 'callback', needsReview: ['overpaid'] }, accepted)).toBe(false)
  })
})
