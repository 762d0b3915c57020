import type { ComponentChildren } from 'preact'
import { isUndecided } from '../state/log/verdict.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { type Cell, showWhy } from './why.ts'

interface Look {
  readonly sign: string
  readonly color: string
}

/** What a cell says. One that differs, or that a person must look at, leads to its rows. */
export function CellValue({
  row,
  cell,
  value,
  look,
}: {
  row: LedgerRow
  cell: Cell
  value: string
  look: Look | undefined
}) {
  if (look === undefined) return value
  return (
    <button
      type="button"
      class={`${look.color} font-semibold text-left underline underline-offset-4 cursor-pointer focus-seen`}
      title={texts.bill.why(texts.bill[cell])}
      onClick={() => showWhy(row, cell)}
    >
      <span aria-hidden="true">{look.sign} </span>
      {value}
      <span class="sr-only"> {texts.bill.why(texts.bill[cell])}</span>
    </button>
  )
}

/** What to do, and the rows to begin with. */
export function Next({
  row,
  cell,
  sentence,
  children,
}: {
  row: LedgerRow
  cell: Cell
  sentence: string
  children?: ComponentChildren
}) {
  return (
    <div class="mt-2 flex flex-wrap gap-2 items-center">
      <p class="flex-1 min-w-60 text-pretty">{sentence}</p>
      <button type="button" class="btn btn-sm" onClick={() => showWhy(row, cell)}>
        {texts.bill.showRows}
      </button>
      {children}
    </div>
  )
}

/** The cells that aren't plainly right. */
export function signsOf(row: LedgerRow): Readonly<Partial<Record<Cell, Look>>> {
  const close: Look = { sign: '!', color: 'text-warning' }
  const wrong: Look = { sign: '✗', color: 'text-error' }
  return {
    ...(isUndecided(row) && { [saidAt(row)]: close }),
    ...(row.review.length > 0 && { handled: close }),
    ...Object.fromEntries(row.differsAt.map((cell) => [cell, wrong])),
  }
}

/** Where it was said that a payment isn't decided: by its notice, whose story says what the application does about it. */
export function saidAt({ told }: LedgerRow): Cell {
  return told.length > 0 ? 'told' : 'confirmed'
}
