import Fastify from 'fastify'
import merchantWebhooks, { mayDeliver, secretPath, toMinor } from 'fastify-merchant-webhooks'
import { conversation, text, whole } from 'fastify-merchant-webhooks/conversation'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { openOrders } from './orders.js'

/** What the shop sells; prices in major currency units. */
const goods = [
  { name: 'Rice 5 kg', value: 'rice', amount: 60 },
  { name: 'Oil 1 l', value: 'oil', amount: 25 },
  { name: 'Tea', value: 'tea', amount: 5 },
  { name: 'Sugar 1 kg', value: 'sugar', amount: 12.5 },
  { name: 'Beans 2 kg', value: 'beans', amount: 32 },
  { name: 'Gari 1 kg', value: 'gari', amount: 10 },
  { name: 'Tomato paste', value: 'tomato', amount: 7.5 },
  { name: 'Dried fish', value: 'fish', amount: 40 },
  { name: 'Soap', value: 'soap', amount: 6 },
  { name: 'Candles', value: 'candles', amount: 9 },
]

/**
 * A small shop with a handler for every kind of push. Copy it and put your own tables where `orders` is.
 *
 * @param {object} settings
 * @param {import('fastify').FastifyServerOptions['logger']} [settings.logger]
 * @param {string} [settings.publicUrl] where the service reaches this application
 * @param {string} [settings.pushSecret] at least 8 characters, in the addresses; keep it in the environment
 * @param {string} [settings.secret] at least 16 characters; signs the addresses that payments come back to, and keeps PINs
 *   unreadable in the store
 * @param {string} [settings.reportUrl] where the service wants to hear, within an hour, that a cart was delivered
 * @param {import('fastify-merchant-webhooks').Store} [settings.store] where pushes and sessions are kept
 * @param {import('fastify-merchant-webhooks/client').MerchantClient} [settings.client] asks the service about each payment,
 *   and sends messages
 * @param {ReturnType<typeof openOrders>} [settings.orders] what was ordered
 * @param {(line: string) => void} [settings.record] hears what was done
 */
export async function buildShop({
  logger = true,
  publicUrl = process.env.PUBLIC_URL,
  pushSecret = process.env.PUSH_SECRET,
  secret = process.env.MERCHANT_SECRET,
  reportUrl = process.env.REPORT_URL,
  store = sqliteStore(process.env.MERCHANT_STORE ?? 'merchant.db'),
  client = undefined,
  orders = openOrders(),
  record = () => undefined,
} = {}) {
  // From the first question to the last line, on every channel. It runs from its start on each turn: what it does to the
  // world stands in `talk.once`, and what it reads in `talk.load`.
  const shop = conversation(async (talk) => {
    const wish = await talk.choose("Welcome to Ama's shop", ['Buy something', 'My points'])
    return wish === 'My points' ? showPoints(talk) : buy(talk)
  })

  async function buy(talk) {
    const item = await talk.choose('What would you like?', goods.map(talk.channel === 'ussd' ? priced : named))
    const quantity = await talk.ask(`How many of ${item.name}?`, whole({ min: 1, max: 20 }))
    const total = money(item.amount * quantity)
    if (!(await talk.confirm(`Pay ${total} for ${quantity} x ${item.name}?`))) return talk.end('Nothing was bought')

    // Done once, whatever is repeated or killed: `create` makes one order for one key, so asking it again finds out.
    const create = (key) => {
      const { mobileInternational: mobile } = talk.caller
      const { id } = orders.create(key, { item: item.value, quantity, mobile, due: toMinor(item.amount * quantity) })
      record(`order ${id}: ${quantity} x ${item.value}`)
      return { id }
    }
    const order = await talk.once('order', create, { recover: create })
    return talk.pay(`Please approve the payment of ${total}`, {
      name: item.name,
      quantity,
      price: item.amount,
      reference: order.id,
    })
  }

  async function showPoints(talk) {
    const { mobile } = talk.caller
    await talk.ask(
      'Your PIN of four digits?',
      text({ pattern: /^\d{4}$/, sensitive: true, check: (pin) => orders.isPin(mobile, pin) || 'That is not right.' }),
    )
    const points = await talk.load('points', () => orders.pointsOf(mobile))
    return talk.end(`You have ${points} points`, { sensitive: true })
  }

  /** Says what the orders say: a handler that returned may have delivered nothing. */
  const describe = ({ reference }) => ({ serviceStatus: orders.find(reference)?.isSettled ? 'success' : 'failed' })

  const app = Fastify({ logger })

  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl,
    verify: secretPath(pushSecret),
    secret,
    store,
    client,
    country: 'GH',

    ussd: shop,
    // Web stores, tills and the service's app, where paying is a cart.
    programmable: shop,

    // Checkout callbacks, USSD payment notices and fulfilment notices alike. Give value only if `mayDeliver` says so.
    payment: async (payment, attempt) => {
      const { source, outcome, reference, amount, why } = payment
      record(`payment ${source}: ${outcome}, ${amount === null ? 'no amount' : money(amount)} (${why})`)
      const order = orders.find(reference)
      // Paid, proven, without a doubt, and the amount that is due? Anybody who knows the address can post a callback.
      if (order === undefined || order.isSettled || !mayDeliver(payment, order.due)) return
      // Deliver here. If it fails, the plugin runs this again: so it stands before the order is settled, and what
      // must not be sent twice stands in `attempt.once`.
      if (client !== undefined && order.mobile !== null) {
        const content = `Paid ${money(amount)}. Order ${order.id} is on its way.`
        const message = { from: 'Shop', to: order.mobile, content, registeredDelivery: true }
        await attempt.once('receipt', (clientReference) => client.messages.send({ ...message, clientReference }))
      }
      orders.settle(order.id)
      record(`order ${order.id}: settled`)
    },

    // Ask the service for this address before you sell in its app, a web store or at a till.
    fulfilment: { report: reportUrl === undefined ? undefined : { url: reportUrl, describe } },

    deliveryReport: async (report) => {
      record(`deliveryReport ${report.messageId}: ${report.status}`)
    },

    inboundMessage: async (message) => {
      record(`inboundMessage "${message.fulltext}", keyword ${message.keyword}`)
    },
  })

  return app
}

/** On USSD the price stands in the line. */
function priced(item) {
  return { ...item, label: `${item.name}, ${money(item.amount)}` }
}

/** Other channels show the amount beside it. */
function named(item) {
  return { ...item, label: item.name }
}

function money(amount) {
  return amount.toFixed(2)
}

export default buildShop
