/**
 * What is wrong with a text that names where a store is; undefined for one that names something. What is missing is
 * most often an environment variable.
 *
 * @param mend what to give instead
 */
export function missingSource(source: unknown, mend: string): string | undefined {
  if (typeof source === 'string' && source.trim() !== '') return undefined
  return `is ${kindOf(source)}: ${mend}; if it comes from the environment, check that the variable is set`
}

function kindOf(source: unknown): string {
  if (source === undefined || source === null) return String(source)
  return typeof source === 'string' ? 'empty' : `no text but of type ${typeof source}`
}
