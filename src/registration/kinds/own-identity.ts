import { isThenable } from '../../is-thenable.ts'
import type { Log } from '../../log.ts'
import type { Kind } from '../../pushes/kinds.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { digest } from '../../pushes/reading/digest.ts'
import { nameType } from '../../pushes/reading/push-problem.ts'
import { describeError } from '../../text/describe-error.ts'
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
      log.error({ kind, err: describeError(error) }, 'an identity of your own does not count: the usual one is taken')
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

/**
 * An identity of the merchant's own in place of the usual one. It may collide, so what two notifications of it must agree
 * on holds what tells them apart, besides what it held: one that differs is a conflict, and never a repeat.
 */
export function withOwn(identity: string, usual: Identity, told: string): Identity {
  return { ...usual, identity, fingerprint: digest([usual.fingerprint, told]) }
}
