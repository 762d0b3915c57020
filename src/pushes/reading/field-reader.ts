import { isDeepStrictEqual } from 'node:util'
import { cleanText, isCleanText } from '../../text/clean-text.ts'
import type { Country } from '../../text/countries.ts'
import { foldName } from '../../text/fold-name.ts'
import { toInternational } from '../../text/phone.ts'
import { readDate } from '../../text/read-date.ts'
import { remembered } from '../../text/remembered.ts'
import { type Amount, readAmount } from '../money/amount.ts'
import { type Fields, unmarkedName } from './json.ts'
import { type Notes, nameType, type ProblemDetails, PushProblem } from './push-problem.ts'

/** A phone number in both forms. */
interface Phone {
  /** As it was sent, null where none came. */
  readonly text: string | null
  /** `+` and digits where that is certain. */
  readonly international: string | null
}

/** How a reader of fields goes about its work. */
export interface FieldReaderSettings {
  /** Put before each name in problems and notes: `Data.`. */
  readonly path: string
  readonly notes: Notes
  readonly country: Country | undefined
  /**
   * Where the reference shows no payload, any object is accepted: what cannot be read is null with a note
   * instead of a problem.
   */
  readonly acceptsAnything: boolean
}

/**
 * Reads one object's fields by the reference's names.
 *
 * @example
 * const data = fieldReader(['CheckoutId', 'Amount'])(body, settings)
 * data.identifier('CheckoutId')
 */
export function fieldReader<Name extends string>(
  names: readonly Name[],
): (fields: Fields, settings: FieldReaderSettings) => FieldReader<Name> {
  const find = findNames(names)
  return (fields, settings) => new FieldReader(names, find(fields), settings)
}

/** The fields of one object; made by `fieldReader`. */
export class FieldReader<Name extends string> {
  readonly #names: readonly Name[]
  readonly #found: Found
  readonly #settings: FieldReaderSettings
  /** Nearly no push has one. */
  #doubted: Set<Name> | undefined

  constructor(names: readonly Name[], found: Found, settings: FieldReaderSettings) {
    this.#names = names
    this.#found = found
    this.#settings = settings
    if (found.conflicts.length === 0) return
    for (const name of names.filter((_name, position) => found.conflicts.includes(position))) {
      this.#doubt(name)
      settings.notes.add(`${settings.path}${name} came twice with different values; the reference's spelling was kept`)
    }
  }

  /**
   * Names whose value cannot be relied on: they came in several spellings whose values differ, or were read
   * already and could not be.
   */
  get doubted(): ReadonlySet<Name> {
    return this.#doubted ?? nothingDoubted
  }

  /** The value itself, for what the event keeps as it came. */
  value(name: Name): unknown {
    return this.#found.values[this.#names.indexOf(name)]
  }

  /** An identifier that says which push this is: it must not be doubtful. @throws PushProblem */
  identity(name: Name): string | null {
    this.mustComeOnce(name)
    return this.identifier(name)
  }

  /** @throws PushProblem where one of them is doubted */
  mustComeOnce(...names: readonly Name[]): void {
    const twice = names.find((name) => this.doubted.has(name))
    if (twice === undefined) return
    const field = this.#settings.path + twice
    throw new PushProblem({ field, expected: 'given once', received: 'two spellings that differ' })
  }

  identifier(name: Name): string | null {
    const value = this.value(name)
    if (value === undefined || value === null) return null
    return this.#read(name, readIdentifier, null)
  }

  /** What is mended in it (NUL, half a character) makes it another text than came: it is doubted. */
  text(name: Name): string | null {
    const value = this.value(name)
    if (value === undefined || value === null) return null
    if (typeof value === 'string') {
      if (isCleanText(value)) return value === '' ? null : value
      this.#doubt(name)
    }
    return this.#read(name, readOptionalText, null)
  }

  amount(name: Name): Amount {
    const read = this.#read(name, (field, value) => readAmount(field, value, this.#settings.notes), noAmount)
    if (read.amount !== null && read.amountMinor === null) this.#doubt(name)
    return read
  }

