import { act } from '../state/api.ts'
import { isUndecided } from '../state/log/verdict.ts'
import { attempt } from '../state/notices.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { Next, saidAt } from './cell-value.tsx'

/** Why a payment is neither paid nor refused yet, and what ends that. */
export function Undecided({ row }: { row: LedgerRow }) {
  if (!isUndecided(row)) return null
  const decide = (how: object) => void attempt(() => act('customer/finishes', { bill: row.bill, ...how }))
  return (
    <>
      <p class="mt-2 text-warning font-medium">{texts.bill.undecidedWhy}</p>
      <Next row={row} cell={saidAt(row)} sentence={texts.bill.undecidedNext}>
        <button type="button" class="btn btn-sm" onClick={() => decide({})}>
          {texts.bill.decide.paid}
        </button>
        <button type="button" class="btn btn-sm" onClick={() => decide({ fails: '2101' })}>
          {texts.bill.decide.failed}
        </button>
      </Next>
    </>
  )
}
