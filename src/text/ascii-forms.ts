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
