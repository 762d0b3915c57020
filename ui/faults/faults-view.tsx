import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reachable } from '../shared/focus/reachable.ts'
import { View } from '../shared/view.tsx'
import { faultName } from '../state/fault-names.ts'
import { faultsOn } from '../state/simulator.ts'
import { texts } from '../texts/later.ts'
import { endAll, isAnyOn } from './end-all.ts'
import { FaultLine } from './fault-line.tsx'
import { grouped } from './groups.ts'
import { known, lookUp } from './known.ts'
import { Sender } from './sender.tsx'

const wanted = signal('')

/** What can be broken on purpose: a switch and a rate for each. */
export function FaultsView() {
  useEffect(() => void lookUp(), [])
  const word = wanted.value.toLowerCase()
  const shown = known.value.filter(({ name, does }) =>
    `${faultName(name)} ${name} ${does}`.toLowerCase().includes(word),
  )
  const on = new Map(faultsOn.value.map((fault) => [fault.name, fault]))
  return (
    <View name="faults" label={texts.views.faults}>
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
        <button
          type="button"
          class="btn btn-sm"
          disabled={!isAnyOn.value}
          title={`${texts.commands.allUsual} (q f)`}
          onClick={endAll}
        >
          {texts.endAll}
        </button>
      </div>
      <div {...reachable} class="focus-seen relative flex-1 min-h-0 overflow-y-auto">
        <Sender />
        <p class="px-4 pt-3 text-quiet text-pretty">{texts.nextOnlyWhy}</p>
        {grouped(shown).map(([group, own]) => (
          <section key={group} aria-label={texts.faultGroups[group]}>
            <h3 class="px-4 pt-4 pb-1 font-semibold">{texts.faultGroups[group]}</h3>
            <ul>
              {own.map((fault) => (
                <FaultLine key={fault.name} fault={fault} on={on.get(fault.name)} />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && known.value.length > 0 && <p class="p-4 text-quiet">{texts.noSuchFault}</p>}
      </div>
    </View>
  )
}
