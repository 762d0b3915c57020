import type { Random } from '../random.ts'
import { type Claim, truePhone } from './claim.ts'
import { drawForgeries } from './forgeries.ts'

/** What becomes of a payment. */
export type Fate =
  | 'paid'
  | 'underpaid'
  | 'overpaid'
  | 'failed'
  | 'cancelled'
  /** Paid, and given back. */
  | 'refunded'
  /** Failed, and paid in a second try. */
  | 'secondTry'
  /** Nobody ever says how it ended. */
  | 'never'
  /** Paid after it was given up. */
  | 'tooLate'

/** How a payment ends, as the service says it. */
export type Final = 'paid' | 'failed' | 'cancelled' | 'refunded'

/** Something that happens to a payment. ms after the customer got the page */
export interface Step {
  readonly says: Final
  readonly at: number
  /** When the status endpoint says it, too. */
  readonly shownAt: number
}

/** A push that somebody is going to make. */
export interface PlannedPush {
  /** ms after the customer got the page; below 0 before the invoice is there. */
  readonly at: number
  readonly by: 'service' | 'forger'
  readonly claim: Claim
  /** Where to: the address that the invoice has, the plain one, or one with a guessed signature. */
  readonly to: 'signed' | 'plain' | 'guessed'
  /** Copies, at the same moment. */
  readonly times: number
  /** Whether it is pushed until somebody acknowledges it. */
  readonly insists: boolean
}

/** Everything that is going to happen to one payment. */
export interface PaymentPlan {
  readonly reference: string
  readonly fate: Fate
  /** What is asked for, hundredths. */
  readonly amountMinor: number
  /** What comes, hundredths. */
  readonly paidMinor: number
  readonly steps: readonly Step[]
  readonly pushes: readonly PlannedPush[]
  /** How its true callback fares, in words. */
  readonly way: Way
  /** Whether the status endpoint knows of it before it is over. */
  readonly isOnRecord: boolean
}

/** What becomes of a true callback. */
export type Way = 'on time' | 'dropped' | 'doubled' | 'late' | 'contradicted' | 'undecided' | 'out of order'

/** The times by which payments are planned. ms */
export interface Times {
  /** What a customer, or the service, takes for something. */
  readonly unit: number
  readonly reconcileAfter: number
  readonly giveUpAfter: number
}

/** Draws what becomes of a payment. @param others references of other payments, for forgers to mix in */
export function drawPlan(reference: string, others: readonly string[], random: Random, times: Times): PaymentPlan {
  const fate = drawFate(random)
  const amountMinor = random.between(100, 50_000)
  const paidMinor = amountMinor + drawDifference(fate, amountMinor, random)
  const steps = drawSteps(fate, random, times)
  const way = fate === 'never' ? 'dropped' : fate === 'tooLate' ? 'late' : drawWay(random)
  const terms = { reference, amountMinor: paidMinor }
  const callbacks =
    fate === 'never' ? drawRumours(terms, random, times) : drawCallbacks(fate, steps, way, terms, random, times)
  const forgeries = drawForgeries({ reference, amountMinor, others }, random, times)
  return {
    reference,
    fate,
    amountMinor,
    paidMinor,
    steps,
    way,
    isOnRecord: random.chance(0.7),
    pushes: [...callbacks, ...forgeries],
  }
}

const fates: readonly (readonly [Fate, number])[] = [
  ['paid', 42],
  ['underpaid', 8],
  ['overpaid', 5],
  ['failed', 12],
  ['cancelled', 8],
  ['refunded', 8],
  ['secondTry', 5],
  ['never', 7],
  ['tooLate', 5],
]

function drawFate(random: Random): Fate {
  let left = random.between(1, 100)
  for (const [fate, share] of fates) {
    left -= share
    if (left <= 0) return fate
  }
  return 'paid'
}

function drawDifference(fate: Fate, amountMinor: number, random: Random): number {
  if (fate === 'underpaid') return -random.pick([1, 50, amountMinor - 1])
  return fate === 'overpaid' ? random.pick([1, 500, amountMinor]) : 0
}

