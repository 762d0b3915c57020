import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts.ts'
import { keyOf } from './act.ts'
import { Handset } from './handset/handset.tsx'
import { PhoneSettings } from './phone-settings.tsx'
import { Device } from './rich/device.tsx'
import { SessionButtons } from './session-buttons.tsx'
import { Smartphone } from './smartphone.tsx'

/** A phone as it is drawn, and beside it what the subscriber can do. */
export function Phone({ phone }: { phone: PhoneState }) {
  const { number, channel, skin } = phone
  const Drawn = channel !== 'ussd' ? Device : skin === 'basic' ? Handset : Smartphone
  return (
    <article
      data-phone={keyOf(phone)}
      aria-label={texts.phoneOf(number, texts.channels[channel])}
      class="w-[18rem] shrink-0 mx-auto snap-center"
    >
      <Drawn phone={phone} />
      <SessionButtons phone={phone} />
      <PhoneSettings phone={phone} />
    </article>
  )
}
