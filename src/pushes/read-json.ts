import { type Fields, isRecord } from './is-record.ts'
import { PushProblem } from './push-problem.ts'

/** Deeper bodies are refused: no push of the reference nests more than four levels. */
export const maxDepth = 32

/**
 * Reads a JSON body so that nothing is lost and nothing is poisoned: integers too long for a number stay
 * exact, as strings of their digits (field notes, "Identifiers"); names that reach a prototype and bodies
 * nested too deep are refused.
 *
 * @param field where the text stands; null for the body itself
 * @throws PushProblem
 */
export function readJson(text: string, field: string | null = null): unknown {
  const value = parse(text, field)
  if (!isPlain(text)) inspectChild(value, 0, field)
  return value
}

/** Flat, and without a name that would need a look: nearly every turn. Five scans cost less than one walk. */
function isPlain(text: string): boolean {
  return !(
    text.lastIndexOf('{') > 0 ||
    text.includes('[') ||
    text.includes('__proto__') ||
    text.includes('constructor') ||
    text.includes('\\u')
  )
}

/**
 * Whether sixteen digits stand in a row somewhere. Such a run covers a position that is a multiple of sixteen,
 * so only those are looked at: a regular expression takes ten times as long.
 */
function hasLongDigits(text: string): boolean {
  for (let position = 15; position < text.length; position += 16) {
    if (!isDigit(text, position)) continue
    let start = position
    while (isDigit(text, start - 1)) start--
    let end = position
    while (isDigit(text, end + 1)) end++
    if (end - start >= 15) return true
  }
  return false
}

function isDigit(text: string, position: number): boolean {
  const code = text.charCodeAt(position)
  return code >= 48 && code <= 57
}

function parse(text: string, field: string | null): unknown {
  try {
    // A reviver makes parsing six times slower.
    return hasLongDigits(text) ? parseExactly(text) : JSON.parse(text)
  } catch (error) {
    // A reviver goes down by recursion: of some thousands of levels the stack runs out before the text does.
    if (error instanceof RangeError) throw tooDeep(field)
    throw new PushProblem({
      field,
      expected: 'valid JSON',
      received: text.length === 0 ? 'an empty body' : 'text that is not JSON',
    })
  }
}

const wholeNumber = /^-?\d{16,}$/

/** The third argument of a reviver, which its type does not know yet. */
interface Source {
  readonly source?: string
}

function parseExactly(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: Source) => {
    const source = context?.source
    const isLong = source !== undefined && wholeNumber.test(source) && !Number.isSafeInteger(value)
    return isLong && typeof value === 'number' ? source : value
  })
}

function inspect(value: Fields | readonly unknown[], depth: number, field: string | null): void {
  if (depth > maxDepth) throw tooDeep(field)
  if (isRecord(value)) {
    for (const name in value) {
      if (name === '__proto__' || name === 'constructor') {
        throw new PushProblem({ field: name, expected: 'left out: the name is not allowed', received: 'it' })
      }
      inspectChild(value[name], depth, field)
    }
  } else {
    for (const child of value) inspectChild(child, depth, field)
  }
}

function inspectChild(child: unknown, depth: number, field: string | null): void {
  if (Array.isArray(child) || isRecord(child)) inspect(child, depth + 1, field)
}

function tooDeep(field: string | null): PushProblem {
  return new PushProblem({ field, expected: `nested at most ${maxDepth} deep`, received: 'a deeper one' })
}
