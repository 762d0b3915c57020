import { computed, effect, signal } from '@preact/signals'
import { go, place } from '../state/address.ts'
import { ask } from '../state/api.ts'
import { cameOf, pending, placeOf, stream } from '../state/log/rows.ts'
import type { WholeRow } from '../state/types.ts'

/** The chosen row with its bytes; `missing` where the log has it no more. */
export const wholeRow = signal<WholeRow | 'missing' | undefined>(undefined)

/** Whether what is chosen waits for its answer: where it ended without one, as by a reset, there is nothing of it any more. */
const isWaiting = computed(() => pending.value.some((push) => placeOf(push) === place.value.row))
/** What came of it. */
const came = computed(() => (place.value.row < 0 ? cameOf(place.value.row)?.id : undefined))

effect(() => {
  const { row } = place.value
  isWaiting.value
  if (row === 0) wholeRow.value = undefined
  else if (came.value !== undefined) go({ row: came.value })
  else if (stream.value === 'open') void load(row)
})

async function load(id: number): Promise<void> {
  const isWanted = () => place.peek().row === id
  try {
    const row = await ask<WholeRow>(id < 0 ? `log/pending/${-id}` : `log/${id}`)
    if (isWanted()) wholeRow.value = row
  } catch {
    if (isWanted()) wholeRow.value = 'missing'
  }
}
