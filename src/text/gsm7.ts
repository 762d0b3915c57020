import { composed, foldToAscii, withoutEmoji } from './fold-characters.ts'

/**
 * How many septets a text takes in the GSM 03.38 default alphabet, where a character of the extension table
 * takes two. `undefined` when a character is in neither table: the text cannot be sent in seven bits.
 *
 * @example
 * ```ts
 * gsm7Length('5 €') // 4
 * gsm7Length('ɔ') // undefined
 * ```
 */
export function gsm7Length(text: string): number | undefined {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const cost = septets[text.charCodeAt(at)] ?? 0
    if (cost === 0) return undefined
    length += cost
  }
  return length
}

/**
 * Writes a text in the GSM 03.38 default alphabet and its extension table. What the alphabet has is kept
 * (`é`, `ñ`, `€`), emoji go; the rest is folded as {@link foldToAscii} does, and what even then is not in the
 * alphabet becomes its nearest (a tab a space, a backtick a quote) or `?`.
 *
 * @example
 * ```ts
 * foldToGsm7('Tɔn café') // 'Ton café'
 * ```
 */
export function foldToGsm7(text: string): string {
  if (gsm7Length(text) !== undefined) return text
  // Composed first, so that an accent that stands alone joins a letter which the alphabet has with it.
  return composed(withoutEmoji(text)).replace(foldable, foldCharacter)
}

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

const extension = '\f^{}\\[~]|€'

/** The cost of each code unit, 0 outside the alphabet. An array, because every screen is measured. */
const septets = new Uint8Array('€'.charCodeAt(0) + 1)
for (const character of basic) septets[character.charCodeAt(0)] = 1
for (const character of extension) septets[character.charCodeAt(0)] = 2

/** What the alphabet lacks, and `GH₵` as a whole: see {@link foldToAscii}. */
const foldable = new RegExp(`[Gg][Hh][₵¢]|[^${`${basic}${extension}`.replaceAll(/[\\\]^[-]/g, '\\$&')}]`, 'gu')

/** ASCII that the alphabet lacks and that has a near form in it. */
const nearForms: ReadonlyMap<string, string> = new Map([
  ['`', "'"],
  ['\t', ' '],
  ['\v', '\n'],
])

function foldCharacter(character: string): string {
  const folded = nearForms.get(character) ?? foldToAscii(character)
  return gsm7Length(folded) === undefined ? '?' : folded
}
