import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reachable } from '../shared/reachable.ts'
import { faultsOn } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { change } from './change.ts'
import { FaultLine } from './fault-line.tsx'
import { known, lookUp } from './known.ts'
import { Sender } from './sender.tsx'

const wanted = signal('')

/** What can be broken on purpose: a switch and a rate for each. */
export function FaultsView() {
  useEffect(() => void lookUp(), [])
  const word = wanted.value.toLowerCase()
  const shown = known.value.filter(({ name, does }) => `${name} ${does}`.toLowerCase().includes(word))
  const on = new Map(faultsOn.value.map((fault) => [fault.name, fault]))
  return (
    <section aria-label={texts.views.faults} class="h-full min-h-0 flex flex-col bg-base-100">
      <div class="flex flex-wrap gap-2 items-center p-3 min-[1200px]:pr-14 border-b border-base-300">
        <h2 class="text-base font-semibold">{texts.views.faults}</h2>
        <label class="flex-1 min-w-40">
          <span class="sr-only">{texts.findFault}</span>
          <input
            type="text"
            class="input input-sm w-full max-w-80"
            placeholder={texts.findFault}
            value={wanted.value}
            onInput={({ currentTarget }) => {
              wanted.value = currentTarget.value
            }}
          />
        </label>
        <button type="button" class="btn btn-sm" disabled={on.size === 0} onClick={() => change('faults/clear')}>
          {texts.allOff}
        </button>
      </div>
      <div {...reachable} class="focus-seen relative flex-1 min-h-0 overflow-y-auto">
        <Sender />
        <ul aria-label={texts.views.faults}>
          {shown.map((fault) => (
            <FaultLine key={fault.name} fault={fault} on={on.get(fault.name)} />
          ))}
          {shown.length === 0 && known.value.length > 0 && <li class="p-4 text-quiet">{texts.noSuchFault}</li>}
        </ul>
      </div>
    </section>
  )
}
