/** One value of a call. */
export type CallValue = unknown

/**
 * What a call says: the fields of its body, its query and its path together, found by their names whatever the casing,
 * because clients in the wild write all of them.
 */
export class Call {
  readonly #fields: ReadonlyMap<string, CallValue>
  /** How the names of its body are written, by these in small letters. */
  readonly #written: ReadonlyMap<string, string>
  readonly #remarks = new Set<string>()
  /** The body isn't JSON, or no object. */
  readonly isMalformed: boolean
  /** Whether its body is JSON. */
  readonly isJson: boolean

  /** @param body its own, where it is JSON */
  constructor(sources: readonly object[], isMalformed: boolean, body?: object) {
    this.isJson = body !== undefined
    this.#written = new Map(Object.keys(body ?? {}).map((name) => [name.toLowerCase(), name]))
    this.#fields = new Map(
      sources.flatMap((source) => Object.entries(source).map(([name, value]) => [name.toLowerCase(), value])),
    )
    this.isMalformed = isMalformed
  }

  /** The value as it came; undefined where there is none. */
  value(name: string): CallValue {
    const written = this.#written.get(name.toLowerCase()) ?? name
    if (written !== name) this.#remarks.add(`${written} is ${name} in the reference`)
    return this.#fields.get(name.toLowerCase())
  }

  /** Text, or a number or boolean in its spelling; undefined where there is none of these, or an empty text. */
  text(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === 'string') return value === '' ? undefined : value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  }

  /** A number, or a text that is one; undefined for anything else. */
  number(name: string): number | undefined {
    const text = this.text(name)?.trim()
    return text === undefined || !/^-?\d+(\.\d+)?$/.test(text) ? undefined : Number(text)
  }

  /** `true` and `false`, in any spelling; undefined for anything else. */
  flag(name: string): boolean | undefined {
    const word = this.text(name)?.trim().toLowerCase()
    return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : undefined
  }

  /** A text, as the reference has it: a number or boolean is taken in its spelling, and remarked on. */
  string(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === 'number' || typeof value === 'boolean')
      this.#remarks.add(`${name} is a ${typeof value}, and text in the reference`)
    return this.text(name)
  }

  /** What was taken, though the reference shows it otherwise; undefined where nothing was. Of what was read so far. */
  get remark(): string | undefined {
    return this.#remarks.size === 0 ? undefined : [...this.#remarks].join('; ')
  }

  /** The names that came, as they are looked up. */
  get names(): string[] {
    return [...this.#fields.keys()]
  }
}
