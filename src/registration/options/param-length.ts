import type { FastifyInstance } from 'fastify'
import { VerifierOptionInvalidError } from '../../verify/errors.ts'
import type { Verifier } from '../../verify/verifier.ts'

/**
 * Fastify answers 414 to a path parameter that is longer than its limit, before any code of ours: every push would be lost, and
 * no line say so.
 *
 * @throws FMW_VERIFIER_OPTION_INVALID
 */
export function checkParamLength({ initialConfig }: FastifyInstance, verifier: Verifier): void {
  const { longestParameter = 0 } = verifier
  const longest = Math.max(longestParameter, ...parametersOf(verifier).map(({ length }) => length))
  // Fastify still takes it beside the options of its router, and its types name it there alone.
  const { maxParamLength } = { ...initialConfig, ...initialConfig.routerOptions }
  // Its router takes 0 for none given.
  const limit = maxParamLength || usual
  if (longest <= limit) return
  throw new VerifierOptionInvalidError(
    verifier.name,
    `the secret in the path has ${longest} characters, and Fastify refuses more than ${limit}. Raise its routerOptions.maxParamLength`,
  )
}

const usual = 100

/**
 * The segments of the address that stand where the route has a parameter. Fixed text and a wildcard have no limit, and a
 * parameter with an expression another.
 */
function parametersOf({ routePath = '', address = '' }: Verifier): readonly string[] {
  const [path = ''] = address.split('?', 1)
  const segments = path.split('/')
  return routePath.split('/').flatMap((part, at) => (parameter.test(part) ? decoded(segments[at] ?? '') : []))
}

const parameter = /^:\w+\??$/

/** As Fastify has it. One with a stray percent sign stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
