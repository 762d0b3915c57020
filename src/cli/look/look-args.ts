import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestWord } from '../../replies/checks/nearest-word.ts'
import { printable } from '../../text/clean-text.ts'
import { type Numbering, readCountry } from '../../text/countries.ts'
import { messageOf, UsageError } from '../terminal.ts'

/** The options of one command, as node:util takes them. */
export type Options = NonNullable<ParseArgsConfig['options']>

/** What may be said to every command that looks at a store. */
export const storeOptions = {
  store: { type: 'string' },
  schema: { type: 'string' },
  registration: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Options

/**
 * Reads the options of a command and the one word that it takes, if it takes one.
 *
 * @param word what it is; undefined where there is none
 * @throws UsageError naming what is wrong
 */
export function readArgs<T extends Options>(args: readonly string[], options: T, word?: string) {
  checkOptions(args, options)
  const { values, positionals } = understand(() => parseArgs({ args: [...args], allowPositionals: true, options }))
  const [first = '', ...others] = positionals
  if (word === undefined ? first !== '' : first === '' || others.length > 0) {
    throw new UsageError(word === undefined ? `'${printable(first)}' is too much.` : `Name ${word}, and nothing else.`)
  }
  return { values, word: first }
}

/** Node's own words for an option that does not exist tell of something else. */
function checkOptions(args: readonly string[], options: Options): void {
  const { tokens } = parseArgs({ args: [...args], allowPositionals: true, options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue
    const nearest = nearestWord(token.name, Object.keys(options))
    const known = nearest === undefined ? `there are ${shownOptions(options)}` : `'--${nearest}' may be meant`
    throw new UsageError(`There is no option '${printable(token.rawName)}': ${known}.`)
  }
}

function shownOptions(options: Options): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ')
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
  return text?.split(',').map((part) => {
    const found = known.find((word) => word.toLowerCase() === part.trim().toLowerCase())
    if (found !== undefined) return found
    const nearest = nearestWord(part.trim(), known)
    const meant = nearest === undefined ? '' : `: '${nearest}' may be meant`
    throw new UsageError(`${option} takes ${known.join(', ')}, not '${printable(part.trim())}'${meant}.`)
  })
}

/**
 * How many a page holds.
 *
 * @throws UsageError naming the option
 */
export function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > 1_000)
    throw new UsageError(`--limit takes a number from 1 to 1000, not '${printable(text)}'.`)
  return limit
}

/** @throws UsageError listing the codes */
export function readCountryOption(code: string | undefined): Numbering | undefined {
  return code === undefined ? undefined : understand(() => readCountry(code.toUpperCase()))
}

/** What was asked for, to be repeated where nothing was found. */
export function saidFilters(values: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  return names
    .filter((name) => values[name] !== undefined)
    .map((name) => (values[name] === true ? `--${name}` : `--${name} ${printable(String(values[name]))}`))
    .join(' ')
}
