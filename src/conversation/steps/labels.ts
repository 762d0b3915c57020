import { foldToAscii } from '../../text/fold-characters.ts'
import { plainEntry } from '../questions/plain-entry.ts'

/**
 * Which of several labels was entered: whole, or by a beginning that no other label has. Digits alone are never a beginning:
 * `10` is not `100 cedis`.
 *
 * @returns its place, or -1
 */
export function placeByLabel(entered: string, labels: readonly string[]): number {
  const word = foldLabel(entered)
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
  if (word.length > longestQuery || !letter.test(word)) return []
  const parts = word.split(beside).filter((part) => part !== '')
  return labels.flatMap((label, place) => {
    const words = foldLabel(label).split(beside)
    return parts.every((part) => words.some((known) => known.startsWith(part))) ? [place] : []
  })
}

/** A label or an entry without what tells them apart for no reader: case, accents, odd spaces and letters, what nobody sees. */
export function foldLabel(label: string): string {
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
const letter = /\p{L}/u
// Characters.
const longestQuery = 60
const readable = /[\p{L}\p{N}]/u
const spaces = /\s+/g
