/** The moments of a notification that `src/trace.ts` tells, in their order. */
export const traced = [
  'committing',
  'committed',
  'accepted',
  'acknowledged',
  'attempting',
  'attempted',
  'settled',
] as const

/** Those that the handlers of the test's applications tell besides, the effect of the shop, and the calls of the till. */
export const handled = [
  ...(['handling', 'transacting', 'handled'] as const),
  ...(['ordering', 'ordered', 'returned', 'recorded'] as const),
  ...(['invoiced', 'asking', 'asked'] as const),
] as const

export type Moment = (typeof traced)[number] | (typeof handled)[number]

/** The diagnostics channel of a moment. */
export function channelOf(moment: Moment): string {
  return handled.some((own) => own === moment) ? `faults:${moment}` : `fastify-merchant-webhooks:${moment}`
}

/** Where a process is to end: when a moment has come so many times since the order was placed. */
export interface KillOrder {
  readonly moment: Moment
  readonly count: number
  /** The whole process, or only the thread in which the moment comes. */
  readonly ends: 'process' | 'thread'
}
