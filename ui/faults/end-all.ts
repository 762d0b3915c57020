import { computed } from '@preact/signals'
import { faultsOn } from '../state/simulator.ts'
import { change } from './change.ts'
import { unusual } from './profile-name.ts'

/** Whether anything is broken on purpose, or sent otherwise than usual. */
export const isAnyOn = computed(() => faultsOn.value.length > 0 || unusual.value.length > 0)

/** Ends every fault, and sends as usual. */
export function endAll(): void {
  for (const { what, usual } of unusual.value) change(what, usual)
  if (faultsOn.value.length > 0) change('faults/clear')
}
