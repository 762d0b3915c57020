import type { TurnKind } from '../../pushes/kinds.ts'
import { saysSomething } from '../../text/clean-text.ts'
import { mostExact, toHundredths } from '../checkout/bills/amount.ts'
import type { Screen, ScreenItem, ScreenPayment } from '../phone/screen.ts'
import { isWebAddress } from '../wire/lines/line.ts'
import type { Session } from '../world/world.ts'
import { namesOf } from './read-reply.ts'
import { cutOff, fitText, readUssdRules } from './rules.ts'

/** What of a reply the service has no use for, though it shows the screen; empty where nothing is. */
export function doubtsOf(screen: Screen, kind: TurnKind): readonly string[] {
  const { text, dataType, choices = [] } = screen
  return [
    ...(!saysSomething(text) ? [`its Message is empty (API document, ${kind === 'ussd' ? '2.8' : '2.6'})`] : []),
    ...(kind === 'ussd' ? doubtsOfPayment(screen) : (screen.item ?? []).flatMap(doubtsOfItem)),
    ...(dataType === 'confirm' && choices.length > 2
      ? [`its DataType is confirm, a yes or no, and its Data has ${choices.length} choices (API document, 2.6)`]
      : []),
  ]
}

/** The same, of a screen on a phone with the usual rules: also that it shows the beginning alone. */
export function doubtsOnPhone(
  screen: Screen,
  { kind, channel, operator }: Pick<Session, 'kind' | 'channel' | 'operator'>,
) {
  if (channel !== 'ussd') return doubtsOf(screen, kind)
  const shown = fitText(screen.text, operator, readUssdRules())
  return [...(shown.rest === '' ? [] : [cutOff(shown)]), ...doubtsOf(screen, kind)]
}

/** What a payment is asked for with, on a release alone (reference 2.8, 3.4). */
function doubtsOfPayment({ type, payment, raw }: Screen): readonly string[] {
  if (type === 'release') return payment === undefined ? [] : doubtsOfAmount(payment)
  const field = namesOf(raw)
  const given = ['Amount', 'Description', 'CallbackUrl'].filter((name) => isGiven(field(name)))
  return given.length === 0 ? [] : [`it has ${given.join(' and ')}, but its Type is ${type} (API document, 2.8)`]
}

function doubtsOfAmount({ amount, callbackUrl }: ScreenPayment): readonly string[] {
  if (!isPayable(amount)) return [`its Amount is ${amount}: it asks for no payment (API document, 2.8)`]
  return [
    ...(isMoney(amount) ? [] : [`its Amount is ${amount}: money has at most 2 decimals (API document, 2.8)`]),
    ...doubtsOfAddress(callbackUrl),
  ]
}

function doubtsOfAddress(url: string | null): readonly string[] {
  if (url === null || url === '')
    return ['it asks for a payment without CallbackUrl: no notice can come (API document, 2.8)']
  return isWebAddress(url)
    ? []
    : ['its CallbackUrl is no whole http or https address: no notice can come (API document, 2.8)']
}

/** What is sold is some of it, at a price (reference 2.6, Item). */
function doubtsOfItem({ quantity, price }: ScreenItem): readonly string[] {
  return [
    ...(isPayable(quantity) ? [] : [`the qty of an Item is ${quantity}: it can't be paid (API document, 2.6)`]),
    ...(isPayable(price) ? [] : [`the price of an Item is ${price}: it can't be paid (API document, 2.6)`]),
    ...(isMoney(price) ? [] : [`the price of an Item is ${price}: money has at most 2 decimals (API document, 2.6)`]),
  ]
}

/** Whether a reply asks for money that can be paid: where it doesn't, no customer is asked to pay. */
export function canBePaid({ payment, item = [] }: Pick<Screen, 'payment' | 'item'>): boolean {
  if (payment !== undefined) return isPayable(payment.amount)
  return item.length > 0 && item.every(({ quantity, price }) => isPayable(quantity) && isPayable(price))
}

function isPayable(number: number): boolean {
  return number > 0 && number < mostExact
}

function isMoney(amount: number): boolean {
  return !isPayable(amount) || toHundredths(amount) === amount
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
