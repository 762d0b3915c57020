import { isThenable } from '../../is-thenable.ts'
import type { Log } from '../../log.ts'
import type { PushEvent } from '../../pushes/event.ts'
import type { Kind } from '../../pushes/kinds.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { nameType } from '../../pushes/reading/push-problem.ts'
import { logError } from '../../text/describe-error.ts'
import { FMW_IDENTITY } from '../errors.ts'

/** The identity that the merchant gives an event; undefined where they give none that counts. */
export type OwnIdentity<Event> = (event: Event) => string | undefined

/**
 * The identity that the merchant's own function gives. Where it gives none, that is logged as an error, and undefined
 * is given: the notification is known by its usual identity then, so that it is not lost.
 */
export function ownIdentity<Event>(kind: Kind, identity: (event: Event) => string, log: Log): OwnIdentity<Event> {
  return (event) => {
    try {
      return checkIdentity(kind, identity(event))
    } catch (error) {
      logError(log, 'error', error, 'an identity of your own does not count: the usual one is taken', { kind })
      return undefined
    }
  }
}

/** In JavaScript anything may come. @throws FMW_IDENTITY */
function checkIdentity(kind: Kind, given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  if (!isThenable(given)) throw new FMW_IDENTITY(kind, nameType(given))
  // One that rejects must not end the process.
  given.then(undefined, () => undefined)
  throw new FMW_IDENTITY(kind, 'a promise')
}

/** The merchant's own identity, where there is one for the event; the lane stays that of the payment or message. */
export function ownOrUsual<Event extends PushEvent>(own: OwnIdentity<Event>, event: Event, usual: Identity): Identity {
  const identity = own(event)
  if (identity === undefined) return usual
  if (!('outcome' in event)) return { ...usual, identity }
  // Which payment it is, and how it ended, are parts of the usual identity, and an own one may leave them out. Where the
  // service names none, its content is no name of it: a repeat may be worded anew.
  const payment = usual.lane === usual.identity ? '' : usual.lane
  return withOwn(identity, usual, `${payment}|${String(event.outcome)}`)
}

/**
 * An identity of the merchant's own in place of the usual one. It may collide, so what two notifications of it must agree
 * on holds what tells them apart, besides what it held: one that differs is a conflict, and never a repeat.
 */
export function withOwn(identity: string, usual: Identity, told: string): Identity {
  return { ...usual, identity, fingerprint: digest([usual.fingerprint, told]) }
}
