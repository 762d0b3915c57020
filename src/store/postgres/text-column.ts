/**
 * Text as a column can hold it: PostgreSQL takes no `\u0000` in text, and half of a surrogate pair would become
 * another character. Both are written as escapes, so nearly all texts stay as they are, readable in `psql`.
 */
export function toColumn(text: string): string {
  if (!needsEscape.test(text)) return text
  return text.replace(escaped, (character) => (character === '\\' ? '\\\\' : `\\u${hexOf(character)}`))
}

/** The text that `toColumn` was given. */
export function fromColumn(column: string): string {
  if (!column.includes('\\')) return column
  return column.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const needsEscape = /[\\\0\ud800-\udfff]/
// With the flag a pair is one character, so only halves are found.
const escaped = /[\\\0]|\p{Surrogate}/gu

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0')
}
