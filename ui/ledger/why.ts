import { go } from '../state/address.ts'
import { rows } from '../state/log/rows.ts'
import { readSearch } from '../state/log/search.ts'
import { billOf } from '../state/simulator.ts'
import type { LedgerRow } from '../state/types.ts'

/** What a payment is looked at by, in the order in which it comes about. */
export const cells: readonly Cell[] = ['asked', 'paid', 'told', 'confirmed', 'handled', 'reported']

export type Cell = LedgerRow['differsAt'][number]

/** Goes to the rows that say why a cell is as it is, and to the last of them. */
export function showWhy(row: LedgerRow, cell: Cell | undefined): void {
  const q = searchFor(row, cell)
  const { matches } = readSearch(q, [], billOf)
  go({ view: 'log', q, row: rows.value.findLast(matches)?.id ?? 0, tab: 'story' })
}

function searchFor({ bill, reference, source }: LedgerRow, cell: Cell | undefined): string {
  const all = bill === null ? `"${reference ?? ''}"` : `ref:${bill}`
  if (cell === 'confirmed') return `${all} kind:transactionStatus`
  if (cell === 'reported') return `${all} kind:fulfilmentReport`
  if ((cell === 'told' || cell === 'handled' || cell === 'paid') && source !== null)
    return `${all} kind:${source} is:push`
  return all
}
