import { asciiForms, digitOf } from '../fold-characters.ts'
import type { Span } from '../hide-secrets.ts'

/** What is found in the plain form of a text, and what is shown in its place. */
export interface Found extends Span {
  readonly shown: string
}

/**
 * A text with what is found in its plain form replaced. There, digits of every script are 0 to 9, and so are letters of full
 * width, dashes, spaces and line feeds plain; what nobody sees is gone. What isn't found stays as it came.
 *
 * @param find the spans, in the order of the text
 * @example
 * replacePlain('call ٠٢٤', (plain) => [{ from: plain.indexOf('024'), to: plain.length, shown: '…' }]) // 'call …'
 */
export function replacePlain(text: string, find: (plain: string) => Iterable<Found>): string {
  let replaced = ''
  let kept = 0
  for (const { from, to, shown } of findPlain(text, find)) {
    replaced += text.slice(kept, from) + shown
    kept = to
  }
  return replaced + text.slice(kept)
}

/** The same, only found: where it stands in the text. */
export function* findPlain(text: string, find: (plain: string) => Iterable<Found>): Generator<Found> {
  const { plain, places } = placedPlain(text)
  for (const { from, to, shown } of find(plain)) yield { from: places[from] ?? from, to: places[to] ?? to, shown }
}

/** The plain form of a text. */
export function plainOf(text: string): string {
  return placedPlain(text).plain
}

/** Its places say where each character of the plain form was, and where the text ends; none where it is the text itself. */
function placedPlain(text: string): { readonly plain: string; readonly places: readonly number[] } {
  if (!nonAscii.test(text)) return { plain: text, places: [] }
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const form = plainForm(character)
    for (let part = 0; part < form.length; part++) places.push(at)
    plain += form
    at += character.length
  }
  places.push(at)
  return { plain, places }
}

function plainForm(character: string): string {
  if (!nonAscii.test(character)) return character
  if (unseen.test(character)) return ''
  if (space.test(character)) return ' '
  if (dash.test(character)) return '-'
  const known = asciiForms.get(character)
  if (known !== undefined) return signs.has(known) ? known : character
  const composed = character.normalize('NFKC')
  return digitOf(composed) ?? (oneAscii.test(composed) ? composed : character)
}

const nonAscii = /[^\p{ASCII}]/u
const oneAscii = /^\p{ASCII}$/u
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/u
const space = /\p{Zs}/u
const dash = /[\p{Pd}\u2212]/u
const signs: ReadonlySet<string> = new Set(['.', '/', '\n'])
