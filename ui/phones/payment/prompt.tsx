import { useLayoutEffect, useRef } from 'preact/hooks'
import { money, visible } from '../../shared/format.ts'
import { keyOf } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { answer, busy, lastUsed } from '../act.ts'
import { answeredAt } from './answered.ts'

/** The oldest prompt that nobody has answered. */
export function openPrompt(phone: PhoneState): PhoneState['prompts'][number] | undefined {
  return phone.prompts.find(({ id }) => id !== answeredAt(phone)?.bill)
}

/** The network asks for money: it covers the screen, as on a phone, and has the focus of somebody who was typing there. */
export function Prompt({ phone, prompt }: { phone: PhoneState; prompt: PhoneState['prompts'][number] }) {
  const section = useRef<HTMLElement>(null)
  const isBusy = busy.value.has(keyOf(phone))
  const approve = (pays: object) => void answer(phone, 'approve', { pays })
  // Before the browser takes the focus from what is covered.
  useLayoutEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body && lastUsed() === phone.number
    if (isLost || section.current?.closest('article')?.contains(activeElement)) section.current?.focus()
  }, [])
  return (
    <section
      ref={section}
      data-prompt
      tabIndex={-1}
      aria-label={texts.promptOf(phone.number)}
      class="absolute inset-0 z-10 bg-neutral/70 p-3 flex flex-col justify-center focus-seen"
    >
      <div class="bg-base-100 rounded-2xl shadow-float p-4 flex flex-col gap-3 min-h-0 overflow-y-auto">
        <p class="text-[15px] leading-[22px]">{texts.pay}</p>
        <p class="text-2xl font-semibold tabular-nums">{money(prompt.amount)}</p>
        <p class="[overflow-wrap:anywhere] max-h-24 overflow-y-auto">{visible(prompt.description)}</p>
        <div class="grid grid-cols-2 gap-2">
          <button type="button" class="btn" disabled={isBusy} onClick={() => void answer(phone, 'refuse')}>
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

/** In which other ways a payment may go. */
export const endings: readonly { readonly name: string; readonly pays: (asked: number) => object }[] = [
  { name: texts.endings.wrongPin, pays: () => ({ fails: '2101' }) },
  { name: texts.endings.noFunds, pays: () => ({ fails: '2050' }) },
  { name: texts.endings.unknown, pays: () => ({ fails: '0005' }) },
  { name: texts.endings.half, pays: (asked) => ({ amount: Math.round(asked * 50) / 100 }) },
  { name: texts.endings.twice, pays: () => ({ times: 2 }) },
  { name: texts.endings.later, pays: () => ({ takes: 30_000 }) },
  { name: texts.endings.hangs, pays: () => ({ hangs: true }) },
]
