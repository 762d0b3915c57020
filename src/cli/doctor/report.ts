import { hanging, usualColumns } from '../look/table.ts'
import type { Finding, Level } from './finding.ts'

/** The findings for people: those of the project first, then those of each address. */
export function reportOf(findings: readonly Finding[], columns = usualColumns): string {
  const places = [...Map.groupBy(findings, ({ place }) => place)]
  const width = Math.max(...findings.map(({ check }) => check.length))
  const blocks = places.map(([place, found]) =>
    [place ?? 'The project', ...found.map((finding) => shown(finding, width, columns))].join('\n'),
  )
  return [...blocks, summaryOf(findings)].join('\n\n')
}

/** How many there are of each level. */
export function countsOf(findings: readonly Finding[]): Readonly<Record<Level, number>> {
  const counts = { fine: 0, warning: 0, error: 0, skipped: 0 }
  for (const { level } of findings) counts[level] += 1
  return counts
}

const words: Readonly<Record<Level, string>> = { fine: 'ok', warning: 'WARN', error: 'ERROR', skipped: '-' }

function shown({ check, level, says, remedy }: Finding, width: number, columns: number): string {
  const label = `  ${words[level].padEnd(5)}  ${check.padEnd(width)}  `
  const lines = [hanging(label, says, columns)]
  if (remedy !== null) lines.push(hanging(`${' '.repeat(label.length)}Fix: `, remedy, columns))
  return lines.join('\n')
}

function summaryOf(findings: readonly Finding[]): string {
  const { fine, warning, error, skipped } = countsOf(findings)
  const many = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  return `${fine} fine, ${many(warning, 'warning')}, ${many(error, 'error')}, ${skipped} skipped.`
}
