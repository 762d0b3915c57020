import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import type { PaymentClient } from '../../src/payments/rules/safe-checkout.ts'
import { merchantWebhooks, sqliteStore, transactionAnswer } from './built.ts'
import { portOf, reportToParent, usage } from './report.ts'

// Checkout callbacks over SQLite: plain, or signed, expected, and confirmed by a service that answers at once.
const { values } = parseArgs({ options: { sqlite: { type: 'string' }, confirmed: { type: 'boolean' } } })
const app = Fastify()
const addresses = new Map<string, string>()
let delivered = 0
let created = 0

await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: 'none',
  publicUrl: 'https://shop.example',
  secret: 'a secret of sixteen characters and more',
  store: sqliteStore(values.sqlite ?? ''),
  checkout: ({ outcome, evidence }) => {
    if (outcome === 'paid' && evidence === (values.confirmed ? 'confirmed' : 'callback')) delivered++
  },
  ...(values.confirmed ? { client: stubbed() } : {}),
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
reportToParent({ port: portOf(app.server.address()), paths: { checkout: '/push/checkout' } }, async (question) =>
  Array.isArray(question) ? await prepare(question) : { ...usage(), delivered },
)

/** Creates the payments that are to come, and gives the query of each one's address. */
async function prepare(references: readonly string[]): Promise<readonly string[]> {
  if (!values.confirmed) return references.map(() => '')
  const left = [...references]
  const create = async (): Promise<void> => {
    for (let reference = left.pop(); reference !== undefined; reference = left.pop()) {
      const urls = { returnUrl: 'https://shop.example/thanks', cancellationUrl: 'https://shop.example/cart' }
      const invoice = { clientReference: reference, amount: 19.99, currency: 'GHS', description: 'Tea', ...urls }
      await app.merchant.checkout.create(invoice)
    }
  }
  await Promise.all(Array.from({ length: 128 }, create))
  // Each is looked at once, and put off: that is no part of receiving its callback.
  created += references.length
  while ((app.merchant.counts.expectedPayment?.later ?? 0) < created) await wait(20)
  const queries = references.map((reference) => new URL(addresses.get(reference) ?? '').search)
  // Whoever takes payments does not remember their addresses.
  addresses.clear()
  return queries
}

function stubbed(): PaymentClient {
  return {
    checkout: {
      create: async ({ clientReference, callbackUrl }) => {
        addresses.set(clientReference, callbackUrl)
        const facts = {
          checkoutId: `c-${clientReference}`,
          checkoutDirectUrl: null,
          message: null,
          responseCode: '0000',
        }
        return { ...facts, clientReference, isPaidByHand: false, checkoutUrl: 'https://pay.example', raw: null }
      },
    },
    transactions: {
      status: async ({ clientReference }) =>
        transactionAnswer({
          outcome: 'paid',
          clientReference,
          transactionId: '156b3fe470a7fe3f4c6499eeeb867bb1',
          networkTransactionId: '25',
          amount: 19.99,
          currency: 'GHS',
        }),
    },
  }
}
