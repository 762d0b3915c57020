import { parse } from 'node:querystring'
import { readBytes } from './body-text.ts'
import type { Fields } from './json.ts'

/**
 * The fields of a form (`application/x-www-form-urlencoded`): a text, or a list of them where a name came several times.
 * Not with `URLSearchParams`, whose time on `a&a&a…` grows with the square of its length.
 */
export function readForm(text: string): Fields {
  const fields = parse(text, '&', '=', settings)
  return text.includes('%') && hasLost(fields) ? parse(text, '&', '=', exactly) : fields
}

const settings = { maxKeys: 0 }
const exactly = { ...settings, decodeURIComponent: unescaped }

function hasLost(fields: Fields): boolean {
  return Object.entries(fields)
    .flat(2)
    .some((text) => String(text).includes('\ufffd'))
}

/** Escapes that are no UTF-8 keep what they say. */
function unescaped(text: string): string {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(/%([\da-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return readBytes(Buffer.from(bytes, 'latin1')).text
}
