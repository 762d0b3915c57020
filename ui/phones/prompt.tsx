import { money, visible } from '../shared/format.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts.ts'
import { atPhone, busy, keyOf } from './act.ts'

/** The network asks for money: it covers the screen, as on a phone. */
export function Prompt({ phone, prompt }: { phone: PhoneState; prompt: PhoneState['prompts'][number] }) {
  const isBusy = busy.value.has(keyOf(phone))
  const approve = (pays: object) => void atPhone(phone, 'approve', { pays })
  return (
    <section aria-label={texts.prompt} class="absolute inset-0 z-10 bg-neutral/70 p-3 flex flex-col justify-center">
      <div class="bg-base-100 rounded-2xl shadow-float p-4 flex flex-col gap-3">
        <p class="text-[15px] leading-[22px]">{texts.pay}</p>
        <p class="text-2xl font-semibold tabular-nums">{money(prompt.amount)}</p>
        <p class="[overflow-wrap:anywhere] max-h-24 overflow-y-auto">{visible(prompt.description)}</p>
        <div class="grid grid-cols-2 gap-2">
          <button type="button" class="btn" disabled={isBusy} onClick={() => void atPhone(phone, 'refuse')}>
            {texts.refuse}
          </button>
          <button type="button" class="btn btn-primary" disabled={isBusy} onClick={() => approve({})}>
            {texts.approve}
          </button>
        </div>
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{texts.otherwise}</span>
          <select
            class="select select-sm w-full"
            disabled={isBusy}
            value=""
            onChange={({ currentTarget }) => {
              const way = endings[Number(currentTarget.value)]
              if (way !== undefined) approve(way.pays(prompt.amount))
            }}
          >
            <option value="">{texts.choose}</option>
            {endings.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  )
}

const endings: readonly { readonly name: string; readonly pays: (asked: number) => object }[] = [
  { name: texts.endings.wrongPin, pays: () => ({ fails: '2101' }) },
  { name: texts.endings.noFunds, pays: () => ({ fails: '2050' }) },
  { name: texts.endings.unknown, pays: () => ({ fails: '0005' }) },
  { name: texts.endings.half, pays: (asked) => ({ amount: Math.round(asked * 50) / 100 }) },
  { name: texts.endings.twice, pays: () => ({ times: 2 }) },
  { name: texts.endings.later, pays: () => ({ takes: 30_000 }) },
  { name: texts.endings.hangs, pays: () => ({ hangs: true }) },
]
