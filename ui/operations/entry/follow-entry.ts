import { place } from '../address.ts'
import { ask } from '../ask.ts'
import { entry, loadList } from '../state.ts'
import type { Entry } from '../types.ts'

/** Looks at the open entry until what was asked for has ended, and then at the list; not for ever. */
export async function followEntry(name: string): Promise<void> {
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (place.value.entry !== name || entry.value?.name !== name) return
    const found = await ask<Entry>('entry', { name }).catch(() => undefined)
    if (found === undefined || place.value.entry !== name) return
    entry.value = found
    if (found.finishedAt !== null) return loadList()
  }
}

// ms
const waits = [300, 700, 1_000, 2_000, 4_000, 8_000, 15_000]
