import { findNames } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'

/**
 * Whether an answer says in a field without a code that it failed. The reference shows no such field (4.3 to 4.9), so only
 * what can mean nothing else counts: a flag that says no, or an error that is not empty.
 */
export function deniesSuccess(body: Fields): boolean {
  const { values, conflicts } = find(body)
  // A flag that says both, or two errors that differ.
  if (conflicts.length > 0) return true
  return values.some((value, position) => (position < flags.length ? saysNo(value) : saysError(value)))
}

const flags = ['Success', 'Successful', 'IsSuccess', 'IsSuccessful']
const find = findNames([...flags, 'Error', 'Errors'])

/** `0` is no such word: as a code it is the one of success (reference 7.3). */
function saysNo(value: unknown): boolean {
  return value !== undefined && value !== null && wordOf(value) === 'false'
}

function saysError(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(value) || isRecord(value)) return Object.values(value).some(saysError)
  return !noErrors.has(wordOf(value))
}

function wordOf(value: unknown): string {
  return String(value).trim().toLowerCase()
}

/** What stands as the error of a call that has none. */
const noErrors: ReadonlySet<string> = new Set([
  ...['', 'none', 'null', 'nil', 'n/a', 'no', 'false', 'no error', 'no errors'],
  ...['ok', 'success', 'successful', '0', '0000', '200', '201'],
])
