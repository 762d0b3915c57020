/** A process that receives pushes, as the model has it: an event loop that takes one at a time, and a group commit. */
export interface Receiver {
  /** Pushes a second that come to it, at moments of their own. */
  readonly rate: number
  /** Of its event loop for one push, ms. */
  readonly service: number
  /** How unlike each other services are: variance by mean squared. 0: all the same; a collector that stops the loop now and then makes it 1 or more. */
  readonly variation: number
  /** Of one commit of the store, from the statement to its answer, ms. 0: nothing is committed. */
  readonly commit: number
}

/** What the model says of a process. */
export interface Foreseen {
  /** Of its event loop, 0 to 1. At 1 and above it falls behind, and the waits are endless. */
  readonly busy: number
  /** ms until a push is acknowledged, the mean. */
  readonly mean: number
  /** ms: one in a hundred waits longer. */
  readonly p99: number
}

/**
 * What a process does with a rate. Its loop is a queue with one server (Pollaczek and Khinchine). What it has read joins
 * the next commit: while one is under way, all that comes waits for its end, and is committed together. So commits never
 * fall behind, and each push takes between one and two of them.
 */
export function foresee({ rate, service, variation, commit }: Receiver): Foreseen {
  const perMs = rate / 1_000
  const busy = perMs * service
  if (busy >= 1) return { busy, mean: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
  const queued = (busy * service * (1 + variation)) / (2 * (1 - busy))
  const committing = shareOfCommits(perMs, commit)
  const mean = service + queued + commit + (committing * commit) / 2
  const waits = { busy, whenQueued: busy === 0 ? 0 : queued / busy, committing, commit }
  return { busy, mean, p99: service + commit + waitOfShare(0.99, waits) }
}

/** How many processes a rate needs, each with a loop that is at most so busy. */
export function processesFor(rate: number, service: number, mostBusy: number): number {
  return Math.max(1, Math.ceil((rate / 1_000) * (service / mostBusy)))
}

/** How much of the time a commit is under way. Commits follow each other for as long as something came during the last. */
function shareOfCommits(perMs: number, commit: number): number {
  if (perMs === 0 || commit === 0) return 0
  const inARow = commit * Math.exp(Math.min(perMs * commit, mostExponent))
  return inARow / (inARow + 1 / perMs)
}

interface Waits {
  readonly busy: number
  /** The mean wait of those that find the loop at work, ms. */
  readonly whenQueued: number
  readonly committing: number
  readonly commit: number
}

/** The wait that a share of all pushes does not pass, beside their own service and commit: found by halving. */
function waitOfShare(share: number, waits: Waits): number {
  let below = 0
  let above = waits.commit + waits.whenQueued * 40
  for (let step = 0; step < halvings; step++) {
    const middle = (below + above) / 2
    if (shareWithin(middle, waits) < share) below = middle
    else above = middle
  }
  return above
}

/** Which share waits at most so long: for the loop, with a tail that falls off evenly, and for the commit under way. */
function shareWithin(ms: number, { busy, whenQueued, committing, commit }: Waits): number {
  const leftAt = (time: number) => (whenQueued === 0 ? 0 : busy * Math.exp(-time / whenQueued))
  const unlessCommitting = 1 - leftAt(ms)
  if (commit === 0) return unlessCommitting
  const until = Math.min(commit, ms)
  const whileCommitting = (until - whenQueued * (leftAt(ms - until) - leftAt(ms))) / commit
  return (1 - committing) * unlessCommitting + committing * whileCommitting
}

const halvings = 60
// Above it the share is 1 to all digits, and the power would be too large for a number.
const mostExponent = 100
