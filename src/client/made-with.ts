import type { MerchantClientOptions } from './client-options.ts'

/** The options of a client that come from an environment. */
export type ClientKey = 'baseUrl' | 'apiId' | 'apiKey' | 'clientId' | 'clientSecret' | 'merchantAccountNumber'

/** Whether a client was made with this value of an option. The values themselves are shown to nobody. */
export type MadeWith = (option: ClientKey, value: string) => boolean

/** Lets `doctor` ask a client, which may be of another copy of the package. */
export function answerMadeWith(client: object, options: MerchantClientOptions): void {
  const isMadeWith: MadeWith = (option, value) => options[option] === value
  Object.defineProperty(client, madeWith, { value: isMadeWith })
}

/** @returns undefined for what is no client, or one of an older version of the package */
export function madeWithOf(client: object): MadeWith | undefined {
  return isAsked(client) ? client[madeWith] : undefined
}

const madeWith: unique symbol = Symbol.for('fastify-merchant-webhooks.made-with')

function isAsked(client: object): client is { readonly [madeWith]: MadeWith } {
  return madeWith in client && typeof client[madeWith] === 'function'
}
