import { isVisible } from '../../replies/checks/read-text.ts'
import { composed } from '../../text/composed.ts'

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
export function cleanLines(entered: string): string {
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
export function cleanLine(entered: string): string {
  const text = cleanLines(entered)
  return text.includes('\n') ? joined(text.split('\n')) : text
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
