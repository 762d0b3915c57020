/** One plot, with all that is needed to draw it again. */
export type Chart = Lines | Bars

interface Drawn {
  /** The file that it is drawn in, without its ending. */
  readonly name: string
  readonly title: string
  /** What is shown, in a sentence or two. */
  readonly says: string
  /** What the values are: `requests a second`. */
  readonly values: string
}

/** How something grows. */
export interface Lines extends Drawn {
  readonly kind: 'lines'
  /** What grows. */
  readonly along: string
  readonly scale: 'even' | 'log'
  readonly lines: readonly Line[]
}

export interface Line {
  readonly label: string
  readonly points: readonly Point[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Some things beside each other. */
export interface Bars extends Drawn {
  readonly kind: 'bars'
  readonly groups: readonly BarGroup[]
}

export interface BarGroup {
  readonly label: string
  readonly bars: readonly Bar[]
}

export interface Bar {
  readonly label: string
  readonly value: number
  /** Something else, that this package is compared with. */
  readonly isPeer?: boolean
}

/** A number as people read it: three digits that count. */
export function shown(value: number): string {
  if (value === 0) return '0'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return Number(value.toFixed(Math.min(digits, 3))).toLocaleString('en', { maximumFractionDigits: 3 })
}

/** A number at an axis. */
export function shortly(value: number): string {
  if (value >= 1_000_000) return `${shown(value / 1_000_000)} M`
  return value >= 10_000 ? `${shown(value / 1_000)} k` : shown(value)
}
