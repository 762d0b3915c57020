import type { CheckedPayment } from '../../replies/index.ts'
import type { BegunStep } from './begun-step.ts'

/**
 * How a conversation ends. `talk.end` and `talk.pay` make one, and the script returns it: forgetting that does not
 * compile.
 *
 * @example
 * const goodbye = (talk: Talk): Ending => talk.end('Goodbye')
 */
export class Ending {
  readonly #text: string
  readonly #options: ShowOptions
  readonly #payment: CheckedPayment | undefined
  readonly #made: BegunStep | undefined

  /** @internal by `talk.end` and `talk.pay` */
  constructor(text: string, options: ShowOptions, payment: CheckedPayment | undefined, made?: BegunStep) {
    this.#text = text
    this.#options = options
    this.#payment = payment
    this.#made = made
  }

  get text(): string {
    return this.#text
  }

  get options(): ShowOptions {
    return this.#options
  }

  /** What is to be paid; undefined where nothing is. */
  get payment(): CheckedPayment | undefined {
    return this.#payment
  }

  /** @internal where it was made, in development */
  get made(): BegunStep | undefined {
    return this.#made
  }
}

/**
 * Settings of anything that is shown.
 *
 * @example
 * const shown: ShowOptions = { label: 'Your balance', sensitive: true }
 */
export interface ShowOptions {
  /** The title on rich channels; the first line of the text when not given. */
  readonly label?: string | undefined
  /** Masked on the way, and out of logs and transcripts. */
  readonly sensitive?: boolean | undefined
}
