import { isDeepStrictEqual } from 'node:util'
import { foldName } from '../../text/fold-name.ts'
import type { Fields } from './is-record.ts'
import { unmarkedName } from './repeated-names.ts'

/** The values found under a list of names, whatever the casing, and what was odd about them. */
export interface Found {
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
  const positions = new Map<string, number>()
  names.forEach((name, position) => {
    const folded = foldName(name)
    // The usual spellings are found without folding: this runs on every push.
    for (const spelling of [folded, name, camelCase(name), name.toUpperCase()]) positions.set(spelling, position)
  })
  // Copied for each push: filling an array anew takes several times as long.
  const nothing: readonly unknown[] = names.map(() => undefined)

  return (source) => {
    const values = nothing.slice()
    let conflicts: number[] = none
    for (const name in source) {
      const value = source[name]
      const position = positions.get(name) ?? positions.get(foldName(unmarkedName(name)))
      if (position === undefined) continue
      const known = values[position]
      if (known === undefined || known === null) {
        values[position] = value
      } else if (value !== null && !isSame(known, value)) {
        if (conflicts === none) conflicts = []
        if (!conflicts.includes(position)) conflicts.push(position)
        if (name === names[position]) values[position] = value
      }
    }
    return { values, conflicts }
  }
}

const none: number[] = []

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

/** Whether all of the names are there, in any casing. */
export function hasAllOf(names: readonly string[]): (fields: Fields) => boolean {
  const find = findNames(names)
  return (fields) => find(fields).values.every((value) => value !== undefined)
}
