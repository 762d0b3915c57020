import { computed } from '@preact/signals'
import { go, place } from './address.ts'

/** The rows that are kept in sight, the one that was pinned first in front. */
export const pins = computed(() => [...new Set(place.value.pins.split(',').map(Number))].filter((id) => id > 0))

export function togglePin(id: number): void {
  const others = pins.value.filter((one) => one !== id)
  go({ pins: (others.length < pins.value.length ? others : [...others, id]).join(',') })
}
