import { createError } from '@fastify/error'
import { isThenable } from '../is-thenable.ts'
import { type Kind, kinds } from '../pushes/kinds.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

/**
 * Names the kind of a push on a shared path; undefined leaves it to its shape.
 *
 * @example
 * const classify: Classify = (body) => ('OrderInfo' in body ? 'fulfilment' : undefined)
 */
export type Classify = (body: Fields) => Kind | undefined

/**
 * Which of the kinds on a path a push is: the only one, what `classify` says, or the one whose shape it has
 * (field notes, "One URL for interaction and fulfilment").
 *
 * @throws PushProblem when that cannot be told; FMW_CLASSIFY, and what `classify` throws
 */
export function recognise(endpoints: Endpoints, fields: Fields, classify: Classify | undefined): Endpoint {
  if (endpoints.length === 1) return endpoints[0]
  const kind = classify && kindOf(classify, fields)
  const candidates = endpoints.filter(({ push }) => (kind === undefined ? push.looksLike(fields) : push.kind === kind))
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return only
  const served = endpoints.map(({ push }) => push.kind).join(' or ')
  throw new PushProblem({
    field: null,
    expected: `a push of ${served}`,
    received: 'a shape that could be told for none',
  })
}

/** In JavaScript anything may come. */
function kindOf(classify: Classify, fields: Fields): Kind | undefined {
  const given: unknown = classify(fields)
  if (isThenable(given)) {
    // One that rejects must not end the process.
    given.then(undefined, () => undefined)
    throw new FMW_CLASSIFY('a promise')
  }
  if (given === undefined || given === null) return undefined
  const kind = kinds.find((one) => one === given)
  if (kind === undefined) throw new FMW_CLASSIFY(nameType(given))
  return kind
}

/** The merchant's `classify` names no kind. */
export const FMW_CLASSIFY = createError<[given: string]>(
  'FMW_CLASSIFY',
  'classify gave %s: return a kind such as fulfilment, or undefined, at once and not by a promise',
  500,
  TypeError,
)
