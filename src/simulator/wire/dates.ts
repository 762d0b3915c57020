import { mapped, type WireFields } from './names.ts'

/** The same fields with every date in them so many ms later. */
export function shifted(fields: WireFields, ms: number): WireFields {
  return ms === 0 ? fields : mapped(fields, (value) => (typeof value === 'string' ? shiftedDate(value, ms) : value))
}

/** A text that is no date stays as it is. */
function shiftedDate(text: string, ms: number): string {
  const [, day, between = '', time = '', rest = ''] = date.exec(text) ?? []
  if (day === undefined) return text
  const seconds = time.length === 5 ? ':00' : ''
  const moved = new Date(Date.parse(`${day}T${time}${seconds}Z`) + ms).toISOString()
  return moved.slice(0, 10) + between + moved.slice(11, 11 + time.length) + rest
}

const date = /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d(?::\d\d)?)((?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)$/
