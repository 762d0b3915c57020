import Fastify from 'fastify'
import merchantWebhooks, { secretPath } from 'fastify-merchant-webhooks'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'

/** What the shop sells; prices in major currency units. */
const goods = [
  { label: 'Rice 5 kg', price: 60 },
  { label: 'Oil 1 l', price: 25 },
  { label: 'Tea', price: 5 },
]

/**
 * A small shop with a handler for every kind of push. Copy it and put your own tables where `record` is.
 *
 * @param {object} settings
 * @param {import('fastify').FastifyServerOptions['logger']} [settings.logger]
 * @param {string} [settings.publicUrl] where the service reaches this application
 * @param {string} [settings.secret] at least 8 characters; keep it in the environment
 * @param {import('fastify-merchant-webhooks').Store} [settings.store] where pushes and sessions are kept
 * @param {(line: string) => void} [settings.record] hears what each handler saw
 */
export async function buildShop({
  logger = true,
  publicUrl = process.env.PUBLIC_URL,
  secret = process.env.PUSH_SECRET,
  store = sqliteStore(process.env.MERCHANT_STORE ?? 'merchant.db'),
  record = () => undefined,
} = {}) {
  const app = Fastify({ logger })

  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl,
    verify: secretPath(secret),
    store,
    country: 'GH',

    // A menu of three screens. The state lives here, not in the phone: `turn.state` is what the last reply carried.
    ussd: (push, turn) => {
      record(`ussd ${push.type} "${push.message}"`)
      return shopScreen(push, turn, (item, quantity) =>
        turn.pay(`Approve the prompt to pay ${(item.price * quantity).toFixed(2)}`, {
          amount: item.price * quantity,
          description: `${quantity} x ${item.label}`,
        }),
      )
    },

    // The same screens in the provider's app, web stores and at the point of sale, where paying is a cart.
    programmable: (push, turn) => {
      record(`programmable ${push.type} "${push.message}"`)
      return shopScreen(push, turn, (item, quantity) =>
        turn.pay('Proceed to checkout', { name: item.label, quantity, price: item.price }),
      )
    },

    // Checkout callbacks, USSD payment notices and fulfilment notices alike. Give value only on `paid`.
    payment: async (payment) => {
      const amount = payment.amount === null ? 'no amount' : payment.amount.toFixed(2)
      record(`payment ${payment.source}: ${payment.outcome}, ${amount} (${payment.why})`)
    },

    deliveryReport: async (report) => {
      record(`deliveryReport ${report.messageId}: ${report.status}`)
    },

    inboundMessage: async (message) => {
      record(`inboundMessage "${message.fulltext}", keyword ${message.keyword}`)
    },
  })

  return app
}

/** What a shop's channels share: pick, say how many, pay. */
function shopScreen(push, turn, pay) {
  if (push.type === 'addToCart') return turn.end('Thank you, your cart is on its way to the checkout')
  const { picked } = turn.state ?? {}
  const item = goods[picked ?? Number(push.message) - 1]
  if (push.type === 'initiation' || item === undefined) {
    return turn.menu(
      "Welcome to Ama's shop",
      goods.map(({ label, price }) => `${label}, ${price.toFixed(2)}`),
    )
  }
  if (picked === undefined) {
    return turn.prompt(`How many of ${item.label}?`, { field: 'number', state: { picked: goods.indexOf(item) } })
  }
  const quantity = Number(push.message)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 20) {
    return turn.prompt('Please enter a number from 1 to 20', { field: 'number' })
  }
  return pay(item, quantity)
}

export default buildShop