  flag(name: Name): boolean | null {
    const value = this.value(name)
    if (value === undefined || value === null) return null
    const flag = readFlag(this.#settings.path + name, value, this.#settings.notes)
    if (flag === null && value !== '') this.#doubt(name)
    return flag
  }

  when(name: Name): Date | null {
    const value = this.value(name)
    return value === undefined || value === null
      ? null
      : readWhen(this.#settings.path + name, value, this.#settings.notes)
  }

  phone(name: Name): Phone {
    const text = this.text(name)
    return { text, international: text === null ? null : toInternational(text, this.#settings.country) }
  }

  #doubt(name: Name): void {
    this.#doubted ??= new Set()
    this.#doubted.add(name)
  }

  #read<Value>(name: Name, read: (field: string, value: unknown) => Value, otherwise: Value): Value {
    const field = this.#settings.path + name
    try {
      return read(field, this.value(name))
    } catch (error) {
      if (!(error instanceof PushProblem) || !this.#settings.acceptsAnything) throw error
      this.#settings.notes.add(error.message)
      this.#doubt(name)
      return otherwise
    }
  }
}

const nothingDoubted: ReadonlySet<never> = new Set()
const noAmount: Amount = { amount: null, amountMinor: null }

/** The values found under a list of names, whatever the casing, and what was odd about them. */
interface Found {
  /** One value a name, in the order of the names; undefined where none came. */
  readonly values: readonly unknown[]
  /** Positions given more than once with values that differ. */
  readonly conflicts: readonly number[]
}

/**
 * Finds fields by name in any casing, in one pass over the object (field notes, "Casing of names").
 *
 * Where several spellings of one name disagree, the reference's own spelling wins and the position is
 * reported as a conflict; a null never disagrees with a value.
 *
 * @example
 * const find = findNames(['SessionId', 'Type'])
 * find({ sessionid: 'a', TYPE: 'Response' }).values // ['a', 'Response']
 */
export function findNames(names: readonly string[]): (source: Fields) => Found {
  const positionOf = positionAmong(names)
  // Copied for each push: filling an array anew takes several times as long.
  const nothing: readonly unknown[] = names.map(() => undefined)

  return (source) => {
    const values = nothing.slice()
    let conflicts: number[] = none
    for (const name in source) {
      const position = positionOf(name)
      if (position === undefined || !keep(values, position, source[name], name === names[position])) continue
      if (conflicts === none) conflicts = []
      if (!conflicts.includes(position)) conflicts.push(position)
    }
    return { values, conflicts }
  }
}

/** Where a name stands among others, whatever its casing; undefined where it is none of them. */
export function positionAmong(names: readonly string[]): (name: string) => number | undefined {
  const positions = new Map<string, number>()
  names.forEach((name, position) => {
    const folded = foldName(name)
    // The usual spellings are found without folding: this runs on every push.
    for (const spelling of [folded, name, camelCase(name), name.toUpperCase()]) positions.set(spelling, position)
  })
  // An object has many names that are none of these: those would be folded each time.
  const find = remembered((name) => positions.get(foldName(unmarkedName(name))) ?? nowhere, namesRemembered)
  return (name) => {
    const position = positions.get(name) ?? find(name)
    return position === nowhere ? undefined : position
  }
}

/**
 * Keeps what came under a name.
 *
 * @param isOwn whether it came in the reference's own spelling
 * @returns whether it disagrees with what came before
 */
export function keep(values: unknown[], position: number, value: unknown, isOwn: boolean): boolean {
  const known = values[position]
  if (known === undefined || known === null) {
    values[position] = value
    return false
  }
  if (value === null || isSame(known, value)) return false
  if (isOwn) values[position] = value
  return true
}

const none: number[] = []
const nowhere = -1
const namesRemembered = 128

function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `0` and `"0"` are one value in two spellings. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'object' || typeof other === 'object') return isDeepStrictEqual(one, other)
  return String(one) === String(other)
}

/** Whether at least one of the names is there, in any casing. */
export function hasAnyOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.some((value) => value !== undefined)
}

/** Whether at least one of the names has a value. */
export function givesAnyOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.some(isGiven)
}

/** Whether each of the names has a value. */
export function givesAllOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.every(isGiven)
}

/** Some senders write a field that does not apply as null, or as a blank text. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
}

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
