import { nearestWord } from '../text/nearest-word.ts'

/** Makes the error of a field: each part of the simulator has its own code. */
export type WrongField = (name: string, problem: string) => Error

/**
 * Names that nobody reads are mistakes: a payment that was to fail is paid, a fault strikes what it was to spare.
 *
 * @throws what `wrong` makes
 */
export function checkNames(given: object, known: readonly string[], wrong: WrongField): void {
  // In JavaScript anything may come.
  const value: unknown = given
  if (typeof value !== 'object' || value === null) throw wrong('options', 'must be an object, or be left out')
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw wrong(name, `is no option: ${hintOf(name, known)}`)
  }
}

/** @throws what `wrong` makes */
export function checkWord(name: string, given: unknown, known: readonly string[], wrong: WrongField): void {
  if (typeof given !== 'string') throw wrong(name, `must be one of ${known.join(', ')}`)
  if (!known.includes(given)) throw wrong(name, `is '${given}': ${hintOf(given, known)}`)
}

function hintOf(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known)
  return `there are ${known.join(', ')}${nearest === undefined ? '' : `; '${nearest}' may be meant`}`
}
