import { lowerAscii } from './lower-ascii.ts'

/**
 * The form in which two spellings of one field name are equal: A to Z lower-cased, and `_`, `-`, space and
 * `.` removed. Letters outside ASCII stay as they are, so none folds to a name of the reference.
 *
 * The result may be `proto` or `constructor`: look it up in a `Map`, never in a plain object.
 *
 * @example
 * ```ts
 * foldName('SESSION-ID') // 'sessionid', as for SessionId, session_id and sessionid
 * ```
 */
export function foldName(name: string): string {
  let found = 0
  for (let at = 0; at < name.length; at++) found |= work[name.charCodeAt(at)] ?? 0
  if (found === 0) return name
  const joined = (found & hasSeparator) === 0 ? name : name.replace(separators, '')
  return (found & hasUpper) === 0 ? joined : lowerAscii(joined)
}

const hasUpper = 1
const hasSeparator = 2
const separators = /[_\-. ]+/g

/** What each ASCII character asks for. A loop over it costs less than a regular expression, on every name. */
const work = new Uint8Array(128)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') work[letter.charCodeAt(0)] = hasUpper
for (const separator of '_-. ') work[separator.charCodeAt(0)] = hasSeparator
