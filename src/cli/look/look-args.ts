import { type Command, Option } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { countryCodes, type Numbering, readCountry } from '../../text/countries.ts'
import { messageOf } from '../../text/message-of.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import { withJson } from '../command.ts'
import { UsageError } from '../terminal.ts'

/** What may be said to every command that looks at a store. */
export function withStoreOptions(command: Command, json?: string): Command {
  withStoreOption(command, 'a SQLite file or postgres://…')
    .option('--schema <name>', 'where the tables of a PostgreSQL store are; usually merchant')
    .option('--registration <name>', "a registration other than 'default'")
  return withJson(command, json)
}

/** The store that is meant, where nothing else of it need be said. */
export function withStoreOption(command: Command, what: string): Command {
  return command.addOption(new Option('--store <place>', what).env('MERCHANT_STORE'))
}

/** What may be said to a list of what came at some time. */
export function withTimeOptions(command: Command, what: string): Command {
  return command
    .option('--since <time>', `${what} from then on: 2h or 7d ago, 2026-11-20, 2026-11-20T10:00Z (GMT without a zone)`)
    .option('--until <time>', 'and before then')
}

/** @throws UsageError with what was wrong */
export function understand<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/**
 * Words with commas between them, of those that there are.
 *
 * @throws UsageError naming the option
 */
export function readList<Word extends string>(
  option: string,
  text: string | undefined,
  known: readonly Word[],
): readonly Word[] | undefined {
  return text?.split(',').map((part) => readWord(option, part.trim(), known))
}

/** For such an option that is given again: it adds to what was given before. */
export function addUp(text: string, before?: string): string {
  return before === undefined ? text : `${before},${text}`
}

/** One of these words. @throws UsageError naming the option */
export function readWord<Word extends string>(option: string, text: string, known: readonly Word[]): Word {
  const found = known.find((word) => word.toLowerCase() === text.toLowerCase())
  if (found !== undefined) return found
  const nearest = nearestWord(text, known)
  const meant = nearest === undefined ? '' : `: '${nearest}' may be meant`
  throw new UsageError(`${option} takes ${known.join(', ')}, not '${printable(text)}'${meant}.`)
}

/** @throws UsageError naming the option */
export function readWhole(option: string, text: string, max: number, min = 0): number {
  const whole = /^\d{1,10}$/.test(text) ? Number(text) : -1
  if (whole < min || whole > max)
    throw new UsageError(`${option} takes a whole number from ${min} to ${max}, not '${printable(text)}'.`)
  return whole
}

/** @throws UsageError listing the codes */
export function readCountryOption(code: string | undefined): Numbering | undefined {
  return code === undefined ? undefined : readCountry(readWord('--country', code, countryCodes))
}

/** @throws UsageError */
export function readPhoneOption(phone: string | undefined): string | undefined {
  if (phone?.trim() === '') throw new UsageError('--phone takes a whole phone number.')
  return phone
}

/** Whose phone is looked for, and where it is dialled. */
export interface PhonePlace {
  readonly phone?: string | undefined
  readonly country?: string | undefined
}

/** Said where nothing was found of a number that may need its country. */
export function phoneHint({ phone, country }: PhonePlace) {
  if (phone === undefined || phone.trim().startsWith('+') || country !== undefined) return ''
  return ' A number as it is dialled in its country is found with --country, as in --country GH.'
}

/** What was asked for, to be repeated where nothing was found. */
export function saidFilters(values: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  return names
    .filter((name) => values[name] !== undefined)
    .map((name) => (values[name] === true ? `--${name}` : `--${name} ${printable(String(values[name]))}`))
    .join(' ')
}
