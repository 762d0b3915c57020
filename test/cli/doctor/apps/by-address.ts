import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, {
  allOf,
  anyOf,
  secretHeader,
  secretPath,
  sourceAddresses,
  type Verifier,
  verifyWith,
} from '../../../../src/index.ts'

const here = ['127.0.0.1', '::1']

const messages: Readonly<Record<string, Verifier>> = {
  open: allOf(
    sourceAddresses(here),
    verifyWith('open', () => true),
  ),
  moves: anyOf(sourceAddresses(here), allOf(secretPath('a-good-secret-1'), secretHeader('x-token', 'a-good-secret-2'))),
  one: allOf(sourceAddresses(here)),
  proxied: sourceAddresses(['127.0.0.9']),
}

/** Addresses may push here, each kind by another verifier. */
export const build = async (): Promise<FastifyInstance> => {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: sourceAddresses(here),
    ussd: {
      handler: (_push, turn) => turn.end('Welcome'),
      verify: anyOf(secretPath('a-good-secret-1'), sourceAddresses(here)),
    },
    deliveryReport: () => undefined,
    inboundMessage: {
      handler: () => undefined,
      verify: messages[process.env.BY_ADDRESS ?? 'open'] ?? messages.open,
    },
  })
  return app
}
