import { parseJson } from './parse-json.ts'

/**
 * JSON set in lines, each part of it as it was written: numbers keep all their digits, and names that come twice come twice.
 *
 * @param rewrite what stands for a text, by the text; left out: itself
 * @returns undefined for what isn't JSON
 * @example
 * ```ts
 * jsonInLines('{"a":50.00,"a":[]}') // '{\n  "a": 50.00,\n  "a": []\n}'
 * ```
 */
export function jsonInLines(text: string, rewrite?: (text: string) => string): string | undefined {
  if (parseJson(text) === undefined) return undefined
  let lines = ''
  let depth = 0
  let before = ''
  for (const [part] of text.matchAll(parts)) {
    const isFirst = before === '{' || before === '['
    const isEnd = part === '}' || part === ']'
    if (isEnd) depth -= 1
    if (isEnd ? !isFirst : isFirst || before === ',') lines += `\n${'  '.repeat(Math.min(depth, deepest))}`
    lines += rewrite !== undefined && part.startsWith('"') ? rewritten(part, rewrite) : part
    if (part === ':') lines += ' '
    if (part === '{' || part === '[') depth += 1
    before = part
  }
  return lines
}

/** What is nested deeper is moved in no further: lines of a hostile body would be longer than any memory. */
const deepest = 32

// A text ends at its quotation mark; that of JSON always has one.
const parts = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g

function rewritten(part: string, rewrite: (text: string) => string): string {
  const text: string = JSON.parse(part)
  const other = rewrite(text)
  return other === text ? part : JSON.stringify(other)
}
