import { type Kind, kinds } from '../../pushes/kinds.ts'

/**
 * A kind of push that somebody stops, as it is given to a store.
 *
 * @example
 * const stop: NewKindStop = { kind: 'ussd', by: 'Ama', reason: 'the menu is broken' }
 * await look.stops.stop('default', stop)
 */
export interface NewKindStop {
  readonly kind: Kind
  /** Who, as they are called. */
  readonly by: string
  /** Why, in their words. */
  readonly reason: string
}

/**
 * A kind of push that is stopped.
 *
 * @example
 * const inWords = ({ kind, at, by, reason }: KindStop) => `${kind} since ${new Date(at).toISOString()} by ${by}: ${reason}`
 */
export interface KindStop extends NewKindStop {
  /** Since when, by the clock that the store goes by, epoch ms. */
  readonly at: number
}

/** Whether a kind is stopped as far as this process knows: what each of its pushes looks at. */
export interface StopFlag {
  readonly isOn: boolean
}

/**
 * Which kinds of push are stopped, for people, tools and the application. Every process that shares the store looks here
 * once a second.
 *
 * @example
 * const { stops }: { stops: StopsLook } = await store.look()
 * const stopped = await stops.list('default')
 */
export interface StopsLook {
  /** Those of a registration, the oldest first. */
  list(registration: string): Promise<readonly KindStop[]>
  /**
   * Keeps that a kind is stopped, as durably as the store promises.
   *
   * @returns false where it was stopped already: that stop stays as it is
   */
  stop(registration: string, stop: NewKindStop): Promise<boolean>
  /** Forgets the stop of a kind. @returns false where it wasn't stopped */
  start(registration: string, kind: Kind): Promise<boolean>
}

/** Those of kinds that this version knows: a newer one may run beside it, and stop others. */
export function knownStops(found: readonly FoundStop[]): readonly KindStop[] {
  return found.flatMap((stop) => kinds.filter((kind) => kind === stop.kind).map((kind) => ({ ...stop, kind })))
}

/** A stop as a table has it. */
interface FoundStop extends Omit<KindStop, 'kind'> {
  readonly kind: string
}
