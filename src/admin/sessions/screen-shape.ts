import { formsOnScreens } from '../../text/folded/on-screens.ts'
import { abbreviationsIn, withoutNames } from './names.ts'

/**
 * A screen without what differs between subscribers: amounts and other numbers are `#`, what they entered and what looks like a
 * name is `*`. So one screen of an application is one text, whoever saw it.
 *
 * @param entered what the subscriber has entered before
 * @param goesOn whether it begins within a sentence of the page before
 */
export function shapeOfScreen(screen: string, entered: readonly string[], goesOn = false): string {
  return namelessScreen(plainScreen(screen, entered), undefined, goesOn)
}

/** The same with the names in it. */
export function plainScreen(screen: string, entered: readonly string[]): string {
  return numberlessScreen(withoutEntered(screen, entered)).trim()
}

/** A screen with `#` for each number but those of options. */
export function numberlessScreen(screen: string): string {
  return screen
    .split('\n')
    .map((line) => withoutNumbers(line.trim()))
    .join('\n')
}

/**
 * A screen without what looks like a name: `*` stands for it. Numbers, lines and options stay.
 *
 * @param own abbreviations of the application, besides those of its options
 * @param goesOn whether it begins within a sentence of the page before
 */
export function namelessScreen(
  screen: string,
  own: Iterable<string> = abbreviationsOf(screen),
  goesOn = false,
): string {
  const known = new Set(own)
  return screen
    .split('\n')
    .map((line, index, lines) =>
      option.test(line)
        ? line
        : withoutNames(line, known, index === 0 ? goesOn : lines[index - 1]?.trimEnd().endsWith(':')),
    )
    .join('\n')
}

/** Whether a line of a screen is one of its options. */
export function isOption(line: string): boolean {
  return option.test(line)
}

/** What is shown of a screen on which a secret answer may stand. */
export const behindSecret = '(behind a secret answer)'

/** The abbreviations in the options of a screen. */
export function abbreviationsOf(screen: string): readonly string[] {
  return screen.split('\n').flatMap((line) => (option.test(line) ? abbreviationsIn(line) : []))
}

function withoutEntered(screen: string, entered: readonly string[]): string {
  // The longest first: a name holds its parts. One letter, and the number of an option, stand in words of the application.
  const words = entered
    .flatMap(formsOnScreens)
    .filter((word) => /\p{L}{2}/u.test(word))
    .toSorted((one, other) => other.length - one.length)
  return words.reduce((text, word) => text.replaceAll(wholeWord(word), '*'), screen)
}

function wholeWord(word: string): RegExp {
  const escaped = word.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu')
}

/** The number of an option stays: it says which one it is. */
function withoutNumbers(line: string): string {
  const [kept = ''] = option.exec(line) ?? []
  return kept + line.slice(kept.length).replaceAll(/[\d*+#.,: -]+/g, withoutNumber)
}

/** Signs before the first digit belong to a number, such as a plus, and so does all up to the last one. */
function withoutNumber(found: string): string {
  let from = found.search(/\d/)
  if (from === -1) return found
  let to = found.length
  while (!digit.test(found.charAt(to - 1))) to -= 1
  while (from > 0 && signs.includes(found.charAt(from - 1))) from -= 1
  return `${found.slice(0, from)}#${found.slice(to)}`
}

const digit = /\d/
const signs = '*+#.-'

const option = /^[#*]?\d{1,2}[.):\]-]? +(?=\D)/
