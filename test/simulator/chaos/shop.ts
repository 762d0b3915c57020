import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { conversation, type Talk, text, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore, type PaymentEvent, secretPath } from '../../../src/index.ts'
import type { Books, ChaosApp, Delivered } from '../../../src/simulator/index.ts'

/** Mistakes of a shop: each costs somebody money, or a night. */
export type Bug =
  /** It orders outside of `talk.once`. */
  | 'noOnce'
  /** Its handler believes every callback. */
  | 'believesAll'
  /** A calculation in its script keeps everything else waiting. */
  | 'blocks'
  /** It keeps what a subscriber typed where the next one reads it. */
  | 'mixesUp'
  /** Its handler delivers once too often. */
  | 'deliversTwice'
  /** Its handler never compares what was paid with what it asked for. */
  | 'takesAnyAmount'
  /** Its handler does nothing. */
  | 'deliversNothing'
  /** Its handler takes a payment of which nobody knows for one that failed, and cancels the order. */
  | 'cancelsUnknown'

interface Tables {
  readonly orders: Map<string, { readonly mobile: string; readonly item: string; readonly quantity: number }>
  readonly delivered: Delivered[]
  readonly cancelled: Set<string | null>
  lastName: string
}

const goods = [
  { label: 'Rice 5 kg, 60.00', name: 'Rice 5 kg', amount: 60 },
  { label: 'Oil 1 l, 25.00', name: 'Oil 1 l', amount: 25 },
  { label: 'Tea, 5.00', name: 'Tea', amount: 5 },
  { label: 'Sugar 1 kg, 12.50', name: 'Sugar 1 kg', amount: 12.5 },
]

/** The shop of the example, with a mistake. @param busyFor ms of the one that blocks */
export function shopWith(bug?: Bug, busyFor = 1_500): ChaosApp {
  const tablesOf = new WeakMap<object, Tables>()
  return {
    build: async () => {
      const tables: Tables = { orders: new Map(), delivered: [], cancelled: new Set(), lastName: '' }
      const app = Fastify()
      const shop = conversation((talk) => serve(talk, tables, bug, busyFor))
      await app.register(merchantWebhooks, {
        verify: secretPath('a-secret-of-the-shop'),
        secret: 'a secret that signs addresses',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        country: 'GH',
        ussd: shop,
        payment: (payment) => deliver(payment, tables, bug),
      })
      tablesOf.set(app, tables)
      return app
    },
    books: (app): Books => {
      const { orders, delivered } = tablesOf.get(app) ?? { orders: new Map(), delivered: [] }
      return {
        orders: [...orders.values()].map(({ mobile, item, quantity }) => `${mobile}: ${quantity} x ${item}`),
        delivered,
      }
    },
  }
}

/** A shop that only asks for an amount, as `order-17`. @param told what it does with a payment, and its books */
export function shopThatAsksFor(amount: number, told: (payment: PaymentEvent, books: Delivered[]) => void): ChaosApp {
  let delivered: Delivered[] = []
  return {
    build: async () => {
      const books: Delivered[] = []
      delivered = books
      const app = Fastify()
      await app.register(merchantWebhooks, {
        verify: 'none',
        secret: 'signs the addresses of notices',
        publicUrl: 'https://shop.example',
        store: memoryStore(),
        ussd: (_, turn) => turn.pay('Approve it', { amount, description: 'Tea', reference: 'order-17' }),
        payment: (payment) => told(payment, books),
      })
      return app
    },
    books: () => ({ delivered }),
  }
}

async function serve(talk: Talk, tables: Tables, bug: Bug | undefined, busyFor: number) {
  const { mobile } = talk.caller
  const wish = await talk.choose("Welcome to Ama's shop", ['Buy something', 'My name'])
  if (wish === 'My name') return greet(talk, tables, bug)
  const item = await talk.choose('What would you like?', goods)
  const quantity = await talk.ask(`How many of ${item.name}?`, whole({ min: 1, max: 20 }))
  const create = (key: string) => {
    if (!tables.orders.has(key)) tables.orders.set(key, { mobile, item: item.name, quantity })
    return key.slice(0, 12)
  }
  if (bug === 'blocks' && quantity > 1) busy(busyFor)
  let reference = bug === 'noOnce' ? create(randomUUID()) : ''
  const total = Math.round(item.amount * quantity * 100) / 100
  if (!(await talk.confirm(`Pay ${total.toFixed(2)} for ${quantity} x ${item.name}?`)))
    return talk.end('Nothing was bought')
  if (bug !== 'noOnce') reference = await talk.once('order', create, { recover: create })
  return talk.pay(`Please approve the payment of ${total.toFixed(2)}`, {
    name: item.name,
    quantity,
    price: item.amount,
    reference,
  })
}

async function greet(talk: Talk, tables: Tables, bug: Bug | undefined) {
  const name = await talk.ask('Your name?', text({ max: 20 }))
  if (tables.lastName === '') tables.lastName = name
  await talk.show(`Hello ${bug === 'mixesUp' ? tables.lastName : name}`)
  return talk.end('Goodbye')
}

function deliver({ outcome, needsReview, reference }: PaymentEvent, tables: Tables, bug: Bug | undefined): void {
  const { delivered, cancelled } = tables
  if (bug === 'cancelsUnknown' && outcome === 'undetermined') cancelled.add(reference)
  if (cancelled.has(reference)) return
  const isAsGoodAsPaid = bug === 'takesAnyAmount' && needsReview.every((reason) => reason === 'underpaid')
  const isPaid = outcome === 'paid' && (needsReview.length === 0 || isAsGoodAsPaid)
  const times = bug === 'believesAll' ? 1 : !isPaid || bug === 'deliversNothing' ? 0 : bug === 'deliversTwice' ? 2 : 1
  for (let time = 0; time < times; time++) delivered.push({ reference })
}

/** Nothing else of the process runs meanwhile; the machine's other work may. */
function busy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
