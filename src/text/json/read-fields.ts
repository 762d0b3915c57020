import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
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
  if (schema.anyOf !== undefined) return `must be one of ${wordsOf(schema).join(', ')}`
  if (schema.const !== undefined) return `must be ${schema.const}`
  // A pattern is for machines: its description says the same.
  if (type === ValueErrorType.StringPattern && schema.description !== undefined)
    return `must be ${beginningSmall(schema.description)}`
  return `must be otherwise: ${beginningSmall(message)}`
}

/** The words that a value may be, and the types, as null. */
function wordsOf({ anyOf, const: word, type }: TSchema): unknown[] {
  return Array.isArray(anyOf) ? anyOf.flatMap(wordsOf) : [word ?? type]
}

function beginningSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Union(words.map((word) => Type.Literal(word)))
}
