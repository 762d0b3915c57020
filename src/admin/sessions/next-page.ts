import { endsWithin } from './names.ts'
import { isOption } from './screen-shape.ts'

/**
 * Whether a screen is the next page of the one before, which ended within a sentence: then a name may begin it. The key of the
 * next page stands last on the last line of a page.
 *
 * @param before the screen that was answered
 * @param entered the answer
 */
export function isInSentence(before: string | null | undefined, entered: string | null): boolean {
  if (before === null || before === undefined || entered === null || backKeys.has(entered)) return false
  const [last, ways = ''] = before.trimEnd().split('\n').slice(-2)
  return last !== undefined && !isOption(last) && isLastKey(ways, entered.trim()) && endsWithin(last.trimEnd())
}

/** As in `0 Back 99 More`, where it is 99. */
function isLastKey(ways: string, key: string): boolean {
  const parts = ways.trim().split(' ')
  const at = parts.lastIndexOf(key)
  return at !== -1 && parts.slice(at + 1).every((part) => !keyLike.test(part))
}

const keyLike = /[\d*#]/
const backKeys: ReadonlySet<string> = new Set(['0', '00'])
