import { types } from 'node:util'
import { isThenable } from '../../is-thenable.ts'

/** What a record gives back: JSON that was parsed, of whatever type the step of the script says. */
export type Recorded = ReturnType<JSON['parse']>

/** A value as its record gives it back, from the first time on: what differs after a restart would differ silently. */
export function toRecorded(value: unknown): Recorded {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value
  // JSON writes -0 as 0.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  const copy = flatCopy(value)
  if (copy !== undefined) return copy
  const json = jsonOf(value)
  return json === undefined ? undefined : JSON.parse(json)
}

/**
 * The copy of an object that has nothing but texts, whole numbers above 0, `true` and `false` in it, as options have: it says
 * the same as its JSON, in a fourth of the time. Undefined for any other.
 */
function flatCopy(value: unknown): Recorded {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return undefined
  const copy = { ...value }
  // A getter is asked once.
  for (const part of Object.values(copy)) {
    const isNumber = typeof part === 'number' && Number.isSafeInteger(part) && part > 0
    if (typeof part !== 'string' && typeof part !== 'boolean' && !isNumber) return undefined
  }
  return Object.getOwnPropertySymbols(copy).length === 0 ? copy : undefined
}

/** JSON has no BigInt, which databases give as ids: one without a `toJSON` of the application's is its decimal text. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // A replacer from the first try on would take several times as long, for lists on every turn.
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
  }
}

/** Something in a value that JSON does not keep. */
export interface Lost {
  /** Where it stands, such as `order.id`; empty where it is the value itself. */
  readonly path: string
  /** What stands there, such as `a Map`. */
  readonly what: string
}

/**
 * What JSON would leave out of a value, or make `{}` of, without a word: promises, maps, sets, functions, objects with
 * nothing to list. What has `toJSON` says itself what that is.
 *
 * @returns promises, numbers that JSON makes null of, and the rest. No such promise ends the process any more where it
 * rejects
 */
export function lostIn(given: unknown): Readonly<Record<'promises' | 'numbers' | 'others', readonly Lost[]>> {
  if (typeof given === 'string' || typeof given === 'boolean') return nothingLost
  const promises: Lost[] = []
  const numbers: Lost[] = []
  const others: Lost[] = []
  const seen = new Set<unknown>()
  const left: { readonly value: object; readonly path: string; readonly isJson: boolean }[] = []
  const look = (value: unknown, path: string, isJson = false) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') left.push({ value, path, isJson })
    else if (typeof value === 'number' && !Number.isFinite(value)) numbers.push({ path, what: `${value}` })
  }
  look(given, '')
  for (const { value, path, isJson } of left) {
    if (seen.has(value) && !isJson) continue
    seen.add(value)
    const under = path === '' ? '' : `${path}.`
    if (isThenable(value)) {
      // What waits until somebody asks for it, such as a query, is not begun by that.
      if (types.isPromise(value)) Promise.prototype.then.call(value, undefined, ignore)
      promises.push({ path, what: 'a promise' })
    } else if (typeof value === 'function') others.push({ path, what: 'a function' })
    else if (value instanceof Map || value instanceof Set) {
      others.push({ path, what: value instanceof Map ? 'a Map' : 'a Set' })
      for (const [name, item] of value.entries()) look(item, `${under}${String(name)}`)
    } else if (!isJson && 'toJSON' in value && typeof value.toJSON === 'function') {
      const json: unknown = value.toJSON()
      if (json === null && value instanceof Date) numbers.push({ path, what: 'an invalid date' })
      if (!ArrayBuffer.isView(value)) look(json, path, true)
    } else if (!ArrayBuffer.isView(value)) {
      const entries = Object.entries(value)
      const { name } = value.constructor ?? Object
      if (entries.length === 0 && name !== 'Object' && name !== 'Array')
        others.push({ path, what: `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}` })
      for (const [key, item] of entries) look(item, under + key)
    }
  }
  return { promises, numbers, others }
}

const none: readonly Lost[] = Object.freeze([])
const nothingLost = Object.freeze({ promises: none, numbers: none, others: none })

/** What must not be kept of a value, in words: nobody would find out that it is lost. undefined where there is nothing. */
export function unfitIn({ promises: [promise], numbers: [number] }: ReturnType<typeof lostIn>): string | undefined {
  if (promise !== undefined) return `a promise in it: await ${promise.path || 'it'}`
  return number && `${number.what} in it, which JSON does not keep${number.path === '' ? '' : `: ${number.path}`}`
}

const ignore = (): void => undefined

/**
 * The type of a value after it was recorded as JSON, which has no dates, BigInts, maps or functions. A date becomes its
 * text, a BigInt its digits, an object with `toJSON` becomes its result, and a function is left out. In a list, what is left
 * out is null. The type can't tell an Error from an object with a `message`: of an Error `message` is not kept all the same.
 *
 * @example
 * const at: AsJson<Date> = '2026-12-31T00:00:00.000Z'
 */
export type AsJson<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends { toJSON(): infer Json }
      ? AsJson<Json>
      : Value extends bigint
        ? string
        : Value extends ((...given: never) => unknown) | symbol
          ? undefined
          : Value extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
            ? Record<string, never>
            : Value extends readonly unknown[]
              ? { [Key in keyof Value]: IsOptional<Value, Key> extends true ? AsJson<Value[Key]> : InList<Value[Key]> }
              : { [Key in keyof Value]: AsJson<Value[Key]> }

/** A place in a list is never left out. */
type InList<Item> = unknown extends Item
  ? Item
  : AsJson<Item> extends infer Json
    ? Json extends undefined
      ? null
      : Json
    : never

/** Whether a place of a tuple may be missing. Of a list without an end none is. */
type IsOptional<List, Key extends keyof List> = number extends Key
  ? false
  : Record<never, never> extends Pick<List, Key>
    ? true
    : false
