import { median } from '../statistics.ts'

/** What one part found out. */
export interface DurableResult {
  readonly name: string
  readonly title: string
  readonly rows: readonly DurableRow[]
  readonly targets: readonly TargetResult[]
}

/** Who was measured, and the medians of what it did. */
export interface DurableRow {
  readonly label: string
  readonly figures: Readonly<Record<string, number>>
}

/** What has to hold between two of them. */
export interface Target {
  readonly what: string
  readonly bound: 'at least' | 'at most'
  /** Undefined: a figure without a target. */
  readonly limit: number | undefined
}

export interface TargetResult extends Target {
  readonly rounds: readonly number[]
  readonly median: number
  /** Undefined without a target. */
  readonly holds: boolean | undefined
}

/** Compares figures that were taken in the same rounds, one round with itself. */
export function compareRounds(target: Target, of: readonly number[], to: readonly number[]): TargetResult {
  const rounds = of.map((figure, round) => figure / (to[round] ?? Number.NaN))
  const middle = median(rounds)
  const { bound, limit } = target
  const holds = limit === undefined ? undefined : bound === 'at least' ? middle >= limit : middle <= limit
  return { ...target, rounds, median: middle, holds }
}

/** A row from the figures of its rounds. */
export function rowOf(label: string, rounds: readonly Readonly<Record<string, number>>[]): DurableRow {
  const names = Object.keys(rounds[0] ?? {})
  return {
    label,
    figures: Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name] ?? Number.NaN))])),
  }
}
