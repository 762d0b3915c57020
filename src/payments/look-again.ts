/**
 * When to look again at what is not settled yet: after a quarter of its age, so that a new payment is looked at every
 * few seconds, and an old one costs little. ms
 */
export function lookAgainIn(age: number): number {
  return Math.min(Math.max(Math.ceil(age / 4), soonest), latest)
}

// ms
const soonest = 1_000
const latest = 3_600_000
