import { foldedOnScreens, type ScreenCharacters } from '../../text/folded/on-screens.ts'

/**
 * A text as a screen shows it: folded to the characters of the settings, every new line a line feed, and nothing
 * invisible around it. Never empty: what folds to nothing, such as an emoji alone, is a question mark.
 *
 * @example
 * ```ts
 * written('Tɔn café\r\n', 'gsm7') // 'Ton café'
 * ```
 */
export function written(text: string, characters: ScreenCharacters): string {
  return shownOf(text, characters) || '?'
}

function shownOf(text: string, characters: ScreenCharacters): string {
  return isPlain(text) ? text.trim() : foldedOnScreens(text, characters).replace(edges, '')
}

/** The line of a choice. @param number with what parts it: `12. ` */
export function writtenChoice(number: string, label: string, characters: ScreenCharacters): string {
  return number + writtenLine(label, characters)
}

/** The same on one line, as a choice and a way are. */
export function writtenLine(text: string, characters: ScreenCharacters): string {
  const shown = written(text, characters)
  return shown.includes('\n') ? shown.replace(newLines, ' ') : shown
}

/** ASCII that every alphabet has: all but the backtick and the controls. Nearly every screen is made of it. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (plain[text.charCodeAt(at)] !== 1) return false
  return true
}

// A table, because a turn looks at every character of its screen; an expression takes twice as long.
const plain = new Uint8Array(0x80).fill(1, 0x20, 0x7f)
plain[0x0a] = 1
plain[0x60] = 0

// Looked for where a run begins only, or a long one within the text would be tried from each of its characters.
const edges = /^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu
const newLines = /\n\s*/g
