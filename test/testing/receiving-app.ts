import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, {
  type Country,
  memoryStore,
  type PushEvent,
  type Store,
  secretPath,
  type Verifier,
} from '../../src/index.ts'

/** An application that receives every kind and remembers the events that its handlers got. */
export interface ReceivingApp {
  readonly app: FastifyInstance
  /** The events since the last call. */
  readonly takeEvents: () => readonly PushEvent[]
}

/** What a test may choose; everything else is the default. */
export interface ReceivingOptions {
  readonly verify?: Verifier | 'none'
  readonly country?: Country
  readonly publicUrl?: string
  readonly store?: Store
}

export async function receivingApp(options: ReceivingOptions = {}): Promise<ReceivingApp> {
  let events: PushEvent[] = []
  const keep = (event: PushEvent): void => {
    events.push(event)
  }
  const app = Fastify()
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath('a-good-secret'),
    store: memoryStore(),
    ...options,
    ussd: {
      handler: (push, turn) => {
        keep(push)
        return turn.prompt('And now?')
      },
      onUnknownType: (push, turn) => {
        keep(push)
        return turn.end('Not here')
      },
      onLeave: keep,
    },
    programmable: {
      handler: (push, turn) => {
        keep(push)
        return turn.prompt('And now?')
      },
      onUnknownType: (push, turn) => {
        keep(push)
        return turn.end('Not here')
      },
      onLeave: keep,
    },
    payment: keep,
    deliveryReport: keep,
    inboundMessage: keep,
  })
  return {
    app,
    takeEvents: () => {
      const taken = events
      events = []
      return taken
    },
  }
}
