/** One value of a call. */
export type CallValue = unknown

/**
 * What a call says: the fields of its body, its query and its path together, found by their names whatever the casing,
 * because clients in the wild write all of them.
 */
export class Call {
  readonly #fields: ReadonlyMap<string, CallValue>
  /** The body isn't JSON, or no object. */
  readonly isMalformed: boolean

  constructor(sources: readonly object[], isMalformed: boolean) {
    this.#fields = new Map(
      sources.flatMap((source) => Object.entries(source).map(([name, value]) => [name.toLowerCase(), value])),
    )
    this.isMalformed = isMalformed
  }

  /** The value as it came; undefined where there is none. */
  value(name: string): CallValue {
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

  /** The names that came, as they are looked up. */
  get names(): string[] {
    return [...this.#fields.keys()]
  }
}
