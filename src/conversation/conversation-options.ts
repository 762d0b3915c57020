import type { SessionEvent } from '../pushes/session-push.ts'
import type { Channel } from './channel.ts'
import type { Caller } from './talk.ts'
import type { Words } from './words.ts'

/**
 * The keys to go back, home (to the first question), and to the next page. If a key is also an answer to a question, it
 * gets a `*` there.
 *
 * @example
 * const keys: Partial<TalkKeys> = { back: '#', more: '9' }
 */
export interface TalkKeys {
  /** Default `0`. */
  readonly back: string
  /** Default `00`. */
  readonly home: string
  /** Default `99`. */
  readonly more: string
}

/**
 * One key that shows a text at every question, such as a number to call. After it, the question is shown again.
 *
 * @example
 * const help: TalkHelp = { key: '#', show: 'Call 0000000000 from 8:00 to 18:00.' }
 */
export interface TalkHelp {
  /**
   * The key, which stands among the ways with `words.help`: a digit or `#`, then at most 3 of `0-9 * #`. Not the key of
   * a way.
   */
  readonly key: string
  /**
   * The text, or a function that returns it. The function may also ask an agent to call back. Its `key`, 32 hexadecimal
   * digits, stays the same until the function has returned, also after a crash. So make one request for one key.
   */
  readonly show: string | ((caller: Caller, key: string) => string | Promise<string>)
}

/**
 * Settings of a conversation.
 *
 * @example
 * const shop = conversation(script, { resume: 'continue', words: { back: 'Retour' } })
 */
export interface ConversationOptions {
  /** The longest screen on USSD, in septets of the GSM 7-bit alphabet. Default 160, at least 40. */
  readonly limit?: number | undefined
  /**
   * What USSD screens show for characters outside the GSM 7-bit alphabet. `'gsm7'`, the default, replaces them with the
   * nearest inside it. `'ascii'` replaces them with ASCII. `'keep'` sends them; such a screen holds 70 characters. If
   * the registration has `characters: 'ascii'`, that applies here too.
   */
  readonly characters?: 'gsm7' | 'ascii' | 'keep' | undefined
  readonly keys?: Partial<TalkKeys> | undefined
  /** One key for help at every question. Default: none. */
  readonly help?: TalkHelp | undefined
  /**
   * How subscribers write numbers, a BCP 47 tag such as `en-GH` or `fr-CI`. It decides whether `1,500` or `1.500` is
   * one thousand five hundred. Default: `1,500` is, if its question takes fewer than 3 decimals; `1.500` isn't.
   */
  readonly locale?: string | undefined
  readonly words?: Partial<Words> | undefined
  /**
   * Whether answers dialled with the code (`*713*1*2#`) answer the first questions. Default `true`. They never answer a
   * confirm, a payment or a sensitive question, because the subscriber hasn't seen these.
   */
  readonly dialThrough?: boolean | undefined
  /** Wrong answers to a question that end the session. Default 3. */
  readonly tries?: number | undefined
  /**
   * What happens on USSD when a dropped subscriber redials. `'ask'`, the default, asks whether to continue.
   * `'continue'` continues. `'never'` starts again. A caller who dials answers with the code always starts again.
   * Sensitive questions are asked again.
   */
  readonly resume?: 'ask' | 'continue' | 'never' | undefined
  /** How long after its last screen a session can be continued, in ms. Default 600,000 (10 minutes). */
  readonly resumeWithin?: number | undefined
  /**
   * Sometimes runs the script a second time, against the record of an answered turn. This run does no effect, and
   * changes no answer. The log warns, with the line, if the script takes another path, draws another screen, or waits
   * for something that isn't a step. It also warns if subscribers don't see a screen as you wrote it. Default: `false`
   * in production (`NODE_ENV`), otherwise `true`.
   */
  readonly rehearse?: boolean | undefined
  /** Says which channel a push is from. Default: by its operator. */
  readonly channel?: ((push: SessionEvent) => Channel) | undefined
}
