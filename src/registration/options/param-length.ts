import type { FastifyInstance } from 'fastify'
import { VerifierOptionInvalidError } from '../../verify/errors.ts'
import type { Verifier } from '../../verify/verifier.ts'

/**
 * Fastify answers 414 to a path parameter that is longer than its limit, before any code of ours: every push would be lost, and
 * no line say so.
 *
 * @throws FMW_VERIFIER_OPTION_INVALID
 */
export function checkParamLength(
  { initialConfig }: FastifyInstance,
  { name, routePath, address = '' }: Verifier,
): void {
  const secret = routePath === undefined ? '' : decodeURIComponent(address.replace(/\?.*$/s, '').slice(1))
  // Fastify still takes it beside the options of its router, and its types name it there alone.
  const { maxParamLength = usual } = { ...initialConfig, ...initialConfig.routerOptions }
  if (secret.length <= maxParamLength) return
  throw new VerifierOptionInvalidError(
    name,
    `the secret in the path has ${secret.length} characters, and Fastify refuses more than ${maxParamLength}. Raise its routerOptions.maxParamLength`,
  )
}

const usual = 100
