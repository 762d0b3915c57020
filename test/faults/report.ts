import type { Findings, Row, Scenario } from './scenario.ts'

/** How a scenario ended. */
export interface Outcome {
  readonly name: string
  readonly title: string
  readonly seconds: number
  readonly rows: Findings['rows']
  readonly violations: Findings['violations']
  /** Why it could not run on this machine; null when it did. */
  readonly skipped: string | null
}

/** An outcome that says more than its name. */
export function outcomeOf({ name, title }: Scenario, startedAt: number, found: Partial<Outcome>): Outcome {
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { name, title, seconds, rows: [], violations: [], skipped: null, ...found }
}

/** An outcome as people read it. */
export function describeOutcome({ name, title, seconds, rows, violations, skipped }: Outcome): string {
  const verdict =
    skipped === null
      ? violations.length === 0
        ? 'holds'
        : `BROKEN, ${violations.length} times`
      : `NOT RUN: ${skipped}`
  return [
    `${title} (${name}, ${seconds} s): ${verdict}`,
    ...table(rows),
    ...violations.slice(0, mostShown).map((line) => `  ${line}`),
    ...(violations.length > mostShown ? [`  … and ${violations.length - mostShown} more`] : []),
    '',
  ].join('\n')
}

const mostShown = 20

function table(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => show(row[column])))
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const isText = columns.map((column) => rows.some((row) => typeof row[column] === 'string'))
  const align = (line: readonly string[]): string =>
    line
      .map((cell, index) => (isText[index] ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  return [columns, ...cells].map((line) => `  ${align(line)}`)
}

function show(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
}
