import { Lock, Receipt, Store, UserRound } from 'lucide-preact'
import { phones } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { PaymentSaid } from '../payment/payment-said.tsx'
import { openPrompt, Prompt } from '../payment/prompt.tsx'
import { RichScreen } from './rich-screen.tsx'

/** Where the same person uses the service otherwise: in the service's app, in a web store, at a till. */
export function Device({ phone }: { phone: PhoneState }) {
  const { channel, number, operator } = phone
  const prompt = openPrompt(phone)
  // The network asks the phone, wherever something was bought.
  const hasPhone = phones.value.some((one) => one.number === number && one.channel === 'ussd')
  return (
    <div data-device class={frames[channel]}>
      {channel === 'webstore' && (
        <p class="flex items-center gap-2 px-3 py-2 bg-base-300">
          <Lock size={14} aria-hidden="true" />
          <span class="flex-1 min-w-0 truncate rounded-field bg-base-100 px-2 py-0.5 font-mono">store.example</span>
        </p>
      )}
      <p class={`flex flex-wrap items-center gap-x-1.5 px-3 py-2.5 font-semibold ${bars[channel]}`}>
        <Sign channel={channel} />
        <span class="flex-1 whitespace-nowrap">{texts.channels[channel]}</span>
        <span class="font-normal tabular-nums whitespace-nowrap">{channel === 'pos' ? operator : number}</span>
      </p>
      <div class="relative flex-1 min-h-0 flex flex-col">
        <div class="contents" inert={prompt !== undefined && !hasPhone}>
          <RichScreen phone={phone} />
        </div>
        {prompt !== undefined && !hasPhone && <Prompt key={prompt.id} phone={phone} prompt={prompt} />}
        {prompt !== undefined && hasPhone && (
          <p role="status" class="px-4 py-3 border-t border-base-300 font-medium">
            {texts.onThePhone}
          </p>
        )}
      </div>
      {!hasPhone && <PaymentSaid phone={phone} />}
    </div>
  )
}

const size = 'bg-base-100 overflow-hidden flex flex-col basis-[34rem] min-h-80'

const frames: Readonly<Record<PhoneState['channel'], string>> = {
  ussd: size,
  app: `${size} rounded-[2.25rem] border-[6px] border-neutral`,
  webstore: `${size} rounded-box border border-base-content/40`,
  pos: `${size} rounded-box border-[10px] border-neutral`,
}

const bars: Readonly<Record<PhoneState['channel'], string>> = {
  ussd: '',
  app: 'bg-primary text-primary-content justify-center',
  webstore: 'border-b border-base-300',
  pos: 'bg-neutral text-neutral-content',
}

function Sign({ channel }: { channel: PhoneState['channel'] }) {
  const Icon = channel === 'webstore' ? Store : channel === 'pos' ? Receipt : UserRound
  return <Icon size={16} aria-hidden="true" />
}
