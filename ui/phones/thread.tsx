import { useEffect, useRef } from 'preact/hooks'
import { reachable } from '../shared/focus/reachable.ts'
import { timeOfDay, visible } from '../shared/format.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { write } from './act.ts'

/** The messages of a phone, and what it answers. */
export function Thread({ phone }: { phone: PhoneState }) {
  const { messages } = phone
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const all = list.current
    if (all === null) return undefined
    const showLast = () => all.scrollTo({ top: all.scrollHeight })
    showLast()
    // What opens below the phone makes it shorter.
    const watcher = new ResizeObserver(showLast)
    watcher.observe(all)
    return () => watcher.disconnect()
  }, [messages.length])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const form = event.currentTarget
    const text = String(new FormData(form).get('text') ?? '').trim()
    if (text !== '') void write(phone, text).then((isSent) => isSent && form.reset())
  }
  return (
    <div class="flex-1 min-h-0 flex flex-col">
      <ol
        ref={list}
        {...reachable}
        aria-label={texts.thread(phone.number)}
        class="focus-seen flex-1 min-h-0 overflow-y-auto p-3 flex flex-col gap-2"
      >
        {messages.length === 0 && <li class="text-quiet text-center p-4">{texts.noMessages}</li>}
        {messages.map(({ direction, from, text, binary, at, parts, messageIds }) => {
          const isOwn = direction === 'out'
          return (
            <li key={messageIds.join()} class={`max-w-[85%] ${isOwn ? 'self-end' : 'self-start'}`}>
              <p class="text-quiet">
                {isOwn ? texts.you : visible(from)} · {timeOfDay(at)}
                {parts > 1 && ` · ${texts.parts(parts)}`}
              </p>
              <p class={`rounded-2xl px-3 py-1.5 as-said ${isOwn ? 'bg-primary text-primary-content' : 'bg-base-300'}`}>
                {binary === null ? visible(text) : texts.binary(binary)}
              </p>
            </li>
          )
        })}
      </ol>
      <form class="flex gap-2 p-2 border-t border-base-300" onSubmit={send}>
        <label class="flex-1 min-w-0">
          <span class="sr-only">{texts.writeMessage}</span>
          <input name="text" class="input input-sm w-full" placeholder={texts.writeMessage} autocomplete="off" />
        </label>
        <button type="submit" class="btn btn-primary btn-sm">
          {texts.send}
        </button>
      </form>
    </div>
  )
}
