import type { ReplyItem } from '../../replies/index.ts'
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
  readonly #payment: TalkPayment | undefined
  readonly #made: BegunStep | undefined

  /** @internal by `talk.end` and `talk.pay` */
  constructor(text: string, options: ShowOptions, payment: TalkPayment | undefined, made?: BegunStep) {
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
  get payment(): TalkPayment | undefined {
    return this.#payment
  }

  /** @internal where it was made, in development */
  get made(): BegunStep | undefined {
    return this.#made
  }
}

/**
 * What is to be paid.
 *
 * @example
 * const payment: TalkPayment = { name: 'Rice 5 kg', quantity: 2, price: 60, reference: 'order-1' }
 */
export interface TalkPayment extends ReplyItem {
  /** Your own, such as that of the order. On USSD it is added to the description, where none is given. */
  readonly reference?: string | undefined
  /** What the payer reads on USSD (reference 2.8, Description); at most 100 characters; made of the item, and of a reference of at most 60, when not given. */
  readonly description?: string | undefined
  /** Where the notice of a USSD payment goes; the address of the registration when not given. */
  readonly callbackUrl?: string | undefined
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
