import { format } from 'node:util'
import type { Log } from '../../log.ts'
import { type DescribedError, describeError, shortestSecret } from '../../text/describe-error.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'
import { unreadable, withoutSecrets } from '../../text/secrets/without-secrets.ts'

/**
 * A logger whose lines hold no sensitive answer, and never cost a screen: a part that can't be read is a text that says so.
 *
 * @param secrets those that are known when something is logged
 * @example
 * ```ts
 * logWithout(log, () => ['4711']).warn({ pin: '4711' }, 'PIN 4711') // { pin: '***' } 'PIN ***'
 * ```
 */
export function logWithout<Logger extends object = Log>(log: Logger, secrets: () => readonly string[]): Logger {
  return new Proxy(log, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return (...given: readonly unknown[]): unknown => {
        const hidden = secrets().filter(({ length }) => length >= shortestSecret)
        const shown = () => {
          const parts = given.map((part, at) => (at === 0 ? lineOf(part, hidden, target) : argument(part, hidden)))
          return withWhole(parts, hidden)
        }
        if (name === 'child') {
          const [bindings, options] = given
          const child: unknown = Reflect.apply(own, target, [
            lineOf(bindings, hidden, target),
            optionOf(options, secrets),
          ])
          return typeof child === 'object' && child !== null ? logWithout(child, secrets) : child
        }
        if (hidden.length > 0) return Reflect.apply(own, target, shown())
        try {
          return Reflect.apply(own, target, given)
        } catch {
          // Reading what was given threw.
          return Reflect.apply(own, target, shown())
        }
      }
    },
  })
}

/** The error whole, with the key by which somebody has to find out; of its cause what may be shown. */
export function describeUnknown(error: Error, secrets: readonly string[]): DescribedError {
  const { cause } = error
  return Object.assign(describeError(error), cause === undefined ? {} : { cause: describeError(cause, secrets) })
}

/** What a line is about: its fields, an error, or a text. */
function lineOf(part: unknown, secrets: readonly string[], log: object): unknown {
  if (typeof part !== 'object' || part === null) return argument(part, secrets)
  try {
    if (part instanceof Error) return { err: withoutSecrets(part, secrets) }
    if (isHttp(part)) return part
    if ('toJSON' in part) return Object(withoutFields(withoutSecrets(part, secrets)))
    const taken: object = Object(Reflect.get(log, serializers) ?? { req: true, res: true })
    return Object.fromEntries(
      Object.keys(part).map((name) => [hideSecrets(name, secrets), fieldOf(part, name, secrets, name in taken)]),
    )
  } catch {
    return { line: unreadable }
  }
}

/** @param isTaken whether a serializer makes something of it, which needs an instance as it is */
function fieldOf(part: object, name: string, secrets: readonly string[], isTaken: boolean): unknown {
  try {
    const value: unknown = Reflect.get(part, name)
    const isInstance = typeof value === 'object' && value !== null && !(value instanceof Error || isPlain(value))
    return isTaken && isInstance ? value : withoutSecrets(value, secrets)
  } catch {
    return unreadable
  }
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

/** The logger makes `req` and `res` of these, as of the field of that name. */
function isHttp(part: object): boolean {
  return 'setHeader' in part || ('method' in part && 'headers' in part && 'socket' in part)
}

/** What a line says, or what its `%s` and `%o` stand for. */
function argument(part: unknown, secrets: readonly string[]): unknown {
  if (typeof part === 'symbol') return hideSecrets(String(part), secrets)
  if (typeof part !== 'object' || part === null) return withoutSecrets(part, secrets)
  return {
    toJSON: () => withoutSecrets(part, secrets),
    toString: () => {
      try {
        return part instanceof Error ? describeError(part, secrets).message : hideSecrets(String(part), secrets)
      } catch {
        return unreadable
      }
    },
  }
}

/** A line about a date has no field, and its message stays. */
function withoutFields(shown: unknown): unknown {
  return typeof shown === 'object' ? shown : {}
}

/** What a line says may be a secret only where all of its parts stand together. */
function withWhole(parts: readonly unknown[], secrets: readonly string[]): readonly unknown[] {
  const at = typeof parts[0] === 'string' ? 0 : 1
  if (parts.length <= at + 1) return parts
  const whole = format(...parts.slice(at))
  const shown = hideSecrets(whole, secrets)
  return shown === whole ? parts : [...parts.slice(0, at), shown]
}

/** An option of a child without secrets: in its texts, and in what its functions give. */
function optionOf(option: unknown, secrets: () => readonly string[]): unknown {
  const hidden = () => secrets().filter(({ length }) => length >= shortestSecret)
  if (typeof option === 'string') return hideSecrets(option, hidden())
  if (typeof option === 'function')
    return (...given: readonly unknown[]): unknown => withoutSecrets(Reflect.apply(option, undefined, given), hidden())
  if (typeof option !== 'object' || option === null || !isPlain(option) || Array.isArray(option)) return option
  const parts = Reflect.ownKeys(option).map((name) => [name, optionOf(Reflect.get(option, name), secrets)])
  return Object.fromEntries(parts)
}

/** As pino has it, which Fastify logs with. */
const serializers = Symbol.for('pino.serializers')
