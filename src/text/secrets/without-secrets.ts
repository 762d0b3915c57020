import { types } from 'node:util'
import { describeError } from '../describe-error.ts'
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
    if (typeof part === 'number' || typeof part === 'bigint') return this.#secrets.includes(String(part)) ? '***' : part
    if (typeof part !== 'object' || part === null) return part
    if (part instanceof Error) return describeError(part, this.#secrets)
    if (types.isBoxedPrimitive(part)) return this.of(part.valueOf())
    if (ArrayBuffer.isView(part)) return part
    if (this.#above.has(part)) return this.#cut('[Circular]')
    if (this.#above.size >= (this.#limits?.depth ?? Number.POSITIVE_INFINITY)) return '[Object]'
    this.#above.add(part)
    const copy = this.#within(part)
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
