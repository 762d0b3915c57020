import { matchesSecret, readSecrets, type Secrets, type Unfit } from './secrets.ts'
import type { Verifier } from './verifier.ts'

/**
 * Accepts pushes with a secret as the last segment of the address, such as `/push/ussd/<secret>`. It works with every
 * service that takes a URL. Only `app.merchant.urls` shows the address.
 *
 * @param secrets 8 to 100 characters, without a slash or a comma; the first is the one to register, the others still pass
 * @throws FMW_VERIFIER_SECRET_MISSING, FMW_VERIFIER_SECRET_TOO_SHORT, FMW_VERIFIER_SECRET_UNUSABLE
 * @example
 * await app.register(merchantWebhooks, { verify: secretPath(process.env.PUSH_SECRET), ussd })
 */
export function secretPath(secrets: Secrets): Verifier {
  const accepted = readSecrets('secretPath', secrets, unfitForPath)
  const matches = matchesSecret('secretPath', accepted)
  return {
    name: 'secretPath',
    routePath: '/:secret',
    address: `/${encodeURIComponent(accepted[0])}`,
    longestParameter: Math.max(...accepted.map(({ length }) => length)),
    check: (request) => matches(request.params.secret, request),
  }
}

/** In characters after percent-decoding: Fastify answers 414 to a longer path parameter. */
const longestParameter = 100

const unfitForPath: Unfit = (secret) => {
  if (secret.includes('/')) return 'contains a slash'
  if (secret.length > longestParameter) return `has more than ${longestParameter} characters`
  return undefined
}
