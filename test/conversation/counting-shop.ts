import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { conversation, type LabelledOption, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { type Store } from '../../src/index.ts'

/** What somebody ordered. */
export interface CountedOrder {
  readonly key: string
  readonly item: unknown
  readonly quantity: number
  readonly price: number
}

/** What a turn was answered with (reference 2.8). */
export interface Shown {
  readonly Type: string
  readonly Message: string
  readonly Amount?: number
}

/** Where the script may be held up. */
export type Point = 'before the order' | 'after the order' | 'before the last screen'

/** The shop, with what it sells and what was ordered; a test changes the one and counts the other. */
export class CountingShop {
  readonly app: FastifyInstance
  goods: readonly (LabelledOption & { readonly amount: number })[] = usualGoods
  readonly orders: CountedOrder[] = []
  #held: { readonly point: Point; readonly reached: () => void; readonly goOn: Promise<void> } | undefined

  static async open(store: Store): Promise<CountingShop> {
    const shop = new CountingShop(Fastify())
    const { app } = shop
    onTestFinished(() => app.close())
    const script = conversation(async (talk) => {
      const item = await talk.choose("Ama's shop", shop.goods)
      const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
      if (!(await talk.confirm(`Pay ${item.amount * quantity}?`))) return talk.end('Cancelled')
      const order = { item: item.value, quantity, price: item.amount }
      const reference = await talk.once('order', async (key) => {
        await shop.#pass('before the order')
        shop.orders.push({ key, ...order })
        await shop.#pass('after the order')
        return key.slice(0, 8)
      })
      await shop.#pass('before the last screen')
      return talk.pay('Approve the prompt', { name: item.label, quantity, price: item.amount, reference })
    })
    await app.register(merchantWebhooks, { verify: 'none', store, ussd: script })
    return shop
  }

  private constructor(app: FastifyInstance) {
    this.app = app
  }

  /** Holds the script up at a point, the next time that it gets there. */
  holdAt(point: Point): { readonly reached: Promise<void>; goOn(): void } {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    this.#held = { point, reached: reached.resolve, goOn: goOn.promise }
    return { reached: reached.promise, goOn: goOn.resolve }
  }

  async push(sessionId: string, sequence: number, type: string, message: string): Promise<Shown> {
    const response = await this.app.inject({
      method: 'POST',
      url: '/ussd',
      payload: {
        Mobile: '+233000000000',
        SessionId: sessionId,
        ServiceCode: '713',
        Type: type,
        Message: message,
        Operator: 'network',
        Sequence: sequence,
        ClientState: null,
      },
    })
    return response.json()
  }

  async #pass(point: Point): Promise<void> {
    const held = this.#held
    if (held?.point !== point) return
    this.#held = undefined
    held.reached()
    await held.goOn
  }
}

export const usualGoods = [
  { label: 'Rice 5 kg', value: 'rice', amount: 60 },
  { label: 'Oil 1 l', value: 'oil', amount: 25 },
]
