import { useEffect, useRef, useState } from 'preact/hooks'
import { reachable } from '../../shared/focus/reachable.ts'
import { countdown, visible } from '../../shared/format.ts'
import { keyOf, now } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { atPhone, busy, usualCode, write } from '../act.ts'
import { Apps } from '../apps.tsx'
import { answeredAt } from '../payment/answered.ts'
import { PaymentSaid } from '../payment/payment-said.tsx'
import { openPrompt, Prompt } from '../payment/prompt.tsx'
import { isPast, noteRead } from '../session/read-screens.ts'
import { lengthOf, messageLengthOf } from '../session/screen-length.ts'
import { problemOf } from '../session/session-screen.tsx'
import { appOf, showApp } from '../shown-app.ts'
import { waits } from '../waits.ts'
import { Keypad } from './keypad.tsx'
import { MessageLines } from './message-lines.tsx'
import { keys, type Mode, nextMode, nothingTyped, press, type Stroke, type Typed } from './multi-tap.ts'
import { Typist } from './typist.tsx'

/** The cheapest handset: a few lines, twelve keys, and a letter by pressing one of them again and again. */
export function Handset({ phone }: { phone: PhoneState }) {
  const { number, screen, isOpen, sessionId, messages } = phone
  const prompt = openPrompt(phone)
  const [wished, setMode] = useState<Mode>('123')
  const [answered, setAnswered] = useState<Typed>(nothingTyped)
  const [draft, setDraft] = useState<Typed>(nothingTyped)
  const [isOdd, setOdd] = useState(false)
  const lines = useRef<HTMLDivElement>(null)
  const isAnswered = answeredAt(phone) !== undefined
  const isBusy = busy.value.has(keyOf(phone)) || waits(phone)
  const shown = isPast(phone) ? '' : (screen?.text ?? '')
  const isWriting = appOf(phone) === 'messages'
  const isDialling = !isOpen && shown === ''
  const dials = !isOpen && !isWriting
  // A code has no letters, whatever was typed before.
  const mode = dials ? '123' : wished
  // What is written is no answer to a screen that comes meanwhile.
  const [typed, setTyped] = isWriting ? [draft, setDraft] : [answered, setAnswered]

  useEffect(() => {
    setAnswered(nothingTyped)
    setOdd(false)
  }, [sessionId, screen?.text, isOpen])
  useEffect(() => setMode(isWriting ? 'abc' : '123'), [isWriting])

  const onKey = (key: string): void => {
    setOdd(false)
    setTyped((before) => press(before, key, mode, Date.now()))
  }
  const onDelete = (): void => setTyped(({ text }) => ({ text: text.slice(0, -1), turning: null }))
  const onGo = (): void => {
    if (isWriting) send()
    else if (isBusy) return
    else if (isOpen) void atPhone(phone, 'reply', { text: typed.text })
    else void atPhone(phone, 'dial', { text: typed.text === '' ? usualCode : typed.text })
  }
  const send = (): void => {
    if (draft.text.trim() !== '') void write(phone, draft.text).then((isSent) => isSent && setDraft(nothingTyped))
  }
  const onEnd = (): void => {
    if (isWriting) {
      showApp(phone, 'dial')
      return
    }
    if (isOpen) void atPhone(phone, 'hang-up')
    setTyped(nothingTyped)
    noteRead(phone)
  }
  const onStroke = (stroke: Stroke): void => {
    if (stroke === null) setTyped(({ text }) => ({ text, turning: null }))
    else if ('mode' in stroke) setMode(stroke.mode)
    else setTyped((before) => press(before, stroke.key, stroke.key === '#' ? '123' : mode, Date.now()))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (keys.includes(key) || (dials && key === '+')) onKey(key)
    else if (key === 'Backspace') onDelete()
    else if (key === 'Enter') onGo()
    // A letter is refused where a code stands or is to come; over a screen that is left, it's the page's.
    else if (dials && (shown === '' || typed.text !== '') && key.length === 1) setOdd(true)
    else if (key === 'm' && !dials) setMode(nextMode(mode))
    else if (key === 'ArrowDown') lines.current?.scrollBy({ top: 20 })
    else if (key === 'ArrowUp') lines.current?.scrollBy({ top: -20 })
    else return
    // What is pressed here is no command of the page.
    event.preventDefault()
    event.stopPropagation()
  }
  const secret = screen?.maskNext === true && isOpen && !isWriting
  const entered = secret ? '•'.repeat(typed.text.length) : typed.text
  return (
    <div data-device>
      <div class="relative rounded-[1.5rem] border-[6px] border-neutral bg-base-300 overflow-hidden">
        <div inert={prompt !== undefined}>
          <div
            data-keys
            role="application"
            aria-label={texts.handset.keysOf(number)}
            class="focus-seen m-3 mb-0 p-2 rounded-field bg-base-100 border border-base-content/40 font-mono text-[15px] leading-5"
            onKeyDown={onKeyDown}
            {...reachable}
          >
            <p class="flex justify-between leading-5 tabular-nums">
              <span>{number}</span>
              <TimeLeft until={waits(phone) ? null : phone.answerBy} />
            </p>
            <div
              ref={lines}
              role="log"
              aria-label={isWriting ? texts.thread(number) : texts.screenOf(number)}
              class="mt-1 h-[7.5rem] overflow-y-auto as-said"
              {...reachable}
            >
              {isWriting ? (
                <MessageLines messages={messages} />
              ) : isBusy && !isAnswered ? (
                <span class="seen-late">{texts.waiting}</span>
              ) : isDialling ? (
                texts.handset.dialNext(usualCode)
              ) : (
                visible(shown)
              )}
            </div>
            <p class="mt-1 pt-1 flex gap-2 border-t border-base-content/40 min-h-6">
              <output
                aria-label={isWriting ? texts.writeMessage : isDialling ? texts.code : texts.answer}
                class="flex-1 min-w-0 truncate [direction:ltr]"
              >
                {visible(entered)}
                <span aria-hidden="true">_</span>
              </output>
              {!dials && (
                <button
                  type="button"
                  class="cursor-pointer underline focus-seen"
                  title={`${texts.handset.mode} (m)`}
                  aria-label={`${texts.handset.mode}: ${mode}`}
                  onClick={() => setMode(nextMode(mode))}
                >
                  {mode}
                </button>
              )}
            </p>
          </div>
          <p
            role={isOdd ? 'alert' : undefined}
            class={`px-4 pt-1 tabular-nums min-h-6 ${isOdd ? 'text-error' : 'text-quiet'}`}
          >
            {isOdd ? texts.onlyDigits : isWriting ? messageLengthOf(draft.text) : saidBelow(phone, shown)}
          </p>
          <Keypad
            label={texts.handset.keysOf(number)}
            goes={isOpen || isWriting ? texts.send : texts.dial}
            ends={isOpen && !isWriting ? texts.handset.end : texts.ok}
            isBusy={isBusy && !isWriting}
            isNext={isAnswered && dials}
            onKey={onKey}
            onDelete={onDelete}
            onGo={onGo}
            onEnd={onEnd}
          />
        </div>
        <PaymentSaid phone={phone} />
        <div inert={prompt !== undefined}>
          <Apps phone={phone} />
        </div>
        {prompt !== undefined && <Prompt key={prompt.id} phone={phone} prompt={prompt} />}
      </div>
      <Typist mode={mode} dials={dials} onStroke={onStroke} />
    </div>
  )
}

/** How long the screen is, or how its session ended. */
function saidBelow(phone: PhoneState, shown: string): string {
  const { isOpen, screen } = phone
  if (shown === '') return ''
  if (isOpen) return lengthOf(shown, phone)
  if (screen?.gatewayError === undefined) return texts.sessionOver
  return problemOf(phone) ?? texts.gatewayError(screen.gatewayError)
}

function TimeLeft({ until }: { until: number | null }) {
  if (until === null) return <span />
  return (
    <span role="timer" aria-label={texts.timeLeft}>
      {countdown(until - now.value)}
    </span>
  )
}
