import { foldToAscii } from '../../../text/fold-characters.ts'
import type { Span } from '../../../text/hide-secrets.ts'

/**
 * A plain text in the form in which all spellings of a secret are equal: in any case and any normal form, with a ligature or its
 * letters, and without the accents that screens leave out. It may be longer or shorter than the text, so what is found in it is told by places of the text.
 *
 * @example
 * new FoldedText('STRASSE 9').text // 'strasse 9', as of 'straße 9'
 */
export class FoldedText {
  readonly text: string
  /** Where what each character comes from begins, and where the text ends; undefined where it's the same place. */
  readonly #places: readonly number[] | undefined

  constructor(plain: string) {
    if (ascii.test(plain)) {
      this.text = plain.toLowerCase()
      return
    }
    let text = ''
    const places: number[] = []
    const known = new Map<string, string>()
    for (const { 0: cluster, index } of plain.matchAll(clusters)) {
      const isAscii = ascii.test(cluster)
      const folded = isAscii ? cluster.toLowerCase() : (known.get(cluster) ?? foldCluster(cluster))
      if (!isAscii) known.set(cluster, folded)
      for (let at = 0; at < folded.length; at++) places.push(isAscii ? index + at : index)
      text += folded
    }
    places.push(plain.length)
    this.text = text
    this.#places = places
  }

  /** Where spans of it are in the text. Of one that begins or ends within what is one there (`i` of `ﬁ`), all of that. */
  around(spans: readonly Span[]): readonly Span[] {
    const places = this.#places
    if (places === undefined) return spans
    return spans.map(({ from, to }) => {
      let end = to
      while (end < this.text.length && !this.#isBetween(end)) end += 1
      return { from: places[from] ?? from, to: places[end] ?? end }
    })
  }

  /** The same of those that neither begin nor end within what is one in the text. */
  whole(spans: readonly Span[]): readonly Span[] {
    return this.around(spans.filter(({ from, to }) => this.#isBetween(from) && this.#isBetween(to)))
  }

  #isBetween(place: number): boolean {
    const places = this.#places
    return places === undefined || place === 0 || places[place] !== places[place - 1]
  }
}

/** The form in which all spellings of a secret are equal. */
export function foldedOf(plain: string): string {
  return new FoldedText(plain).text
}

/** In the letters that screens have for it, where they have any: `é` is `e` there. */
function foldCluster(cluster: string): string {
  // Small letters alone leave `ß` beside `SS`, and capitals alone `ẞ`.
  const small = cluster.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  const folded = small.replaceAll('ς', 'σ').normalize('NFKC')
  const onScreens = foldToAscii(folded).toLowerCase()
  return onScreens === '' || onScreens.includes('?') ? folded : onScreens
}

const ascii = /^\p{ASCII}*$/u
// What is one character in another normal form: one with its marks, with the other parts of its Hangul syllable, or with the
// voicing of half-width kana. No letter has 30 marks.
const clusters =
  /\p{ASCII}+(?![\p{M}\u1160-\u11ff\uff9e\uff9f])|\P{M}[\p{M}\u1160-\u11ff\uff9e\uff9f]{0,30}|\p{M}{1,30}/gu
