import type { Struck } from './fault.ts'
import type { FaultName } from './table.ts'

/**
 * A fault that is on.
 *
 * @example
 * const inWords = ({ name, rate }: ActiveFault) => `${name} ${rate * 100} %`
 * sim.faults.list().map(inWords)
 */
export interface ActiveFault {
  readonly name: FaultName
  /** How many of those that it can strike it strikes: 0 to 1. */
  readonly rate: number
  /** What it strikes: kinds of pushes, names of endpoints. */
  readonly kinds: readonly Struck[]
  /** In which of its ways; null for any of them. */
  readonly way: string | null
  /** Whether it strikes once, the very next. */
  readonly isOnce: boolean
}
