import type { Random } from '../random.ts'

/** The fields of a push or an answer, by the reference's own names. */
export type WireFields = { readonly [name: string]: WireValue }

/** What a field can hold. */
export type WireValue = string | number | boolean | null | readonly WireValue[] | WireFields

/**
 * How names are written: as the reference writes them, nearly all with a capital; all with a small first letter; or both
 * in one body (field notes, "Casing of names").
 */
export type Casing = 'pascal' | 'camel' | 'mixed'

/** The same fields with every name in them written in a casing. */
export function inCasing(fields: WireFields, casing: Casing, random: Random): WireFields {
  return renamed(fields, (name) => nameIn(name, casing, random))
}

/** The same fields with every name in them written another way. */
export function renamed(fields: WireFields, rename: (name: string) => string): WireFields {
  const within = (value: WireValue): WireValue => {
    if (isList(value)) return value.map(within)
    return typeof value === 'object' && value !== null ? renamed(value, rename) : value
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), within(value)]))
}

/** The same fields with other values, however deep they stand; what is null, an object or a list is gone into, or left. */
export function mapped(
  fields: WireFields,
  change: (value: string | number | boolean, name: string) => WireValue,
): WireFields {
  const within = (value: WireValue, name: string): WireValue => {
    if (isList(value)) return value.map((item) => within(item, name))
    if (typeof value === 'object') return value === null ? null : mapped(value, change)
    return change(value, name)
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, within(value, name)]))
}

/** Whether it is a list; `Array.isArray` alone loses what a list holds. */
export function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value)
}

/** JSON; undefined where it is none. */
export function parseJson(text: string): WireValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    // It throws for no other reason.
    return undefined
  }
}

function nameIn(name: string, casing: Casing, random: Random): string {
  if (casing === 'pascal') return name
  const first = name.charAt(0)
  const isUpper = casing === 'mixed' && random.happens(0.5)
  return (isUpper ? first.toUpperCase() : first.toLowerCase()) + name.slice(1)
}

/** The same fields with every date in them so many ms later. */
export function shifted(fields: WireFields, ms: number): WireFields {
  return ms === 0 ? fields : mapped(fields, (value) => (typeof value === 'string' ? shiftedDate(value, ms) : value))
}

/** A text that is no date stays as it is. */
function shiftedDate(text: string, ms: number): string {
  const [, day, between = '', time = '', rest = ''] = date.exec(text) ?? []
  if (day === undefined) return text
  const seconds = time.length === 5 ? ':00' : ''
  const moved = new Date(Date.parse(`${day}T${time}${seconds}Z`) + ms).toISOString()
  return moved.slice(0, 10) + between + moved.slice(11, 11 + time.length) + rest
}

const date = /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d(?::\d\d)?)((?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)$/

/** 32 hexadecimal digits as a UUID. */
export function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
