import { BookCheck, MapIcon, ScrollText, Smartphone, Zap } from 'lucide-preact'
import { unusual } from '../faults/profile-name.ts'
import { go, place, type View } from '../state/address.ts'
import { faultsOn, ledger } from '../state/simulator.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/index.ts'

const places = [
  { view: 'phones', Icon: Smartphone },
  { view: 'log', Icon: ScrollText },
  { view: 'ledger', Icon: BookCheck },
  { view: 'faults', Icon: Zap },
  { view: 'map', Icon: MapIcon },
] as const satisfies { view: View; Icon: unknown }[]

/** The views of a narrow screen, at its foot. */
export function Dock() {
  const badges: Partial<Record<View, BadgeProps>> = {
    ledger: ledgerBadge(),
    faults: { count: faultsOn.value.length + unusual.value.length, look: 'badge-neutral', sign: '', word: texts.on },
  }
  return (
    <nav aria-label={texts.viewsLabel} class="grid grid-cols-5 bg-base-100 border-t border-base-300">
      {places.map(({ view, Icon }) => {
        const isHere = place.value.view === view
        const badge = badges[view]
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
            {badge !== undefined && badge.count > 0 && <Badge {...badge} />}
          </button>
        )
      })}
    </nav>
  )
}

interface BadgeProps {
  readonly count: number
  readonly look: string
  readonly sign: string
  readonly word: string
}

function Badge({ count, look, sign, word }: BadgeProps) {
  return (
    <span class={`absolute top-0.5 left-1/2 badge badge-sm gap-0.5 px-1 ${look} tabular-nums`}>
      <span aria-hidden="true">{sign}</span>
      {count}
      <span class="sr-only"> {word}</span>
    </span>
  )
}

/** What is wrong; else what a person must look at. */
function ledgerBadge(): BadgeProps {
  const count = (verdict: LedgerRow['verdict']) => ledger.value.filter((row) => row.verdict === verdict).length
  return count('differs') > 0
    ? { count: count('differs'), look: 'badge-error', sign: '✗', word: texts.wrong }
    : { count: count('review'), look: 'badge-warning', sign: '!', word: texts.toReview }
}
