import { batch, signal } from '@preact/signals'
import { askForFocus, focusWhenThere } from '../shared/focus/focus-when-there.ts'
import { go } from '../state/address.ts'
import { act } from '../state/api.ts'
import { attempt, say } from '../state/notices.ts'
import { dropPhone, keyOf, phones, putPhone, refresh } from '../state/simulator.ts'
import type { PhoneName, PhoneState } from '../state/types.ts'
import { texts } from '../texts/index.ts'
import { noteAnswer } from './payment/answered.ts'
import { showApp } from './shown-app.ts'
import { isTurn, sent } from './waits.ts'

/** The phones that wait for the application. */
export const busy = signal<ReadonlySet<string>>(new Set())

/** The phone that keys speak to. */
export const current = signal<string | undefined>(undefined)

export function currentPhone(): PhoneState | undefined {
  return phones.value.find((phone) => keyOf(phone) === current.value) ?? phones.value[0]
}

/** What a subscriber does: the phone shows what came of it. */
export async function atPhone(phone: PhoneName, step: string, given: object = {}): Promise<PhoneState | undefined> {
  const key = keyOf(phone)
  const { number, channel } = phone
  current.value = key
  used = number
  if (step === 'dial') {
    noteAnswer(number, undefined)
    // What is dialled is seen.
    showApp(phone, 'dial')
  }
  busy.value = new Set(busy.value).add(key)
  if (isTurn(step)) sent.value = new Set(sent.value).add(key)
  const answer = await attempt(() => act<PhoneState>(`phones/${step}`, { number, channel, waits: false, ...given }))
  batch(() => {
    busy.value = without(busy.value, key)
    sent.value = without(sent.value, key)
    if (answer !== undefined) putPhone(answer)
  })
  refresh()
  return answer
}

function without(all: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...all].filter((one) => one !== key))
}

let used: string | undefined

/** The number of the phone at which something was done last. */
export function lastUsed(): string | undefined {
  return used
}

/** Answers the oldest payment prompt. */
export async function answer(phone: PhoneState, step: 'approve' | 'refuse', given: object = {}): Promise<void> {
  const [prompt] = phone.prompts
  if (prompt === undefined) return
  noteAnswer(phone.number, { step, bill: prompt.id, sessionId: phone.sessionId })
  const isThrough = (await atPhone(phone, step, given)) !== undefined
  if (!isThrough) noteAnswer(phone.number, undefined)
}

/** What can be held: a phone in one of its looks, or another place where the service is used. */
export type DeviceName = PhoneState['skin'] | Exclude<PhoneState['channel'], 'ussd'>

/** Takes a device that nobody has yet. */
export async function addPhone(number: string, name: DeviceName): Promise<boolean> {
  const device = name === 'smart' || name === 'basic' ? { channel: 'ussd', skin: name } : { channel: name }
  const phone = await attempt(() => act<PhoneState>('phones', { number, ...device }))
  if (phone === undefined) return false
  putPhone(phone)
  current.value = keyOf(phone)
  return true
}

/** Takes a phone away; what its number paid and wrote stays. It can be had again as it was, but for its open session. */
export async function removePhone({ number, channel }: PhoneName): Promise<void> {
  const settings = await attempt(() => act<{ readonly place: number }>('phones/remove', { number, channel }))
  if (settings === undefined) return
  dropPhone({ number, channel })
  refresh()
  const run = async () => {
    const phone = await attempt(() => act<PhoneState>('phones', settings))
    if (phone !== undefined) putPhone(phone, settings.place)
  }
  say(texts.removed(texts.phoneOf(number, texts.channels[channel])), { name: texts.undo, run: () => void run() })
}

/** What is dialled where nobody says otherwise. */
export const usualCode = '*713#'

/** Puts the focus where a phone is typed on, as it's drawn next. @param phone left out: the chosen one */
export function focusField(phone: PhoneName | undefined = currentPhone()): void {
  if (phone === undefined) return
  const isMine = askForFocus()
  requestAnimationFrame(() => isMine() && focusWhenThere(() => fieldOf(keyOf(phone))))
}

/** What is typed on or chosen at a phone. @param key of the phone */
export function fieldOf(key: string): HTMLElement | null | undefined {
  const device = document.querySelector(`[data-phone="${key}"] [data-device]`)
  const find = (selector: string) => device?.querySelector<HTMLElement>(selector)
  return find('[data-prompt]') ?? find('[data-keys], input[name], textarea[name]') ?? find('button:enabled')
}

/** The phone for somebody who has none in the hand yet. */
export function firstPhone(): PhoneName {
  return currentPhone() ?? { number: nextNumber(), channel: 'ussd' }
}

export async function dialFirst(): Promise<void> {
  go({ view: 'phones' })
  await atPhone(firstPhone(), 'dial', { text: usualCode })
}

/** The next number that no phone has. */
export function nextNumber(): string {
  const taken = new Set(phones.value.map(({ number }) => number))
  for (let last = 1; ; last++) {
    const number = `+2330000${String(last).padStart(5, '0')}`
    if (!taken.has(number)) return number
  }
}

/** A subscriber writes to the application. @returns whether it went out */
export async function write(phone: PhoneName, text: string): Promise<boolean> {
  const row = await attempt(() => act('messages/from', { number: phone.number, text }))
  refresh()
  return row !== undefined
}
