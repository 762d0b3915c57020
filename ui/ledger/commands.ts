import { visible } from '../shared/format.ts'
import { act } from '../state/api.ts'
import type { Command } from '../state/commands.ts'
import { isUndecided } from '../state/log/verdict.ts'
import { attempt } from '../state/notices.ts'
import { ledger } from '../state/simulator.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { headOf } from './head-of.ts'

/** How a payment ends that isn't decided yet. */
export const endings = [
  { name: texts.bill.decide.paid, how: {} },
  { name: texts.bill.decide.failed, how: { fails: '2101' } },
]

export function decide({ bill }: LedgerRow, how: object): void {
  void attempt(() => act('customer/finishes', { bill, ...how }))
}

/** What decides the payments that aren't decided yet, the newest first, by what each is known by. */
export function ledgerCommands(): readonly Command[] {
  return ledger.value
    .filter(isUndecided)
    .toReversed()
    .flatMap((row) => {
      const { name: known, about } = headOf(row)
      const of = visible([known, ...about].join(' · '))
      return endings.map(({ name, how }) => ({ name: `${name}: ${of}`, run: () => decide(row, how) }))
    })
}
