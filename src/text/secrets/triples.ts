/**
 * Tells of nearly every text that it does not stand in another, at a cost that doesn't grow with that: which three characters
 * follow one another there is noted once.
 *
 * @param text what is looked through
 * @returns false where a text certainly does not begin there, far enough from the end for its first `probed` characters
 * @example
 * ```ts
 * const mayStand = lookFor('connect ECONNREFUSED')
 * mayStand('430971') // false
 * mayStand('ECONN') // true
 * ```
 */
export function lookFor(text: string): (secret: string) => boolean {
  const seen = new Uint8Array(places)
  for (let at = 0; at + 2 < text.length; at++) seen[placeOf(text, at)] = 1
  return (secret) => {
    const end = Math.min(secret.length, probed)
    for (let at = 0; at + 2 < end; at++) if (seen[placeOf(secret, at)] === 0) return false
    return true
  }
}

/** Characters of a secret that are looked at. */
export const probed = 18

// A power of two, for some thousand different triples.
const places = 16_384

function placeOf(text: string, at: number): number {
  const hash = Math.imul(Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1), 1_021) + text.charCodeAt(at + 2)
  return hash & (places - 1)
}
