import type { Random } from '../random.ts'
import { type Claim, forgedPhone } from './claim.ts'
import type { PlannedPush, Times } from './plan.ts'

/** What a forger knows of a payment, and would like to have paid. */
export interface Target {
  readonly reference: string
  readonly amountMinor: number
  /** References of other payments. */
  readonly others: readonly string[]
}

/** Draws what somebody pushes who is not the service: nothing to nearly half of the payments. */
export function drawForgeries(target: Target, random: Random, times: Times): PlannedPush[] {
  if (random.chance(0.4)) return []
  return Array.from({ length: random.between(1, 4) }, () => forge(target, random, times))
}

function forge({ reference, amountMinor, others }: Target, random: Random, times: Times): PlannedPush {
  const claim: Claim = {
    outcome: random.pick(['paid', 'paid', 'paid', 'failed', 'cancelled', 'refunded', 'undetermined', 'pending']),
    reference,
    checkoutId: random.chance(0.5) ? 'own' : forgedId(random),
    amountMinor: random.chance(0.5) ? amountMinor : random.between(1, 99_999),
    phone: forgedPhone,
    form: random.pick(['pascal', 'pascal', 'camel', 'flat', 'text']),
    ...(random.chance(0.3) ? { transactionId: `forged-${forgedId(random)}` } : {}),
  }
  const push: PlannedPush = {
    at: drawMoment(random, times),
    by: 'forger',
    claim,
    to: random.pick(['plain', 'plain', 'guessed', 'signed']),
    times: random.chance(0.2) ? random.between(2, 4) : 1,
    insists: false,
  }
  const kind = random.between(1, 10)
  const [other] = others.length === 0 ? [undefined] : [others[random.between(0, others.length - 1)]]
  // An order that is paid, told of at the address of one that is not.
  if (kind <= 2 && other !== undefined) return { ...push, to: 'signed', claim: { ...claim, reference: other } }
  if (kind === 3) return { ...push, claim: { ...claim, reference: null, checkoutId: forgedId(random) } }
  if (kind === 4) return { ...push, claim: { ...claim, reference: null, checkoutId: 'own' } }
  if (kind === 5) return { ...push, claim: { ...claim, reference: `nobody-${random.between(1, 9)}` } }
  return push
}

/** Before the invoice, with it, around the true callback, after everything. */
function drawMoment(random: Random, { unit, reconcileAfter, giveUpAfter }: Times): number {
  const kind = random.between(1, 10)
  if (kind === 1) return -1
  if (kind <= 4) return random.between(0, unit)
  if (kind <= 8) return random.between(0, 6 * unit)
  return kind === 9 ? random.between(0, 8 * reconcileAfter) : random.between(0, giveUpAfter + 4 * unit)
}

function forgedId(random: Random): string {
  return `f0f0${String(random.between(0, 2 ** 31)).padStart(28, '0')}`
}
