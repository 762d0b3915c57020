import { X } from 'lucide-preact'
import { isWholeView, place } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { texts } from '../texts/index.ts'
import { toView } from './keyboard/to-view.ts'

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

function toLog(): void {
  toView('log')
}
