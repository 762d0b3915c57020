import { readJson } from './read-json.ts'

/**
 * Reads JSON as `readJson` does, and tells of names that stand twice in one object. It takes a look at each
 * character, so turns, whose service tells nobody's money, are read without it.
 *
 * @throws PushProblem
 */
export function readWholeJson(text: string, field: string | null = null): unknown {
  const value = readJson(text, field)
  const told = tellRepeatedNames(text)
  return told === text ? value : readJson(told, field)
}

/**
 * Makes names that stand twice in one object two names: `JSON.parse` would keep the last of them and say nothing,
 * and a forged `Status` beside a true one would decide (field notes, "who says paid"). The second gets an
 * underscore, which no name counts: whoever looks for it finds both, and that they differ.
 *
 * @param text valid JSON
 */
export function tellRepeatedNames(text: string): string {
  const marks = findRepeats(text)
  if (marks.length === 0) return text
  let told = ''
  let from = 0
  marks.forEach((end, position) => {
    told += text.slice(from, end) + '_'.repeat(position + 1)
    from = end
  })
  return told + text.slice(from)
}

/** Where the repeated names end, before their closing quote. */
function findRepeats(text: string): number[] {
  const repeats: number[] = []
  // The names of each object that is open; null for a list.
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(null)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfText(text, at + 1)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name = nameIn(text, at, end)
        if (names.has(name)) repeats.push(end)
        names.add(name)
      }
      at = end
    }
  }
  return repeats
}

/** Where the closing quote of a text stands. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

function isName(text: string, end: number): boolean {
  let at = end + 1
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

/** Escapes may spell one name in two ways. */
function nameIn(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end)
  return written.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : written
}
