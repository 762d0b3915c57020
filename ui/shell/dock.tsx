import { BookCheck, MapIcon, ScrollText, Smartphone, Zap } from 'lucide-preact'
import { unusual } from '../faults/profile-name.ts'
import { go, place, type View } from '../state/address.ts'
import { faultsOn, ledger } from '../state/simulator.ts'
import { texts } from '../texts.ts'

const places = [
  { view: 'phones', Icon: Smartphone },
  { view: 'log', Icon: ScrollText },
  { view: 'ledger', Icon: BookCheck },
  { view: 'faults', Icon: Zap },
  { view: 'map', Icon: MapIcon },
] as const satisfies { view: View; Icon: unknown }[]

/** The views of a narrow screen, at its foot. */
export function Dock() {
  const counts: Partial<Record<View, number>> = {
    ledger: ledger.value.filter(({ verdict }) => verdict === 'differs' || verdict === 'review').length,
    faults: faultsOn.value.length + unusual.value.length,
  }
  return (
    <nav aria-label={texts.viewsLabel} class="grid grid-cols-5 bg-base-100 border-t border-base-300">
      {places.map(({ view, Icon }) => {
        const isHere = place.value.view === view
        const count = counts[view] ?? 0
        return (
          <button
            key={view}
            type="button"
            aria-current={isHere ? 'page' : undefined}
            onClick={() => go({ view, row: view === 'log' ? 0 : place.value.row })}
            class={`relative flex flex-col items-center gap-0.5 py-2 min-h-14 cursor-pointer focus-seen border-t-2 ${
              isHere ? 'text-primary border-primary font-semibold' : 'border-transparent'
            }`}
          >
            <Icon size={20} aria-hidden="true" />
            <span>{texts.views[view]}</span>
            {count > 0 && (
              <span
                class={`absolute top-1 left-1/2 ml-3 badge badge-sm ${view === 'faults' ? 'badge-neutral' : 'badge-error'} tabular-nums`}
              >
                {count}
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
