import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, { allOf, anyOf, secretPath, sourceAddresses, verifyWith } from '../../../../src/index.ts'

const here = ['127.0.0.1', '::1']

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
      verify: allOf(
        sourceAddresses(here),
        verifyWith('open', () => true),
      ),
    },
  })
  return app
}
