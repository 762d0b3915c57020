import { X, Zap } from 'lucide-preact'
import { change } from '../faults/change.ts'
import { unusual } from '../faults/profile-name.ts'
import { go, place } from '../state/address.ts'
import { faultsOn } from '../state/simulator.ts'
import { isRoomy } from '../state/width.ts'
import { texts } from '../texts.ts'

/** The faults that are on, and how the service sends otherwise than usual: each with what takes it away. */
export function FaultsOn() {
  const on = [
    ...unusual.value.map(({ what, name, usual }) => ({
      name: what === 'profile' ? texts.sender.profileOn(name) : texts.sender.gatewayOn(name),
      often: '',
      end: () => change(what, usual),
    })),
    ...faultsOn.value.map(({ name, rate, isOnce }) => ({
      name,
      often: isOnce ? texts.once : `${Math.round(rate * 100)} %`,
      end: () => change('faults/clear', { name }),
    })),
  ]
  return (
    <div class="flex items-center gap-2 min-w-0">
      <button
        type="button"
        class={`btn btn-sm ${place.value.view === 'faults' ? 'btn-active' : ''}`}
        title={`${texts.commands.toFaults} (g f)`}
        onClick={() => go({ view: place.value.view === 'faults' ? 'log' : 'faults' })}
      >
        <Zap size={16} aria-hidden="true" />
        {on.length === 0 ? texts.noFaults : texts.faultsOn(on.length)}
      </button>
      {on.slice(0, isRoomy.value ? 2 : 1).map(({ name, often, end }) => (
        <span key={name} class="badge badge-outline gap-1 text-warning whitespace-nowrap">
          {name} {often}
          <button type="button" class="cursor-pointer" aria-label={texts.switchOff(name)} onClick={end}>
            <X size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
    </div>
  )
}
