import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Kind, MerchantWebhooksOptions, PushEvent } from '../../src/index.ts'
import { appWith, type Host, post } from './app.ts'
import { samples } from './samples.ts'

/** An application that receives every kind, and what its handlers saw. */
export interface Receiver {
  readonly app: FastifyInstance
  readonly seen: PushEvent[]
  /** Proves that the next push of each kind is served as if nothing had been. */
  servesAll(): Promise<void>
}

export async function receiver(options: MerchantWebhooksOptions = {}, host: Host = {}): Promise<Receiver> {
  const seen: PushEvent[] = []
  const see = (event: PushEvent) => seen.push(event)
  const app = await appWith(
    {
      ussd: (push, turn) => {
        see(push)
        return turn.prompt('Welcome')
      },
      programmable: (push, turn) => {
        see(push)
        return turn.prompt('Welcome')
      },
      payment: see,
      deliveryReport: see,
      inboundMessage: see,
      ...options,
    },
    host,
  )
  let session = 0
  return {
    app,
    seen,
    async servesAll() {
      for (const { kind, url } of app.merchant.urls) {
        const turns = kind === 'ussd' || kind === 'programmable'
        const push = turns ? { ...samples[kind], SessionId: `next-${++session}` } : samples[kind]
        const before = seen.length
        const { statusCode, body } = await post(app, url, push)
        expect([kind, statusCode]).toEqual([kind, 200])
        if (turns) expect(JSON.parse(body)).toMatchObject({ Type: 'Response', Message: 'Welcome' })
        expect(seen.slice(before)).toMatchObject([{ kind }])
      }
    },
  }
}

export const kinds: readonly Kind[] = [
  'ussd',
  'programmable',
  'checkout',
  'fulfilment',
  'ussdPayment',
  'deliveryReport',
  'inboundMessage',
]
