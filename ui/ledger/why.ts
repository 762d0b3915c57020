import { go } from '../state/address.ts'
import { rows } from '../state/rows.ts'
import { readSearch } from '../state/search.ts'
import type { LedgerRow } from '../state/types.ts'

/** What a payment is looked at by, in the order in which it comes about. */
export const cells = ['asked', 'paid', 'told', 'confirmed', 'handled', 'reported'] as const

export type Cell = (typeof cells)[number]

/** The cell that a sentence of the ledger is about. */
export function cellOf(difference: string): Cell {
  if (/report|delivery/.test(difference)) return 'reported'
  if (/handled/.test(difference)) return 'handled'
  if (/^confirmed/.test(difference)) return 'confirmed'
  if (/told|notices/.test(difference)) return 'told'
  return 'paid'
}

/** Goes to the rows that say why a cell is as it is, and to the last of them. */
export function showWhy(row: LedgerRow, cell: Cell | undefined): void {
  const q = searchFor(row, cell)
  const { matches } = readSearch(q)
  go({ view: 'log', q, row: rows.value.findLast(matches)?.id ?? 0, tab: 'story' })
}

function searchFor({ bill, reference, source }: LedgerRow, cell: Cell | undefined): string {
  const all = bill === null ? `"${reference ?? ''}"` : `ref:${bill}`
  if (cell === 'confirmed') return `${all} kind:transactionStatus`
  if (cell === 'reported') return `${all} kind:fulfilmentReport`
  if ((cell === 'told' || cell === 'handled' || cell === 'paid') && source !== null) return `${all} kind:${source}`
  return all
}
