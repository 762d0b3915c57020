import { X } from 'lucide-preact'
import { go, place, type View } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { texts } from '../texts.ts'

addCommands('views', {
  name: texts.commands.closeView,
  keys: 'Escape',
  isPossible: () => isWholeView(place.value.view),
  run: toLog,
})

/** The way from a view of its own back to the log. */
export function CloseView() {
  return (
    <button
      type="button"
      class="btn btn-sm btn-ghost btn-square absolute top-3 right-3"
      aria-label={texts.commands.closeView}
      title={`${texts.commands.closeView} (Escape)`}
      onClick={toLog}
    >
      <X size={16} aria-hidden="true" />
    </button>
  )
}

/** Whether a view takes the place of the log. */
export function isWholeView(view: View): boolean {
  return view === 'ledger' || view === 'faults' || view === 'map'
}

function toLog(): void {
  go({ view: 'log' })
}
