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
