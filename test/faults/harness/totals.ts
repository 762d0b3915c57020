import type { Row } from '../scenario.ts'

/** The sum of each of these counts over all rows. */
export function totals<Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Row {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name]).reduce(sum, 0)]))
}

export function sum(a: number, b: number): number {
  return a + b
}
