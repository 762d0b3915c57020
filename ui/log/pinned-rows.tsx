import { Pin, X } from 'lucide-preact'
import { visible } from '../shared/format.ts'
import { go, pins, place, togglePin } from '../state/address.ts'
import { rowOf } from '../state/log/rows.ts'
import { texts } from '../texts/index.ts'

/** Rows that somebody wants to keep at hand, whatever is searched for. */
export function PinnedRows() {
  if (pins.value.length === 0) return null
  return (
    <ul
      aria-label={texts.pinned}
      class="flex flex-wrap gap-1 px-2 py-1 max-h-24 overflow-y-auto border-b border-base-300 bg-base-200"
    >
      {pins.value.map((id) => (
        <li key={id} class="join max-w-full">
          <button
            type="button"
            class={`btn btn-xs join-item min-w-0 max-w-64 ${place.value.row === id ? 'btn-active' : ''}`}
            onClick={() => go({ row: id })}
          >
            <Pin size={12} aria-hidden="true" class="shrink-0" />
            <span class="truncate">{nameOf(id)}</span>
          </button>
          <button
            type="button"
            class="btn btn-xs btn-square join-item"
            aria-label={texts.unpinRow(id)}
            onClick={() => togglePin(id)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function nameOf(id: number): string {
  const row = rowOf(id)
  if (row === undefined) return texts.rowNumber(id)
  return `${texts.rowNumber(id)} · ${texts.turnsAt[row.channel ?? ''] ?? texts.kinds[row.kind] ?? row.kind} ${visible(row.words.slice(0, 40))}`
}
