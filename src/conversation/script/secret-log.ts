import type { Log } from '../../log.ts'
import { type DescribedError, describeError, shortestSecret } from '../../text/describe-error.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'

/**
 * A logger whose lines hold no sensitive answer.
 *
 * @param secrets those that are known when something is logged
 * @example
 * ```ts
 * logWithout(log, () => ['4711']).warn({ pin: '4711' }, 'PIN 4711') // { pin: '***' } 'PIN ***'
 * ```
 */
export function logWithout(log: Log, secrets: () => readonly string[]): Log {
  return new Proxy(log, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return (...given: readonly unknown[]): unknown => {
        const hidden = secrets().filter(({ length }) => length >= shortestSecret)
        const shown = hidden.length === 0 ? given : given.map((part, at) => hide(part, hidden, at === 0 ? 0 : 1))
        return Reflect.apply(own, target, shown)
      }
    },
  })
}

/** The error whole, with the key by which somebody has to find out; of its cause what may be shown. */
export function describeUnknown(error: Error, secrets: readonly string[]): DescribedError {
  const { cause } = error
  return Object.assign(describeError(error), cause === undefined ? {} : { cause: describeError(cause, secrets) })
}

/** @param depth of what is given itself 0: an error there is what the line is about */
function hide(part: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof part === 'string') return hideSecrets(part, secrets)
  if (typeof part === 'number' || typeof part === 'bigint') return secrets.includes(String(part)) ? '***' : part
  if (part instanceof Error) {
    const err = describeError(part, secrets)
    return depth === 0 ? { err } : err
  }
  if (typeof part !== 'object' || part === null || depth > deepest) return part
  const json = jsonOf(part)
  if (json !== part) return hide(json, secrets, depth + 1)
  if (Array.isArray(part)) return part.map((item) => hide(item, secrets, depth + 1))
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(part))
  if (!isPlain) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [hideSecrets(name, secrets), hide(value, secrets, depth + 1)]),
  )
}

/** What a line has of an object that says itself what it is as JSON, such as an address. Of bytes only they themselves. */
function jsonOf(part: object): unknown {
  if (ArrayBuffer.isView(part) || !('toJSON' in part) || typeof part.toJSON !== 'function') return part
  try {
    return part.toJSON()
  } catch {
    // The logger says so.
    return part
  }
}

const deepest = 4
