import { timingSafeEqual } from 'node:crypto'

/**
 * Whether a value that came with a request is one of the expected texts. How long it takes tells how long the
 * texts are and how many, never how much of one was right: as many UTF-16 units of the value as each text has
 * are copied, zero where the value is shorter, every text is compared, and the lengths are compared apart.
 *
 * @param expected at least one text, well-formed and without NUL
 */
export function matchesAny(expected: readonly string[]): (given: unknown) => boolean {
  const slots = expected.map((text) => ({ units: unitsOf(text), copy: new Uint16Array(text.length) }))

  return (given) => {
    if (typeof given !== 'string') return false
    let matched = 0
    for (const { units, copy } of slots) {
      for (let at = 0; at < copy.length; at++) copy[at] = given.charCodeAt(at)
      matched |= Number(timingSafeEqual(copy, units)) & Number(given.length === units.length)
    }
    return matched === 1
  }
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}
