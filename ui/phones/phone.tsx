import { desk } from '../state/desk.ts'
import { later } from '../state/later.ts'
import { keyOf } from '../state/simulator.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { busy } from './act.ts'
import { PhoneSettings } from './phone-settings.tsx'
import { SessionButtons } from './session/session-buttons.tsx'
import { Smartphone } from './smartphone.tsx'
import { waits } from './waits.ts'

const Handset = later(async () => (await import('./handset/handset.tsx')).Handset)
const Device = later(async () => (await import('./rich/device.tsx')).Device)

/** A phone as it is drawn, and beside it what the subscriber can do. */
export function Phone({ phone }: { phone: PhoneState }) {
  const { number, channel, skin } = phone
  const Drawn = channel !== 'ussd' ? Device : skin === 'basic' ? Handset : Smartphone
  return (
    <article
      data-phone={keyOf(phone)}
      data-busy={busy.value.has(keyOf(phone)) || waits(phone) ? '' : undefined}
      aria-label={texts.phoneOf(number, texts.channels[channel])}
      class={`max-h-full flex flex-col ${desk.value.phones > 1 ? 'w-60 snap-start' : 'w-[18rem] mx-auto snap-center'} shrink-0`}
    >
      <Drawn phone={phone} />
      <SessionButtons phone={phone} />
      <PhoneSettings phone={phone} />
    </article>
  )
}
