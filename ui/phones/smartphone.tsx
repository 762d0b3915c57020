import { computed } from '@preact/signals'
import { countdown, timeOfDay } from '../shared/format.ts'
import { now } from '../state/simulator.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { Apps } from './apps.tsx'
import { PaymentSaid } from './payment/payment-said.tsx'
import { openPrompt, Prompt } from './payment/prompt.tsx'
import { SessionScreen } from './session/session-screen.tsx'
import { appOf } from './shown-app.ts'
import { Thread } from './thread.tsx'
import { waits } from './waits.ts'

/** A smartphone: its screen, and what lies over it. */
export function Smartphone({ phone }: { phone: PhoneState }) {
  const prompt = openPrompt(phone)
  const { number } = phone
  // A screen is read whole: where there is no room for it, the view scrolls. A thread scrolls in itself.
  return (
    <div
      data-device
      class={`rounded-[2.25rem] border-[6px] border-neutral bg-base-100 overflow-hidden basis-[34rem] ${appOf(phone) === 'dial' ? 'min-h-fit' : 'min-h-80'} flex flex-col`}
    >
      <div class="flex items-center gap-1.5 px-4 pt-2 pb-1.5 tabular-nums">
        <PhoneClock />
        <span class="flex-1 min-w-0 flex justify-center font-mono">
          <span class="truncate">{number.slice(0, -4)}</span>
          {number.slice(-4)}
        </span>
        <TimeLeft until={waits(phone) ? null : phone.answerBy} />
      </div>
      <div class={`relative flex-1 flex flex-col ${appOf(phone) === 'dial' ? 'min-h-fit' : 'min-h-0'}`}>
        <div class="contents" inert={prompt !== undefined}>
          {appOf(phone) === 'dial' ? <SessionScreen phone={phone} /> : <Thread phone={phone} />}
        </div>
        {prompt !== undefined && <Prompt key={prompt.id} phone={phone} prompt={prompt} />}
      </div>
      <PaymentSaid phone={phone} />
      <Apps phone={phone} />
    </div>
  )
}

function PhoneClock() {
  return <span>{minute.value}</span>
}

const minute = computed(() => timeOfDay(now.value).slice(0, 5))

/** How long the subscriber still has to answer. */
function TimeLeft({ until }: { until: number | null }) {
  if (until === null) return <span class="w-9" />
  const left = until - now.value
  const color = left < 10_000 ? 'text-error' : left < 20_000 ? 'text-warning' : ''
  return (
    <span role="timer" aria-label={texts.timeLeft} class={`w-9 text-right font-semibold ${color}`}>
      {countdown(left)}
    </span>
  )
}
