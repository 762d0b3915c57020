import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { Incoming } from '../pushes/event.ts'
import type { PushKind } from '../pushes/push-kind.ts'
import type { Fields } from '../pushes/reading/json.ts'
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
