import { Plus } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { tryInvoice } from '../checkout/invoice.ts'
import { go } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { texts } from '../texts/index.ts'
import { addPhone, currentPhone, type DeviceName, focusField, nextNumber } from './act.ts'

const names: readonly DeviceName[] = ['smart', 'basic', 'webstore', 'pos', 'app']

const keys: Readonly<Record<DeviceName, string>> = { smart: 'n', basic: 'b', webstore: 'u w', pos: 'u t', app: 'u a' }

addCommands(
  'phones',
  ...names.map((name) => ({
    name: texts.commands.newDevice(texts.devices[name]),
    keys: keys[name],
    run: () => takeDevice(name),
  })),
)

/** Another phone, or where the same person uses the service otherwise. */
export function NewDevice() {
  const list = useRef<HTMLDivElement>(null)
  const number = useRef<HTMLInputElement>(null)
  const take = (name: DeviceName): void => {
    const given = number.current?.value.trim() ?? ''
    if (number.current !== null) number.current.value = ''
    list.current?.hidePopover()
    takeDevice(name, given)
  }
  return (
    <>
      <button type="button" class="btn btn-sm" popovertarget="new-device" title={`${texts.newDevice} (n)`}>
        <Plus size={16} aria-hidden="true" />
        {texts.newDevice}
      </button>
      <div
        id="new-device"
        ref={list}
        popover="auto"
        class="beside-button w-64 p-2 rounded-box border border-base-300 bg-base-100 text-base-content shadow-float"
      >
        <label class="flex flex-col gap-1 mb-1 px-1">
          <span class="text-quiet">{texts.newNumber}</span>
          <input
            ref={number}
            type="tel"
            class="input input-sm w-full"
            placeholder={nextNumber()}
            autocomplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The button gets the focus back, and would be pressed by it.
              event.preventDefault()
              take('smart')
            }}
          />
        </label>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            class="btn btn-ghost btn-sm w-full justify-start font-normal"
            title={`${texts.devices[name]} (${keys[name]})`}
            onClick={() => take(name)}
          >
            {texts.devices[name]}
          </button>
        ))}
        <button
          type="button"
          class="btn btn-ghost btn-sm w-full justify-start font-normal"
          onClick={() => {
            list.current?.hidePopover()
            void tryInvoice()
          }}
        >
          {texts.commands.tryInvoice}
        </button>
      </div>
    </>
  )
}

/** A phone has a number of its own; the rest belongs to the person of the phone that is chosen. */
export function takeDevice(name: DeviceName, given = ''): void {
  go({ view: 'phones' })
  const usual = name === 'smart' || name === 'basic' ? nextNumber() : (currentPhone()?.number ?? nextNumber())
  const number = given === '' ? usual : given
  void addPhone(number, name).then((isThere) => isThere && focusField())
}
