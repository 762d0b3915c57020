import { types } from 'node:util'
import { describeError, holdsSecret } from '../describe-error.ts'
import { hideSecrets } from '../hide-secrets.ts'

/**
 * A value as JSON has it, without secrets: in texts, in names of fields, and where a number is one. What throws when it is read is a text
 * that says so. An object that holds itself is shown as deep and as wide as a logger shows it.
 *
 * @example
 * ```ts
 * withoutSecrets({ pin: 4711, url: new URL('https://bank.example/4711') }, ['4711']) // { pin: '***', url: 'https://bank.example/***' }
 * ```
 */
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  try {
    return new Copy(secrets, undefined).of(value)
  } catch {
    // It holds itself, is too deep, or doesn't let itself be read.
    return new Copy(secrets, { depth: 5, fields: 100 }).safelyOf(() => value)
  }
}

/** Stands in the place of what can't be read. */
export const unreadable = '[unable to serialize]'

interface Limits {
  readonly depth: number
  readonly fields: number
}

class Copy {
  readonly #secrets: readonly string[]
  /** Without any the first part that can't be copied throws. */
  readonly #limits: Limits | undefined
  readonly #above = new Set<object>()

  constructor(secrets: readonly string[], limits: Limits | undefined) {
    this.#secrets = secrets
    this.#limits = limits
  }

  of(part: unknown): unknown {
    if (typeof part === 'string') return hideSecrets(part, this.#secrets)
    if (typeof part === 'number' || typeof part === 'bigint')
      return holdsSecret(`${part}`, this.#secrets) ? '***' : part
    if (typeof part !== 'object' || part === null) return part
    if (types.isBoxedPrimitive(part)) return this.of(part.valueOf())
    // Bytes are not looked at. Larger numbers are those of a list.
    if (ArrayBuffer.isView(part) && Reflect.get(part, 'BYTES_PER_ELEMENT') === 1) return part
    if (this.#above.has(part)) return this.#cut('[Circular]')
    if (this.#above.size >= (this.#limits?.depth ?? Number.POSITIVE_INFINITY)) return '[Object]'
    this.#above.add(part)
    const copy = part instanceof Error ? this.#error(part) : this.#within(part)
    this.#above.delete(part)
    return copy
  }

  safelyOf(read: () => unknown): unknown {
    if (this.#limits === undefined) return this.of(read())
    const above = [...this.#above]
    try {
      return this.of(read())
    } catch {
      for (const part of this.#above) if (!above.includes(part)) this.#above.delete(part)
      return unreadable
    }
  }

  /** With what else hangs on it, as a logger shows it. */
  #error(error: Error): unknown {
    const { cause: _masked, ...described } = describeError(error, this.#secrets)
    const { cause, errors } = Object(error)
    const own = Object.keys(error).filter((name) => !(name in described || beside.has(name)))
    return Object.assign(
      Object.create(null),
      described,
      cause === undefined ? {} : { cause: this.safelyOf(() => cause) },
      Array.isArray(errors) ? { aggregateErrors: errors.map((one) => this.safelyOf(() => one)) } : {},
      Object.fromEntries(
        own.map((name) => [hideSecrets(name, this.#secrets), this.safelyOf(() => Reflect.get(error, name))]),
      ),
    )
  }

  #within(part: object): unknown {
    if ('toJSON' in part && typeof part.toJSON === 'function') return this.of(part.toJSON())
    const most = this.#limits?.fields
    if (Array.isArray(part)) return part.slice(0, most).map((item) => this.safelyOf(() => item))
    return Object.fromEntries(
      Object.keys(part)
        .slice(0, most)
        .map((name) => [hideSecrets(name, this.#secrets), this.safelyOf(() => Reflect.get(part, name))]),
    )
  }

  #cut(mark: string): string {
    if (this.#limits === undefined) throw new TypeError('it holds itself')
    return mark
  }
}

// What an error makes of itself as JSON would stand in the place of what is described.
const beside: ReadonlySet<string> = new Set(['cause', 'errors', 'toJSON'])
