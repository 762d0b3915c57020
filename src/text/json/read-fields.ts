import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'

/**
 * What came to a page's or a tool's own API, or the field that is wrong. A field whose rule needs words of its own has them in `mustBe`.
 *
 * @throws what `wrong` makes
 */
export function readFields<Takes extends TObject>(
  takes: Takes,
  given: unknown,
  wrong: (field: string, problem: string) => Error,
): Static<Takes> {
  if (Value.Check(takes, given)) return given
  const first = Value.Errors(takes, given).First()
  const field = first?.path.slice(1).replaceAll('/', '.') || 'the body'
  throw wrong(field, first === undefined ? 'is wrong' : problemOf(first))
}

function problemOf({ type, message, schema }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return `is no field: there are ${Object.keys(schema.properties ?? {}).join(', ') || 'none'}`
  }
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is missing'
  if (typeof schema.mustBe === 'string') return `must be ${schema.mustBe}`
  const words: unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => one.const) : []
  if (words.length > 0 && words.every((word) => word !== undefined)) return `must be one of ${words.join(', ')}`
  return `must be otherwise: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Union(words.map((word) => Type.Literal(word)))
}
