import { foldToAscii } from '../../text/fold-characters.ts'

/**
 * Tells screens apart that differ in more than a number, or than the option or the answer that led to them: of two that
 * don't, only one is walked.
 */
export class Shapes {
  readonly #labels = new Set<string>()
  #longestFirst: readonly string[] = []

  /**
   * Options that were offered, or answers that were typed: texts that repeat one are as any other. What a phone shows behind
   * a comma or a dash, such as the price, may be left out there.
   *
   * @returns whether any was new
   */
  learn(labels: readonly string[]): boolean {
    const all = labels.flatMap((label) => [label, label.split(behind, 1)[0] ?? '']).map((label) => label.trim())
    const fresh = all.filter((label) => letter.test(label) && label.length >= shortestLabel && !this.#labels.has(label))
    if (fresh.length === 0) return false
    for (const label of fresh) this.#labels.add(label)
    this.#longestFirst = [...this.#labels].sort((one, other) => other.length - one.length)
    return true
  }

  /** A text with `~` for each such label, and `#` for each number. */
  of(text: string): string {
    const shape = this.#longestFirst.reduce(withoutLabel, text)
    // A title that is an option alone tells screens apart.
    return withoutNumbers(letter.test(shape) ? shape : text)
  }
}

/** A text with `~` in place of a label, but not inside of a word. */
function withoutLabel(text: string, label: string): string {
  const isInWord = (at: number): boolean =>
    letter.test(text.charAt(at - 1)) || letter.test(text.charAt(at + label.length))
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(label); at !== -1; at = text.indexOf(label, at + label.length)) {
    if (isInWord(at)) continue
    parts.push(text.slice(from, at))
    from = at + label.length
  }
  return [...parts, text.slice(from)].join('~')
}

/** A text with `#` for each number. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(number, '#')
}

const letter = /\p{L}/u
const behind = /[,:(]| - /
const shortestLabel = 2
const number = /\d+(?:[.,]\d+)*/g

/** A name of a screen: its first words, as they stand in an address. */
export function nameOf(shape: string, most = wordsOfName): string {
  const words =
    foldToAscii(shape)
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z]+/g) ?? []
  return words.slice(0, most).join('-').slice(0, lengthOfName) || 'screen'
}

const wordsOfName = 6
const lengthOfName = 32
