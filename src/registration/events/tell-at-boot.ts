import type { FastifyInstance } from 'fastify'
import type { ReceivedKind } from '../kinds/kind-parts.ts'
import type { SharedSettings } from '../options/read-shared.ts'

/**
 * One table of what is received where, without secrets, and what to be warned of.
 *
 * @param lacks what its payments lack, in words
 */
export function tellAtBoot(
  app: FastifyInstance,
  received: readonly ReceivedKind[],
  shared: SharedSettings,
  prefix: string,
  lacks: readonly string[],
): void {
  const { name, store } = shared
  const routes = received.map(({ kind, path, verifier, budget }) => ({
    kind,
    method: 'POST',
    path: prefix + path + (verifier.routePath ?? ''),
    verifier: verifier.name,
    store: store.name,
    durability: store.durability,
    budget,
  }))
  app.addHook('onReady', async () => {
    app.log.info({ registration: name, routes }, 'merchant webhooks are received')
    for (const { kind, verifier } of received) {
      if (verifier.name === 'none') app.log.warn({ kind }, "verify is 'none': anybody can push this kind")
    }
    if (shared.prefix === '' && received.some(({ verifier }) => verifier.address !== undefined)) {
      app.log.warn(
        'there is a secret in the addresses and no prefix: the log of a mistyped one shows it, because only below a prefix no address reaches the application itself',
      )
    }
    for (const line of lacks) app.log.warn(line)
  })
}
