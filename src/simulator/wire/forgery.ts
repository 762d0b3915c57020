import type { Random } from '../random.ts'
import { mapped, type WireFields } from './names.ts'

/** The same push with other money in it, as somebody writes it who would like to be believed. */
export function forgedFields(fields: WireFields, random: Random): WireFields {
  return mapped(fields, (value, name) => {
    if (typeof value === 'number' && isMoney(name)) return value + 1 + random.below(1_000)
    // Whatever the true push says, the forged one says that all is well.
    return says[name.toLowerCase()] ?? value
  })
}

/** The same address, with another character in each thing that may be a secret or a signature. */
export function forgedUrl(url: URL): URL {
  const forged = new URL(url)
  forged.pathname = forged.pathname.split('/').map(altered).join('/')
  for (const [name, value] of url.searchParams) forged.searchParams.set(name, altered(value))
  return forged
}

function isMoney(name: string): boolean {
  return /amount|subtotal|charged/i.test(name)
}

const says: Readonly<Record<string, string | boolean>> = { responsecode: '0000', status: 'Success', issuccessful: true }

/** A text that is long and mixed enough to be a secret, with its last character changed. */
function altered(text: string): string {
  return text.length >= 16 ? text.slice(0, -1) + (text.endsWith('0') ? '1' : '0') : text
}
