import Fastify from 'fastify'
import merchantWebhooks, { mayDeliver, secretPath, toMinor } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'
import { conversation, whole } from 'fastify-merchant-webhooks/conversation'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { openOrders } from './orders.js'

// What the shop sells; prices in major currency units.
const goods = [
  { label: 'Rice 5 kg: 60', value: 'Rice 5 kg', amount: 60 },
  { label: 'Oil 1 l: 25', value: 'Oil 1 l', amount: 25 },
]

/** Builds the application. It knows no port, so tests and commands use it too. Secrets come from .env. */
export async function build({
  logger = true,
  publicUrl = process.env.PUBLIC_URL,
  pushSecret = process.env.PUSH_SECRET?.split(','), // the new one first, while you change it
  secret = process.env.MERCHANT_SECRET?.split(','),
  reportUrl = process.env.REPORT_URL,
  store = sqliteStore(process.env.MERCHANT_STORE ?? 'merchant.db'),
  orders = openOrders(),
  client = clientOfEnvironment(),
} = {}) {
  // One script for every channel. On each turn it runs from its start, with the answers given so far.
  const shop = conversation(async (talk) => {
    const item = await talk.choose('Welcome to our shop', goods)
    const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
    const due = item.amount * quantity
    if (!(await talk.confirm(`Pay ${due}?`))) return talk.end('Nothing was bought')
    // Runs once for this order, also over a restart. The key is the order's own reference.
    const create = (key) => {
      const phone = talk.caller.mobileInternational // null in a web store and at a till
      orders.create(key, { item: item.value, quantity, due: toMinor(due), phone })
      return { reference: key, name: item.value, quantity, price: item.amount }
    }
    return talk.pay('Approve the prompt', await talk.once('order', create, { recover: create }))
  })

  const app = Fastify({ logger })
  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl, // where the service reaches you
    verify: secretPath(pushSecret), // accepts pushes only at the address with your secret
    secret, // signs the addresses that payments come back to
    store, // keeps pushes and sessions
    client, // asks the service about each payment

    ussd: shop,
    programmable: shop, // web stores, tills, the service's app

    payment: async (payment, attempt) => {
      const { outcome, needsReview, reference, why } = payment
      const order = orders.find(reference ?? '')
      // Paid, proven, without a doubt, and the amount that is due? Anybody who knows the address can post a callback.
      if (reference === null || order === undefined || !mayDeliver(payment, order.due)) {
        const isForPerson = outcome === 'paid' || outcome === 'refunded' || needsReview.length > 0
        if (isForPerson) attempt.log.error({ reference, needsReview, why }, 'a person must look at a payment')
        return
      }
      // Deliver here. This runs again for a payment that is told twice, so look at what you know.
      if (orders.deliver(reference)) attempt.log.info({ reference }, 'delivered')
      // A web store and a till have no number: the notice says who paid.
      const to = order.phone ?? payment.customerPhoneInternational
      if (to !== null) await sendReceipt(to, order, attempt, client)
    },
    // The service wants to hear within an hour whether you delivered a cart. It gives you the address for that.
    fulfilment: { report: reportUrl === undefined ? undefined : reportTo(reportUrl, orders) },
    deliveryReport: async (report, attempt) => attempt.log.info({ status: report.status }, 'a delivery report'),
    inboundMessage: async (message, attempt) => attempt.log.info({ keyword: message.keyword }, 'a message'),
  })
  app.addHook('onClose', async () => orders.close())
  return app
}

/** Tells the customer. Whether the message arrived comes to `deliveryReport`. */
async function sendReceipt(to, order, attempt, client) {
  if (client === undefined) return
  const content = `You paid for ${order.quantity} x ${order.item}. It is on its way.`
  try {
    // Once, however often the payment is told.
    await attempt.once('receipt', (clientReference) =>
      client.messages.send({ from: 'Shop', to, content, clientReference, registeredDelivery: true }),
    )
  } catch (error) {
    // The store was away: thrown on, the payment is told again, and the receipt is sent then.
    if (error instanceof Error && 'code' in error && error.code === 'FMW_STORE_UNAVAILABLE') throw error
    // Else the goods are on their way. Throw here too if a person must see it after the last attempt.
    attempt.log.error({ err: error }, 'no receipt was sent')
  }
}

/** Says what the orders say: a handler that returned may have delivered nothing. */
function reportTo(url, orders) {
  return {
    url,
    describe: ({ reference }) => ({ serviceStatus: orders.isDelivered(reference ?? '') ? 'success' : 'failed' }),
  }
}

/** The service's client, once .env says where the service is. The simulator sets the same variables. */
function clientOfEnvironment() {
  const { API_URL, API_ID, API_KEY, MERCHANT_ACCOUNT_NUMBER } = process.env
  if (API_URL === undefined) return undefined
  return new MerchantClient({
    baseUrl: API_URL,
    apiId: API_ID,
    apiKey: API_KEY,
    merchantAccountNumber: MERCHANT_ACCOUNT_NUMBER,
    paths: { transactionStatus: '/transactions/status' }, // the service gives it to you
  })
}
