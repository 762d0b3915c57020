import type { SessionEvent } from '../pushes/session-push.ts'
import type { Channel } from './channel.ts'
import type { Caller } from './talk.ts'
import type { Words } from './words.ts'

/**
 * What is entered to go back, home (to the first question), and on to the next page. A key that is itself an answer to
 * a question is written with a `*` before it there.
 *
 * @example
 * const keys: Partial<TalkKeys> = { back: '#', more: '9' }
 */
export interface TalkKeys {
  /** `0` when not given. */
  readonly back: string
  /** `00` when not given. */
  readonly home: string
  /** `99` when not given. */
  readonly more: string
}

/**
 * One key that shows something at every question, such as whom to call. The question is shown again after it.
 *
 * @example
 * const help: TalkHelp = { key: '#', show: 'Call 0000000000 from 8:00 to 18:00.' }
 */
export interface TalkHelp {
  /** Entered, and drawn with `words.help`, wherever the ways are: a digit or `#`, then at most 3 of `0-9 * #`; no way's key. */
  readonly key: string
  /**
   * What it shows, or a function that gives it. It may also ask an agent to call back: `key`, 32 hexadecimal digits, stays the
   * same until this has given its text, also over a crash: one key is to make one request.
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
  /** The longest screen of USSD, in septets of the GSM 7-bit alphabet; 160 when not given, 40 at least. */
  readonly limit?: number | undefined
  /**
   * What becomes of characters that are not in the GSM 7-bit alphabet, on USSD: `'gsm7'`, when not given, folds them to
   * what is; `'ascii'` folds to ASCII; `'keep'` sends them, on screens of 70 characters then. A registration that folds
   * its replies to ASCII does so here too.
   */
  readonly characters?: 'gsm7' | 'ascii' | 'keep' | undefined
  readonly keys?: Partial<TalkKeys> | undefined
  /** One key for help at every question; none when not given. */
  readonly help?: TalkHelp | undefined
  /**
   * How the subscribers write numbers, a BCP 47 tag such as `en-GH` or `fr-CI`: it says whether `1.500` and `1,500` are a
   * thousand and a half. Not given, `1,500` is that where its question takes fewer than 3 decimals, and `1.500` is not.
   */
  readonly locale?: string | undefined
  readonly words?: Partial<Words> | undefined
  /**
   * Whether what is dialled with the code (`*713*1*2#`) answers the first questions; `true` when not given. It answers
   * choices and questions, and never a confirm, a payment or a sensitive question: nobody has seen those.
   */
  readonly dialThrough?: boolean | undefined
  /** How often a question may be answered wrongly before the session ends; 3 when not given. */
  readonly tries?: number | undefined
  /**
   * What happens on USSD when a subscriber dials again who was cut off: `'ask'`, when not given, asks whether to go on;
   * `'continue'` goes on; `'never'` begins anew. Answers that are dialled with the code begin anew in any case, and
   * sensitive questions are asked again.
   */
  readonly resume?: 'ask' | 'continue' | 'never' | undefined
  /** How long after the last screen, ms; 600,000 (10 minutes) when not given. */
  readonly resumeWithin?: number | undefined
  /**
   * Runs the script a second time, now and then, against the record of a turn that was answered. The second run does no
   * effect and changes no answer. A script that takes another path then, draws another screen or waits for something that
   * is no step is told of in a warning, with its line. Warnings tell of screens too: what subscribers do not see of them
   * as it was written. `false` in production (`NODE_ENV`), else `true`, when not given.
   */
  readonly rehearse?: boolean | undefined
  /** Says on which channel a push was made, in place of our reading of its operator. */
  readonly channel?: ((push: SessionEvent) => Channel) | undefined
}
