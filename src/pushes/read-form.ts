import type { Fields } from './is-record.ts'

/** The fields of a form (`application/x-www-form-urlencoded`): a text, or a list of them where a name came several times. */
export function readForm(text: string): Fields {
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const known = fields[name]
    if (known === undefined) fields[name] = value
    else if (typeof known === 'string') fields[name] = [known, value]
    else known.push(value)
  }
  return fields
}
