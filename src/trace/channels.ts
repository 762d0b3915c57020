import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/**
 * What the tracing channels `fastify-merchant-webhooks.turn`, `.accept`, `.attempt`, `.store` and `.client` tell: the same
 * object at `start`, `error` and `asyncEnd`. No message of a turn holds a text that was entered or shown, or a phone number.
 *
 * @example
 * const record = ({ kind, ms, source }: ChannelMessages['turn']) => turnDuration.record(ms ?? 0, { kind, source })
 * onTraced({ turn: record })
 */
export interface ChannelMessages {
  /** `start` when its push was read, `asyncEnd` when it's answered. */
  readonly turn: {
    readonly registration: string
    readonly kind: string
    /** ms in which it is answered, whatever your handler does. */
    readonly budget: number
    /** A phone number in it is masked. */
    readonly sessionId: string
    /** `initiation`, `response` and so on; `(unknown)` for a word that the reference doesn't have. */
    readonly type: string
    /** Null where the kind has none. */
    readonly sequence: number | null
    /** What took its time, in the order in which it began. */
    readonly steps: readonly TurnStep[]
    /** The work of an earlier turn with whose result this one was answered, counted from this one's arrival. */
    readonly late: readonly TurnStep[] | null
    /** What it was answered with, as in `counts`; null before. */
    readonly source: string | null
    /** From the arrival to the answer; null before. */
    readonly ms: number | null
  }
  /** A notification: `start` when its push was read, `asyncEnd` when the store has it, before any attempt on it. */
  readonly accept: {
    readonly registration: string
    readonly kind: string
    /** The id of the entry in the inbox; a phone number in it is masked. What came before has the id of then at `asyncEnd`. */
    readonly entryId: string
    /** As in its attempts: a digest of the whole id under your `secret`. Without one, each process has its own. */
    readonly messageId: string
    /** `accepted`, `repeated`, `conflict` or `rejected`, as in `counts`; null before, and where the store could not keep it. */
    readonly taken: string | null
    /** From the arrival to the store's answer; null before. */
    readonly ms: number | null
    readonly error?: unknown
  }
  /** A run of a handler on a notification. */
  readonly attempt: {
    readonly registration: string
    readonly kind: string
    /** The id of the entry in the inbox; a phone number in it is masked. */
    readonly entryId: string
    /** As where it was accepted. */
    readonly messageId: string
    /** From 1. */
    readonly number: number
    readonly replay: boolean
    /** How long it took; null before its end. */
    readonly ms: number | null
    /** What your handler threw, as it is. */
    readonly error?: unknown
  }
  /** A question to the store. */
  readonly store: {
    readonly registration: string
    /** The room and the function of the store's contract, such as `inbox.accept` or `turns.close`. */
    readonly operation: string
    /** How long it took; null before its end. */
    readonly ms: number | null
    readonly error?: unknown
  }
  /** A call to the service, with its retries. */
  readonly client: {
    /** The name that errors of the client have too. */
    readonly call: string
    /** How long it took; null before its end. */
    readonly ms: number | null
    readonly error?: unknown
  }
}

/**
 * A part of a turn's time: its verifier, the coming of its body, reading it, the store, an earlier turn of its session, your
 * handler, `talk.load` and `talk.once` in it, writing the reply.
 *
 * @example
 * const slowest = (steps: readonly TurnStep[]) => steps.filter(({ name }) => name === 'load').map(({ label }) => label)
 */
export interface TurnStep {
  readonly name: 'verify' | 'body' | 'parse' | 'store' | 'wait' | 'handler' | 'load' | 'once' | 'encode'
  /** What your script calls a `load` or `once`; what a `store` was asked for. Else null. */
  readonly label: string | null
  /** ms from the arrival. */
  readonly from: number
  /** ms from the arrival; null while it goes on. */
  readonly to: number | null
}

export type TurnMessage = ChannelMessages['turn']
export type TurnStepName = TurnStep['name']

/** Public channels of `node:diagnostics_channel`: where nobody listens, nothing is made for them. */
export const channels = {
  turn: tracingChannel<ChannelMessages['turn'], ChannelMessages['turn']>('fastify-merchant-webhooks.turn'),
  accept: tracingChannel<ChannelMessages['accept'], ChannelMessages['accept']>('fastify-merchant-webhooks.accept'),
  attempt: tracingChannel<ChannelMessages['attempt'], ChannelMessages['attempt']>('fastify-merchant-webhooks.attempt'),
  store: tracingChannel<ChannelMessages['store'], ChannelMessages['store']>('fastify-merchant-webhooks.store'),
  client: tracingChannel<ChannelMessages['client'], ChannelMessages['client']>('fastify-merchant-webhooks.client'),
} as const

/** What every message has that ends. */
interface Ending {
  ms: number | null
  error?: unknown
}

/**
 * Tells of what is begun: to be called with what it came to. Only where somebody listens.
 *
 * @param elapsed how long it takes so far, ms; left out, since this call
 */
export function tellOf<Message extends Ending & object>(
  { start, end, error, asyncStart, asyncEnd }: TracingChannel<Message, Message>,
  message: Message,
  elapsed: () => number = sinceNow(),
): { ended(): void; failed(why: unknown): void } {
  start.publish(message)
  end.publish(message)
  const ended = (): void => {
    message.ms = elapsed()
    asyncStart.publish(message)
    asyncEnd.publish(message)
  }
  return {
    ended,
    failed(why) {
      message.error = why
      error.publish(message)
      ended()
    },
  }
}

function sinceNow(): () => number {
  const began = performance.now()
  return () => performance.now() - began
}
