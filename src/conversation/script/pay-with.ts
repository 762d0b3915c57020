import type { SessionEvent } from '../../pushes/session-push.ts'
import type { EndOptions, ProgrammableReplies, Reply, UssdReplies } from '../../replies/index.ts'
import type { TalkPayment } from '../steps/ending.ts'
import { totalOf } from '../steps/payment.ts'

/**
 * A payment as USSD has it: the subscriber approves a request for the whole amount (reference 2.8), half a
 * hundredth rounded up.
 *
 * @param payIn builds payments of a session, with the merchant's own reference
 */
export function payOnUssd(
  payIn: (session: Session, reference: string | undefined) => UssdReplies['pay'],
  text: string,
  payment: TalkPayment,
  options: EndOptions,
  session: Session,
): Reply<'ussd'> {
  const { callbackUrl } = payment
  const amount = totalOf(payment)
  const description = payment.description ?? describe(payment)
  return payIn(session, payment.reference)(text, { amount, description, callbackUrl }, options)
}

/** A payment as programmable services have it: the item goes to the checkout (reference 2.6, AddToCart). */
export function payOnProgrammable(
  { pay }: ProgrammableReplies,
  text: string,
  { name, quantity, price }: TalkPayment,
  options: EndOptions,
): Reply<'programmable'> {
  return pay(text, { name, quantity, price }, options)
}

type Session = Pick<SessionEvent, 'sessionId' | 'mobile'>

/** At most 100 characters (reference 8): of a long name the end is left out, and a reference beside which no name fits. */
function describe({ name, quantity, reference }: TalkPayment): string {
  const count = quantity === 1 ? '' : `${quantity} x `
  const end = reference === undefined || reference.length > longestReference ? '' : `, ${reference}`
  const room = longest - count.length - end.length
  return `${count}${name.length <= room ? name : shortened(name, room)}${end}`
}

function shortened(name: string, room: number): string {
  return `${name.slice(0, Math.max(0, room - dots.length)).replace(halfPair, '')}${dots}`
}

const longest = 100
const longestReference = 60
const dots = '...'
// A cut through a surrogate pair leaves half of it.
const halfPair = /[\ud800-\udbff]$/
