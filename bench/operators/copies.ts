import { arrivalsAtOnce } from '../../src/store/lists/arrivals.ts'
import type { Arriving } from '../../src/store/sqlite/rows/arrivals.ts'

/** What a kind of entry is made of, by the reference of the one that really came, and how many there are. */
export interface Copies {
  readonly reference: string | null
  readonly count: number
  /** Not as it ended: it waits for its next attempt. */
  readonly isWaiting?: boolean
}

/** How far a fill has come. */
export type Told = (what: string) => void

/** ms between two entries: ten million are younger than what is forgotten by its age. */
export const spacing = 100

/** Entries, the oldest first: those that nobody looks at any more, then those on the page. */
export function copiesOf(old: number, shown: number): readonly Copies[] {
  const each = Math.floor(shown / 5)
  // In parts, so that a long fill says how far it has come.
  const parts = Array.from({ length: Math.ceil(old / mostAtOnce) }, (_none, part) => ({
    reference: 'old',
    count: Math.min(mostAtOnce, old - part * mostAtOnce),
  }))
  return [
    ...parts,
    { reference: 'dead', count: each },
    { reference: 'dead', count: each, isWaiting: true },
    { reference: 'odd', count: each },
    { reference: 'twice', count: each },
    { reference: null, count: each },
  ]
}

const mostAtOnce = 1_000_000

/** SQLite's lines of when rows arrived, written from the rows: of all but the last, which may get more. */
export function arrivalsAnew({ table, number, at, lines }: Arriving): string {
  return `DELETE FROM ${lines}; INSERT INTO ${lines}
    SELECT (${number} + ${arrivalsAtOnce - 1}) / ${arrivalsAtOnce} * ${arrivalsAtOnce} AS upto, min(${at}), max(${at})
    FROM ${table} GROUP BY 1 HAVING upto <= (SELECT max(${number}) FROM ${table})`
}
