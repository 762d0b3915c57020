import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Attempt } from '../inbox/attempt.ts'
import { deliver } from '../inbox/deliver.ts'
import type { Log } from '../log.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { Fields } from '../pushes/is-record.ts'
import { Notes } from '../pushes/notes.ts'
import type { Identity, NotificationPushKind } from '../pushes/push-kind.ts'
import type { Numbering } from '../text/countries.ts'
import { describeError } from '../text/describe-error.ts'
import type { Endpoint } from './endpoint.ts'
import { type Problem, sendProblem } from './problem.ts'
import { handlerFailed } from './refusals.ts'

/**
 * What the service gets when a notification was taken.
 *
 * @example
 * const acknowledge: Partial<Acknowledgement> = { status: 204, body: undefined }
 * await app.register(merchantWebhooks, { verify, acknowledge, deliveryReport: onReport })
 */
export interface Acknowledgement {
  readonly status: number
  /** Sent as JSON; undefined sends no body. */
  readonly body: unknown
}

/** What the notifications of a kind are received with. */
export interface NotificationEndpointSettings<Event extends PushEvent> {
  readonly push: NotificationPushKind<Event>
  readonly handler: (event: Event, attempt: Attempt) => unknown
  readonly identify: (event: Event) => Identity
  readonly acknowledgement: Acknowledgement
  /** ms */
  readonly attemptTimeout: number
  readonly country: Numbering | undefined
  readonly clock: Clock
  readonly onHandled: () => void
  readonly onFailed: (error: unknown, log: Log) => void
}

/** Receives notifications: the handler runs, then the service is told that it was taken. */
export class NotificationEndpoint<Event extends PushEvent> implements Endpoint {
  readonly #settings: NotificationEndpointSettings<Event>

  constructor(settings: NotificationEndpointSettings<Event>) {
    this.#settings = settings
  }

  get push(): NotificationPushKind<Event> {
    return this.#settings.push
  }

  take(incoming: Incoming, request: FastifyRequest, reply: FastifyReply): void {
    const { push, country, clock } = this.#settings
    const notes = new Notes()
    const event = push.read(incoming, { receivedAt: new Date(clock.now()), country, notes })
    const { identity } = this.#settings.identify(event)
    const id = `${push.kind}:${identity}`
    if (notes.lines !== undefined) {
      request.log.warn({ kind: push.kind, id, notes: notes.lines }, 'a push was not as the reference has it')
    }
    this.#deliver(id, event, request, reply)
  }

  refuse(problem: Problem, _fields: Fields | undefined, _request: FastifyRequest, reply: FastifyReply): void {
    sendProblem(reply, problem)
  }

  async #deliver(id: string, event: Event, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { handler, attemptTimeout: timeout, clock, acknowledgement, onHandled, onFailed } = this.#settings
    const log = request.log.child({ kind: event.kind, id })
    try {
      await deliver({ id, event, handler, timeout, clock, log })
    } catch (error) {
      log.error({ err: describeError(error) }, 'the handler of a notification failed: it is not acknowledged')
      onFailed(error, log)
      sendProblem(reply, handlerFailed)
      return
    }
    onHandled()
    const ms = Math.round(clock.monotonic() - request.merchantArrivedAt)
    log.info({ ms, ...('outcome' in event ? { outcome: event.outcome } : {}) }, 'a notification was handled')
    acknowledge(reply, acknowledgement)
  }
}

function acknowledge(reply: FastifyReply, { status, body }: Acknowledgement): void {
  reply.code(status)
  if (body === undefined) {
    reply.send()
    return
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(JSON.stringify(body))
}
