/** What the age of an entry is counted by. */
export interface Aged {
  /** As the store counts it, ms; undefined where the store tells the time, and dates are by that. */
  readonly kept: number | undefined
  /** How old it was when it was put into the inbox, ms. */
  readonly before: number
  /** When it began, epoch ms. */
  readonly since: number
  /** Epoch ms. */
  readonly now: number
  /** Whether somebody asked for it again. */
  readonly replay: boolean
}

/**
 * How old what an entry is about is, ms. By the span that the store has really kept it: a calendar that was set must not
 * give anything up, nor hold it up. What somebody asks for again has waited long, whatever this process has seen of it.
 */
export function ageOf({ kept, before, since, now, replay }: Aged): number {
  const byDate = now - since
  if (kept === undefined) return Math.max(byDate, before)
  return replay ? Math.max(kept + before, byDate) : kept + before
}
