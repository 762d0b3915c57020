import { MessageSquare, PhoneCall } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { type AppName, appOf, showApp } from './shown-app.ts'

/** From the one to the other, on any phone. */
export function Apps({ phone }: { phone: PhoneState }) {
  return (
    <fieldset class="grid grid-cols-[2fr_3fr] border-t border-base-300 bg-base-100">
      <legend class="sr-only">{texts.apps}</legend>
      <AppButton phone={phone} app="dial">
        <PhoneCall size={16} aria-hidden="true" />
        {texts.phone}
      </AppButton>
      <AppButton phone={phone} app="messages">
        <MessageSquare size={16} aria-hidden="true" />
        {texts.messages(phone.messages.length)}
      </AppButton>
    </fieldset>
  )
}

function AppButton({ phone, app, children }: { phone: PhoneState; app: AppName; children: ComponentChildren }) {
  const isHere = appOf(phone) === app
  return (
    <button
      type="button"
      aria-pressed={isHere}
      onClick={() => showApp(phone, app)}
      class={`focus-seen flex items-center justify-center gap-1 py-2 whitespace-nowrap cursor-pointer ${isHere ? 'text-primary font-semibold' : 'text-quiet'}`}
    >
      {children}
    </button>
  )
}
