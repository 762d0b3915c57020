import { Copy, PhoneOff, TimerOff } from 'lucide-preact'
import { desk } from '../../state/desk.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { atPhone } from '../act.ts'

const steps = [
  { step: 'hang-up', name: texts.hangUp, about: texts.commands.hangUp, key: 'h', Icon: PhoneOff },
  { step: 'time-out', name: texts.timeOut, about: texts.commands.timeOut, key: 'm', Icon: TimerOff },
  { step: 'repeat', name: texts.repeat, about: texts.commands.repeat, key: 'y', Icon: Copy },
]

/** What happens to a session beside being answered. */
export function SessionButtons({ phone }: { phone: PhoneState }) {
  return (
    <fieldset class="grid grid-cols-3 gap-1.5 my-2">
      <legend class="sr-only">{texts.session}</legend>
      {steps.map(({ step, name, about, key, Icon }) => (
        <button
          key={step}
          type="button"
          class="btn btn-sm font-normal px-1 gap-1 whitespace-nowrap bg-base-100 border-base-300 disabled:bg-transparent disabled:border-base-300 disabled:text-base-content/50"
          title={`${about} (${key})`}
          disabled={!phone.isOpen}
          onClick={() => void atPhone(phone, step)}
        >
          {desk.value.phones === 1 && <Icon size={14} aria-hidden="true" />}
          {name}
        </button>
      ))}
    </fieldset>
  )
}
