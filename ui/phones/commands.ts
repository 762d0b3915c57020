import { focusWhenThere } from '../shared/focus/focus-when-there.ts'
import { go } from '../state/address.ts'
import type { Command } from '../state/commands.ts'
import { keyOf, phones } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { answer, atPhone, current, currentPhone, focusField, removePhone } from './act.ts'
import { takeDevice } from './new-device.tsx'
import { endings } from './payment/prompt.tsx'
import { showApp } from './shown-app.ts'

const isOpen = () => currentPhone()?.isOpen === true
const hasPhone = () => currentPhone()?.channel === 'ussd'
const hasDevice = () => currentPhone() !== undefined
const hasPrompt = () => (currentPhone()?.prompts.length ?? 0) > 0

/** What can be done at the chosen phone. */
export const phoneCommands: readonly Command[] = [
  { name: texts.commands.dial, keys: 'p', run: dialOnPhone },
  { name: texts.commands.hangUp, keys: 'h', run: () => at('hang-up'), isPossible: isOpen },
  { name: texts.commands.timeOut, keys: 'm', run: () => at('time-out'), isPossible: isOpen },
  { name: texts.commands.repeat, keys: 'y', run: () => at('repeat'), isPossible: isOpen },
  { name: texts.commands.approve, keys: 'a', run: () => answerAt('approve'), isPossible: hasPrompt },
  { name: texts.commands.refuse, keys: 's', run: () => answerAt('refuse'), isPossible: hasPrompt },
  ...endings.map(({ name, pays }) => ({
    name: texts.commands.ending(name),
    isPossible: hasPrompt,
    run: () => answerAt('approve', (asked) => ({ pays: pays(asked) })),
  })),
  { name: texts.commands.write, keys: 'u m', also: texts.commands.writeAlso, run: writeMessage, isPossible: hasPhone },
  {
    name: texts.commands.settings,
    keys: 'u s',
    also: texts.commands.settingsAlso,
    run: openSettings,
    isPossible: hasDevice,
  },
  { name: texts.commands.remove, keys: 'u x', also: texts.commands.removeAlso, run: remove, isPossible: hasDevice },
]

/** Every phone by its number; the first nine by a key too. */
export function choosing(): readonly Command[] {
  return phones.value.map(({ number, channel }, index) => ({
    name: texts.commands.choosePhone(index + 1, texts.phoneOf(number, texts.channels[channel])),
    ...(index < 9 && { keys: String(index + 1) }),
    run: () => choose(index),
  }))
}

function dialOnPhone(): void {
  const phone = currentPhone()
  if (phone !== undefined) showApp(phone, 'dial')
  focusPhone()
}

function choose(index: number): void {
  const phone = phones.value[index]
  if (phone === undefined) return
  current.value = keyOf(phone)
  focusPhone()
}

function focusPhone(): void {
  go({ view: 'phones' })
  if (phones.value.length === 0) takeDevice('smart')
  else focusField()
}

function at(step: string): void {
  const phone = currentPhone()
  if (phone !== undefined) void atPhone(phone, step)
}

/** @param given what is said beside, by what is asked */
function answerAt(step: 'approve' | 'refuse', given: (asked: number) => object = () => ({})): void {
  const phone = currentPhone()
  const [prompt] = phone?.prompts ?? []
  if (phone !== undefined && prompt !== undefined) void answer(phone, step, given(prompt.amount))
}

function writeMessage(): void {
  const phone = currentPhone()
  if (phone === undefined) return
  go({ view: 'phones' })
  showApp(phone, 'messages')
  focusField(phone)
}

function openSettings(): void {
  const phone = currentPhone()
  if (phone === undefined) return
  go({ view: 'phones' })
  focusWhenThere(() => {
    const settings = document.querySelector(`[data-phone="${keyOf(phone)}"] details[data-settings]`)
    if (settings instanceof HTMLDetailsElement) settings.open = true
    return settings?.querySelector('input')
  })
}

function remove(): void {
  const phone = currentPhone()
  if (phone !== undefined) void removePhone(phone)
}
