import { types } from 'node:util'

/**
 * Whether a result is still to come. A function may be a promise too, as `await` sees it.
 *
 * @throws what reading `then` throws
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const mayHave = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return mayHave && 'then' in value && typeof value.then === 'function'
}

/**
 * A promise for what is still to come that settles once and whose `then` never throws, whatever a foreign one does. One
 * that the language made is that already.
 */
export function settledOnce(coming: PromiseLike<unknown>): Promise<unknown> {
  return isPlain(coming) ? coming : new Promise((resolve) => resolve(coming))
}

/** What an operation gives, at once or later. What it throws at once is a rejection too. */
export function begun<T>(operation: () => Promise<T>): Promise<T>
export function begun<T>(operation: () => Promise<T> | T): Promise<T> | T
export function begun<T>(operation: () => Promise<T> | T): Promise<T> | T {
  try {
    return operation()
  } catch (error) {
    return Promise.reject(error)
  }
}

function isPlain(coming: PromiseLike<unknown>): coming is Promise<unknown> {
  return types.isPromise(coming) && coming.constructor === Promise && coming.then === then
}

const { then } = Promise.prototype
