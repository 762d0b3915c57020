import { toRecorded } from '../../store/effects/recorded.ts'
import { foldToAscii } from '../../text/fold-characters.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import type { Channel } from '../channel.ts'
import type { SeenLines } from '../record/record.ts'
import type { DrawnChoice } from '../screens/screen-content.ts'

/** The options of a question as they were drawn: an option is text, or has a label. */
export function drawnChoices(options: readonly unknown[]): readonly DrawnChoice[] {
  const values = ownValues(options)
  return options.map((option, at) => {
    const given = isObject(option) && typeof option.amount === 'number' ? option.amount : undefined
    // What is free costs nothing that could be shown: an amount is above 0 (reference 2.6, Data).
    const amount = given === 0 ? undefined : given
    return { label: labelOf(option), value: values?.[at] ?? String(at + 1), amount }
  })
}

/**
 * Which option an answer means: by its number, its label or the beginning of that on a phone; by the value that the channel
 * sent first elsewhere.
 *
 * @returns its place, or -1
 */
export function placeOfChoice(entered: string, options: readonly unknown[], channel: Channel): number {
  const place = placeOfLine(entered, options, channel)
  return place === -1 ? placeByLabel(entered, options.map(labelOf)) : place
}

/**
 * What an answer to a `confirm` means. A yes leads to money: it must be its number, its label, or a beginning that the other
 * label does not have and that is no beginning of `no`, which is what people write in any language.
 *
 * @returns undefined where it might be either
 */
export function verdictOf(entered: string, options: readonly unknown[], channel: Channel): boolean | undefined {
  const place = placeOfLine(entered, options, channel)
  if (place !== -1) return place === 0
  const [yes = '', no = ''] = options.map((option) => foldLabel(labelOf(option)))
  if (yes === no) return undefined
  const isYes = placeByLabel(entered, [yes, no]) === 0
  const word = foldLabel(entered)
  if (isYes) return word === yes || !'no'.startsWith(word) ? true : undefined
  return placeByLabel(entered, [yes, no]) === 1 ? false : undefined
}

/** Whether a line of a list was shown. */
export function isSeen([all, from, to]: SeenLines, line: number): boolean {
  return line < all || (line >= from && line < to)
}

/** Says of options whether their whole label was entered. To fold that takes as long as it is: once for all of them. */
export function hasLabel(entered: string): (option: unknown) => boolean {
  const word = foldLabel(entered)
  return readable.test(word) ? (option) => foldLabel(labelOf(option)) === word : () => false
}

/** Which option is meant by its number or, where the channel sends values, by its value; -1 where none is. */
function placeOfLine(entered: string, options: readonly unknown[], channel: Channel): number {
  if (channel !== 'ussd') {
    const place = ownValues(options)?.indexOf(entered.trim())
    if (place !== undefined && place !== -1) return place
  }
  const plain = plainEntry(entered)
  // A label that is written so is what was meant: `+5`.
  const isLabel = signed.test(plain) && options.some(hasLabel(entered))
  const [, number, label] = isLabel ? [] : (numbered.exec(plain) ?? line.exec(plain) ?? [])
  const place = Number(number ?? 0) - 1
  const isLine = label === undefined || placeByLabel(label, [labelOf(options[place])]) === 0
  return place < options.length && isLine ? place : -1
}

/** Whether an answer is the number of an option. */
export function isChoiceNumber(entered: string, options: readonly unknown[]): boolean {
  const number = /^\d+$/.test(entered) ? Number(entered) : 0
  return number >= 1 && number <= options.length
}

/** The same where the channel sends values: a way whose key is one of them could not be told from it. */
export function isChoiceValue(sent: string, options: readonly unknown[]): boolean {
  return isChoiceNumber(sent, options) || ownValues(options)?.includes(sent) === true
}

