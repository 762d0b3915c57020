import { cleanLines } from './clean-lines.ts'

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
