import { digest } from '../../pushes/reading/identifiers.ts'
import { describeError } from '../../text/describe-error.ts'
import { remembered } from '../../text/remembered.ts'

/**
 * What a question is known by when the script runs again: the letters of its text. Numbers, amounts and marks may
 * change between two turns without making it another question. Of many letters the first, and a digest of all.
 */
export function fingerprint(text: string): string {
  let letters = ''
  for (const character of text) if (isLetter(character)) letters += character
  return letters.length <= longest ? letters : `${letters.slice(0, shown)}.${digest(letters).slice(0, digestDigits)}`
}

/**
 * What a question is known by: its id where it has one. Of a sensitive one without an id no letter is kept: it is known
 * by its kind alone.
 */
export function printOf(text: string, id: string | undefined, isSensitive: boolean): string {
  if (id !== undefined) return `#${id}`
  if (isSensitive) return '*'
  return knownPrint(text)
}

/**
 * A step as a log may name it: the letters of its text may be those of a secret, without the digits and marks by which that
 * would be found in it. An id is its author's own.
 *
 * @param step as `ask:text Whichtown`, `choose #size`, `load prices`
 * @param secrets that are known, in every form
 */
export function withoutText(step: string, secrets: readonly string[]): string {
  const named = secrets.some((secret) => letter.test(secret)) ? step.replace(text, '$1') : step
  return describeError(named, secrets).message
}

function isLetter(character: string): boolean {
  const unit = character.charCodeAt(0)
  if ((unit >= lowerA && unit <= lowerZ) || (unit >= upperA && unit <= upperZ)) return true
  return unit > lastAscii && letter.test(character)
}

// Most texts are constant, and each is looked at again on every turn after its own.
const knownPrint = remembered(fingerprint, 1_024, Number.POSITIVE_INFINITY)

const text = /^(ask:\w+|choose|confirm|show) [^#].*$/
// Characters.
const longest = 48
const shown = 24
const digestDigits = 16
const lowerA = 97
const lowerZ = 122
const upperA = 65
const upperZ = 90
const lastAscii = 127
const letter = /\p{L}/u
