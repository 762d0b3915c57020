import { type Fields, isRecord } from '../pushes/reading/is-record.ts'

/** A body as its parser hands it over: text, or the bytes that a verifier of the scope looks at. */
export type Body = string | Buffer

/** Whether there was a body at all. */
export function isBody(body: unknown): body is Body {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** A body as text: UTF-8, without the byte order mark that some platforms write before everything. */
export function bodyText(body: Body): string {
  const text = typeof body === 'string' ? body : body.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * The fields of a body that was refused, if it is a JSON object at all: enough to find the session in. Values
 * that nest are left null, because how deep they go was not checked. Never throws.
 */
export function salvageFields(body: Body | undefined): Fields | undefined {
  if (body === undefined) return undefined
  try {
    const value: unknown = JSON.parse(bodyText(body))
    return isRecord(value) ? flat(value) : undefined
  } catch {
    return undefined
  }
}

function flat(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? null : value]),
  )
}
