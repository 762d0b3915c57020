import { describe, expect, it } from 'vitest'
import { mayDeliver } from '../../src/index.ts'
import { reviewReasons } from '../../src/pushes/money/confirmation.ts'
import type { Evidence, Outcome } from '../../src/pushes/money/outcome.ts'

const outcomes: readonly Outcome[] = ['paid', 'failed', 'cancelled', 'pending', 'refunded', 'undetermined']
const evidences: readonly Evidence[] = ['callback', 'signed', 'confirmed']
const amountMinor = 6_000

describe('a payment may be delivered', () => {
  it.each(['checkout', 'ussdPayment'] as const)('of a %s, where it is paid, and signed or confirmed', (source) => {
    const all = outcomes.flatMap((outcome) =>
      evidences.map((evidence) => ({ source, outcome, evidence, needsReview: [], amountMinor })),
    )
    const may = all.filter((payment) => mayDeliver(payment, amountMinor))
    expect(may.map(({ outcome, evidence }) => `${outcome} ${evidence}`)).toEqual(['paid signed', 'paid confirmed'])
  })

  it('of a cart, where it is paid: there is no better evidence than its notice, with a client or without', () => {
    for (const needsReview of [[], ['unconfirmable']] as const) {
      const may = outcomes.filter((outcome) =>
        mayDeliver({ source: 'fulfilment', outcome, evidence: 'callback', needsReview, amountMinor }, amountMinor),
      )
      expect(may).toEqual(['paid'])
    }
  })

  it('where it is what was asked for, and no order is asked for that nobody knows', () => {
    const paid = { source: 'checkout', outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor } as const
    const dues = [5_999, 6_000, 6_001, undefined].filter((due) => mayDeliver(paid, due))
    expect(dues).toEqual([6_000])
    expect(mayDeliver({ ...paid, amountMinor: null }, amountMinor)).toBe(false)
  })

  it.each(reviewReasons)('not where a person must look at it: %s', (reason) => {
    const paid = { outcome: 'paid', evidence: 'confirmed', needsReview: [reason], amountMinor } as const
    expect(mayDeliver({ ...paid, source: 'checkout' }, amountMinor)).toBe(false)
    expect(mayDeliver({ ...paid, source: 'ussdPayment' }, amountMinor)).toBe(false)
    const isOfCarts = reason === 'unconfirmable'
    expect(mayDeliver({ ...paid, source: 'fulfilment' }, amountMinor)).toBe(isOfCarts)
    const both = ['unconfirmable', reason] as const
    expect(mayDeliver({ ...paid, source: 'fulfilment', needsReview: both }, amountMinor)).toBe(isOfCarts)
  })

  it('with reasons that you accept, and with no other beside them', () => {
    const paid = { source: 'checkout', outcome: 'paid', evidence: 'confirmed', amountMinor } as const
    const accepted = ['overpaid', 'paidTwice'] as const
    const may = (needsReview: readonly (typeof reviewReasons)[number][], due = amountMinor) =>
      mayDeliver({ ...paid, needsReview }, due, accepted)
    expect(may(['overpaid'])).toBe(true)
    expect(may(['overpaid', 'paidTwice'])).toBe(true)
    expect(may(['overpaid', 'late'])).toBe(false)
    expect(mayDeliver({ ...paid, evidence: 'callback', needsReview: ['overpaid'] }, amountMinor, accepted)).toBe(false)
  })

  it('with more than was asked for, where you accept that, and never with less', () => {
    const paid = { source: 'checkout', outcome: 'paid', evidence: 'confirmed', needsReview: ['overpaid'] } as const
    const enough = [5_999, 6_000, 6_001].filter((come) =>
      mayDeliver({ ...paid, amountMinor: come }, amountMinor, ['overpaid']),
    )
    expect(enough).toEqual([6_000, 6_001])
    const twice = { ...paid, needsReview: ['paidTwice'], amountMinor: 6_001 } as const
    expect(mayDeliver(twice, amountMinor, ['paidTwice'])).toBe(false)
  })

  it.each([null, 0, -1, Number.NaN, 59.5, 2 ** 53, '6000', 6_000n])('throws for a due that is no amount: %s', (due) => {
    const paid = { source: 'checkout', outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor } as const
    for (const payment of [paid, { ...paid, amountMinor: null }, { ...paid, outcome: 'failed' }])
      for (const accepting of [undefined, ['overpaid', 'paidTwice']])
        expect(() => untyped(payment, due, accepting)).toThrow(
          expect.objectContaining({
            code: 'FMW_MAY_DELIVER',
            message: expect.stringContaining('mayDeliver got dueMinor'),
          }),
        )
  })

  it.each(['overpaid', null, new Set(['overpaid']), {}, ['overpayed'], [undefined]])(
    'throws for an accepting that is no list of reasons: %s',
    (accepting) => {
      const paid = { source: 'checkout', outcome: 'failed', evidence: 'confirmed', needsReview: [], amountMinor }
      expect(() => untyped(paid, amountMinor, accepting)).toThrow(
        expect.objectContaining({
          code: 'FMW_MAY_DELIVER',
          message: expect.stringContaining('mayDeliver got accepting'),
        }),
      )
    },
  )
})

/** As JavaScript calls it. */
const untyped = (...given: readonly unknown[]): unknown => Reflect.apply(mayDeliver, undefined, given)
