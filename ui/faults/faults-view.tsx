import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reachable } from '../shared/reachable.ts'
import { act, ask } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import { faultsOn, refresh } from '../state/simulator.ts'
import type { ActiveFault, KnownFault } from '../state/types.ts'
import { texts } from '../texts.ts'

const known = signal<readonly KnownFault[]>([])
const wanted = signal('')

/** What can be broken on purpose: a switch and a rate for each. */
export function FaultsView() {
  useEffect(() => {
    void attempt(() => ask<{ readonly known: readonly KnownFault[] }>('faults')).then((answer) => {
      if (answer !== undefined) known.value = answer.known
    })
  }, [])
  const word = wanted.value.toLowerCase()
  const shown = known.value.filter(({ name, does }) => `${name} ${does}`.toLowerCase().includes(word))
  const on = new Map(faultsOn.value.map((fault) => [fault.name, fault]))
  return (
    <section aria-label={texts.views.faults} class="h-full min-h-0 flex flex-col bg-base-100">
      <div class="flex flex-wrap gap-2 items-center p-3 border-b border-base-300">
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
        <button type="button" class="btn btn-sm" disabled={on.size === 0} onClick={() => change('clear', {})}>
          {texts.allOff}
        </button>
      </div>
      <ul {...reachable} aria-label={texts.views.faults} class="focus-seen flex-1 min-h-0 overflow-y-auto">
        {shown.map((fault) => (
          <Fault key={fault.name} fault={fault} on={on.get(fault.name)} />
        ))}
        {shown.length === 0 && known.value.length > 0 && <li class="p-4 text-quiet">{texts.noSuchFault}</li>}
      </ul>
    </section>
  )
}

function Fault({ fault: { name, does }, on }: { fault: KnownFault; on: ActiveFault | undefined }) {
  const percent = Math.round((on?.rate ?? 1) * 100)
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 border-b border-base-300">
      <label class="flex gap-3 items-start flex-1 min-w-56 cursor-pointer">
        <input
          type="checkbox"
          class="toggle toggle-sm mt-0.5"
          checked={on !== undefined}
          onChange={({ currentTarget }) =>
            currentTarget.checked ? change('set', { name }) : change('clear', { name })
          }
        />
        <span class="min-w-0">
          <span class="font-mono font-semibold">{name}</span>
          <span class="block text-quiet text-pretty">{does}</span>
        </span>
      </label>
      {on !== undefined && (
        <label class="flex items-center gap-2">
          <span class="sr-only">{texts.rateOf(name)}</span>
          <input
            type="range"
            class="range range-xs w-28"
            min="1"
            max="100"
            value={percent}
            onChange={({ currentTarget }) => change('set', { name, rate: Number(currentTarget.value) / 100 })}
          />
          <span class="w-12 text-right tabular-nums">{on.isOnce ? texts.once : `${percent} %`}</span>
        </label>
      )}
      <button type="button" class="btn btn-sm font-normal" onClick={() => change('next', { name })}>
        {texts.nextOnly}
      </button>
    </li>
  )
}

function change(what: 'set' | 'clear' | 'next', given: object): void {
  void attempt(() => act(`faults/${what}`, given)).then(refresh)
}
