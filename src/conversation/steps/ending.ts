import type { CheckedPayment } from '../../replies/index.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { type BegunStep, describeStep } from './begun-step.ts'

/** @internal */
export declare const isEnding: unique symbol

/**
 * The end of a conversation. `talk.end` and `talk.pay` make one, and the script returns it. If you forget that, it
 * doesn't compile.
 *
 * @example
 * const goodbye = (talk: Talk): Ending => talk.end('Goodbye')
 */
export class Ending {
  /** No other object is one: what a check finds, for example. */
  declare readonly [isEnding]: true
  readonly #text: string
  readonly #options: ShowOptions
  readonly #payment: CheckedPayment | undefined
  readonly #made: BegunStep
  readonly #by: object | undefined

  /** @internal by `talk.end` and `talk.pay` @param by what runs the script */
  constructor(text: string, options: ShowOptions, payment: CheckedPayment | undefined, made: BegunStep, by?: object) {
    this.#text = text
    this.#options = options
    this.#payment = payment
    this.#made = made
    this.#by = by
  }

  get text(): string {
    return this.#text
  }

  get options(): ShowOptions {
    return this.#options
  }

  /** The payment that it asks for. Undefined without one. */
  get payment(): CheckedPayment | undefined {
    return this.#payment
  }

  /** @internal where it was made */
  get made(): BegunStep {
    return this.#made
  }

  /** @internal what ran the script that made it: it is an ending of nothing else */
  get by(): object | undefined {
    return this.#by
  }
}

/** An ending that is not returned where it was made. */
export function misplaced({ made }: Ending, problem: string): Error {
  return new FMW_TALK_STEP(describeStep(made), problem)
}

/**
 * Options of every screen.
 *
 * @example
 * const shown: ShowOptions = { label: 'Your balance', sensitive: true }
 */
export interface ShowOptions {
  /** The title on rich channels. Default: the first line of the text. */
  readonly label?: string | undefined
  /** Masks the screen on its way, and keeps it out of logs and transcripts. */
  readonly sensitive?: boolean | undefined
}
