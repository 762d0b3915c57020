import { inspect } from 'node:util'
import { ownOptions } from '../own-options.ts'
import type { Numbering } from '../text/countries.ts'
import { phoneKey } from '../text/phone.ts'
import { FMW_LOOK } from './errors.ts'

/**
 * Refuses names that nobody reads: a misspelt filter would find everything.
 *
 * @throws FMW_LOOK
 */
export function checkNames<Given extends object>(where: string, given: Given, known: readonly string[]): Given {
  // The type says object; callers in plain JavaScript are not held to it.
  if (typeof given !== 'object' || given === null) throw new FMW_LOOK(where, 'takes an object')
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new FMW_LOOK(where, `takes no '${unknown}': there are ${known.join(', ')}`)
  return ownOptions(given)
}

/**
 * One word or several, of those that there are.
 *
 * @throws FMW_LOOK
 */
export function readWords<Word extends string>(
  name: string,
  given: Word | readonly Word[] | undefined,
  known: readonly Word[],
): readonly Word[] | undefined {
  if (given === undefined) return undefined
  const words: readonly Word[] = typeof given === 'object' ? given : [given]
  const unknown = words.find((word) => !known.includes(word))
  if (unknown === undefined && words.length > 0) return words
  throw new FMW_LOOK(name, `must be of ${known.join(', ')}; it was ${inspect(given, { breakLength: Infinity })}`)
}

/**
 * A moment as epoch ms.
 *
 * @throws FMW_LOOK
 */
export function readMoment(name: string, given: Date | number | undefined): number | undefined {
  if (given === undefined) return undefined
  const moment = given instanceof Date ? given.getTime() : given
  if (Number.isFinite(moment)) return moment
  throw new FMW_LOOK(name, `must be a Date or epoch ms; it was ${inspect(given)}`)
}

/**
 * What finds a phone by its whole number.
 *
 * @param country where it is dialled, if that is known
 * @throws FMW_LOOK
 */
export function readPhone(given: string, country: Numbering | undefined): string {
  if (typeof given === 'string' && given.trim() !== '') return phoneKey(given, country)
  throw new FMW_LOOK('phone', 'must be a whole phone number, as text')
}

/**
 * How many a page holds.
 *
 * @throws FMW_LOOK
 */
export function readLimit(given: number | undefined): number {
  const limit = given ?? usualLimit
  if (Number.isInteger(limit) && limit >= 1 && limit <= longestPage) return limit
  throw new FMW_LOOK('limit', `must be a whole number from 1 to ${longestPage}; it was ${inspect(given)}`)
}

const usualLimit = 50
const longestPage = 1_000

/** Page after page of a list, to the last: each is asked for once the one before it was used. */
export async function* pagesOf<
  Query extends { readonly cursor?: string | undefined },
  Page extends { readonly next: string | undefined },
>(list: (query: Query) => Promise<Page>, query: Query): AsyncGenerator<Page, void, undefined> {
  let { cursor } = query
  do {
    const page = await list({ ...query, cursor })
    yield page
    cursor = page.next
  } while (cursor !== undefined)
}
