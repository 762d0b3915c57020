import { isThenable } from '../is-thenable.ts'
import { misuse } from '../misuse.ts'
import { orderIn } from '../pushes/fulfilment.ts'
import { isTurnKind, type Kind, kinds } from '../pushes/kinds.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import { hasTurnType, salvageSessionId } from '../pushes/session-push.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

/**
 * Names the kind of a push on a shared path; undefined leaves it to its shape.
 *
 * @example
 * const classify: Classify = (body) => ('OrderInfo' in body ? 'fulfilment' : undefined)
 */
export type Classify = (body: Fields) => Kind | undefined

/**
 * Which of several kinds on a path a push is: what `classify` says, or the one whose shape it has
 * (field notes, "One URL for interaction and fulfilment").
 *
 * @throws PushProblem when that cannot be told; FMW_CLASSIFY, and what `classify` throws
 */
export function recognise(endpoints: Endpoints, fields: Fields, classify: Classify | undefined): Endpoint {
  const kind = classify && kindOf(classify, fields)
  const candidates = endpoints.filter(({ push }) => (kind === undefined ? push.looksLike(fields) : push.kind === kind))
  const [only, ...others] = candidates
  const told = others.length === 0 ? only : turnOrOrder(candidates, fields)
  if (told !== undefined) return told
  const served = endpoints.map(({ push }) => push.kind).join(' or ')
  throw new PushProblem({
    field: null,
    expected: `a push of ${served}`,
    received: 'a shape that could be told for none',
  })
}

/** An order tells more than a word that no turn has, and a turn brings no order. Where both speak, nobody knows. */
function turnOrOrder(candidates: readonly Endpoint[], fields: Fields): Endpoint | undefined {
  const turn = candidates.find(({ push }) => isTurnKind(push.kind))
  const notice = candidates.find(({ push }) => push.kind === 'fulfilment')
  if (candidates.length !== 2 || turn === undefined || notice === undefined) return undefined
  const order = orderIn(fields)
  if (hasTurnType(fields)) return order === 'none' ? turn : undefined
  return order === 'whole' ? notice : undefined
}

/**
 * Which of several kinds on a path refuses a push that none of them could take. Where a notification may be meant it does:
 * it keeps what it refuses, and a turn answers with a screen and keeps nothing.
 */
export function likeliest(endpoints: Endpoints, fields: Fields | undefined): Endpoint {
  const alike = fields === undefined ? [] : endpoints.filter(({ push }) => push.looksLike(fields))
  const [first] = alike
  if (first !== undefined) return alike.find(keeps) ?? first
  const isSession = fields !== undefined && salvageSessionId(fields) !== null
  return isSession ? endpoints[0] : (endpoints.find(keeps) ?? endpoints[0])
}

function keeps({ push }: Endpoint): boolean {
  return !isTurnKind(push.kind)
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
export const FMW_CLASSIFY = misuse<[given: string]>(
  'FMW_CLASSIFY',
  'classify gave %s: return a kind such as fulfilment, or undefined, at once and not by a promise',
)
