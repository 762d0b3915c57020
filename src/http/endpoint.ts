import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Incoming } from '../pushes/event.ts'
import type { Fields } from '../pushes/is-record.ts'
import type { PushKind } from '../pushes/push-kind.ts'
import type { Problem } from './problem.ts'

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
  }
}
