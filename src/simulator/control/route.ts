import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { FMW_SIMULATOR_REQUEST } from '../errors.ts'

/** One address of the simulator's control. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST'
  /** After `/_simulator`; `:id` is the number of a row. */
  readonly path: string
  /** A sentence for the list of routes. */
  readonly does: string
  /** What it takes: of a GET in the query, of a POST as JSON. */
  readonly takes: TObject
  /** Bytes that the body of a POST may have. */
  readonly bodyLimit: number
  readonly handle: (given: unknown, id: number) => unknown
}

/** A route that shows something, and changes nothing. */
export function shows<Takes extends TObject>(
  path: string,
  does: string,
  takes: Takes,
  handle: (given: Static<Takes>, id: number) => unknown,
): ControlRoute {
  return { method: 'GET', path, does, takes, bodyLimit: 0, handle: (given, id) => handle(readQuery(takes, given), id) }
}

/** A route that does something. */
export function does<Takes extends TObject>(
  path: string,
  sentence: string,
  takes: Takes,
  handle: (given: Static<Takes>, id: number) => unknown,
  bodyLimit = 1_048_576,
): ControlRoute {
  return {
    method: 'POST',
    path,
    does: sentence,
    takes,
    bodyLimit,
    handle: (given, id) => handle(read(takes, given ?? {}), id),
  }
}

/** Reads the parameters of a query, which are all texts. @throws FMW_SIMULATOR_REQUEST */
export function readQuery<Takes extends TObject>(takes: Takes, query: unknown): Static<Takes> {
  return read(takes, Value.Convert(takes, query))
}

/** What came, or the field that is wrong. */
function read<Takes extends TObject>(takes: Takes, given: unknown): Static<Takes> {
  if (Value.Check(takes, given)) return given
  const first = Value.Errors(takes, given).First()
  const field = first?.path.slice(1).replaceAll('/', '.') || 'the body'
  throw new FMW_SIMULATOR_REQUEST(field, first === undefined ? 'is wrong' : problemOf(first))
}

function problemOf({ type, message, schema }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return `is no field: there are ${Object.keys(schema.properties ?? {}).join(', ') || 'none'}`
  }
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is missing'
  const words: unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => one.const) : []
  if (words.length > 0 && words.every((word) => word !== undefined)) return `must be one of ${words.join(', ')}`
  return `must be otherwise: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** These fields and no others. */
export function fields<Own extends TProperties>(own: Own) {
  return Type.Object(own, { additionalProperties: false })
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Union(words.map((word) => Type.Literal(word)))
}

/** No fields. */
export const nothing = fields({})
