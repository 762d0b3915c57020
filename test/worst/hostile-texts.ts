/** Texts that are hard for some reader when they are repeated: by their first part, again and again, and an end. */
interface Hostile {
  readonly name: string
  readonly start?: string
  readonly unit: string
  readonly end?: string
}

export const hostileTexts: readonly Hostile[] = [
  { name: 'spaces', unit: ' ', end: 'x' },
  { name: 'tabs and line feeds', unit: '\t\n', end: 'x' },
  { name: 'zeros', unit: '0', end: 'z' },
  { name: 'digits in pairs', unit: '12 ' },
  { name: 'a number that goes on', start: '1.', unit: '0', end: 'x' },
  { name: 'dates again and again', unit: '2026-01-01 ' },
  { name: 'a code and stars', start: '*714', unit: '*1', end: '#' },
  { name: 'a code and spaces', start: '*0*', unit: ' ', end: 'x*' },
  { name: 'stars', unit: '*', end: 'x' },
  { name: 'hashes', start: '*', unit: '#', end: 'x' },
  { name: 'backslashes', unit: '\\' },
  { name: 'quotes', unit: '"' },
  { name: 'backslashes and quotes', unit: '\\"' },
  { name: 'brackets', unit: '[' },
  { name: 'braces with names', unit: '{"a":' },
  { name: 'plus and zero', unit: '+0' },
  { name: 'phone numbers', unit: '+233000000000 ' },
  { name: 'digits of another script', unit: '\u0660\u00a0\u200b' },
  { name: 'digits with brackets', unit: '(0) ' },
  { name: 'letters', unit: 'a', end: '!' },
  { name: 'capitals', unit: 'A', end: '!' },
  { name: 'hexadecimal', unit: 'a0' },
  { name: 'underscores', unit: '_', end: 'x' },
  { name: 'dashes', unit: '-', end: 'x' },
  { name: 'slashes', unit: '/', end: 'x' },
  { name: 'percents', unit: '%', end: 'x' },
  { name: 'commas', unit: ',', end: 'x' },
  { name: 'dots', unit: '.', end: 'x' },
  { name: 'words that deny', unit: 'not ' },
  { name: 'words that say paid', unit: 'paid ' },
  { name: 'addresses', unit: 'http://a/ ' },
  { name: 'addresses at signs', unit: 'a@a.' },
  { name: 'accents', unit: 'e\u0301' },
  { name: 'one letter with accents', start: 'e', unit: '\u0301' },
  { name: 'accents out of order', start: 'e', unit: '\u0301\u0316' },
  { name: 'cedis', unit: 'GH\u20b5' },
  { name: 'lone halves', unit: '\ud800' },
  { name: 'NULs', unit: '\u0000' },
  { name: 'joined emoji', unit: '\u{1f468}\u200d' },
  { name: 'ligatures', unit: '\ufdfa' },
]

/** So many characters of it. */
export function fill({ start = '', unit, end = '' }: Omit<Hostile, 'name'>, length: number): string {
  const times = Math.max(0, Math.ceil((length - start.length - end.length) / unit.length))
  return start + unit.repeat(times) + end
}
