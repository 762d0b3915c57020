/**
 * Text as a column can hold it: PostgreSQL takes no `\u0000` in text, and half of a surrogate pair would become
 * another character. Both are written as their codes behind a mark that no text has in practice, so nearly all texts
 * stay as they are, readable in `psql`.
 */
export function toColumn(text: string): string {
  if (text.isWellFormed() && !text.includes(nul) && !text.includes(mark)) return text
  return Array.from(text, (character) => (isKept(character) ? character : mark + codeOf(character))).join('')
}

/** The text that `toColumn` was given. */
export function fromColumn(column: string): string {
  if (!column.includes(mark)) return column
  const [head = '', ...coded] = column.split(mark)
  return (
    head +
    coded
      .map((part) => String.fromCharCode(Number.parseInt(part.slice(0, codeLength), 16)) + part.slice(codeLength))
      .join('')
  )
}

const nul = '\u0000'
// Data link escape: it was made for this.
const mark = '\u0010'
const codeLength = 4

function isKept(character: string): boolean {
  return character.isWellFormed() && character !== nul && character !== mark
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(codeLength, '0')
}
