import type { DurableResult, DurableRow, TargetResult } from './result.ts'

/** A part's results as lines of cells, the first of them a heading. */
export function describeDurable({ title, rows, targets }: DurableResult): readonly (readonly string[])[][] {
  const names = namesOf(rows)
  const table = rows.map((row) => [`  ${row.label}`, ...names.map((name) => figureOf(row, name))])
  return [[[title, ...names], ...table], targets.map(describeTarget)]
}

/** In the order of the row that has most of them. */
function namesOf(rows: readonly DurableRow[]): string[] {
  const named = rows.map(({ figures }) => Object.keys(figures))
  return named.reduce((most, names) => (names.length > most.length ? names : most), [])
}

function figureOf({ figures }: DurableRow, name: string): string {
  const figure = figures[name]
  if (figure === undefined) return ''
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(figure < 10 ? 2 : 1)
}

function describeTarget({ what, bound, limit, rounds, median, holds }: TargetResult): string[] {
  return [
    `  ${what}`,
    median.toFixed(2),
    `(${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`,
    limit === undefined ? '' : `target ${bound} ${limit}: ${holds ? 'holds' : 'DOES NOT HOLD'}`,
  ]
}
