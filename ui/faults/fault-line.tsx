import { faultName } from '../state/fault-names.ts'
import type { ActiveFault, KnownFault } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { change } from './change.ts'

/** A fault: its switch, how often it strikes, and what. */
export function FaultLine({ fault, on }: { fault: KnownFault; on: ActiveFault | undefined }) {
  const { name, does } = fault
  return (
    <li class="px-4 py-2.5 border-b border-base-300">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label class="flex gap-3 items-start flex-1 min-w-56 cursor-pointer">
          <input
            type="checkbox"
            class="toggle toggle-sm mt-0.5"
            checked={on !== undefined}
            onChange={({ currentTarget }) => change(currentTarget.checked ? 'faults/set' : 'faults/clear', { name })}
          />
          <span class="min-w-0">
            <span class="font-semibold">{faultName(name)}</span> <span class="font-mono text-quiet">{name}</span>
            <span class="block text-quiet text-pretty">{does}</span>
          </span>
        </label>
        {on !== undefined && <Rate on={on} />}
        <button
          type="button"
          class="btn btn-sm font-normal"
          aria-label={`${texts.nextOnly}: ${faultName(name)}`}
          title={texts.nextOnlyWhy}
          onClick={() => change('faults/next', { name })}
        >
          {texts.nextOnly}
        </button>
      </div>
      {on !== undefined && !on.isOnce && <Strikes fault={fault} on={on} />}
    </li>
  )
}

function Rate({ on }: { on: ActiveFault }) {
  const percent = Math.round(on.rate * 100)
  return (
    <label class="flex items-center gap-2">
      <span class="sr-only">{texts.rateOf(faultName(on.name))}</span>
      <input
        type="range"
        data-fault={on.name}
        class="range range-xs w-28"
        min="1"
        max="100"
        disabled={on.isOnce}
        value={percent}
        onChange={({ currentTarget }) => set(on, { rate: Number(currentTarget.value) / 100 })}
      />
      <span class="w-12 text-right tabular-nums">{on.isOnce ? texts.once : `${percent} %`}</span>
    </label>
  )
}

/** Which kinds it strikes, and in which of its ways. */
function Strikes({ fault: { ways }, on }: { fault: KnownFault; on: ActiveFault }) {
  const kinds = Object.keys(ways)
  const possible = [...new Set(on.kinds.flatMap((kind) => ways[kind] ?? []))]
  if (kinds.length === 1 && possible.length < 2) return null
  return (
    <div class="mt-2 ml-11 flex flex-wrap items-center gap-x-4 gap-y-2">
      {kinds.length > 1 && (
        <fieldset class="flex flex-wrap gap-x-3 gap-y-1">
          <legend class="sr-only">{texts.strikes(faultName(on.name))}</legend>
          {kinds.map((kind) => {
            const isStruck = on.kinds.some((one) => one === kind)
            const others = on.kinds.filter((one) => one !== kind)
            return (
              <label key={kind} class="flex items-center gap-1.5 cursor-pointer">
                <input
                  type="checkbox"
                  class="checkbox checkbox-xs"
                  checked={isStruck}
                  // With the last of them it would strike nothing: its switch is for that.
                  disabled={isStruck && others.length === 0}
                  onChange={() => set(on, { kinds: isStruck ? others : [...on.kinds, kind], way: undefined })}
                />
                {texts.kinds[kind] ?? kind}
              </label>
            )
          })}
        </fieldset>
      )}
      {possible.length > 1 && (
        <label class="flex items-center gap-2">
          <span class="text-quiet">{texts.way}</span>
          <select
            class="select select-sm w-auto"
            value={on.way ?? ''}
            onChange={({ currentTarget }) => set(on, { way: currentTarget.value || undefined })}
          >
            <option value="">{texts.anyWay}</option>
            {possible.map((way) => (
              <option key={way} value={way}>
                {way}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

function set({ name, rate, kinds, way }: ActiveFault, changes: object): void {
  change('faults/set', { name, rate, kinds, ...(way !== null && { way }), ...changes })
}
