import { type Fields, isRecord } from '../pushes/is-record.ts'
import { casedName } from '../replies/cased-name.ts'
import type { NameCasing } from '../replies/reply-settings.ts'

/** Fields whose names are in PascalCase, in the casing of the service, down to the last. */
export function casedFields(fields: Fields, casing: NameCasing): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [casedName(name, casing), casedValue(value, casing)]),
  )
}

function casedValue(value: unknown, casing: NameCasing): unknown {
  if (Array.isArray(value)) return value.map((one) => casedValue(one, casing))
  return isRecord(value) ? casedFields(value, casing) : value
}
