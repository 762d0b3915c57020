import { isUndecided } from '../state/log/verdict.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { Next, saidAt } from './cell-value.tsx'
import { decide, endings } from './commands.ts'

/** Why a payment is neither paid nor refused yet, and what ends that. */
export function Undecided({ row }: { row: LedgerRow }) {
  if (!isUndecided(row)) return null
  return (
    <>
      <p class="mt-2 text-warning font-medium">{texts.bill.undecidedWhy}</p>
      <Next row={row} cell={saidAt(row)} sentence={texts.bill.undecidedNext}>
        {endings.map(({ name, how }) => (
          <button key={name} type="button" class="btn btn-sm" onClick={() => decide(row, how)}>
            {name}
          </button>
        ))}
      </Next>
    </>
  )
}
