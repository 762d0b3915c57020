import { parse } from 'node:querystring'
import type { Fields } from './json.ts'

/**
 * The fields of a form (`application/x-www-form-urlencoded`): a text, or a list of them where a name came several times.
 * Not with `URLSearchParams`, whose time on `a&a&a…` grows with the square of its length.
 */
export function readForm(text: string): Fields {
  return parse(text, '&', '=', { maxKeys: 0 })
}
