import { isCleanText } from '../../text/clean-text.ts'
import type { Country } from '../../text/countries.ts'
import { toInternational } from '../../text/phone.ts'
import { type Amount, readAmount } from '../money/amount.ts'
import type { Fields } from './is-record.ts'
import { type Found, findNames } from './names.ts'
import type { Notes } from './notes.ts'
import { PushProblem } from './push-problem.ts'
import { readFlag, readIdentifier, readOptionalText, readWhen } from './read-values.ts'

/** A phone number in both forms. */
export interface Phone {
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
  readonly #doubted: Set<Name>

  constructor(names: readonly Name[], found: Found, settings: FieldReaderSettings) {
    this.#names = names
    this.#found = found
    this.#settings = settings
    this.#doubted = new Set(names.filter((_name, position) => found.conflicts.includes(position)))
    for (const name of this.#doubted) {
      settings.notes.add(`${settings.path}${name} came twice with different values; the reference's spelling was kept`)
    }
  }

  /**
   * Names whose value cannot be relied on: they came in several spellings whose values differ, or were read
   * already and could not be.
   */
  get doubted(): ReadonlySet<Name> {
    return this.#doubted
  }

  /** The value itself, for what the event keeps as it came. */
  value(name: Name): unknown {
    return this.#found.values[this.#names.indexOf(name)]
  }

  /** An identifier that says which push this is: it must not be doubtful. @throws PushProblem */
  identity(name: Name): string | null {
    if (this.#doubted.has(name)) {
      throw new PushProblem({
        field: this.#settings.path + name,
        expected: 'given once',
        received: 'two spellings that differ',
      })
    }
    return this.identifier(name)
  }

  identifier(name: Name): string | null {
    return this.#read(name, readIdentifier, null)
  }

  /** What is mended in it (NUL, half a character) makes it another text than came: it is doubted. */
  text(name: Name): string | null {
    const value = this.value(name)
    if (typeof value === 'string' && !isCleanText(value)) this.#doubted.add(name)
    return this.#read(name, readOptionalText, null)
  }

  amount(name: Name): Amount {
    const read = this.#read(name, (field, value) => readAmount(field, value, this.#settings.notes), noAmount)
    if (read.amount !== null && read.amountMinor === null) this.#doubted.add(name)
    return read
  }

  flag(name: Name): boolean | null {
    const value = this.value(name)
    const flag = readFlag(this.#settings.path + name, value, this.#settings.notes)
    if (flag === null && value !== undefined && value !== null && value !== '') this.#doubted.add(name)
    return flag
  }

  when(name: Name): Date | null {
    return readWhen(this.#settings.path + name, this.value(name), this.#settings.notes)
  }

  phone(name: Name): Phone {
    const text = this.text(name)
    return { text, international: text === null ? null : toInternational(text, this.#settings.country) }
  }

  #read<Value>(name: Name, read: (field: string, value: unknown) => Value, otherwise: Value): Value {
    const field = this.#settings.path + name
    try {
      return read(field, this.value(name))
    } catch (error) {
      if (!(error instanceof PushProblem) || !this.#settings.acceptsAnything) throw error
      this.#settings.notes.add(error.message)
      this.#doubted.add(name)
      return otherwise
    }
  }
}

const noAmount: Amount = { amount: null, amountMinor: null }
