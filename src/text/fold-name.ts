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

/**
 * Lower-cases the letters A to Z and nothing else, so that a word made of other letters never becomes an
 * ASCII one. (`toLowerCase` turns the Kelvin sign U+212A into `k`, which would let a look-alike name pass.)
 *
 * @example
 * ```ts
 * lowerAscii('SUCCESS') // 'success'
 * lowerAscii('\u212aind') // unchanged: its first letter is not a K
 * ```
 */
export function lowerAscii(text: string): string {
  return nonAscii.test(text) ? text.replace(upperRun, lowered) : text.toLowerCase()
}

const nonAscii = /[\u0080-\uffff]/
const upperRun = /[A-Z]+/g

function lowered(run: string): string {
  return run.toLowerCase()
}
