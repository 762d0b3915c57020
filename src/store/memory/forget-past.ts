/** Forgets what was to be kept until then or earlier, epoch ms. @returns how many */
export function forgetPast(kept: Map<string, { readonly until: number }>, now: number, most: number): number {
  let forgotten = 0
  for (const [key, { until }] of kept) {
    if (forgotten >= most) break
    if (until > now) continue
    kept.delete(key)
    forgotten++
  }
  return forgotten
}
