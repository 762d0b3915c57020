import { missingInAddress } from '../text/missing-variable.ts'
import { nearestWord } from '../text/nearest-word.ts'
import { FMW_STORE_ARGUMENT } from './errors.ts'

/** A name that nobody reads is a mistake: what it was to set isn't set. Undefined is as good as not given. @throws FMW_STORE_ARGUMENT */
export function checkOptionNames(given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null)
    throw new FMW_STORE_ARGUMENT(`the options ${JSON.stringify(given)}`, `are not { ${known.join(', ')} }`)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue
    const nearest = nearestWord(name, known)
    const hint = nearest === undefined ? '' : `; ${nearest} may be meant`
    throw new FMW_STORE_ARGUMENT(`the option ${name}`, `does not exist${hint}: there are ${known.join(', ')}`)
  }
}

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
