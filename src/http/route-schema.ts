import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import type { Endpoints } from './endpoint.ts'

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
