import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ownOptions } from '../own-options.ts'
import { digest } from '../pushes/reading/identifiers.ts'
import type { Effects, OnceOptions } from '../store/effects/effects.ts'
import { whoseOfEntry } from '../store/effects/kept-outcome.ts'
import type { Recorded } from '../store/effects/recorded.ts'
import { FMW_EFFECT_UNKNOWN } from '../store/errors.ts'
import type { Attempt } from './attempt.ts'
import { FMW_ONCE } from './errors.ts'

/** Something that a handler does once for its notification. */
export interface Once<Value> {
  readonly name: string
  readonly effect: (key: string) => Value | Promise<Value>
  readonly recover: OnceOptions<Value>['recover']
}

/** An attempt, as far as what it does once asks it. */
export interface OnceAttempt extends Pick<Attempt, 'entryId' | 'log'> {
  /** Why its signal has aborted, if it has. */
  readonly abortedFor: Error | undefined
  /** Whether somebody has asked for its signal. */
  readonly hasSignal: boolean
}

/**
 * Does it, or gives what it gave at an earlier attempt. A failure is recorded as well, so that what is tried again has a name
 * of its own in the store; whoever does it gets one key for all of these.
 *
 * @throws FMW_ONCE inside its own effect; what it threw; FMW_EFFECT_UNKNOWN; why the attempt ended while another did it; what the store refuses with
 */
export async function doOnce<Value>(
  attempt: OnceAttempt,
  effects: Effects,
  { name, effect, recover }: Once<Value>,
): Promise<Recorded> {
  const { entryId, log } = attempt
  const around = insides.getStore()
  for (let inside = around; inside !== undefined; inside = inside.around)
    if (inside.isOpen && inside.attempt === attempt && inside.name === name)
      throw new FMW_ONCE(
        `'${name}' is called inside its own effect, and would wait for itself: give that one another name`,
      )
  const key = digest(['attempt', entryId, name])
  const within = async (run: (key: string) => Value | Promise<Value>): Promise<Value> => {
    const inside: Inside = { attempt, name, around, isOpen: true }
    try {
      return await insides.run(inside, () => run(key))
    } finally {
      inside.isOpen = false
    }
  }
  const find = recover && (() => within(recover))
  let doIt = () => within(effect)
  let isInDoubt = false
  for (let number = 1; ; number++) {
    let isHere = false
    const tried = await effects.run(
      {
        name,
        shownKey: key,
        key: number === 1 ? key : digest([key, number]),
        attempt: randomUUID(),
        within: known,
        turn: null,
        left: null,
        secrets: [],
        whose: whoseOfEntry(entryId),
        log,
        isOver: () => attempt.abortedFor !== undefined,
        hasSignal: () => attempt.hasSignal,
      },
      () => {
        isHere = true
        return doIt()
      },
      find,
    )
    if (typeof tried !== 'object') throw attempt.abortedFor
    const { outcome, cause, mayHaveHappened = isInDoubt } = tried
    if (outcome.e === undefined) return outcome.a
    if (isHere) throw isInDoubt ? unknown(name, key, cause) : cause
    if (!mayHaveHappened) continue
    if (find === undefined) throw unknown(name, key, outcome.e)
    doIt = find
    isInDoubt = true
  }
}

/** An effect that runs, and those inside of which it does. What goes on after it is inside of it no more. */
interface Inside {
  readonly attempt: OnceAttempt
  readonly name: string
  readonly around: Inside | undefined
  isOpen: boolean
}

const insides = new AsyncLocalStorage<Inside>()

function unknown(name: string, key: string, cause: unknown): Error {
  return Object.assign(new FMW_EFFECT_UNKNOWN(name, key), { cause })
}

/** @throws FMW_ONCE */
export function checkOnce<Value>(
  name: string,
  effect: (key: string) => Value | Promise<Value>,
  options: OnceOptions<Value>,
): OnceOptions<Value>['recover'] {
  if (typeof name !== 'string' || !nameForm.test(name)) {
    throw new FMW_ONCE('the name of the effect must be 1 to 64 letters, digits, - and _')
  }
  if (typeof effect !== 'function') throw new FMW_ONCE(`the effect of '${name}' must be a function`)
  if (typeof options !== 'object' || options === null) throw new FMW_ONCE(`the options of '${name}' must be an object`)
  const { recover, ...others } = ownOptions(options)
  const [other] = Object.keys(others)
  if (other !== undefined) throw new FMW_ONCE(`'${name}' takes the option recover alone`)
  if (recover !== undefined && typeof recover !== 'function') {
    throw new FMW_ONCE(`recover of '${name}' must be a function`)
  }
  return recover
}

const nameForm = /^[\w-]{1,64}$/
// ms
const known = 30 * 86_400_000
