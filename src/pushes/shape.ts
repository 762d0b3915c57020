import type { Fields } from './is-record.ts'
import { findNames } from './names.ts'

/** Whether at least one of the names is there, in any casing. */
export function hasAnyOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.some((value) => value !== undefined)
}

/** Whether all of the names are there, in any casing. */
export function hasAllOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.every((value) => value !== undefined)
}
