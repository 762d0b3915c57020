import { missingInAddress } from '../text/missing-variable.ts'

/**
 * What is wrong with a text that names where a store is; undefined for one that names something. What is missing is
 * most often an environment variable.
 *
 * @param mend what to give instead
 */
export function missingSource(source: unknown, mend: string): string | undefined {
  const problem = problemOf(source)
  if (problem === undefined) return undefined
  return `${problem}: ${mend}; if it comes from the environment, check that the variable is set`
}

function problemOf(source: unknown): string | undefined {
  if (source === undefined || source === null) return `is ${source}`
  if (typeof source !== 'string') return `is no text but of type ${typeof source}`
  if (source.trim() === '') return 'is empty'
  const word = missingInAddress(source)
  return word === undefined ? undefined : `has '${word}' in it`
}
