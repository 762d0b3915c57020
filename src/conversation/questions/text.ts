import { isVisible } from '../../replies/checks/read-text.ts'
import { composed } from '../../text/fold-characters.ts'
import { englishWords, type Words } from '../words.ts'
import { checkOption, checkOptions, checkRange, isCount, optionNames } from './check-options.ts'
import { fillWords, makeQuestion } from './make-question.ts'
import { exampleOf } from './pattern-example.ts'
import type { AnswerFound, Checked, CheckSays, Question, QuestionOptions, Settled, Skipped } from './question.ts'

/**
 * Options of {@link text}.
 *
 * @example
 * const options: TextOptions = { min: 2, max: 40, problem: 'Please enter your full name.' }
 */
export interface TextOptions<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>
  extends QuestionOptions<string, Says, Line> {
  /** Fewest characters (code points), 1 or more. Default 1. A blank answer is always refused. */
  readonly min?: number | undefined
  /** Most characters (code points), 1 or more. Default 160. */
  readonly max?: number | undefined
  /** A pattern that must be found in the answer. Write `^` and `$` if it describes the whole answer. */
  readonly pattern?: RegExp | undefined
  /**
   * An answer that fits the pattern. If an answer doesn't fit, the error line shows this example (`words.formLike`).
   * Default: made of the pattern, where that is simple (`/^[A-Z]{2} \d{4}$/` gives `AB 1234`) and the question isn't
   * sensitive. Otherwise none, and the line is `words.form`.
   */
  readonly example?: string | undefined
  /** Shows a field of several lines on rich channels, and keeps line feeds in the answer. Default false: one line. */
  readonly long?: boolean | undefined
}

/**
 * Asks for a text. The answer is well-formed, without control characters and without white space at its ends.
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one
 * @example
 * ```ts
 * const name = await talk.ask('Your name?', text({ max: 40 }))
 * const pin = await talk.ask('Your PIN?', text({ pattern: /^\d{4}$/, problem: 'Four digits, please.', sensitive: true }))
 * ```
 */
export function text<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: TextOptions<Says, Line> = {},
): Question<Checked<string, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('text', names, options)
  const { min, max, pattern, example, long } = own
  checkOption('text', 'min', characters, min, isCount(min))
  checkOption('text', 'max', characters, max, isCount(max))
  checkOption('text', 'pattern', 'a regular expression', pattern, pattern instanceof RegExp)
  checkOption('text', 'long', 'true or false', long, typeof long === 'boolean')
  const clean = long === true ? cleanLines : cleanLine
  const limits = { min: min ?? fewest, max: max ?? most, pattern }
  checkRange('text', limits.min, limits.max)
  const fits = (shown: string) => clean(shown) === shown && 'answer' in understand(shown, limits, englishWords)
  const given = typeof example === 'string' ? clean(example) : undefined
  const isExample = given !== undefined && pattern !== undefined && fits(given)
  checkOption('text', 'example', 'an answer that its pattern and limits take', example, isExample)
  // Of a PIN an example would be taken for one.
  const made = pattern === undefined || own.sensitive === true ? undefined : exampleOf(pattern)
  const shown = given ?? (made !== undefined && fits(made) ? made : undefined)
  return makeQuestion(own, {
    type: 'text',
    field: long === true ? 'textarea' : 'text',
    // Any text may be an answer, and nobody's name is the key of a way. What a pattern describes may well be one.
    isKeyless: pattern === undefined,
    clean,
    understand: (entry, { words }) => understand(entry, { ...limits, example: shown }, words),
  })
}

const names = optionNames('min', 'max', 'pattern', 'example', 'long')
const characters = 'a whole number of characters, 1 or more'

const fewest = 1

/** Of a USSD answer hardly more can be typed, and of a screen no more is shown. */
const most = 160

interface TextLimits {
  readonly min: number
  readonly max: number
  readonly pattern: RegExp | undefined
  readonly example?: string | undefined
}

function understand(entry: string, { min, max, pattern, example }: TextLimits, words: Words): AnswerFound<string> {
  const length = lengthOf(entry)
  const line = (word: string) => ({ problem: fillWords(word, { min: `${min}`, max: `${max}`, example }) })
  if (length < min) return line(words.tooShort)
  if (length > max) return line(words.tooLong)
  // Not test(): with the flag g it would go on from where it found something in another answer.
  return pattern === undefined || entry.search(pattern) !== -1
    ? { answer: entry }
    : line(example === undefined ? words.form : words.formLike)
}

/** In code points. */
function lengthOf(entry: string): number {
  let { length } = entry
  for (let at = 0; at < entry.length; at++) if (isFirstOfPair(entry.charCodeAt(at))) length--
  return length
}

/** Of a text that is well-formed. */
function isFirstOfPair(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/**
 * What was entered, as it can be kept and shown: well-formed and composed, line ends as line feeds, tabs as spaces,
 * without control characters and without white space at the ends; empty where it shows nothing. Done again it changes
 * nothing.
 *
 * @example
 * ```ts
 * cleanLines(' Behind the market\r\nBlue gate\u0000') // 'Behind the market\nBlue gate'
 * ```
 */
function cleanLines(entered: string): string {
  if (ascii.test(entered)) return entered.trim()
  const plain = entered.toWellFormed().replace(removed, '').replace(lineEnds, '\n').replaceAll('\t', ' ')
  // The same name is the same text, whichever keyboard wrote its accents.
  const text = composed(plain).trim()
  return isVisible(text) ? text : ''
}

const ascii = /^[ -~]*$/

/**
 * Controls that move no line, the byte-order mark, and what turns the direction of writing round: it would turn round
 * whatever is shown after the answer. Joiners stay, because some scripts and emoji are written with them.
 */
const removed = /(?![\s\u0085])[\p{Cc}\u202a-\u202e\u2066-\u2069]|\ufeff/gu

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * What was entered, on one line: as {@link cleanLines} gives it, its lines joined by spaces.
 *
 * @example
 * ```ts
 * cleanLine('Ama\r\nMensah ') // 'Ama Mensah'
 * ```
 */
function cleanLine(entered: string): string {
  const text = cleanLines(entered)
  return text.includes('\n') ? joined(text.split('\n')) : text
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
