import { isThenable } from '../is-thenable.ts'
import { ownOptions } from '../own-options.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { describeValue } from '../replies/checks/describe-value.ts'
import { nearestWord } from '../replies/checks/nearest-word.ts'
import { isVisible } from '../replies/checks/read-text.ts'
import { type Channel, channelOf, isChannel } from './channel.ts'
import type { ConversationOptions, TalkHelp, TalkKeys } from './conversation-options.ts'
import { FMW_CONVERSATION } from './errors.ts'
import { isLocale } from './questions/number-forms.ts'
import { englishWords, richWords, type SpokenWords, screensIn, type Words } from './words.ts'

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
    richWords: readWords(options.words ?? {}, richWords),
    tries: whole('tries', tries, 1, mostTries),
    resume: oneOf('resume', resume, ['ask', 'continue', 'never']),
    resumeWithin: whole('resumeWithin', resumeWithin, 1, longestResume),
    rehearse,
    dialThrough,
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
  checkNames('option help.', given, helpNames)
  const { key, show } = ownOptions(given)
  if (typeof key !== 'string' || !keyForm.test(key) || Object.values(keys).includes(key))
    throw new FMW_CONVERSATION('key help', 'must be a digit or #, then at most 3 of 0-9 * #, and the key of no way')
  if (typeof show !== 'function' && (typeof show !== 'string' || show.trim() === ''))
    throw new FMW_CONVERSATION('option help.show', 'must be text, or a function that gives it')
  return { keys: { ...keys, help: key }, help: { key, show } }
}

function checkNames(what: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const nearest = nearestWord(name, known)
    const hint = nearest === undefined ? '' : `; '${nearest}' may be meant`
    throw new FMW_CONVERSATION(`${what}${name}`, `is not one that is known${hint}; there are: ${known.join(', ')}`)
  }
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
const longestWord = 1_000
const leastLimit = 40
const mostLimit = 4_000
const mostTries = 100
const ignore = (): void => undefined
// ms: a week.
const longestResume = 604_800_000
