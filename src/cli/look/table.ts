/** How wide a terminal is that doesn't say so. */
export const usualColumns = 80

/** How wide a table may be, and where it gives way. */
export interface TableFit {
  /** Characters in a line; undefined where nothing limits them. */
  readonly columns: number | undefined
  /** Headings of the columns whose cells may be cut; the widest first. */
  readonly elastic: readonly string[]
  /**
   * Those of them that name something: they are cut in the middle, because names of one kind begin alike. Two that are alike when they
   * are cut stand whole under their rows.
   */
  readonly names?: readonly string[]
  /** The last columns, as many as shall stand whole under their row where the table is too wide. */
  readonly below?: readonly string[]
}

/** Rows as an aligned table with a line of headings; empty rows give the headings alone. Cut cells have a `…`. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, elastic, names = [], below = [] }: TableFit = { columns: undefined, elastic: [] },
): string {
  const widths = widthsOf([headings, ...rows])
  const under = sum(widths) > roomOf(columns, headings) ? headings.filter((heading) => below.includes(heading)) : []
  const shown = headings.slice(0, headings.length - under.length)
  const places = (some: readonly string[]) => new Set(some.map((heading) => shown.indexOf(heading)))
  const named = places(names)
  const fitted = narrowed(widths.slice(0, shown.length), roomOf(columns, shown), places(elastic))
  const cell = (row: readonly string[], column: number): string =>
    (named.has(column) ? clipMiddle : clip)(row[column] ?? '', fitted[column] ?? 0)
  const line = (row: readonly string[]): string =>
    fitted
      .map((width, column) => cell(row, column).padEnd(width))
      .join(gap)
      .trimEnd()
  const isAlike = cutAlike(rows, cell)
  const linesUnder = (row: readonly string[]): readonly string[] => [
    ...shown.flatMap((heading, column) =>
      named.has(column) && isAlike(row, column) ? [hanging(`${indent}${heading}: `, row[column] ?? '', columns)] : [],
    ),
    ...under.flatMap((heading, place) => {
      const text = row[shown.length + place] ?? ''
      // One alone needs no name.
      return text === '' ? [] : [hanging(under.length === 1 ? indent : `${indent}${heading}: `, text, columns)]
    }),
  ]
  return [line(shown), ...rows.flatMap((row) => [line(row), ...linesUnder(row)])].join('\n')
}

/** Tells of a row whether its cell in a column was cut to the same as that of another with another text. */
function cutAlike(
  rows: readonly (readonly string[])[],
  cell: (row: readonly string[], column: number) => string,
): (row: readonly string[], column: number) => boolean {
  const texts = new Map<string, Set<string>>()
  const textsOf = (row: readonly string[], column: number): Set<string> => {
    const key = `${column} ${cell(row, column)}`
    const known = texts.get(key) ?? new Set()
    texts.set(key, known)
    return known
  }
  for (const row of rows) row.forEach((text, column) => void textsOf(row, column).add(text))
  return (row, column) => textsOf(row, column).size > 1
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const [headings = []] = rows
  return headings.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
}

function roomOf(columns: number | undefined, { length }: readonly string[]): number {
  return columns === undefined ? Number.POSITIVE_INFINITY : columns - gap.length * (length - 1)
}

/** A text that takes so many characters at most. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}${cut}`
}

/** The same with its end, and as much of its beginning as there is room for: of an id, the kind that it begins with. */
function clipMiddle(text: string, width: number): string {
  if (text.length <= width) return text
  const [kind = ''] = /^[a-z]+:/i.exec(text) ?? []
  const start = Math.max(Math.floor((width - 1) / 3), Math.min(kind.length, width - 1 - shortestEnd))
  return `${text.slice(0, start)}${cut}${text.slice(text.length - (width - 1 - start))}`
}

/** A text behind its label; lines that it is too long for go on under it. Words longer than a line are broken. */
export function hanging(label: string, text: string, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(columns - label.length, narrowest)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`)
    else if (word !== '') lines.push(word)
    for (let last = lines.at(-1) ?? ''; last.length > width; last = last.slice(width)) {
      lines.splice(-1, 1, last.slice(0, width), last.slice(width))
    }
  }
  const shown = lines.slice(1).map((line) => line.trimEnd())
  return label + shown.join(`\n${' '.repeat(label.length)}`)
}

/** A text whose lines go on, where they are too long, at a word and as far in as they begin. */
export function wrapped(text: string, columns = Number.POSITIVE_INFINITY): string {
  const wrap = (line: string): string => {
    const told = line.trimStart()
    return line.length <= columns ? line : hanging(line.slice(0, line.length - told.length), told, columns)
  }
  return text.split('\n').map(wrap).join('\n')
}

/** What stands for what was cut. */
export const cut = '…'

// Characters: an outcome, and of what stands before it enough to tell two apart.
const shortestEnd = 10
const gap = '  '
const indent = '    '
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

/** How many, with the word for one or for several. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
