import { ownOptions } from '../own-options.ts'
import { nearestWord } from '../text/nearest-word.ts'
import { FMW_EXPLORE_OPTION, wrongOption } from './errors.ts'

/** Makes the error of a field: each part of the simulator and of the test kit has its own code. */
export type WrongField = (name: string, problem: string) => Error

/** What is wrong with a value, in words that follow its name; undefined where nothing is. */
export type Check = (value: unknown) => string | undefined

/** The check of each name that an object may have: a table beside the function that takes it. */
export type Checks<Options extends object> = { readonly [Name in keyof Options & string]-?: Check }

/**
 * Checks what JavaScript gives as options. Names that nobody reads are mistakes: a payment that was to fail is paid, a fault
 * strikes what it was to spare. What is undefined is left out.
 *
 * @throws what `wrong` makes
 */
export function checkFields<Options extends object>(given: Options, checks: Checks<Options>, wrong: WrongField): void {
  if (!isRecord(given)) throw wrong('options', 'must be an object, or be left out')
  const known = new Map<string, Check>(Object.entries(checks))
  for (const [name, value] of Object.entries(given)) {
    const check = known.get(name)
    if (check === undefined) throw wrong(name, `is no option: ${hintOf(name, [...known.keys()])}`)
    if (value !== undefined) checkValue(name, value, check, wrong)
  }
}

/**
 * The rules of a part of the simulator: what is given, checked, and the usual ones for what is left out.
 *
 * @param part the option of `createSimulator` that holds them
 * @throws FMW_SIMULATOR_OPTION
 */
export function readRules<Rules extends object>(
  part: string,
  given: { readonly [Name in keyof Rules]?: Rules[Name] | undefined },
  usual: Rules,
  checks: Checks<Rules>,
): Rules {
  checkValue(part, given, anObject, wrongOption)
  const rules = ownOptions(given)
  checkFields(rules, checks, (name, problem) => wrongOption(`${part}.${name}`, problem))
  return { ...usual, ...withValues(rules) }
}

/** What was given, without what is undefined. */
export function withValues<Given extends object>(given: Given): WithValues<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithValues<Given>
}

type WithValues<Given> = { readonly [Name in keyof Given]?: Exclude<Given[Name], undefined> }

/** Checks one value that has to be there. @throws what `wrong` makes */
export function checkValue(name: string, value: unknown, check: Check, wrong: WrongField): void {
  const problem = check(value)
  if (problem !== undefined) throw wrong(name, problem)
}

/** A check that says one thing. */
export function must(be: string, holds: (value: unknown) => boolean): Check {
  return (value) => (holds(value) ? undefined : `must be ${be}`)
}

/** Something else looks at it. */
export const anything: Check = () => undefined

export const aText = must('text', (value) => typeof value === 'string')

export const someText = must('a text that is not empty', (value) => typeof value === 'string' && value !== '')

export const aBoolean = must('a boolean', (value) => typeof value === 'boolean')

export const aNumber = must('a number', (value) => typeof value === 'number')

export const aFunction = must('a function', (value) => typeof value === 'function')

export const aboveZero = must('a number above 0', (value) => isWithin(value, Number.MIN_VALUE, Number.MAX_VALUE))

/** That falls due one day. */
export const aSpan = must('a number of ms, 0 or more', (ms) => isWithin(ms, 0, Number.MAX_VALUE))

export const anObject = must('an object', isRecord)

/** The longest is that of a timer of Node: a longer one would fire at once. */
export const someTime = must('a number of ms, 0 or more', (ms) => isWithin(ms, 0, 2_147_483_647))

export function aNumberFrom(from: number, to = Number.POSITIVE_INFINITY): Check {
  return must(`a number from ${from}${end(to)}`, (value) => isWithin(value, from, to))
}

export function aWholeNumber(from: number, to = Number.POSITIVE_INFINITY): Check {
  return must(`a whole number from ${from}${end(to)}`, (value) => Number.isInteger(value) && isWithin(value, from, to))
}

export function aWordOf(known: readonly string[]): Check {
  return (word) => {
    if (typeof word !== 'string') return `must be one of ${known.join(', ')}`
    return known.includes(word) ? undefined : `is '${word}': ${hintOf(word, known)}`
  }
}

export function aListOf(check: Check): Check {
  return (list) => {
    if (!Array.isArray(list)) return 'must be a list'
    return Array.from(list, (value, at) => within(`item ${at}`, check(value))).find((problem) => problem !== undefined)
  }
}

/**
 * With names that are known, what is undefined is left out. Without, as in headers, it is a mistake: a variable that isn't set.
 *
 * @param names Default: any
 */
export function anObjectOf(check: Check, names?: readonly string[]): Check {
  return (fields) => {
    if (!isRecord(fields)) return 'must be an object'
    const problems = Object.entries(fields).map(([name, value]) => {
      const isKnown = names === undefined || names.includes(name)
      if (!isKnown) return `has '${name}': ${hintOf(name, names)}`
      return value === undefined && names !== undefined ? undefined : within(`'${name}'`, check(value))
    })
    return problems.find((problem) => problem !== undefined)
  }
}

function within(part: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `has a wrong part: ${part} ${problem}`
}

/** Whether a value has named fields: an object that is no list. */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWithin(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && value >= from && value <= to
}

function end(to: number): string {
  return to === Number.POSITIVE_INFINITY ? '' : ` to ${to}`
}

function hintOf(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known)
  return `there are ${known.join(', ')}${nearest === undefined ? '' : `; '${nearest}' may be meant`}`
}

/** A number of the options of a walk or a story. @throws FMW_EXPLORE_OPTION */
export function wholeOption(owner: string, name: string, value: number | undefined, usual: number): number {
  if (value === undefined) return usual
  if (Number.isInteger(value) && value > 0) return value
  throw new FMW_EXPLORE_OPTION(owner, name, 'must be a whole number from 1')
}
