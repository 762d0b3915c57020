import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { MerchantClient } from '../../../src/client/index.ts'
import { conversation, type Talk, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, {
  type Attempt,
  type InboundMessageEvent,
  type Merchant,
  memoryStore,
  type PaymentEvent,
  secretPath,
} from '../../../src/index.ts'
import type { Books, ChaosApp, Delivered } from '../../../src/simulator/index.ts'

/** Mistakes of an office that sells by invoice, cart and text. */
export type OfficeBug =
  /** It hands out a ticket for every result of an invoice. */
  | 'believesInvoices'
  /** It hands out a ticket for every notice of a cart. */
  | 'believesCarts'
  /** It takes each push of a text for a text of its own. */
  | 'ordersEachPush'
  /** It hands out a ticket again when the message about it arrives. */
  | 'deliversOnReport'

interface Tables {
  readonly orders: Map<string, string>
  /** What each order costs, in hundredths, by its reference. */
  readonly due: Map<string | null, number>
  readonly delivered: Delivered[]
  /** Payments of messages, by what is reported of them. */
  readonly sent: Map<string, Delivered>
}

/** Tickets: by invoice on USSD, by cart elsewhere, and reserved by text. */
export function officeWith(bug?: OfficeBug): ChaosApp {
  const tablesOf = new WeakMap<object, Tables>()
  return {
    build: async (sim) => {
      const tables: Tables = { orders: new Map(), due: new Map(), delivered: [], sent: new Map() }
      const client = new MerchantClient({ ...sim.clientOptions, retries: 0 })
      const app = Fastify()
      const office = conversation((talk) => sell(talk, app.merchant, tables))
      await app.register(merchantWebhooks, {
        verify: secretPath('a-secret-of-the-office'),
        secret: 'a secret that signs addresses',
        publicUrl: 'https://tickets.example',
        store: memoryStore(),
        client,
        country: 'GH',
        ussd: office,
        programmable: office,
        payment: (payment) => handOut(payment, client, tables, bug),
        inboundMessage: {
          handler: ({ from, fulltext }: InboundMessageEvent, { entryId }: Attempt) =>
            void tables.orders.set(entryId, `${from}: ${fulltext}`),
          ...(bug === 'ordersEachPush' && { identity: () => randomUUID() }),
        },
        deliveryReport: ({ messageId, status }) => {
          const payment = tables.sent.get(messageId)
          if (bug === 'deliversOnReport' && payment !== undefined && status === 'Delivered')
            tables.delivered.push(payment)
        },
      })
      tablesOf.set(app, tables)
      return app
    },
    books: (app): Books => {
      const { orders, delivered } = tablesOf.get(app) ?? { orders: new Map<string, string>(), delivered: [] }
      return { orders: [...orders.values()], delivered }
    },
  }
}

async function sell(talk: Talk, merchant: Merchant, { orders, due }: Tables) {
  const { mobile } = talk.caller
  const quantity = await talk.ask('How many tickets?', whole({ min: 1, max: 9 }))
  if (!(await talk.confirm(`Pay ${10 * quantity} for ${quantity} tickets?`))) return talk.end('Nothing was bought')
  const order = (key: string): string => {
    orders.set(key, `${mobile}: ${quantity} tickets`)
    const reference = key.replaceAll('-', '').slice(0, 32)
    due.set(reference, 1_000 * quantity)
    return reference
  }
  const reference = await talk.once('order', order, { recover: order })
  if (talk.channel !== 'ussd') return talk.pay('Pay in the app', { name: 'Ticket', quantity, price: 10, reference })
  await talk.once('invoice', () =>
    merchant.checkout.create({
      clientReference: reference,
      amount: 10 * quantity,
      description: 'Tickets',
      returnUrl: 'https://tickets.example/thanks',
      cancellationUrl: 'https://tickets.example/cart',
    }),
  )
  return talk.end('We send you a page where you can pay')
}

async function handOut(
  { source, outcome, needsReview, reference, amountMinor, ...payment }: PaymentEvent,
  client: MerchantClient,
  { due, delivered, sent }: Tables,
  bug: OfficeBug | undefined,
): Promise<void> {
  const believes = source === 'checkout' ? bug === 'believesInvoices' : bug === 'believesCarts'
  // Nobody can ask the service about a cart.
  const doubts = needsReview.filter((reason) => reason !== 'unconfirmable')
  const isEnough = amountMinor !== null && amountMinor >= (due.get(reference) ?? 0)
  if (!believes && (outcome !== 'paid' || doubts.length > 0 || !isEnough)) return
  const ticket = { reference, ...('orderId' in payment && { orderId: payment.orderId }) }
  delivered.push(ticket)
  const to = '+233000000000'
  const { messageId } = await client.messages.send({ from: 'Tickets', to, content: 'Here', registeredDelivery: true })
  if (messageId !== null) sent.set(messageId, ticket)
}
