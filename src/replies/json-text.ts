/**
 * A string as JSON in pure ASCII. Characters beyond it leave as `\uXXXX`, which loses nothing: as bytes they
 * make some gateways fail the session with UUE (reference 7.2).
 *
 * @example
 * ```ts
 * jsonText('5 ₵') // '"5 \\u20b5"'
 * ```
 */
export function jsonText(text: string): string {
  const json = JSON.stringify(text)
  return beyondAscii.test(json) ? json.replace(eachBeyondAscii, escapeUnit) : json
}

// Two expressions, since a global one remembers where its last test stopped.
const beyondAscii = /[\u0080-\uffff]/
const eachBeyondAscii = /[\u0080-\uffff]/g

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
