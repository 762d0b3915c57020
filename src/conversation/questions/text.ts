import { isVisible } from '../../replies/checks/read-text.ts'
import { composed } from '../../text/fold-characters.ts'
import { englishWords, type Words } from '../words.ts'
import { checkOption, checkOptions, checkRange, isCount, optionNames } from './check-options.ts'
import { fillWords, makeQuestion } from './make-question.ts'
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

/**
 * An answer that fits a simple pattern: text, classes such as `\d` and `[A-Z]`, groups and counts. Undefined where a pattern
 * says more than that. Who calls it looks whether it fits.
 *
 * @example
 * ```ts
 * exampleOf(/^[A-Z]{2} \d{1,4}$/) // 'AB 123'
 * exampleOf(/^(?=.*\d)\w+$/) // undefined
 * ```
 */
function exampleOf({ source }: RegExp): string | undefined {
  const reader = new PatternReader(source)
  const example = reader.alternatives()
  return reader.isAtEnd ? example : undefined
}

/** Reads a pattern from its left to its right, once. It stops at what it does not know. */
class PatternReader {
  readonly #source: string
  #at = 0
  /** How many digits, and how many letters, were made: no two that follow each other are the same. */
  readonly #made = { digits: 0, letters: 0 }

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  /** The first of them: the others are read past. */
  alternatives(): string {
    const first = this.#sequence()
    while (this.#takes('|')) this.#sequence()
    return first
  }

  #sequence(): string {
    let text = ''
    for (let part = this.#part(); part !== undefined; part = this.#part()) {
      const count = this.#count()
      for (let made = 0; made < count && text.length <= longest; made++) text += part()
    }
    return text
  }

  /** Makes one of what stands here; undefined where nothing does that is known. */
  #part(): (() => string) | undefined {
    while (this.#takes('^') || this.#takes('$'));
    if (this.#takes('(?:') || this.#takes('(')) {
      const group = this.alternatives()
      return this.#takes(')') ? () => group : undefined
    }
    const [found = '', from = '', to = from] = this.#find(range) ?? this.#find(escaped) ?? this.#find(plain) ?? []
    const [first, last] = shorthands.get(found) ?? [from, to]
    return first === '' ? undefined : () => this.#oneOf(first.charCodeAt(0), last.charCodeAt(0))
  }

  /** Another one each time: `AB`, `123`. */
  #oneOf(first: number, last: number): string {
    if (first === last) return String.fromCharCode(first)
    const kind = last <= nine ? 'digits' : 'letters'
    // Of all digits the zero is the last: no number begins with it.
    const place = (this.#made[kind] + (first === zero && last === nine ? 1 : 0)) % (last - first + 1)
    this.#made[kind] += 1
    return String.fromCharCode(first + place)
  }

  /** How often it stands there: as often as it must, and some three times where it may. */
  #count(): number {
    const [found, from, comma, to] = this.#find(counted) ?? []
    this.#takes('?')
    if (found === undefined || found === '?') return found === undefined ? 1 : 0
    if (found === '*') return 0
    if (found === '+') return usual
    const least = Number(from)
    if (comma === undefined) return least
    return Math.max(least, to === '' ? usual : Math.min(usual, Number(to)))
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #find(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#source)
    if (found === null) return undefined
    this.#at = form.lastIndex
    return found
  }
}

/** Of a class the first range, or the first character. */
const range = /\[([\dA-Za-z -])(?:-([\dA-Za-z]))?[\dA-Za-z \-_/.']*\]/y
const escaped = /\\(?:[dws]|([^\dA-Za-z]))/y
const plain = /([^\\^$.*+?()[\]{}|])/y
const counted = /[?*+]|\{(\d{1,3})(,(\d{0,3}))?\}/y
const shorthands: ReadonlyMap<string, readonly [first: string, last: string]> = new Map([
  ['\\d', ['0', '9']],
  ['\\w', ['A', 'Z']],
  ['\\s', [' ', ' ']],
])
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)
const usual = 3
/** Characters: no line would hold more. */
const longest = 40
