import { cleanText, isCleanText } from '../../text/clean-text.ts'
import { readDate } from '../../text/read-date.ts'
import type { Notes } from './notes.ts'
import { nameType, type ProblemDetails, PushProblem } from './push-problem.ts'

/** Longest identifier that is taken: they become keys. Characters. */
export const maxIdentifierLength = 256

/**
 * Text for people: numbers and booleans as they are written, nothing as an empty string, NUL and lone
 * surrogates mended.
 *
 * @throws PushProblem when an object or an array came
 */
export function readText(field: string, value: unknown): string {
  if (typeof value === 'string') return cleanText(value)
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new PushProblem({ field, expected: 'text', received: nameType(value) })
  return String(value)
}

/**
 * An identifier: it stays a string, zero-padded and 25-digit ones too (field notes, "Identifiers").
 * Null when nothing came or it is empty.
 *
 * @throws PushProblem when it is no text or number, a number whose digits are lost already, too long, or holds
 * NUL or a lone surrogate
 */
export function readIdentifier(field: string, value: unknown): string | null {
  const fault = identifierFault(value)
  if (fault !== undefined) throw new PushProblem({ field, ...fault })
  if (value === undefined || value === null) return null
  const text = String(value)
  return text.trim() === '' ? null : text
}

/** Why a value identifies nothing; undefined where it may, or where none came. */
export function identifierFault(value: unknown): Omit<ProblemDetails, 'field'> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined
  if (typeof value !== 'string') return { expected: 'text that identifies', received: nameType(value) }
  if (value.length > maxIdentifierLength) {
    return { expected: `at most ${maxIdentifierLength} characters`, received: `${value.length} characters` }
  }
  return isCleanText(value) ? undefined : { expected: 'well-formed text', received: 'a NUL or a lone surrogate' }
}

/** Text or null where nothing came. @throws PushProblem as readText does */
export function readOptionalText(field: string, value: unknown): string | null {
  const text = readText(field, value)
  return text === '' ? null : text
}

const wholeText = /^\s*\d{1,15}\s*$/

/** A whole number of 0 or more, also as a numeric string (field notes, "Sequence"). Null with a note when it is none. */
export function readWhole(field: string, value: unknown, notes: Notes): number | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'object') throw new PushProblem({ field, expected: 'a whole number', received: nameType(value) })
  if (typeof value === 'string' && wholeText.test(value)) return Number(value)
  notes.add(`${field} is not a whole number`)
  return null
}

/** Yes or no, also as the words `true` and `false`. Null with a note when it is neither. */
export function readFlag(field: string, value: unknown, notes: Notes): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === undefined || value === null || value === '') return null
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  notes.add(`${field} is neither true nor false`)
  return null
}

/** A date in one of the reference's loose forms, GMT where it names no zone. Null with a note when unreadable. */
export function readWhen(field: string, value: unknown, notes: Notes): Date | null {
  if (value === undefined || value === null || value === '') return null
  const date = typeof value === 'string' ? readDate(value) : null
  if (date === null) notes.add(`${field} is not a date that can be read`)
  return date
}
