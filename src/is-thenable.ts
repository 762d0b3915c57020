/**
 * Whether a result is still to come. A function may be a promise too, as `await` sees it.
 *
 * @throws what reading `then` throws
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const mayHave = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return mayHave && 'then' in value && typeof value.then === 'function'
}
