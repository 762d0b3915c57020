/** How wide a table may be, and where it gives way. */
export interface TableFit {
  /** Characters in a line; undefined where nothing limits them. */
  readonly columns: number | undefined
  /** Headings of the columns whose cells may be cut; the widest first. */
  readonly elastic: readonly string[]
}

/** Rows as an aligned table with a line of headings; empty rows give the headings alone. Cut cells end in `…`. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { columns = Number.POSITIVE_INFINITY, elastic }: TableFit = { columns: undefined, elastic: [] },
): string {
  const all = [headings, ...rows]
  const widths = headings.map((_heading, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const room = columns - gap.length * (headings.length - 1)
  const fitted = narrowed(widths, room, new Set(elastic.map((heading) => headings.indexOf(heading))))
  return all
    .map((row) =>
      fitted
        .map((width, column) => clip(row[column] ?? '', width).padEnd(width))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

/** A text that takes so many characters at most. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}${cut}`
}

/** A text behind its label; lines that it is too long for go on under it. Words longer than a line are broken. */
export function hanging(label: string, text: string, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(columns - label.length, narrowest)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`)
    else lines.push(word)
    for (let last = lines.at(-1) ?? ''; last.length > width; last = last.slice(width)) {
      lines.splice(-1, 1, last.slice(0, width), last.slice(width))
    }
  }
  return label + lines.slice(1).join(`\n${' '.repeat(label.length)}`)
}

/** What a text ends in that was cut. */
export const cut = '…'

const gap = '  '
// Below this a cell says nothing any more; the line is too long then.
const narrowest = 6

function narrowed(widths: readonly number[], room: number, elastic: ReadonlySet<number>): readonly number[] {
  let fitted = widths
  while (sum(fitted) > room) {
    const widest = Math.max(...fitted.filter((_width, column) => elastic.has(column)))
    if (widest <= narrowest) break
    const place = fitted.findIndex((width, column) => width === widest && elastic.has(column))
    fitted = fitted.with(place, widest - 1)
  }
  return fitted
}

function sum(widths: readonly number[]): number {
  return widths.reduce((all, width) => all + width, 0)
}
