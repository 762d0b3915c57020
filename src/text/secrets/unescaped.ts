/** A text as it reads, with the places in the text itself: that of each character, and where it ends. */
export interface Unescaped {
  readonly text: string
  readonly places: readonly number[]
}

/**
 * A text without the escapes of JSON, addresses and pages, also where one stands within another. Undefined where it has none.
 *
 * @example
 * ```ts
 * unescaped('tok%c3%a9n &#38;#34;7')?.text // 'tokén "7'
 * ```
 */
export function unescaped(text: string): Unescaped | undefined {
  let read = once(text)
  for (let depth = 1; read !== undefined && depth < deepest; depth++) {
    const { places } = read
    const next = once(read.text)
    if (next === undefined) break
    read = { text: next.text, places: next.places.map((place) => places[place] ?? text.length) }
  }
  return read
}

function once(text: string): Unescaped | undefined {
  let read = ''
  let at = 0
  const places: number[] = []
  const take = (part: string, from: number, step: 0 | 1) => {
    for (let unit = 0; unit < part.length; unit++) places.push(from + unit * step)
    read += part
  }
  for (const found of text.matchAll(escapes)) {
    const meant = meantBy(found)
    if (meant === undefined) continue
    take(text.slice(at, found.index), at, 1)
    take(meant, found.index, 0)
    at = found.index + found[0].length
  }
  if (at === 0) return undefined
  take(text.slice(at), at, 1)
  places.push(text.length)
  return { text: read, places }
}

function meantBy({ groups = {} }: RegExpMatchArray): string | undefined {
  const { unit, sign, bytes, decimal, hex, name } = groups
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16))
  if (sign !== undefined) return signs.get(sign) ?? sign
  if (bytes !== undefined) return textOf(Buffer.from(bytes.replaceAll('%', ''), 'hex'))
  if (name !== undefined) return named.get(name) ?? accented(name) ?? named.get(name.toLowerCase())
  const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Bytes that are no UTF-8 are those of Latin-1, as `escape` writes them. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

/** `eacute` is é. */
function accented(name: string): string | undefined {
  const mark = marks.get(name.slice(1))
  return mark && `${name.charAt(0)}${mark}`.normalize('NFC')
}

// An error that quotes an answer, which quotes a request, in a log.
const deepest = 4
const escapes =
  /\\u(?<unit>[\da-f]{4})|\\(?<sign>["\\/bfnrt])|(?<bytes>%[0-7][\da-f]|%[c-d][\da-f]%[89ab][\da-f]|%e[\da-f]%[89ab][\da-f]%[89ab][\da-f]|%f[0-7]%[89ab][\da-f]%[89ab][\da-f]%[89ab][\da-f]|%[89a-f][\da-f])|&#(?<decimal>\d{1,7});?|&#x(?<hex>[\da-f]{1,6});?|&(?<name>[a-z]{2,6});/gi
const signs: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
// Of HTML 4 what Latin letters and prices need, and of HTML 5 what stands on a keyboard.
const entities = (
  'amp & lt < gt > quot " apos \' excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; ' +
  'equals = quest ? commat @ lbrack [ lsqb [ bsol \\ rbrack ] rsqb ] Hat ^ lowbar _ grave ` lbrace { lcub { vert | rbrace } rcub } ' +
  'cent ¢ pound £ curren ¤ yen ¥ euro € sect § copy © reg ® deg ° micro µ para ¶ middot · laquo « raquo » iexcl ¡ iquest ¿ plusmn ± ' +
  'times × divide ÷ szlig ß aelig æ AElig Æ oelig œ OElig Œ oslash ø Oslash Ø eth ð ETH Ð thorn þ THORN Þ ndash – mdash — ' +
  'lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ hellip … bull •'
).split(' ')
const named: ReadonlyMap<string, string> = new Map([
  ['nbsp', '\u00a0'],
  ...entities.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, `${entities[at + 1]}`]] : [])),
])
const marks: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['ring', '\u030a'],
  ['cedil', '\u0327'],
])
