import { formsOnScreens } from '../folded/on-screens.ts'

/**
 * Makes what shows screens with `*` for each word that was typed, also as phones show it, and where it is part of another.
 *
 * @example
 * withoutTyped(['Kofi Mensah'])("Send to kofi's?") // "Send to *'s?"
 */
export function withoutTyped(typed: readonly string[]): (screen: string) => string {
  const words = new Set(typed.flatMap(formsOnScreens).flatMap(wordsIn))
  return (screen) => (words.size === 0 ? screen : screen.replaceAll(word, (found) => withoutParts(found, words)))
}

/** Whether a text has a word: the number of an option has none. */
export function hasWord(text: string): boolean {
  return wordsIn(text).length > 0
}

/** A word without what was typed, which may be a part of it: `kofi's`, `kofi-x`. */
function withoutParts(found: string, typed: ReadonlySet<string>): string {
  if (typed.has(known(found))) return '*'
  const parts = found.split(joint)
  let shown = ''
  for (let at = 0; at < parts.length; ) {
    let to = Math.min(parts.length, at + mostParts)
    while (to > at && !typed.has(known(parts.slice(at, to).join('')))) to -= 1
    shown += to > at ? '*' : parts[at]
    at = Math.max(to, at + 1)
  }
  return shown
}

/** A word as it is compared, composed or not. */
function known(found: string): string {
  return found.normalize().toLowerCase()
}

function wordsIn(text: string): readonly string[] {
  return (text.match(word) ?? []).map(known)
}

// Two letters: one alone, and a number, choose an option.
const word = /\p{L}[\p{L}\p{M}'’-]*\p{L}\p{M}*/gu
const joint = /(['’-])/
// With what joins them: no name has more.
const mostParts = 15
