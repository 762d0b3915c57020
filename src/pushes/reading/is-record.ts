/** A plain object of unknown values, as JSON gives. */
export type Fields = { readonly [name: string]: unknown }

/** Whether a value has named fields: an object that is not an array. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
