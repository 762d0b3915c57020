import { createError } from '@fastify/error'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { isThenable } from '../is-thenable.ts'
import type { Incoming } from '../pushes/event.ts'
import { type Kind, kinds } from '../pushes/kinds.ts'
import type { PushKind } from '../pushes/push-kind.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import type { TurnTrace } from '../trace/turn-trace.ts'
import type { Problem } from './problems.ts'

/** One kind behind a path: takes its pushes from HTTP to whoever handles them. */
export interface Endpoint {
  readonly push: PushKind
  /** Query parameters that are no part of a push. */
  readonly ownQueryNames?: readonly string[] | undefined
  /** @throws PushProblem */
  take(incoming: Incoming, request: FastifyRequest, reply: FastifyReply): void
  /**
   * Answers a push that cannot be taken, with what of it could be read.
   *
   * @param why what was wrong, for people: where something broke, the answer does not tell them
   */
  refuse(problem: Problem, fields: Fields | undefined, request: FastifyRequest, reply: FastifyReply, why: string): void
}

/** At least one: a path nobody receives at is not added. */
export type Endpoints = readonly [Endpoint, ...Endpoint[]]

declare module 'fastify' {
  interface FastifyRequest {
    /** Monotonic ms at which the request arrived at a push route: the clock of its budget. */
    merchantArrivedAt: number
    /** Whether it came to the plugin's own code, which answers it: no hook of the host did before. */
    merchantHasSeen: boolean
    /** Where the time of a turn goes; undefined where nobody looks. */
    merchantTrace: TurnTrace | undefined
  }
}

/** A route's schema, which `@fastify/swagger` lists unless it is hidden. */
export interface ListedSchema extends FastifySchema {
  readonly hide?: boolean
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly consumes?: readonly string[]
}

/**
 * What a path's routes say of themselves, for `@fastify/swagger`. Nothing is validated by it: names come in any
 * casing, and what a push must have is checked once it is normalised.
 */
export function schemaOf(endpoints: Endpoints): { post: ListedSchema; get: ListedSchema } {
  const pushes = endpoints.map(({ push }) => push)
  const summary = `Receives ${pushes.map(({ kind }) => kind).join(', ')}`
  const shared = { summary, tags: ['merchant-webhooks'] }
  const body = oneOf(pushes.map((push) => push.body))
  const query = oneOf(pushes.flatMap((push) => push.query ?? []))
  const reply = oneOf(pushes.flatMap((push) => push.reply ?? []))
  const querystring = query === undefined ? {} : { querystring: query }
  const consumes = pushes.some(({ takesForms }) => takesForms) ? { consumes: types } : {}
  return {
    post: { ...shared, ...consumes, body, ...querystring, response: { 200: reply ?? acknowledgement } },
    get: { ...shared, ...querystring, hide: query === undefined },
  }
}

/** For routes that are nobody's interface. */
export const unlisted: ListedSchema = { hide: true }

const types = ['application/json', 'application/x-www-form-urlencoded']
const acknowledgement = Type.Unknown({ description: 'Acknowledged; the body is a setting' })

function oneOf(schemas: readonly TSchema[]): TSchema | undefined {
  const [only, ...others] = schemas
  return only === undefined || others.length === 0 ? only : Type.Union([...schemas])
}

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
