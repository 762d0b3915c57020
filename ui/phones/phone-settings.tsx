import { ChevronDown, Settings2, Trash2 } from 'lucide-preact'
import { act } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import { putPhone } from '../state/simulator.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { removePhone } from './act.ts'

/** Its network, how it is drawn, and what takes it away. */
export function PhoneSettings({ phone }: { phone: PhoneState }) {
  const { channel, operator, skin } = phone
  return (
    <details
      data-settings
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary class="btn btn-sm w-full font-normal bg-base-100 border-base-300 flex-nowrap">
        <Settings2 size={14} aria-hidden="true" />
        <span class="truncate">
          {texts.settings} · {channel === 'ussd' ? texts.simOf(operator) : operator}
        </span>
        <ChevronDown size={14} class="in-open:rotate-180" aria-hidden="true" />
      </summary>
      <div class="mt-1 p-3 flex flex-col gap-2 rounded-box border border-base-300 bg-base-100">
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{channel === 'ussd' ? texts.network : texts.operator}</span>
          <input
            class="input input-sm w-full"
            defaultValue={operator}
            autocomplete="off"
            onChange={({ currentTarget }) => change(phone, { operator: currentTarget.value.trim() || operator })}
          />
        </label>
        {channel === 'ussd' && (
          <label class="flex flex-col gap-1">
            <span class="text-quiet">{texts.looks}</span>
            <select
              class="select select-sm w-full"
              value={skin}
              onChange={({ currentTarget }) => change(phone, { skin: currentTarget.value })}
            >
              <option value="smart">{texts.devices.smart}</option>
              <option value="basic">{texts.devices.basic}</option>
            </select>
          </label>
        )}
        <button
          type="button"
          class="btn btn-sm font-normal"
          title={`${texts.commands.remove} (u x)`}
          onClick={() => void removePhone(phone)}
        >
          <Trash2 size={14} aria-hidden="true" />
          {texts.remove}
        </button>
      </div>
    </details>
  )
}

function change({ number, channel }: PhoneState, changes: object): void {
  void attempt(() => act<PhoneState>('phones', { number, channel, ...changes })).then(
    (phone) => phone !== undefined && putPhone(phone),
  )
}
