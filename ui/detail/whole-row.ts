import { effect, signal } from '@preact/signals'
import { place } from '../state/address.ts'
import { ask } from '../state/api.ts'
import { stream } from '../state/log/rows.ts'
import type { WholeRow } from '../state/types.ts'

/** The chosen row with its bytes; `missing` where the log has it no more. */
export const wholeRow = signal<WholeRow | 'missing' | undefined>(undefined)

effect(() => {
  const { row } = place.value
  if (row === 0) wholeRow.value = undefined
  else if (stream.value === 'open') void load(row)
})

async function load(id: number): Promise<void> {
  const isWanted = () => place.peek().row === id
  try {
    const row = await ask<WholeRow>(`log/${id}`)
    if (isWanted()) wholeRow.value = row
  } catch {
    if (isWanted()) wholeRow.value = 'missing'
  }
}
