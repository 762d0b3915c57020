import type { FastifyReply, FastifyRequest } from 'fastify'
import { failClosed } from '../verify/fail-closed.ts'
import type { Verifier } from '../verify/verifier.ts'
import { sendProblem } from './problem.ts'
import { refused } from './refusals.ts'
import { toVerifyRequest } from './verify-request.ts'

/** Asks a verifier, and goes on only if it says yes. */
export type Gate = (request: FastifyRequest, reply: FastifyReply, pass: () => void) => void

/** A verifier's two moments: before the body is read, and before it is parsed. Undefined where it has no say. */
export interface Gates {
  readonly beforeBody: Gate | undefined
  readonly beforeParsing: Gate | undefined
}

/** Builds a verifier's gates. What a verifier of the merchant's own throws counts as a no. */
export function buildGates(verifier: Verifier, kinds: readonly [string, ...string[]]): Gates {
  if (verifier.name === 'none') return { beforeBody: undefined, beforeParsing: undefined }
  const check = gate(verifier, verifier.check, kinds)
  if (verifier.needsBody !== true) return { beforeBody: check, beforeParsing: undefined }
  const { beforeBody } = verifier
  return { beforeBody: beforeBody && gate(verifier, beforeBody, kinds), beforeParsing: check }
}

function gate({ name, challenge }: Verifier, check: Verifier['check'], kinds: readonly [string, ...string[]]): Gate {
  const isAllowed = failClosed(name, check)
  const refuse = (request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    request.log.warn({ kind: kinds[0], verifier: name }, 'a push was refused: its verifier did not let it in')
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    sendProblem(reply, refused)
  }
  return (request, reply, pass) => {
    const answer = isAllowed(toVerifyRequest(request, kinds))
    if (answer === true) pass()
    else if (answer === false) refuse(request, reply)
    else answer.then((allowed) => (allowed ? pass() : refuse(request, reply)))
  }
}
