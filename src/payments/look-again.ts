import type { Patience } from './expected-payment.ts'

/**
 * When to look again at what is not settled yet: after a quarter of its age, so that a new payment is looked at every
 * few seconds, and an old one costs little. ms
 */
export function lookAgainIn(age: number): number {
  return Math.min(Math.max(Math.ceil(age / 4), soonest), latest)
}

/** How old a failure is when the service is first asked whether a later try was paid. ms */
export function firstLookAfterFailure({ after, giveUpAfter }: Patience): number {
  return Math.max(after, giveUpAfter / growth ** 4)
}

/** When to ask so again: five questions at most, the last after `giveUpAfter`. ms; undefined after the last */
export function nextLookAfterFailure(age: number, { giveUpAfter }: Patience): number | undefined {
  return age < giveUpAfter ? Math.min(age * (growth - 1), giveUpAfter - age) : undefined
}

// Each question after a failure comes at so many times the age of the one before.
const growth = 4
// ms
const soonest = 1_000
const latest = 3_600_000
