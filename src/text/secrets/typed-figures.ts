import { shortestSecret } from '../describe-error.ts'
import { formsOnScreens } from '../folded/on-screens.ts'
import { plainEntry } from '../folded/plain-entry.ts'
import type { Span } from '../hide-secrets.ts'

/**
 * Makes what finds on screens what was typed and has digits: a number, also in groups, or a name such as `Xylo77`. One or two
 * characters are none of it: they choose options.
 *
 * @example
 * typedFigures(['8675309', '20'])('20 of 8,675,309') // [{ from: 6, to: 15 }]
 */
export function typedFigures(typed: readonly string[]): (screen: string) => readonly Span[] {
  const figures = new Set(typed.flatMap(figuresIn))
  return (screen) => (figures.size === 0 ? [] : spansIn(screen, figures))
}

/** What was typed as a whole, and each part between blanks. */
function figuresIn(typed: string): readonly string[] {
  return [plainEntry(typed), ...formsOnScreens(typed)]
    .flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')])
    .flatMap((form) => [form, ...form.split(blanks)])
    .map((part) => part.replace(others, '').toLowerCase())
    .filter((part) => part.length >= shortestSecret && digit.test(part))
}

function spansIn(screen: string, figures: ReadonlySet<string>): readonly Span[] {
  const spans: Span[] = []
  const { text, starts, ends } = withoutMarks(screen)
  for (const figure of figures) {
    for (let at = text.indexOf(figure); at !== -1; at = text.indexOf(figure, at + 1)) {
      const from = Number(starts[at])
      const to = Number(ends[at + figure.length - 1])
      if (!goesOn(screen, from) && !goesOn(screen, to)) spans.push({ from, to })
    }
  }
  return spans
}

/** A screen without what may stand between digits of one number, in small letters, with the places of its units. */
function withoutMarks(screen: string) {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  let at = 0
  for (const character of screen) {
    const small = mark.test(character) ? '' : character.toLowerCase()
    text += small
    for (let unit = 0; unit < small.length; unit++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    at += character.length
  }
  return { text, starts, ends }
}

/** Whether one number, or one word, stands on both sides: 4471 is no part of 44711, but is what was typed in `GHS4471.00`. */
function goesOn(screen: string, at: number): boolean {
  const around = screen.slice(Math.max(0, at - 1), at + 1)
  return twoDigits.test(around) || twoLetters.test(around)
}

const blanks = /\s+/
const others = /[^\p{L}\p{M}\p{N}]+/gu
const digit = /\p{Nd}/u
const mark = /[.,'’/:()\-\u00a0\u202f ]/
const twoDigits = /^\p{Nd}{2}$/u
const twoLetters = /^[\p{L}\p{M}]{2}$/u
