/** A UTF-16 unit as JSON in pure ASCII has it. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
