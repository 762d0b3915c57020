/**
 * A function that remembers what it gave. For one that depends on its text alone, and whose texts come again and again, as
 * the names of fields do.
 *
 * What it keeps is bounded, whatever is sent: long texts are not kept, and of the others as many as came last.
 *
 * @param most how many texts at least; twice as many at most
 * @param longest characters of a text that is kept
 * @example
 * ```ts
 * const folded = remembered(foldName)
 * folded('SessionId') // 'sessionid', found without folding from the second time on
 * ```
 */
export function remembered<T>(find: (text: string) => T, most = 1_024, longest = 64): (text: string) => T {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  return (text) => {
    const known = young.get(text)
    if (known !== undefined) return known
    const found = old.get(text) ?? find(text)
    if (text.length > longest) return found
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(text, found)
    return found
  }
}
