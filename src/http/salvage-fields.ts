import { type Fields, isRecord } from '../pushes/is-record.ts'
import { type Body, bodyText } from './body-text.ts'

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