/** What rich channels send: the options' own values where they tell the options apart, else undefined: their numbers. */
export function ownValues(options: readonly unknown[]): readonly string[] | undefined {
  const values: string[] = []
  for (const option of options) {
    // As the record gives it back, or a value that is JSON of its own would change between the screen and its answer.
    const value = isObject(option) ? toRecorded(option.value) : undefined
    if (typeof value === 'string' && value.trim() === value && value !== '') values.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean') values.push(String(value))
  }
  return values.length === options.length && new Set(values).size === values.length ? values : undefined
}

export function labelOf(option: unknown): string {
  if (typeof option === 'string') return option
  return isObject(option) && typeof option.label === 'string' ? option.label : ''
}

function isObject(
  value: unknown,
): value is { readonly label?: unknown; readonly value?: unknown; readonly amount?: unknown } {
  return typeof value === 'object' && value !== null
}

/** What is written before a number, as numbers have it, and lists. */
export const signed = /^[+(]/
// People write what they see: `2.`, `2)`, `(2)` and `2. Oil` too, and what a number takes: `+2`.
const numbered = /^[+(]?0*(\d{1,6})\s*[.,):]?$/
const line = /^0*(\d{1,6})[.):] ?(\S.*)$/

/**
 * Which of several labels was entered: whole, or by a beginning that no other label has. Digits alone are never a beginning:
 * `10` is not `100 cedis`.
 *
 * @returns its place, or -1
 */
export function placeByLabel(entered: string, labels: readonly string[]): number {
  const place = placeByWord(foldLabel(entered), labels)
  return place === -1 && stopped.test(entered) ? placeByWord(foldLabel(entered.replace(stopped, '')), labels) : place
}

function placeByWord(word: string, labels: readonly string[]): number {
  if (!readable.test(word)) return -1
  const folded = labels.map(foldLabel)
  const place = folded.indexOf(word)
  if (place !== -1 || digits.test(word)) return place
  const first = folded.findIndex((label) => beginsWith(label, word))
  return first !== -1 && folded.findLastIndex((label) => beginsWith(label, word)) === first ? first : -1
}

/**
 * The places of the labels that have words which begin as those that were entered.
 *
 * @example
 * matchingLabels('men ko', ['Kofi Mensah', 'Ama Mensah']) // [0]
 */
export function matchingLabels(entered: string, labels: readonly string[]): readonly number[] {
  const word = foldLabel(entered)
  if (word.length > longestQuery || !readable.test(word)) return []
  const parts = word.split(beside).filter((part) => part !== '')
  return labels.flatMap((label, place) => {
    const folded = foldLabel(label)
    // Few write the apostrophe of N'Guessan.
    const words = [...folded.split(beside), ...(folded.includes("'") ? folded.replaceAll("'", '').split(beside) : [])]
    return parts.every((part) => words.some((known) => known.startsWith(part))) ? [place] : []
  })
}

/**
 * A label or an entry without what tells them apart for no reader: case, accents, odd spaces and letters, what nobody sees.
 * One that nobody enters by hand stays as it is, since to fold it takes longer than all else.
 */
export function foldLabel(label: string): string {
  if (label.length > longestFolded) return label
  const plain = plainEntry(label).replace(spaces, ' ')
  return (ascii.test(plain) ? plain : foldLetters(plain)).toLowerCase()
}

/** As screens fold them, so that what was drawn can be entered; letters that have no form in ASCII stay. */
function foldLetters(text: string): string {
  const folded = foldToAscii(text)
  if (!folded.includes('?')) return folded
  return Array.from(text, (letter) => {
    const form = foldToAscii(letter)
    return form === '?' ? letter : form
  }).join('')
}

/** No number is cut: `1` is no beginning of `10 GB`, nor of `1.5 GB`. */
function beginsWith(label: string, word: string): boolean {
  return label.startsWith(word) && !(number.test(word.slice(-1)) && number.test(label.charAt(word.length)))
}

const ascii = /^[ -~]*$/
const digits = /^\d+$/
const number = /^[\d.,]$/
const beside = /[^\p{L}\p{N}]+/u
// Characters.
const longestQuery = 60
const longestFolded = 1_000
const stopped = /[.,!]\s*$/
const readable = /[\p{L}\p{N}]/u
const spaces = /\s+/g
