import { X, Zap } from 'lucide-preact'
import { go, place } from '../state/address.ts'
import { act } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import { faultsOn, refresh } from '../state/simulator.ts'
import { isRoomy } from '../state/width.ts'
import { texts } from '../texts.ts'

/** The faults that are on, each with what takes it away. */
export function FaultsOn() {
  const on = faultsOn.value
  return (
    <div class="flex items-center gap-2">
      <button
        type="button"
        class={`btn btn-sm ${place.value.view === 'faults' ? 'btn-active' : ''}`}
        title={`${texts.commands.toFaults} (g f)`}
        onClick={() => go({ view: place.value.view === 'faults' ? 'log' : 'faults' })}
      >
        <Zap size={16} aria-hidden="true" />
        {on.length === 0 ? texts.noFaults : texts.faultsOn(on.length)}
      </button>
      {on.slice(0, isRoomy.value ? 2 : 1).map(({ name, rate, isOnce }) => (
        <span key={name} class="badge badge-outline gap-1 text-warning whitespace-nowrap">
          {name} {isOnce ? texts.once : `${Math.round(rate * 100)} %`}
          <button
            type="button"
            class="cursor-pointer"
            aria-label={texts.switchOff(name)}
            onClick={() => switchOff(name)}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
    </div>
  )
}

function switchOff(name: string): void {
  void attempt(() => act('faults/clear', { name })).then(refresh)
}
