import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readFields } from '../../text/json/read-fields.ts'
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
  const given = Object.entries(Object(query)).map(([name, value]) => [name, written(takes.properties[name], value)])
  return read(takes, Object.fromEntries(given))
}

/** A number is made of its digits alone: JavaScript reads `0x10`, `1e3` and `1.5` as whole numbers too. */
function written(takes: TSchema | undefined, value: unknown): unknown {
  const isOtherwise = takes?.type === 'integer' && !/^\d{1,15}$/.test(String(value))
  return takes === undefined || isOtherwise ? value : Value.Convert(takes, value)
}

/** What came, or the field that is wrong. */
function read<Takes extends TObject>(takes: Takes, given: unknown): Static<Takes> {
  return readFields(takes, given, (field, problem) => new FMW_SIMULATOR_REQUEST(field, problem))
}

/** These fields and no others. */
export function fields<Own extends TProperties>(own: Own) {
  return Type.Object(own, { additionalProperties: false })
}

/** Where something is pushed to, or a browser goes. */
export const address = Type.String({
  pattern: '^https?://[^/]',
  description: 'A whole address, as http://127.0.0.1:3000/push',
})

/** No fields. */
export const nothing = fields({})
