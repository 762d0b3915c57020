import { escapedUnit } from './clean-text.ts'
import { unescaped } from './secrets/unescaped.ts'

/** A part of a text: from a place up to but not including another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * A text without its secrets: each stretch that they cover is `***`. Secrets may be parts of one another and overlap, so
 * they are all looked for before any is taken out: of none is a rest left that says which it was.
 *
 * @param mark what stands in their place
 * @example
 * hideSecrets('bad key shop-live-1', ['shop', 'shop-live-1']) // 'bad key ***'
 */
export function hideSecrets(text: string, secrets: readonly string[], mark = hidden): string {
  return hideSpans(text, spansOf(text, secrets), (between) => between, mark)
}

/** Where secrets stand in a text, also where it escapes them. They may overlap. */
export function spansOf(text: string, secrets: readonly string[]): readonly Span[] {
  return spansThrough(text, (read) => [...new Set(secrets)].flatMap((secret) => stretchesOf(read, secret)))
}

/** What is found in a text, and in what it reads as without its escapes: where it stands in the text itself. */
export function spansThrough(text: string, find: (read: string) => readonly Span[]): readonly Span[] {
  const found = find(text)
  const read = unescaped(text)
  if (read === undefined) return found
  const { places } = read
  const placed = find(read.text).map(({ from, to }) => ({ from: Number(places[from]), to: Number(places[to]) }))
  return [...found, ...placed]
}

/**
 * The stretches that one secret covers, alone or overlapping itself. Looking for `aaaa` from each of its places anew would
 * cost both lengths multiplied: what is matched already is kept instead (Knuth, Morris and Pratt).
 */
export function stretchesOf(text: string, secret: string): readonly Span[] {
  const first = text.indexOf(secret)
  if (first === -1 || secret === '') return []
  const borders = bordersOf(secret)
  const found: Span[] = []
  let stretch = { from: first, to: first + secret.length }
  let matched = 0
  for (let at = first; at < text.length; at++) {
    matched = matchedWith(text.charCodeAt(at), secret, matched, borders)
    if (matched < secret.length) continue
    matched = Number(borders[matched])
    const to = at + 1
    const from = to - secret.length
    if (from > stretch.to) {
      found.push(stretch)
      stretch = { from, to }
    }
    stretch.to = to
  }
  return [...found, stretch]
}

/** By the length of a beginning: how much of its end is a beginning again. */
function bordersOf(secret: string): Int32Array {
  const borders = new Int32Array(secret.length + 1)
  let matched = 0
  for (let at = 1; at < secret.length; at++) {
    matched = matchedWith(secret.charCodeAt(at), secret, matched, borders)
    borders[at + 1] = matched
  }
  return borders
}

/** How much of a secret is matched with one more UTF-16 unit. */
function matchedWith(unit: number, secret: string, matched: number, borders: Int32Array): number {
  let known = matched
  while (known > 0 && secret.charCodeAt(known) !== unit) known = Number(borders[known])
  return secret.charCodeAt(known) === unit ? known + 1 : 0
}

/** Takes spans out, each stretch that they cover at once. @param show what is shown of the text between them */
export function hideSpans(
  text: string,
  spans: readonly Span[],
  show: (between: string) => string,
  mark = hidden,
): string {
  let shown = ''
  let at = 0
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (from > at || at === 0) shown += `${show(text.slice(at, from))}${mark}`
    at = Math.max(at, to)
  }
  return shown + show(text.slice(at))
}

const hidden = '***'

/**
 * Every way in which an answer may quote a text that was sent: as it is, in either normal form, inside JSON, on a page, and in an
 * address, since a server that knows no such path quotes all of it. None of an empty text.
 */
export function spellings(text: string): readonly string[] {
  if (text === '') return []
  // Most of them are one in every spelling.
  if (plain.test(text)) return [text]
  // What looks like an escape in a secret is read as one, where its text is escaped too.
  const read = unescaped(text)?.text ?? text
  const texts = [text, text.normalize('NFC'), text.normalize('NFD'), ...inPath(text)]
  return [...new Set([read, ...texts.flatMap(escapedForms)])]
}

/** As a path of an address has it, which is written with `/` for `\` and without `../`. */
function inPath(text: string): readonly string[] {
  if (!parted.test(text)) return []
  const path = new URL(host + text).href.slice(host.length)
  return [unescaped(path)?.text ?? path]
}

function escapedForms(text: string): readonly string[] {
  const inForm = new URLSearchParams([['', text]]).toString().slice(1)
  const json = JSON.stringify(text).slice(1, -1)
  const jsons = [json, json.replaceAll(beyondAscii, escapedUnit)]
  return [
    text,
    ...jsons,
    // As PHP has it.
    ...jsons.map((one) => one.replaceAll('/', String.raw`\/`)),
    inForm,
    inForm.replaceAll('+', '%20'),
    encodeURIComponent(text),
    encodeURI(text),
    onPage(text, '&#39;'),
    onPage(text, '&#x27;'),
  ]
}

const plain = /^[\w.*-]+$/
const parted = /[\\/]/
const host = 'http://h/'
const beyondAscii = /[^\0-\x7f]/g

function onPage(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe)
}
