/**
 * FNV-1a of an id's UTF-16 units, from a start that nobody else knows: whoever can choose ids cannot choose those that
 * meet in one place.
 *
 * @param start 32 bits, the same for all ids that are compared
 * @returns 32 bits
 */
export function hashId(id: string, start: number): number {
  let hash = start
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
