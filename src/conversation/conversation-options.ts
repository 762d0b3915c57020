import { isThenable } from '../is-thenable.ts'
import { ownOptions } from '../own-options.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { describeValue } from '../replies/checks/describe-value.ts'
import { isVisible } from '../replies/checks/read-text.ts'
import { onlyKnown } from '../text/nearest-word.ts'
import { type Channel, channelOf, isChannel } from './channel.ts'
import { FMW_CONVERSATION } from './errors.ts'
import { isLocale } from './questions/number-forms.ts'
import { onRich } from './rich-forms.ts'
import type { Caller } from './talk.ts'
import { englishWords, richWords, type SpokenWords, screensIn, type Words } from './words.ts'

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
   * the registration has `reply: { characters: 'ascii' }`, that applies here too.
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

/** {@link ConversationOptions}, checked and with every default filled in. */
export interface ConversationSettings {
  readonly limit: number
  readonly characters: 'gsm7' | 'ascii' | 'keep'
  readonly keys: TalkKeys & { readonly help?: string | undefined }
  readonly help: TalkHelp | undefined
  readonly locale: string | undefined
  readonly words: Words
  /** Those of them that were given in place of screens of the registration. */
  readonly spoken: SpokenWords
  /** What was given for a failure that cost nothing. */
  readonly nothingPaid: string | undefined
  /** The same on the channels that draw choices themselves. */
  readonly richWords: Words
  readonly tries: number
  readonly resume: 'ask' | 'continue' | 'never'
  /** ms */
  readonly resumeWithin: number
  readonly rehearse: boolean
  readonly dialThrough: boolean
  /** The author has said whether what is dialled answers questions. */
  readonly decidesDialled: boolean
  readonly channel: (push: SessionEvent) => Channel
}

/** @throws FMW_CONVERSATION */
export function readOptions(given: ConversationOptions): ConversationSettings {
  checkNames('option ', given, optionNames)
  const options = ownOptions(given)
  const { limit = 160, characters = 'gsm7', tries = 3, resume = 'ask', resumeWithin = 600_000 } = options
  const { channel, locale, rehearse = process.env.NODE_ENV !== 'production', dialThrough = true } = options
  if (typeof rehearse !== 'boolean') throw new FMW_CONVERSATION('option rehearse', 'must be true or false')
  if (typeof dialThrough !== 'boolean') throw new FMW_CONVERSATION('option dialThrough', 'must be true or false')
  if (locale !== undefined && !isLocale(locale))
    throw new FMW_CONVERSATION('option locale', 'must be a BCP 47 tag, such as en-GH')
  if (channel !== undefined && typeof channel !== 'function')
    throw new FMW_CONVERSATION('option channel', 'must be a function of the push')
  return {
    limit: whole('limit', limit, leastLimit, mostLimit),
    characters: oneOf('characters', characters, ['gsm7', 'ascii', 'keep']),
    ...readHelp(options.help, readKeys(options.keys ?? {})),
    locale,
    words: readWords(options.words ?? {}),
    spoken: screensIn(options.words ?? {}),
    nothingPaid: options.words?.nothingPaid,
    richWords: readWords(onRich(options.words ?? {}), richWords),
    tries: whole('tries', tries, 1, mostTries),
    resume: oneOf('resume', resume, ['ask', 'continue', 'never']),
    resumeWithin: whole('resumeWithin', resumeWithin, 1, longestResume),
    rehearse,
    dialThrough,
    decidesDialled: options.dialThrough !== undefined,
    channel: channel === undefined ? channelOf : (push) => checked(channel(push)),
  }
}

/** What a function of the application says. A promise that rejects would end the process. @throws FMW_CONVERSATION */
function checked(channel: unknown): Channel {
  if (isChannel(channel)) return channel
  if (isThenable(channel)) channel.then(undefined, ignore)
  throw new FMW_CONVERSATION(
    'option channel',
    `must give ussd, webstore, pos or app, and gave ${describeValue(channel)}`,
  )
}

