/**
 * A list with one more at its end, to be kept for long: one that grows by `push` or a spread takes room for sixteen more,
 * and nearly all of these have one or two.
 *
 * @example
 * ```ts
 * withLast(['a'], 'b') // ['a', 'b']
 * ```
 */
export function withLast<T extends NonNullable<unknown>>(list: readonly T[], last: T): readonly T[] {
  const first = list[0]
  if (first === undefined) return [last]
  return list.length === 1 ? [first, last] : [...list, last]
}
