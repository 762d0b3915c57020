import type { Fields } from '../pushes/is-record.ts'
import type { Kind } from '../pushes/kinds.ts'
import { PushProblem } from '../pushes/push-problem.ts'
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
 * @throws PushProblem when that cannot be told
 */
export function recognise(endpoints: Endpoints, fields: Fields, classify: Classify | undefined): Endpoint {
  if (endpoints.length === 1) return endpoints[0]
  const kind = classify?.(fields)
  const candidates = endpoints.filter(({ push }) => (kind === undefined ? push.looksLike(fields) : push.kind === kind))
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return only
  const kinds = endpoints.map(({ push }) => push.kind).join(' or ')
  throw new PushProblem({
    field: null,
    expected: `a push of ${kinds}`,
    received: 'a shape that could be told for none',
  })
}
