import { Pin, PinOff } from 'lucide-preact'
import { pins, togglePin } from '../state/address.ts'
import { texts } from '../texts/later.ts'

/** Keeps a row at hand, to come back to it or to compare another with it. */
export function PinButton({ id }: { id: number }) {
  const isPinned = pins.value.includes(id)
  const Icon = isPinned ? PinOff : Pin
  return (
    <button
      type="button"
      class="btn btn-sm btn-ghost btn-square"
      aria-pressed={isPinned}
      aria-label={texts.pin}
      title={`${isPinned ? texts.unpin : texts.pin} (w p)`}
      onClick={() => togglePin(id)}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
