import { type Fields, isRecord } from '../pushes/is-record.ts'

/** The fields of a body that was refused, if it is a JSON object at all: enough to find the session in. Never throws. */
export function salvageFields(body: Buffer | undefined): Fields | undefined {
  if (body === undefined) return undefined
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
