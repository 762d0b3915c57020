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
