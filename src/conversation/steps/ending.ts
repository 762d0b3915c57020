import type { CheckedPayment } from '../../replies/index.ts'
import type { BegunStep } from './begun-step.ts'

/**
 * The end of a conversation. `talk.end` and `talk.pay` make one, and the script returns it. If you forget that, it
 * doesn't compile.
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

  /** The payment that it asks for. Undefined without one. */
  get payment(): CheckedPayment | undefined {
    return this.#payment
  }

  /** @internal where it was made, in development */
  get made(): BegunStep | undefined {
    return this.#made
  }
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
