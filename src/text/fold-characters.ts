/**
 * What is written in place of a character that Unicode itself does not take apart into ASCII. Accented
 * letters, ligatures and full-width forms are not here: their decomposition folds them.
 *
 * @example
 * ```ts
 * asciiForms.get('\u20b5') // 'GHS'
 * ```
 */
export const asciiForms: ReadonlyMap<string, string> = new Map([
  ...each("'", '‘’‚‛′´‹›ʹʻʼʽˈˊˋꞋꞌʔ'),
  ...each('"', '“”„‟″«»ʺ'),
  ...each('-', '‐‑‒–—―−⁃﹘'),
  ...each('*', '•‣●▪■'),
  ...each('.', '·∙'),
  ...each('/', '÷⁄∕'),
  ...each('x', '×'),
  ...each('!', '¡ǃ'),
  ...each('?', '¿'),
  ...each('\n', '\u0085\u2028\u2029'),
  ['…', '...'],
  ['±', '+/-'],
  ['°', ' deg'],
  ['©', '(c)'],
  ['®', '(r)'],
  ['←', '<-'],
  ['→', '->'],

  // Shown by nothing, so folded to nothing: soft hyphen, zero-width and direction marks.
  ...each('', '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'),
  ...each('', '\u2060\u2066\u2067\u2068\u2069\ufeff'),

  // Money is written with the currency's code: a subscriber must not read an amount in the wrong one.
  ['₵', 'GHS'],
  ['₦', 'NGN'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₤', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₿', 'BTC'],
  ['¢', 'c'],
  ['₣', 'F'],

  // Letters of Akan, Ewe, Ga, Dagbani, Hausa, Fula, Yoruba, Bambara and their neighbours.
  ...each('a', 'ɑ'),
  ...each('b', 'ɓ'),
  ...each('B', 'Ɓ'),
  ...each('d', 'ɖɗ'),
  ...each('D', 'ƉƊ'),
  ...each('e', 'ɛəǝ'),
  ...each('E', 'ƐƏƎ'),
  ...each('f', 'ƒ'),
  ...each('F', 'Ƒ'),
  ...each('g', 'ɣɠ'),
  ...each('G', 'ƔƓ'),
  ...each('h', 'ɦ'),
  ...each('i', 'ɩɨ'),
  ...each('I', 'ƖƗ'),
  ...each('k', 'ƙ'),
  ...each('K', 'Ƙ'),
  ...each('n', 'ŋɲ'),
  ...each('N', 'ŊƝ'),
  ...each('o', 'ɔɵ'),
  ...each('O', 'ƆƟ'),
  ...each('p', 'ƥ'),
  ...each('P', 'Ƥ'),
  ...each('s', 'ʃ'),
  ...each('S', 'Ʃ'),
  ...each('t', 'ƭ'),
  ...each('T', 'Ƭ'),
  ...each('u', 'ʊʉ'),
  ...each('U', 'ƱɄ'),
  ...each('v', 'ʋ'),
  ...each('V', 'Ʋ'),
  ...each('y', 'ƴ'),
  ...each('Y', 'Ƴ'),
  ...each('z', 'ʒ'),
  ...each('Z', 'Ʒ'),

  // Letters of French and of other languages in Latin script.
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['þ', 'th'],
  ['Þ', 'TH'],
  ...each('d', 'đð'),
  ...each('D', 'ĐÐ'),
  ...each('h', 'ħ'),
  ...each('H', 'Ħ'),
  ...each('i', 'ı'),
  ...each('l', 'ł'),
  ...each('L', 'Ł'),
  ...each('o', 'ø'),
  ...each('O', 'Ø'),
  ...each('t', 'ŧ'),
  ...each('T', 'Ŧ'),
])

function each(form: string, characters: string): [string, string][] {
  return Array.from(characters, (character) => [character, form])
}

/**
 * Writes a text in ASCII, because characters outside it make some gateways fail a session with `UUE`
 * (field notes). Accents fall, quotes, dashes and spaces become plain, currency signs become their codes,
 * letters of West African languages become their nearest, digits of any script 0 to 9; emoji go; each code point left over becomes one `?`.
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

// Their joiners, selectors, skin tones and flags with them. Many are typed without a selector; what has a form in letters is kept.
const emoji =
  / ?(?:(?![©®™ℹ‼⁉\u{2190}-\u{21ff}])(?=\p{Extended_Pictographic})\p{Emoji}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Extended_Pictographic}\u{fe0f}|\u{200d}|\u{fe0f})+/gu

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
    const form = nonAscii.test(part) ? (asciiForms.get(part) ?? digitOf(part)) : part
    if (form === undefined) return '?'
    folded += form
  }
  return folded
}

/** A digit of any script as 0 to 9. Unicode has those of each script in a row of ten, from zero on; some rows follow one another. */
export function digitOf(character: string): string | undefined {
  if (!digit.test(character)) return undefined
  const code = Number(character.codePointAt(0))
  let zero = code
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return `${(code - zero) % 10}`
}

const digit = /^\p{Nd}$/u

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

/**
 * A text with its accents joined to their letters (NFC). One with more than 30 marks in a row stays as it came: to bring
 * them into order costs the square of their number, 64 KB of them some seconds, and no letter has so many (Unicode's
 * own limit for texts that are streamed).
 *
 * @example
 * ```ts
 * composed('cafe\u0301') // 'café', of four characters
 * ```
 */
export function composed(text: string): string {
  return overloaded.test(text) ? text : text.normalize('NFC')
}

const overloaded = /\p{M}{31}/u
