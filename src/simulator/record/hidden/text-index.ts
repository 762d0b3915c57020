import { type Span, spansOf } from '../../../text/hide-secrets.ts'

/** Texts that are looked for all at once: what it costs grows with the text, not with how many they are. */
export class TextIndex {
  /** By their first character and their length. */
  readonly #texts = new Map<string, Map<number, Set<string>>>()
  readonly #long: string[] = []

  add(text: string): void {
    if (text === '') return
    if (text.length > longest) return void this.#long.push(text)
    const first = text.charAt(0)
    const byLength = this.#texts.get(first) ?? new Map<number, Set<string>>()
    this.#texts.set(first, byLength)
    const same = byLength.get(text.length) ?? new Set()
    byLength.set(text.length, same.add(text))
  }

  /** Where they stand. They may overlap. */
  spansIn(plain: string): readonly Span[] {
    const found = [...spansOf(plain, this.#long)]
    if (this.#texts.size === 0) return found
    for (let from = 0; from < plain.length; from++) {
      for (const [length, texts] of this.#texts.get(plain.charAt(from)) ?? none) {
        const to = from + length
        if (to <= plain.length && texts.has(plain.slice(from, to))) found.push({ from, to })
      }
    }
    return found
  }
}

const none: ReadonlyMap<number, ReadonlySet<string>> = new Map()

// Characters. A longer one is looked for by itself: to compare it at each place would cost both lengths multiplied.
const longest = 64
