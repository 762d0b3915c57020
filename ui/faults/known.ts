import { signal } from '@preact/signals'
import { ask } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import type { KnownFault } from '../state/types.ts'

/** The faults that there are; none until somebody wanted to know. */
export const known = signal<readonly KnownFault[]>([])

/** Asks which there are, where nobody did before. */
export async function lookUp(): Promise<void> {
  if (known.value.length > 0) return
  const answer = await attempt(() => ask<{ readonly known: readonly KnownFault[] }>('faults'))
  if (answer !== undefined) known.value = answer.known
}