function drawSteps(fate: Fate, random: Random, { unit, giveUpAfter }: Times): Step[] {
  if (fate === 'never') return []
  const at = fate === 'tooLate' ? giveUpAfter + random.between(3 * unit, 6 * unit) : random.between(0, 5 * unit)
  const first = { at, shownAt: at + drawLag(random, unit) }
  const at2 = first.shownAt + random.between(0, 4 * unit)
  const second = { at: at2, shownAt: at2 + drawLag(random, unit) }
  if (fate === 'failed' || fate === 'cancelled') return [{ says: fate, ...first }]
  if (fate === 'refunded')
    return [
      { says: 'paid', ...first },
      { says: 'refunded', ...second },
    ]
  if (fate === 'secondTry')
    return [
      { says: 'failed', ...first },
      { says: 'paid', ...second },
    ]
  return [{ says: 'paid', ...first }]
}

/** The books of the status endpoint are behind what happens. */
function drawLag(random: Random, unit: number): number {
  return random.chance(0.5) ? 0 : random.between(0, 4 * unit)
}

function drawWay(random: Random): Way {
  const left = random.between(1, 100)
  if (left <= 35) return 'on time'
  if (left <= 52) return 'dropped'
  if (left <= 67) return 'doubled'
  if (left <= 77) return 'late'
  if (left <= 87) return 'contradicted'
  return left <= 92 ? 'undecided' : 'out of order'
}

interface PushTerms {
  readonly reference: string
  readonly amountMinor: number
}

/** What the service pushes of a payment that ends. */
function drawCallbacks(fate: Fate, steps: readonly Step[], way: Way, terms: PushTerms, random: Random, times: Times) {
  return steps.flatMap((step, index): readonly PlannedPush[] => {
    const push: PlannedPush = {
      at: step.at + random.between(0, times.unit),
      by: 'service',
      claim: {
        ...terms,
        outcome: step.says,
        checkoutId: 'own',
        phone: truePhone,
        form: random.pick(['pascal', 'pascal', 'camel', 'flat']),
      },
      to: 'signed',
      times: 1,
      insists: false,
    }
    // Nobody asks of its own accord about what is settled, or was given up: only its callback tells of it.
    const isNews = index > 0 || fate === 'tooLate'
    return isNews
      ? insistent({ ...push, at: step.shownAt + random.between(0, times.unit) }, times)
      : varied(push, way, random, times.reconcileAfter)
  })
}

/** Told until it is acknowledged, and again later, whatever the books said meanwhile. */
function insistent(push: PlannedPush, { unit, reconcileAfter }: Times): PlannedPush[] {
  const pauses = [0, reconcileAfter + 2 * unit, 2 * reconcileAfter + 8 * unit]
  return pauses.map((pause) => ({ ...push, at: push.at + pause, insists: true }))
}

function varied(push: PlannedPush, way: Way, random: Random, reconcileAfter: number): PlannedPush[] {
  const { claim, at } = push
  if (way === 'dropped') return []
  if (way === 'late') return [{ ...push, at: at + reconcileAfter + random.between(0, 3 * reconcileAfter) }]
  if (way === 'doubled') {
    const again = at + random.between(0, 3 * reconcileAfter)
    return random.chance(0.5) ? [{ ...push, times: random.between(2, 6) }] : [push, { ...push, at: again }]
  }
  const other: Claim = { ...claim, outcome: claim.outcome === 'paid' ? 'failed' : 'paid' }
  if (way === 'contradicted') {
    const wrong = { ...push, claim: other }
    return random.chance(0.5) ? [wrong] : random.chance(0.5) ? [wrong, push] : [push, wrong]
  }
  if (way === 'undecided') {
    const undecided: PlannedPush = { ...push, claim: { ...claim, outcome: random.pick(['undetermined', 'pending']) } }
    return random.chance(0.5) ? [undecided] : [undecided, push]
  }
  // Before it happened, or so it looks from here.
  return way === 'out of order' ? [{ ...push, at: Math.max(0, at - random.between(0, 4 * reconcileAfter)) }] : [push]
}

/** Of a payment without an end the service says at most that it goes on. */
function drawRumours(terms: PushTerms, random: Random, { unit }: Times): PlannedPush[] {
  if (random.chance(0.5)) return []
  const outcome = random.pick<Claim['outcome']>(['pending', 'undetermined'])
  const claim: Claim = { ...terms, outcome, checkoutId: 'own', phone: truePhone, form: 'pascal' }
  return [{ at: random.between(0, 5 * unit), by: 'service', claim, to: 'signed', times: 1, insists: false }]
}
