import type { Machine } from '../machine.ts'
import { type Bars, type Chart, type Lines, shown } from './chart.ts'

/** What was measured in one run: all that the page is made from. */
export interface CurvesRun {
  /** When it began, as ISO 8601. */
  readonly date: string
  readonly machine: Machine
  readonly versions: Readonly<Record<string, string>>
  readonly charts: readonly Chart[]
}

/** Where the page and its files are, from the root. */
export const plotsPage = 'docs/plots.md'
export const plotsFolder = 'docs/plots'

/** Makes the page of a run. */
export function writePage({ date, machine, versions, charts }: CurvesRun): string {
  const { processor, cores, memory, load } = machine
  const known = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `# Plots: what it does under load, and as it grows

At the end of this page, you know what grows with your shop and what doesn't. \`npm run bench:curves\` measured all of it in one run, and
drew it from [the figures of that run](plots/run.json). [Benchmarks](benchmarks.md) says what each peer is and does, and which targets don't
hold.

Measured on ${date.slice(0, 10)}: ${cores} x ${processor}, ${memory} GB, load ${load.toFixed(1)} at the beginning; ${known.join(', ')}.
The load ran on the same ${cores} cores. So only the shapes and the ratios hold elsewhere.

${charts.map(sectionOf).join('\n')}`
}

function sectionOf(chart: Chart): string {
  const found = chart.kind === 'lines' ? `${grownBy(chart)}\n\n` : ''
  return `## ${chart.title}

${chart.says}

${found}![${chart.title}: the figures are in the table below](plots/${chart.name}.svg)

<details><summary>The figures: ${chart.values}</summary>

${chart.kind === 'lines' ? tableOfLines(chart) : tableOfBars(chart)}

</details>
`
}

/** The last of each line by its first. */
function grownBy({ along, lines }: Lines): string {
  const all = lines.flatMap(({ points }) => points.map(({ x }) => x))
  const times = lines.map(({ label, points }) => {
    const [first, last] = [points.at(0)?.y ?? Number.NaN, points.at(-1)?.y ?? Number.NaN]
    return `${shown(last / first)} times for ${label}`
  })
  return `From ${shown(Math.min(...all))} to ${shown(Math.max(...all))} ${along}: ${times.join(', ')}.`
}

function tableOfLines({ along, lines }: Lines): string {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((one, other) => one - other)
  const rows = all.map((x) => {
    const values = lines.map(({ points }) => points.find((point) => point.x === x)?.y)
    return `| ${shown(x)} | ${values.map((value) => (value === undefined ? '' : shown(value))).join(' | ')} |`
  })
  return [
    `| ${along} | ${lines.map(({ label }) => label).join(' | ')} |`,
    `|---|${'---|'.repeat(lines.length)}`,
    ...rows,
  ].join('\n')
}

/** With what each comes to of the first of its group, where that is what it is compared with. */
function tableOfBars({ groups, values }: Bars): string {
  const rows = groups.flatMap(({ label, bars }) => {
    const [first] = bars
    return bars.map((bar) => {
      const name = [label, bar.label].filter((word) => word !== '').join(': ')
      const ratio = first?.isPeer && bar !== first ? `${shown(bar.value / first.value)} of ${first.label}` : ''
      return `| ${name} | ${shown(bar.value)} | ${ratio} |`
    })
  })
  return [`| | ${values.split(';')[0]} | |`, '|---|---|---|', ...rows].join('\n')
}
