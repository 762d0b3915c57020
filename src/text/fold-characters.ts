import { asciiForms } from './ascii-forms.ts'

/**
 * Writes a text in ASCII, because characters outside it make some gateways fail a session with `UUE`
 * (field notes). Accents fall, quotes, dashes and spaces become plain, currency signs become their codes,
 * letters of West African languages become their nearest; emoji go; each code point left over becomes one `?`.
 * Line feeds stay, and a text that is ASCII already comes back unchanged.
 *
 * @example
 * ```ts
 * foldToAscii('Tɔn café: ₵5.00…') // 'Ton cafe: GHS5.00...'
 * ```
 */
export function foldToAscii(text: string): string {
  return nonAscii.test(text) ? withoutEmoji(text).replace(foldable, foldCharacter) : text
}

/** Emoji say nothing that a handset could show in another way: they go, with one space before them. */
export function withoutEmoji(text: string): string {
  return text.replace(emoji, '')
}

// Their joiners, selectors, skin tones and flags with them.
const emoji =
  / ?(?:\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Extended_Pictographic}\u{fe0f}|\u{200d}|\u{fe0f})+/gu

const nonAscii = /[\u0080-\uffff]/

/**
 * A `GH` before the cedi or cent sign is part of the sign: without it `GH₵5` would become `GHGHS5`.
 * (No `i` flag: with it the range would match `k` and `s` too, by the Kelvin sign and the long s.)
 */
const foldable = /[Gg][Hh][₵¢]|[\u{80}-\u{10ffff}]/gu

/** `GH₵` has three code units; a single character has at most two. */
const cediSignLength = 3

const mark = /^\p{M}$/u

function foldCharacter(character: string): string {
  if (character.length === cediSignLength) return 'GHS'
  return asciiForms.get(character) ?? latinForms.get(character) ?? foldByDecomposition(character)
}

/** Compatibility decomposition: `é` to `e` and an accent, `ﬁ` to `fi`, a full-width letter to its letter. */
function foldByDecomposition(character: string): string {
  let folded = ''
  for (const part of character.normalize('NFKD')) {
    if (mark.test(part)) continue
    const form = nonAscii.test(part) ? asciiForms.get(part) : part
    if (form === undefined) return '?'
    folded += form
  }
  return folded
}

/** The accented letters of the Latin blocks, taken apart once: a screen in French or Yoruba has many. */
const latinForms: ReadonlyMap<string, string> = new Map(
  [...charactersBetween(0xa0, 0x24f), ...charactersBetween(0x1e00, 0x1eff)].map((character) => [
    character,
    foldByDecomposition(character),
  ]),
)

function charactersBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at))
}
