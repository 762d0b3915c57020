import { computed } from '@preact/signals'
import { X, Zap } from 'lucide-preact'
import { change } from '../faults/change.ts'
import { endAll, isAnyOn } from '../faults/end-all.ts'
import { unusual } from '../faults/profile-name.ts'
import { go, place } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { faultName } from '../state/fault-names.ts'
import { faultsOn } from '../state/simulator.ts'
import { isRoomy, isWide } from '../state/width.ts'
import { texts } from '../texts/index.ts'

interface On {
  readonly name: string
  readonly often: string
  readonly end: () => void
}

/** The faults that are on, and how the service sends otherwise than usual: each with what takes it away. */
const on = computed<readonly On[]>(() => [
  ...unusual.value.map(({ what, name, usual }) => ({
    name: what === 'profile' ? texts.profileOn(name) : texts.gatewayOn(name),
    often: '',
    end: () => change(what, usual),
  })),
  ...faultsOn.value.map(({ name, rate, isOnce }) => ({
    name: faultName(name),
    often: isOnce ? texts.once : `${Math.round(rate * 100)} %`,
    end: () => change('faults/clear', { name }),
  })),
])

/** Whether the top bar has room for all of them by name. */
const isInBar = computed(() => isWide.value && on.value.length <= (isRoomy.value ? 2 : 1))

addCommands('rest', { name: texts.commands.allUsual, keys: 'q f', run: endAll, isPossible: () => isAnyOn.value })

/** How many are on, and as many of them as the top bar has room for. */
export function FaultsOn() {
  return (
    <div class="flex items-center gap-2 min-w-0">
      <button
        type="button"
        class={`btn btn-sm ${place.value.view === 'faults' ? 'btn-active' : ''}`}
        title={`${texts.commands.toFaults} (g f)`}
        onClick={() => go({ view: place.value.view === 'faults' ? 'log' : 'faults' })}
      >
        <Zap size={16} aria-hidden="true" />
        {on.value.length === 0 ? texts.noFaults : texts.faultsOn(on.value.length)}
      </button>
      {isInBar.value && on.value.map((one) => <Chip key={one.name} on={one} />)}
    </div>
  )
}

/** All of them by name, on every view: where the top bar has no room. */
export function FaultsLine() {
  if (on.value.length === 0 || isInBar.value) return null
  return (
    <section
      aria-label={texts.faultsLine}
      class="flex items-start gap-2 px-3 py-1.5 bg-base-100 border-b border-base-300"
    >
      <ul class="row-that-scrolls flex-1 gap-1.5 min-[1200px]:flex-wrap min-[1200px]:max-h-[68px]">
        {on.value.map((one) => (
          <li key={one.name}>
            <Chip on={one} />
          </li>
        ))}
      </ul>
      {/* The view of the faults has the same button. */}
      {place.value.view !== 'faults' && (
        <button type="button" class="btn btn-xs" title={`${texts.commands.allUsual} (q f)`} onClick={endAll}>
          {texts.endAll}
        </button>
      )}
    </section>
  )
}

function Chip({ on: { name, often, end } }: { on: On }) {
  return (
    <span class="badge badge-outline gap-1 whitespace-nowrap">
      {name} {often}
      <button type="button" class="cursor-pointer" aria-label={texts.switchOff(name)} onClick={end}>
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
