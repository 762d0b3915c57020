import { useState } from 'preact/hooks'
import { reachable } from '../../shared/focus/reachable.ts'
import { begun, money, visible } from '../../shared/format.ts'
import { keyOf } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { atPhone, busy, usualCode } from '../act.ts'
import { isDialled } from '../dialled.ts'
import { answeredAt } from '../payment/answered.ts'
import { waits } from '../waits.ts'
import { isPast, noteRead } from './read-screens.ts'
import { lengthOf } from './screen-length.ts'
import { StillWaiting } from './still-waiting.tsx'

/**
 * What the network shows, over what was there before: as phones draw a session. The element of its text is there from the start,
 * empty: only what changes in an element that was there is said aloud.
 */
export function SessionScreen({ phone }: { phone: PhoneState }) {
  const { screen, isOpen, number } = phone
  const isAsked = waits(phone)
  const isBusy = busy.value.has(keyOf(phone)) || isAsked
  const isAnswered = answeredAt(phone) !== undefined
  const isWaiting = (isAsked && screen === null) || (isBusy && !isOpen && !isAnswered)
  const shown = isWaiting || isPast(phone) ? null : screen
  const [around, box, words] = shown === null ? looks.none : looks.screen
  return (
    <div class={around}>
      <div class={box}>
        <p role="log" aria-label={texts.screenOf(number)} class={words} {...(shown !== null && reachable)}>
          {visible(shown?.text ?? '')}
        </p>
        {shown !== null ? (
          <UnderScreen phone={phone} screen={shown} isBusy={isBusy} />
        ) : isWaiting ? (
          <Waiting />
        ) : (
          <Dialler phone={phone} isBusy={isBusy} isAnswered={isAnswered} />
        )}
      </div>
    </div>
  )
}

/** Around, the box, and the text in it: of a screen, and where there is none. */
const looks = {
  screen: [
    'flex-1 min-h-52 bg-base-300 p-3 flex flex-col justify-center',
    'bg-base-100 rounded-2xl shadow-float p-4 flex flex-col gap-3',
    'as-said text-[15px] leading-[22px] overflow-y-auto shrink-0 max-h-72 focus-seen',
  ],
  none: ['contents', 'contents', 'sr-only'],
} as const

/** What is wrong with a screen, how it's answered, and how long it is. */
function UnderScreen({ phone, screen, isBusy }: { phone: PhoneState; screen: Screen; isBusy: boolean }) {
  const { isOpen, sessionId, channel } = phone
  return (
    <>
      {screen.gatewayError !== undefined && <GatewaySaid phone={phone} code={screen.gatewayError} />}
      {screen.cutOff !== undefined && <p class="text-warning break-words">{texts.cutOffAt(visible(screen.cutOff))}</p>}
      <StillWaiting phone={phone} />
      {isOpen ? (
        <Answer key={`${sessionId} ${screen.text}`} phone={phone} isBusy={isBusy} />
      ) : (
        <button type="button" class="btn btn-sm self-end" onClick={() => noteRead(phone)}>
          {texts.ok}
        </button>
      )}
      <p class="text-quiet">{isOpen ? channel === 'ussd' && lengthOf(screen.text, phone) : texts.sessionOver}</p>
    </>
  )
}

type Screen = NonNullable<PhoneState['screen']>

/** What the network says in place of a screen. That the subscriber lets a session time out is no fault of the application. */
export function GatewaySaid({ phone, code }: { phone: PhoneState; code: string }) {
  const color = phone.hasTimedOut ? 'text-warning' : 'text-error'
  return <p class={`${color} break-words`}>{problemOf(phone) ?? texts.gatewayError(code)}</p>
}

/** A sentence of what went wrong; null where nothing is known of it. */
export function problemOf({ problem }: Pick<PhoneState, 'problem'>): string | null {
  return problem && visible(begun(problem))
}

function Answer({ phone, isBusy }: { phone: PhoneState; isBusy: boolean }) {
  const { screen } = phone
  const choices = screen?.choices ?? []
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const text = String(new FormData(event.currentTarget).get('answer') ?? '')
    void atPhone(phone, 'reply', { text })
  }
  if (choices.length > 0) {
    return (
      <div class="flex flex-col gap-2">
        {choices.map(({ display, value, amount }) => (
          <button
            key={value}
            type="button"
            class="btn btn-sm justify-between"
            disabled={isBusy}
            onClick={() => void atPhone(phone, 'reply', { text: value })}
          >
            <span class="truncate">{visible(display)}</span>
            {amount !== undefined && <span class="tabular-nums">{money(amount)}</span>}
          </button>
        ))}
      </div>
    )
  }
  return (
    <form class="flex gap-2" onSubmit={send}>
      <label class="flex-1 min-w-0">
        <span class="sr-only">{texts.answer}</span>
        <input
          name="answer"
          class="input input-sm w-full"
          type={screen?.maskNext === true ? 'password' : 'text'}
          autocomplete="off"
          readOnly={isBusy}
        />
      </label>
      <button type="submit" class="btn btn-primary btn-sm" disabled={isBusy}>
        {texts.send}
      </button>
    </form>
  )
}

function Dialler({ phone, isBusy, isAnswered }: { phone: PhoneState; isBusy: boolean; isAnswered: boolean }) {
  const isUssd = phone.channel === 'ussd'
  const [isOdd, setOdd] = useState(false)
  // Neither typed nor pasted: no phone dials a letter.
  const check = (event: InputEvent) => {
    const isLetter = !isDialled(event.data ?? '')
    if (isLetter) event.preventDefault()
    setOdd(isLetter)
  }
  // Typing takes its place, but not that of a code that somebody has begun.
  const selectUsual = ({ currentTarget: field }: { readonly currentTarget: HTMLInputElement }) => {
    if (field.value === usualCode) field.select()
  }
  const dial = (event: SubmitEvent) => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    void atPhone(phone, 'dial', { text: code })
  }
  return (
    <form class="flex-1 grid place-items-center p-5" onSubmit={dial}>
      <div class="w-full flex flex-col gap-3 text-center">
        <p role={isOdd ? 'alert' : undefined} class={isOdd ? 'text-error' : 'text-quiet'}>
          {isOdd ? texts.onlyDigits : isUssd ? texts.dialNext : texts.openNext}
        </p>
        {isUssd && (
          <label>
            <span class="sr-only">{texts.code}</span>
            <input
              name="code"
              class="input w-full text-center text-xl font-mono h-12"
              defaultValue={usualCode}
              autocomplete="off"
              inputMode="tel"
              onBeforeInput={check}
              onFocus={selectUsual}
            />
          </label>
        )}
        <button type="submit" class="btn btn-primary" data-next={isAnswered || undefined} disabled={isBusy}>
          {isUssd ? texts.dial : texts.open}
        </button>
      </div>
    </form>
  )
}

/** Said only where it takes long enough to be wondered at. */
function Waiting() {
  return (
    <p role="status" class="seen-late flex-1 grid place-items-center text-quiet p-6 text-center">
      {texts.waiting}
    </p>
  )
}
