/**
 * Forgets what was to be kept until then or earlier, epoch ms.
 *
 * @param forgotten is told of each
 * @returns how many
 */
export function forgetPast<Kept extends { readonly until: number }>(
  kept: Map<string, Kept>,
  now: number,
  most: number,
  forgotten: (one: Kept) => void,
): number {
  let count = 0
  for (const [key, one] of kept) {
    if (count >= most) break
    if (one.until > now) continue
    kept.delete(key)
    forgotten(one)
    count++
  }
  return count
}
