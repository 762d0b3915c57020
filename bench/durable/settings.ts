/** How much the durable parts do. */
export interface DurableSettings {
  /** Names of those that are run. */
  readonly parts: readonly DurablePart[]
  readonly rounds: number
  /** Of load, for each peer in each round. */
  readonly seconds: number
  readonly connections: number
  /** Entries of an inbox that has seen much. */
  readonly oldEntries: number
  /** Entries that wait behind a stuck head. */
  readonly stuckEntries: number
}

/** Everything that is measured of durable stores. */
export const durableParts = [
  'durable-accept',
  'durable-postgres',
  'durable-postgres-slow',
  'durable-queues',
  'durable-turns',
  'durable-old',
  'durable-stuck',
  'durable-confirmed',
] as const

export type DurablePart = (typeof durableParts)[number]

/** Those that have a target: the short form runs no other. */
export const partsWithTarget: readonly DurablePart[] = durableParts.filter((part) => part !== 'durable-queues')
