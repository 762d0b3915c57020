import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Empty } from '../shared/empty.tsx'
import { LineIcon } from '../shared/line-icon.tsx'
import { View } from '../shared/view.tsx'
import { addCommandSource, addCommands } from '../state/commands.ts'
import { desk } from '../state/desk.ts'
import { keyOf, phones } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { current, currentPhone } from './act.ts'
import { choosing, phoneCommands } from './commands.ts'
import { NewDevice, takeDevice } from './new-device.tsx'
import { Phone } from './phone.tsx'

addCommands('phones', ...phoneCommands)
addCommandSource('phones', choosing)

/** Phones side by side. */
export function PhonesView() {
  const all = phones.value
  const strip = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLElement>(null)
  const chosen = currentPhone()
  const key = chosen && keyOf(chosen)
  useEffect(() => {
    strip.current
      ?.querySelector(`[data-phone="${key}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: desk.value.phones > 1 ? 'nearest' : 'center' })
    tabs.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [key, desk.value.phones])
  const isEmpty = all.length === 0
  useLayoutEffect(() => keepSides(strip.current), [isEmpty])
  const drawn = useMoreAndMore(all.length)
  return (
    <View name="phones" label={texts.views.phones} color="bg-base-200">
      <div class="flex gap-2 p-2 items-start">
        <nav
          ref={tabs}
          aria-label={texts.choosePhone}
          class="row-that-scrolls flex-1 gap-1 min-[1200px]:flex-wrap min-[1200px]:max-h-[86px]"
        >
          {all.map((phone) => (
            <button
              key={keyOf(phone)}
              type="button"
              aria-current={keyOf(phone) === key}
              onClick={() => {
                current.value = keyOf(phone)
              }}
              class={`btn btn-sm font-mono font-normal shrink-0 ${keyOf(phone) === key ? 'btn-active' : 'btn-ghost'}`}
            >
              {phone.isOpen && <Sign word={texts.sessionOpen} d="M4 4h16v12H9l-5 4z" />}
              {phone.prompts.length > 0 && <Sign word={texts.promptWaits} d="M2 6h20v12H2zM2 10h20" />}
              {phone.number.slice(-4)}
              {phone.channel !== 'ussd' && ` ${texts.channels[phone.channel]}`}
            </button>
          ))}
        </nav>
        <NewDevice />
      </div>
      {isEmpty ? (
        <Empty title={texts.noPhones}>
          <p class="text-quiet">{texts.noPhonesNext}</p>
          <button type="button" class="btn btn-primary btn-sm" onClick={() => takeDevice('smart')}>
            {texts.takePhone}
          </button>
        </Empty>
      ) : (
        <div
          ref={strip}
          class={`relative flex-1 min-h-0 overflow-x-auto overflow-y-auto flex px-3 pb-3 [scrollbar-gutter:stable] [scrollbar-width:thin] snap-x items-start ${desk.value.phones > 1 ? 'gap-3 scroll-px-3' : 'gap-4'}`}
        >
          {all.map((phone, index) => (index < drawn || phone === chosen) && <Phone key={keyOf(phone)} phone={phone} />)}
        </div>
      )}
    </View>
  )
}

/** The room for a scroll bar is part of the space at the right: a phone stands where it stood when the bar comes. */
function keepSides(strip: HTMLElement | null): void {
  if (strip !== null) strip.style.paddingRight = `${Math.max(0, side - strip.offsetWidth + strip.clientWidth)}px`
}

/** px, beside the phones. */
const side = 12

/** A form of its own for each thing that may be on at a phone: a speech bubble, a card. */
function Sign({ word, d }: { word: string; d: string }) {
  return (
    <span role="img" aria-label={word} title={word} class="text-primary">
      <LineIcon d={d} />
    </span>
  )
}

/** As many of so many as are drawn by now: a few in each task, so that none holds the page up. */
function useMoreAndMore(all: number): number {
  const [drawn, setDrawn] = useState(fewPhones)
  useEffect(() => {
    if (drawn >= all) return undefined
    const timer = setTimeout(() => setDrawn(drawn + fewPhones))
    return () => clearTimeout(timer)
  }, [drawn, all])
  return drawn
}

const fewPhones = 3
