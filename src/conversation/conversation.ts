import { type ConversationOptions, type ConversationSettings, readOptions } from './conversation-options.ts'
import { FMW_CONVERSATION } from './errors.ts'
import { ScreenReview } from './screens/screen-review.ts'
import { siteOf } from './steps/begun-step.ts'
import { StepReview } from './steps/step-review.ts'
import type { Script } from './talk.ts'

/**
 * Makes a conversation of a script. Give it as the handler of `ussd`, of `programmable`, or of both. The plugin draws
 * it for each channel. With a store on disk it survives restarts. Effects in `talk.once` never run twice.
 *
 * @throws FMW_CONVERSATION
 * @example
 * const shop = conversation(async (talk) => {
 *   const meal = await talk.choose('What would you like?', ['Rice', 'Beans'])
 *   return talk.end(`One ${meal} is on its way`)
 * })
 * await app.register(merchantWebhooks, { verify, store, ussd: shop, programmable: shop })
 */
export function conversation(script: Script, options: ConversationOptions = {}): Conversation {
  if (typeof script !== 'function') throw new FMW_CONVERSATION('script', 'must be a function of talk')
  const settings = readOptions(options)
  return new Conversation(script, settings, settings.rehearse ? siteOf(conversation) : undefined)
}

/**
 * A script with its settings, made by `conversation`.
 *
 * @example
 * const greeting: Conversation = conversation((talk) => talk.end('Hello'))
 */
export class Conversation {
  readonly #script: Script
  readonly #settings: ConversationSettings
  readonly #review: ScreenReview | undefined
  readonly #steps: StepReview | undefined

  /** @internal by `conversation` @param made where, in development */
  constructor(script: Script, settings: ConversationSettings, made: Error | undefined) {
    this.#script = script
    this.#settings = settings
    this.#review = made && new ScreenReview(made)
    this.#steps = made && new StepReview()
  }

  /** @internal */
  get script(): Script {
    return this.#script
  }

  /** @internal */
  get settings(): ConversationSettings {
    return this.#settings
  }

  /** @internal in development */
  get review(): ScreenReview | undefined {
    return this.#review
  }

  /** @internal in development */
  get steps(): StepReview | undefined {
    return this.#steps
  }
}
