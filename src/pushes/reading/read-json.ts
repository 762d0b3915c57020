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
  return inspect(value, 0, field) ? parseExactly(text) : value
}

function parse(text: string, field: string | null): unknown {
  try {
    return JSON.parse(text)
  } catch {
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

/** Parses once more, for the digits that a number has lost: a reviver takes six times as long. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: Source) => {
    const source = context?.source
    const isLong = source !== undefined && wholeNumber.test(source) && !Number.isSafeInteger(value)
    return isLong && typeof value === 'number' ? source : value
  })
}

// Of sixteen digits and more: some of these are no longer what was written.
const longNumber = 1e15

/** Looks at every name and value once, and says whether a number among them may have lost digits. */
function inspect(value: unknown, depth: number, field: string | null): boolean {
  if (typeof value === 'number') return !(value < longNumber && value > -longNumber)
  if (typeof value !== 'object' || value === null) return false
  if (depth === maxDepth) {
    throw new PushProblem({ field, expected: `nested at most ${maxDepth} deep`, received: 'a deeper one' })
  }
  return isRecord(value) ? inspectFields(value, depth + 1, field) : inspectList(value, depth + 1, field)
}

function inspectFields(fields: Fields, depth: number, field: string | null): boolean {
  let isLong = false
  for (const name in fields) {
    if (name === '__proto__' || name === 'constructor') {
      throw new PushProblem({ field: name, expected: 'left out: the name is not allowed', received: 'it' })
    }
    if (inspect(fields[name], depth, field)) isLong = true
  }
  return isLong
}

function inspectList(list: object, depth: number, field: string | null): boolean {
  return Object.values(list).filter((child) => inspect(child, depth, field)).length > 0
}
