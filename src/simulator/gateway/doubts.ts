import type { TurnKind } from '../../pushes/kinds.ts'
import { saysSomething } from '../../text/clean-text.ts'
import type { Screen } from '../phone/screen.ts'
import { namesOf } from './read-reply.ts'

/** What of a reply the service has no use for, though it shows the screen; empty where nothing is. */
export function doubtsOf(screen: Screen, kind: TurnKind): readonly string[] {
  const { text, dataType, choices = [] } = screen
  return [
    ...(!saysSomething(text) ? [`its Message is empty (reference ${kind === 'ussd' ? '2.8' : '2.6'})`] : []),
    ...(kind === 'ussd' ? doubtsOfPayment(screen) : []),
    ...(dataType === 'confirm' && choices.length > 2
      ? [`its DataType is confirm, a yes or no, and its Data has ${choices.length} choices (reference 2.6)`]
      : []),
  ]
}

/** What a payment is asked for with, on a release alone (reference 2.8, 3.4). */
function doubtsOfPayment({ type, payment, raw }: Screen): readonly string[] {
  if (type === 'release') return payment === undefined ? [] : doubtsOfAmount(payment)
  const field = namesOf(raw)
  const given = ['Amount', 'Description', 'CallbackUrl'].filter((name) => isGiven(field(name)))
  return given.length === 0 ? [] : [`it has ${given.join(' and ')}, but its Type is ${type} (reference 2.8)`]
}

function doubtsOfAmount({ amount, callbackUrl }: NonNullable<Screen['payment']>): readonly string[] {
  if (!(amount > 0)) return [`its Amount is ${amount}: it asks for no payment (reference 2.8)`]
  return isGiven(callbackUrl) ? [] : ['it asks for a payment without CallbackUrl: no notice can come (reference 2.8)']
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
