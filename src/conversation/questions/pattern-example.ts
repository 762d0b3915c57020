/**
 * An answer that fits a simple pattern: text, classes such as `\d` and `[A-Z]`, groups and counts. Undefined where a pattern
 * says more than that. Who calls it looks whether it fits.
 *
 * @example
 * ```ts
 * exampleOf(/^[A-Z]{2} \d{1,4}$/) // 'AB 123'
 * exampleOf(/^(?=.*\d)\w+$/) // undefined
 * ```
 */
export function exampleOf({ source }: RegExp): string | undefined {
  const reader = new PatternReader(source)
  const example = reader.alternatives()
  return reader.isAtEnd ? example : undefined
}

/** Reads a pattern from its left to its right, once. It stops at what it does not know. */
class PatternReader {
  readonly #source: string
  #at = 0
  /** How many digits, and how many letters, were made: no two that follow each other are the same. */
  readonly #made = { digits: 0, letters: 0 }

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  /** The first of them: the others are read past. */
  alternatives(): string {
    const first = this.#sequence()
    while (this.#takes('|')) this.#sequence()
    return first
  }

  #sequence(): string {
    let text = ''
    for (let part = this.#part(); part !== undefined; part = this.#part()) {
      const count = this.#count()
      for (let made = 0; made < count && text.length <= longest; made++) text += part()
    }
    return text
  }

  /** Makes one of what stands here; undefined where nothing does that is known. */
  #part(): (() => string) | undefined {
    while (this.#takes('^') || this.#takes('$'));
    if (this.#takes('(?:') || this.#takes('(')) {
      const group = this.alternatives()
      return this.#takes(')') ? () => group : undefined
    }
    const [found = '', from = '', to = from] = this.#find(range) ?? this.#find(escaped) ?? this.#find(plain) ?? []
    const [first, last] = shorthands.get(found) ?? [from, to]
    return first === '' ? undefined : () => this.#oneOf(first.charCodeAt(0), last.charCodeAt(0))
  }

  /** Another one each time: `AB`, `123`. */
  #oneOf(first: number, last: number): string {
    if (first === last) return String.fromCharCode(first)
    const kind = last <= nine ? 'digits' : 'letters'
    // Of all digits the zero is the last: no number begins with it.
    const place = (this.#made[kind] + (first === zero && last === nine ? 1 : 0)) % (last - first + 1)
    this.#made[kind] += 1
    return String.fromCharCode(first + place)
  }

  /** How often it stands there: as often as it must, and some three times where it may. */
  #count(): number {
    const [found, from, comma, to] = this.#find(counted) ?? []
    this.#takes('?')
    if (found === undefined || found === '?') return found === undefined ? 1 : 0
    if (found === '*') return 0
    if (found === '+') return usual
    const least = Number(from)
    if (comma === undefined) return least
    return Math.max(least, to === '' ? usual : Math.min(usual, Number(to)))
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #find(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#source)
    if (found === null) return undefined
    this.#at = form.lastIndex
    return found
  }
}

/** Of a class the first range, or the first character. */
const range = /\[([\dA-Za-z -])(?:-([\dA-Za-z]))?[\dA-Za-z \-_/.']*\]/y
const escaped = /\\(?:[dws]|([^\dA-Za-z]))/y
const plain = /([^\\^$.*+?()[\]{}|])/y
const counted = /[?*+]|\{(\d{1,3})(,(\d{0,3}))?\}/y
const shorthands: ReadonlyMap<string, readonly [first: string, last: string]> = new Map([
  ['\\d', ['0', '9']],
  ['\\w', ['A', 'Z']],
  ['\\s', [' ', ' ']],
])
const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)
const usual = 3
/** Characters: no line would hold more. */
const longest = 40
