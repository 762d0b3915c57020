import { ChevronRight } from 'lucide-preact'
import { reachable } from '../../shared/focus/reachable.ts'
import { money, visible } from '../../shared/format.ts'
import { keyOf } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { atPhone, busy } from '../act.ts'
import { GatewaySaid } from '../session/session-screen.tsx'
import { StillWaiting } from '../session/still-waiting.tsx'
import { waits } from '../waits.ts'

type Screen = NonNullable<PhoneState['screen']>

/** What a reply becomes where choices and fields are drawn: its label above, its data as buttons, its field below. */
export function RichScreen({ phone }: { phone: PhoneState }) {
  const { screen, isOpen, number, channel } = phone
  const isBusy = busy.value.has(keyOf(phone)) || waits(phone)
  const isWaiting = isBusy && screen === null
  const shown = !isOpen && screen?.text === '' ? null : screen
  const { text = '', label = '' } = shown ?? {}
  return (
    <div class="flex-1 min-h-0 flex flex-col">
      {label !== '' && !text.split('\n').includes(label) && (
        <h3 class="px-4 pt-3 font-semibold text-base">{visible(label)}</h3>
      )}
      <div
        key="shown"
        {...(shown !== null && reachable)}
        class={shown === null ? 'contents' : 'focus-seen flex-1 min-h-0 overflow-y-auto px-4 py-3 flex flex-col gap-3'}
      >
        {/* It's there before it has words: only what changes in an element that was there is said aloud. */}
        <p
          role="log"
          aria-label={texts.screenOf(`${number} ${channel}`)}
          class={shown === null ? 'sr-only' : 'as-said text-[15px] leading-[22px]'}
        >
          {visible(text)}
        </p>
        {shown !== null && <UnderScreen phone={phone} screen={shown} isBusy={isBusy} />}
      </div>
      {shown === null && (isWaiting ? <Said>{texts.waiting}</Said> : <Start phone={phone} isBusy={isBusy} />)}
      {shown !== null && !isOpen && (
        <div class="p-3 border-t border-base-300 flex items-center gap-2">
          <p class="flex-1 text-quiet">{texts.sessionOver}</p>
          <button type="button" class="btn btn-sm" onClick={() => void atPhone(phone, 'dial', { text: '' })}>
            {texts.rich.again}
          </button>
        </div>
      )}
    </div>
  )
}

/** What is wrong with a screen, what goes to the checkout, and what is asked. */
function UnderScreen({ phone, screen, isBusy }: { phone: PhoneState; screen: Screen; isBusy: boolean }) {
  const { text, item = [], gatewayError } = screen
  return (
    <>
      {gatewayError !== undefined && <GatewaySaid phone={phone} code={gatewayError} />}
      {item.length > 0 && <Cart items={item} />}
      <StillWaiting phone={phone} />
      {phone.isOpen && <Asked key={`${phone.sessionId} ${text}`} phone={phone} screen={screen} isBusy={isBusy} />}
    </>
  )
}

/** The choices of `confirm`, `select` and `menu`, or a field for the others. */
function Asked({ phone, screen, isBusy }: { phone: PhoneState; screen: Screen; isBusy: boolean }) {
  const { choices = [], dataType, fieldType, maskNext } = screen
  const answer = (text: string) => void atPhone(phone, 'reply', { text })
  if (choices.length > 0) {
    const isPair = dataType === 'confirm'
    return (
      <div class={isPair ? 'grid grid-cols-2 gap-2' : 'flex flex-col gap-2'}>
        {choices.map(({ display, value, amount }, index) => (
          <button
            key={value}
            type="button"
            class={`btn h-auto min-h-10 py-2 font-normal ${isPair ? '' : 'justify-between text-left'} ${isPair && index === 0 ? 'btn-primary' : ''}`}
            disabled={isBusy}
            onClick={() => answer(value)}
          >
            <span class="min-w-0 [overflow-wrap:anywhere]">{visible(display)}</span>
            <span class="flex items-center gap-1 tabular-nums shrink-0">
              {amount !== undefined && money(amount)}
              {!isPair && <ChevronRight size={16} aria-hidden="true" />}
            </span>
          </button>
        ))}
      </div>
    )
  }
  const id = `answer of ${keyOf(phone)}`
  const look = fields[fieldType ?? 'text']
  return (
    <form
      class="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (event.currentTarget instanceof HTMLFormElement)
          answer(String(new FormData(event.currentTarget).get('answer') ?? ''))
      }}
    >
      <label class="flex flex-col gap-1" for={id}>
        <span class="text-quiet">{texts.rich.fields[fieldType ?? 'text']}</span>
        {fieldType === 'textarea' ? (
          <textarea id={id} name="answer" class="input h-20 w-full py-2" readOnly={isBusy} />
        ) : (
          <input
            id={id}
            name="answer"
            class="input w-full"
            type={maskNext === true ? 'password' : 'text'}
            inputMode={look}
            autocomplete="off"
            readOnly={isBusy}
          />
        )}
      </label>
      <button type="submit" class="btn btn-primary" disabled={isBusy}>
        {texts.rich.next}
      </button>
    </form>
  )
}

const fields = {
  text: 'text',
  phone: 'tel',
  email: 'email',
  number: 'numeric',
  decimal: 'decimal',
  textarea: 'text',
} as const

function Cart({ items }: { items: NonNullable<Screen['item']> }) {
  return (
    <table class="w-full tabular-nums">
      <caption class="text-left text-quiet pb-1">{texts.rich.cart}</caption>
      <tbody>
        {items.map(({ name, quantity, price }) => (
          <tr key={name} class="border-t border-base-300">
            <th scope="row" class="py-1.5 text-left font-normal [overflow-wrap:anywhere]">
              {quantity} × {visible(name)}
            </th>
            <td class="py-1.5 text-right">{money(quantity * price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Start({ phone, isBusy }: { phone: PhoneState; isBusy: boolean }) {
  return (
    <div class="flex-1 grid place-items-center p-5">
      <div class="w-full flex flex-col gap-3 text-center">
        <p class="text-quiet">{isBusy ? texts.waiting : texts.openNext}</p>
        <button
          type="button"
          class="btn btn-primary"
          disabled={isBusy}
          onClick={() => void atPhone(phone, 'dial', { text: '' })}
        >
          {texts.open}
        </button>
      </div>
    </div>
  )
}

function Said({ children }: { children: string }) {
  return (
    <p role="status" class="seen-late flex-1 grid place-items-center text-quiet p-6 text-center">
      {children}
    </p>
  )
}
