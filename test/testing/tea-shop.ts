import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, { type ProgrammableEvent, type ReplyOptions, type UssdEvent } from '../../src/index.ts'

/** A shop that sells tea on both channels, and what it was sent. */
export interface TeaShop {
  readonly app: FastifyInstance
  /** What arrived, as it was on the wire. */
  readonly bodies: unknown[]
}

/** What a test may choose. */
export interface TeaShopOptions {
  readonly reply?: ReplyOptions
}

export async function teaShop({ reply = {} }: TeaShopOptions = {}): Promise<TeaShop> {
  const bodies: unknown[] = []
  const keep = ({ raw }: UssdEvent | ProgrammableEvent): void => {
    bodies.push(raw)
  }
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    reply,
    ussd: {
      handler: (push, turn) => {
        keep(push)
        if (push.type === 'initiation') return turn.menu('Welcome', ['Tea, 5.00', 'Leave'], { clientState: 'menu' })
        if (push.message === '1') return turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
        if (push.message === '2') return turn.end('Goodbye')
        return turn.prompt('1 or 2?')
      },
      onLeave: keep,
    },
    programmable: {
      handler: (push, turn) => {
        keep(push)
        if (push.type === 'addToCart') return turn.end('Thank you')
        if (push.type === 'initiation') return turn.prompt('How many?', { field: 'number', clientState: 'how many' })
        return turn.pay('To the checkout', { name: 'Tea', quantity: Number(push.message), price: 5 })
      },
      onLeave: keep,
    },
  })
  return { app, bodies }
}
