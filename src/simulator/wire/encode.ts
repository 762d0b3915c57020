import type { Method } from './lines/line.ts'
import type { WireFields, WireValue } from './names.ts'
import type { Form } from './profiles.ts'

/** A push, written out. */
export interface Written {
  readonly method: Method
  /** Added to the address. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Writes the fields of a push in a form. */
export function encode(fields: WireFields, form: Form): Written {
  if (form === 'json') {
    return {
      method: 'POST',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(fields)),
    }
  }
  const parameters = parametersOf(fields).toString()
  if (form === 'form') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', query: '', headers, body: Buffer.from(parameters) }
  }
  return { method: form === 'query' ? 'POST' : 'GET', query: parameters, headers: {}, body: null }
}

/** What is null isn't sent; an object within is written as JSON. */
function parametersOf(fields: WireValue): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(fields))) {
    if (value !== null) parameters.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return parameters
}