/** @throws FMW_CONVERSATION */
export function readWords(given: Partial<Words>, base: Words = englishWords): Words {
  if (typeof given !== 'object' || given === null) throw new FMW_CONVERSATION('words', 'must be an object of words')
  checkNames('word ', given, wordNames)
  for (const [name, word] of Object.entries(given)) {
    if (typeof word !== 'string' || !isVisible(word)) throw new FMW_CONVERSATION(`word ${name}`, 'must be text')
    if (word.length > longestWord)
      throw new FMW_CONVERSATION(`word ${name}`, `must have at most ${longestWord} characters`)
    const [, unknown] = unknownPlace.exec(word) ?? []
    if (unknown !== undefined) {
      throw new FMW_CONVERSATION(
        `word ${name}`,
        `has {${unknown}}, and only {min}, {max}, {decimals}, {example}, {about} and {amount} are known`,
      )
    }
    if (name === 'toPay' && !word.includes(sum))
      throw new FMW_CONVERSATION('word toPay', `must have ${sum}, which the last page of a payment names`)
  }
  return { ...base, ...given }
}

function readKeys(given: Partial<TalkKeys>): TalkKeys {
  checkNames('key ', given, keyNames)
  const keys = { back: '0', home: '00', more: '99', ...given }
  for (const name of keyNames) {
    // A number would be drawn, and never be what was entered.
    if (typeof keys[name] !== 'string' || !keyForm.test(keys[name]))
      throw new FMW_CONVERSATION(`key ${name}`, 'must be a digit or #, then at most 3 of 0-9 * #')
  }
  if (new Set(keyNames.map((name) => keys[name])).size < keyNames.length) {
    throw new FMW_CONVERSATION('keys', 'must differ from each other')
  }
  return keys
}

/** @throws FMW_CONVERSATION */
function readHelp(given: TalkHelp | undefined, keys: TalkKeys): Pick<ConversationSettings, 'keys' | 'help'> {
  if (given === undefined) return { keys, help: undefined }
  if (typeof given !== 'object' || given === null)
    throw new FMW_CONVERSATION('option help', 'must be an object: { key, show }')
  const { key, show } = checkNames('option help.', given, helpNames)
  if (typeof key !== 'string' || !keyForm.test(key) || Object.values(keys).includes(key))
    throw new FMW_CONVERSATION('key help', 'must be a digit or #, then at most 3 of 0-9 * #, and the key of no way')
  if (typeof show !== 'function' && (typeof show !== 'string' || show.trim() === ''))
    throw new FMW_CONVERSATION('option help.show', 'must be text, or a function that gives it')
  return { keys: { ...keys, help: key }, help: { key, show } }
}

function checkNames<Given extends object>(what: string, given: Given, known: readonly string[]): Given {
  return onlyKnown(given, known, (name, problem) => new FMW_CONVERSATION(what + name, problem))
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new FMW_CONVERSATION(`option ${name}`, `must be a whole number from ${least} to ${most}`)
}

function oneOf<Word extends string>(name: string, value: Word, words: readonly Word[]): Word {
  if (words.includes(value)) return value
  throw new FMW_CONVERSATION(`option ${name}`, `must be one of ${words.join(', ')}`)
}

const optionNames = [
  'limit',
  'characters',
  'keys',
  'help',
  'locale',
  'words',
  'tries',
  'resume',
  'resumeWithin',
  'rehearse',
  'dialThrough',
  'channel',
]
const helpNames = ['key', 'show']
const keyNames = ['back', 'home', 'more'] as const
const wordNames = Object.keys(englishWords)
// A star before a key says that it is no answer: a key may hold one, and not begin with it.
const keyForm = /^[\d#][\d*#]{0,3}$/
const unknownPlace = /\{(?!(?:min|max|decimals|example|about|amount)\})(\w+)\}/
const sum = '{amount}'
const longestWord = 1_000
const leastLimit = 40
const mostLimit = 4_000
const mostTries = 100
const ignore = (): void => undefined
// ms: a week.
const longestResume = 604_800_000
