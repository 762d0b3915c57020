import { type Fields, isRecord } from './is-record.ts'
import { PushProblem } from './push-problem.ts'

/** Deeper bodies are refused: no push of the reference nests more than four levels. */
export const maxDepth = 32

/**
 * Reads a JSON body so that nothing is lost and nothing is poisoned: integers too long for a number stay
 * exact, as strings of their digits (field notes, "Identifiers"); names that reach a prototype and bodies
 * nested too deep are refused.
 *
 * @throws PushProblem
 */
export function readJson(text: string): unknown {
  const value = parse(text)
  inspectChild(value, 0)
  return value
}

// A reviver makes parsing six times slower, so it is used only when a run of 16 digits is there.
const longDigits = /\d{16}/

function parse(text: string): unknown {
  try {
    return longDigits.test(text) ? parseExactly(text) : JSON.parse(text)
  } catch {
    throw new PushProblem({
      field: null,
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

function inspect(value: Fields | readonly unknown[], depth: number): void {
  if (depth > maxDepth) {
    throw new PushProblem({ field: null, expected: `nested at most ${maxDepth} deep`, received: 'a deeper one' })
  }
  if (isRecord(value)) {
    for (const name in value) {
      if (name === '__proto__' || name === 'constructor') {
        throw new PushProblem({ field: name, expected: 'left out: the name is not allowed', received: 'it' })
      }
      inspectChild(value[name], depth)
    }
  } else {
    for (const child of value) inspectChild(child, depth)
  }
}

function inspectChild(child: unknown, depth: number): void {
  if (Array.isArray(child) || isRecord(child)) inspect(child, depth + 1)
}
