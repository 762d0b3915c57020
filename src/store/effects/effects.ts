import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { logError } from '../../text/describe-error.ts'
import { askStore } from '../ask-store.ts'
import { FMW_EFFECT_UNKNOWN } from '../errors.ts'
import type { EffectBeginning, TurnStore } from '../turn-store.ts'
import { deniesEffect } from './doubt.ts'
import { type EffectTurnMark, fits, readTried, writeTried } from './kept-outcome.ts'
import { type Tried, tryIt } from './outcome.ts'

/**
 * Options of `talk.once` and `attempt.once`.
 *
 * @example
 * const found: OnceOptions<Order> = { recover: (key) => orders.findOrCreate(key) }
 */
export interface OnceOptions<Value> {
  /**
   * Called instead of the effect, at a later attempt or dial, if its outcome isn't known: its process was killed while it
   * ran, its error has `isUncertain`, it threw after its `signal` aborted, or its result can't be kept. Find out by the key,
   * and return what the effect would have returned. If it was surely not done, throw an error of your own with
   * `isUncertain: false`: the effect counts as failed. After any other error it stays unknown, and is called again later.
   *
   * It may be called more than once, and beside an effect whose process was frozen for 10 s, or one of a conversation that
   * takes longer than `maxWork`. So if it does the effect, one key must do one thing. Without it, `once` throws `FMW_EFFECT_UNKNOWN`.
   */
  readonly recover?: ((key: string) => Value | Promise<Value>) | undefined
}

/** An effect that is wanted. */
export interface EffectAsked extends EffectBeginning {
  /** For people: what it is called, and its key as whoever does it knows it. */
  readonly name: string
  readonly shownKey: string
  /** What no message may hold: it is kept. */
  readonly secrets: readonly string[]
  /** A digest: whose outcome it is. */
  readonly whose: string
  /** The turn that asks, kept with the outcome; left out where no turn does. */
  readonly mark?: EffectTurnMark | undefined
  readonly log: Log
  /** Whoever wants it may not do anything any more: from here on its signal is aborted. */
  readonly isOver: () => boolean
  /** Whether somebody has asked for that signal, and may have been cut off by it. */
  readonly hasSignal: () => boolean
}

/** What must never be done twice: recorded in the store before it is done, and its outcome after. */
export class Effects {
  readonly #store: Pick<TurnStore, 'begin' | 'conclude'>
  readonly #clock: Clock
  /** What the store could not be told yet, by key. */
  readonly #untold = new Map<string, Tried>()

  constructor(store: Pick<TurnStore, 'begin' | 'conclude'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Does an effect that is not done. One that may have happened, and has no outcome that can be kept, is left as a kill
   * leaves it: whoever comes to it next finds it out.
   *
   * @returns undefined where whoever asks may not do anything any more, `overtaken` where another session has gone on from
   * under its key: nothing was done
   * @throws FMW_EFFECT_UNKNOWN where nobody knows whether it happened, and what the store refuses with
   */
  async run<Value>(
    asked: EffectAsked,
    effect: () => Value | Promise<Value>,
    recover: (() => Value | Promise<Value>) | undefined,
  ): Promise<Tried | 'overtaken' | undefined> {
    const { name, key, shownKey, attempt, secrets, isOver, hasSignal } = asked
    for (;;) {
      const begun = await this.#begin(asked)
      switch (begun.status) {
        case 'begun': {
          const signal = { wasAborted: isOver(), mayHaveCut: () => isOver() && hasSignal() }
          const tried = fits(await tryIt(effect, secrets, signal))
          if (tried.isInDoubt !== true) return this.#conclude(asked, tried)
          this.leave(key, attempt)
          return tried
        }
        case 'concluded':
          return { ...readTried(begun.outcome), isEarlier: true }
        case 'unknown': {
          const found = recover === undefined ? undefined : fits(await tryIt(recover, secrets))
          if (found !== undefined && settles(found)) return this.#conclude(asked, found)
          this.leave(key, attempt)
          const unknown = new FMW_EFFECT_UNKNOWN(name, shownKey)
          unknown.cause = found?.cause
          throw unknown
        }
        case 'overtaken':
          return 'overtaken'
        case 'fenced':
          return undefined
        case 'running': {
          // The store may not know yet what was done here.
          const untold = this.#untold.get(key)
          if (untold !== undefined) return { ...untold, isEarlier: true }
          await this.#pause()
          if (isOver()) return undefined
        }
      }
    }
  }

  /** Nobody is to wait for it: as long as this attempt holds it, others are told that it runs. */
  leave(key: string, attempt: string): void {
    const tell = () => this.#store.conclude({ key, attempt, outcome: null })
    askStore(this.#clock, { patience: leaving, tries }, tell).catch(ignore)
  }

  /** Where the store does not say what became of it, nothing was done. */
  async #begin({ key, attempt, within, turn, left }: EffectAsked) {
    const beginning: EffectBeginning = { key, attempt, within, turn, left }
    try {
      return await askStore(this.#clock, { patience, tries }, () => this.#store.begin(beginning))
    } catch (error) {
      this.leave(key, attempt)
      throw error
    }
  }

  /** What was done was done, whether or not the store can be told. */
  async #conclude({ name, whose, mark, key, attempt, log }: EffectAsked, tried: Tried): Promise<Tried> {
    const outcome = writeTried(tried, mark)
    const tell = () => this.#store.conclude({ key, attempt, outcome, about: { name, whose } })
    try {
      await askStore(this.#clock, { patience, tries }, tell)
    } catch (error) {
      logError(log, 'error', error, 'the outcome of an effect could not be recorded by itself')
      this.#untold.set(key, readTried(outcome))
      askStore(this.#clock, { patience: leaving, tries }, tell)
        .catch(ignore)
        .finally(() => this.#untold.delete(key))
    }
    return tried
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(poll, resolve)
    })
  }
}

/** It found what was done, where that can be kept, or that nothing was. */
function settles({ outcome, cause }: Tried): boolean {
  return outcome.e === undefined || deniesEffect(cause)
}

const ignore = (): void => undefined

// ms
const patience = 4_000
const leaving = 600_000
const poll = 200
const tries = Number.POSITIVE_INFINITY
