import { inspect } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { ownOptions } from '../../own-options.ts'
import { FMW_OPERATOR } from '../errors.ts'

/** Every right that an operator may have. */
export const operatorRights = ['look', 'unmask', 'export', 'replay', 'redrive', 'note', 'stop'] as const

/**
 * What an operator may do. `look` is needed for anything else.
 *
 * - `look`: see entries, masked
 * - `unmask`: see one, or a session, with everything in it, for a reason
 * - `export`: take one as a masked fixture, or as a masked page
 * - `replay`: have the handler run again on one
 * - `redrive`: the same for all dead ones that fit a filter
 * - `note`: write a note on an entry, and settle a review
 * - `stop`: stop a kind of push, and start it again
 *
 * @example
 * const reader: readonly OperatorRight[] = ['look']
 */
export type OperatorRight = (typeof operatorRights)[number]

/**
 * An operator with a name, which is kept with what they did.
 *
 * @example
 * const operator: Operator = { rights: ['look', 'note'], by: request.session.user.name }
 */
export interface Operator {
  readonly rights: readonly OperatorRight[] | ReadonlySet<OperatorRight>
  /** 1 to 200 characters. */
  readonly by: string
}

/**
 * What somebody may do: nothing, some rights, or some rights under a name.
 *
 * @example
 * const granted: OperatorGrant = user.isAdmin && { rights: ['look', 'replay', 'note'], by: user.name }
 */
export type OperatorGrant = false | Operator['rights'] | Operator

/**
 * Says what the sender of a request may do. It runs on every request, before anything is read. With false the page
 * answers 404. It fails closed: whatever else comes back, and an error, is refused.
 *
 * @example
 * const access: OperatorAccess = async (request) => {
 *   const user = await userOf(request)
 *   return user?.isStaff === true && { rights: ['look', 'replay', 'note'], by: user.name }
 * }
 */
export type OperatorAccess = (request: FastifyRequest) => OperatorGrant | Promise<OperatorGrant>

/** Who asks, as the routes know it. */
export interface KnownOperator {
  readonly rights: ReadonlySet<OperatorRight>
  readonly by: string
}

/** Reads who may come in. @throws FMW_OPERATOR */
export function readAccess(access: OperatorAccess | 'none' | undefined): OperatorAccess {
  if (typeof access === 'function') return access
  if (access !== 'none') {
    throw new FMW_OPERATOR(
      `access is missing: give a function of the request that returns false or some of ${operatorRights.join(', ')}`,
    )
  }
  if (process.env.NODE_ENV === 'production') {
    throw new FMW_OPERATOR("access is 'none', and NODE_ENV is production: everybody could see and replay payments")
  }
  return () => operatorRights
}

/**
 * Asks what the sender may do; undefined where that is nothing.
 *
 * @throws FMW_OPERATOR for an answer that is none, and where `access` fails
 */
export async function operatorOf(access: OperatorAccess, request: FastifyRequest): Promise<KnownOperator | undefined> {
  const granted = await grantOf(access, request)
  if (granted === false) return undefined
  if (isList(granted)) return { rights: readRights(granted), by: nameless }
  if (typeof granted !== 'object' || granted === null) throw new FMW_OPERATOR(wrong(granted))
  const { rights, by } = ownOptions<{ rights?: unknown; by?: unknown }>(granted)
  if (!isList(rights)) throw new FMW_OPERATOR(wrong(rights))
  if (typeof by !== 'string' || by.trim() === '' || by.length > longestName) {
    throw new FMW_OPERATOR(`access must give 'by' as a name of 1 to ${longestName} characters`)
  }
  return { rights: readRights(rights), by }
}

/** An error of `access` may have a status of its own, and words that are for the log alone. */
async function grantOf(access: OperatorAccess, request: FastifyRequest): Promise<unknown> {
  try {
    return await access(request)
  } catch (cause) {
    throw Object.assign(new FMW_OPERATOR('access failed'), { cause })
  }
}

// What is done by somebody whom `access` didn't name.
const nameless = 'an operator'
// Characters, as a review takes them.
const longestName = 200

function isList(given: unknown): given is readonly unknown[] | ReadonlySet<unknown> {
  return Array.isArray(given) || given instanceof Set
}

function readRights(given: Iterable<unknown>): ReadonlySet<OperatorRight> {
  return new Set([...given].map(readRight))
}

function readRight(given: unknown): OperatorRight {
  const right = operatorRights.find((known) => known === given)
  if (right !== undefined) return right
  throw new FMW_OPERATOR(`access gave a right ${inspect(given)}: there are ${operatorRights.join(', ')}`)
}

function wrong(given: unknown): string {
  return `access must return false, a list of rights, or { rights, by }; it returned ${inspect(given, { depth: 0 })}`
}
