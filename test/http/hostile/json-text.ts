import type { Random } from '../../faults/harness/random.ts'

/** JSON as it is written: unlike an object it may say one name several times, and any value in any way. */
export type Written = readonly Field[] | { readonly list: readonly Written[] } | { readonly text: string }

/** A name and its value, in the order in which they are written. `name` is JSON text, quotes included. */
export interface Field {
  readonly name: string
  readonly value: Written
}

/** JSON text that is written as it stands, be it JSON or not. */
export const verbatim = (text: string): Written => ({ text })

/** A value of JavaScript as `Written`. */
export function written(value: unknown): Written {
  if (Array.isArray(value)) return { list: value.map(written) }
  if (typeof value !== 'object' || value === null) return verbatim(JSON.stringify(value) ?? 'null')
  return Object.entries(value).map(([name, inner]) => ({ name: JSON.stringify(name), value: written(inner) }))
}

/** Its text, now and then with white space between. */
export function textOf(value: Written, random: Random): string {
  const gap = () => (random.chance(0.05) ? random.pick([' ', '\n', '\t', '  ']) : '')
  const print = (one: Written): string => {
    if ('text' in one) return one.text
    if ('list' in one) return `[${one.list.map(print).join(`,${gap()}`)}]`
    return `{${one.map(({ name, value: inner }) => `${gap()}${name}${gap()}:${gap()}${print(inner)}`).join(',')}}`
  }
  return print(value)
}

/** A JSON string in which some letters are written as escapes. */
export function quoted(text: string, random: Random): string {
  if (random.chance(0.8)) return JSON.stringify(text)
  const letters = [...text].map((letter) =>
    random.chance(0.3) && letter.length === 1
      ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
      : JSON.stringify(letter).slice(1, -1),
  )
  return `"${letters.join('')}"`
}
