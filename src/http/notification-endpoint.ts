import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { newEntry, rejectedEntry, writePayload } from '../inbox/entry.ts'
import { FMW_CLOSING } from '../inbox/errors.ts'
import type { Handled, Intake } from '../inbox/intake.ts'
import type { DeliveredKind, EntryWork, NotificationWorks } from '../inbox/work.ts'
import { childOf, logSafely } from '../log.ts'
import type { AddressCheck } from '../payments/rules/callback-signer.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { Identity, NotificationPushKind } from '../pushes/push-kind.ts'
import { keptBytes } from '../pushes/reading/body-text.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { Notes } from '../pushes/reading/push-problem.ts'
import type { NewEntry } from '../store/entry.ts'
import type { Acceptance } from '../store/inbox-store.ts'
import type { StopFlag } from '../store/people/stops.ts'
import { shownNames } from '../text/clean-text.ts'
import { logError, lookable } from '../text/describe-error.ts'
import { mayHaveTiming, timingHeader, writeTiming } from '../trace/development.ts'
import { trace } from '../trace/moments.ts'
import { AnswersTogether } from './answers-together.ts'
import type { Endpoint } from './endpoint.ts'
import { broken, handlerFailed, noRoom, notKept, type Problem, paused, sendProblem } from './problems.ts'
import { isBody } from './read-body.ts'

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
  readonly delivered: DeliveredKind<Event>
  readonly works: NotificationWorks<Event>
  readonly identify: (event: Event) => Identity
  readonly acknowledgement: Acknowledgement
  readonly intake: Intake
  /** Whether the store keeps what it accepts: if not, handlers run before the acknowledgement. */
  readonly keeps: boolean
  readonly clock: Clock
  /** Whether somebody has stopped the kind: then nothing of it is kept, and nothing acknowledged. */
  readonly stop: StopFlag
  /** Knows the addresses that were made for one payment; undefined where none are. */
  readonly addresses: SignedAddresses | undefined
  /** How an acceptance ended, for counts. */
  /** @param ms since the push arrived */
  readonly onTaken: (status: Acceptance['status'] | 'rejected' | 'unavailable' | 'paused', ms: number) => void
}

/** The addresses of a kind that are made for one payment each. */
export interface SignedAddresses {
  /** Where their signature stands. */
  readonly queryNames: readonly string[]
  /** @param at epoch ms */
  check(query: unknown, at: number): AddressCheck | undefined
}

/** Receives notifications: they are kept, then the service is told that they were taken. */
export class NotificationEndpoint<Event extends PushEvent> implements Endpoint {
  readonly #settings: NotificationEndpointSettings<Event>
  /** The same text for all. */
  readonly #acknowledgement: string | undefined
  readonly #answers = new AnswersTogether()

  constructor(settings: NotificationEndpointSettings<Event>) {
    this.#settings = settings
    this.#acknowledgement = JSON.stringify(settings.acknowledgement.body)
  }

  get push(): NotificationPushKind<Event> {
    return this.#settings.delivered.push
  }

  get ownQueryNames(): readonly string[] | undefined {
    return this.#settings.addresses?.queryNames
  }

  take(came: Incoming, request: FastifyRequest, reply: FastifyReply): void {
    const { delivered, works, identify, clock, keeps, addresses, stop } = this.#settings
    if (stop.isOn) {
      this.#pause(request, reply)
      return
    }
    const notes = new Notes(came.oddities)
    const receivedAt = new Date(clock.now())
    const address = addresses?.check(request.query, receivedAt.getTime())
    // Kept with it: a later attempt is not to depend on the time, or on the secrets of then.
    const incoming = address?.signed === undefined ? came : { ...came, signed: address.signed }
    const event = delivered.push.read(incoming, { receivedAt, country: delivered.country, notes })
    const entry = newEntry(delivered, event, identify(event), incoming)
    const { kind, id } = entry
    if (address?.problem !== undefined) {
      const { problem } = address
      logSafely(
        request.log,
        'warn',
        { ...shownNames({ kind, id }), problem },
        'the signature of an address does not count: its push is taken as unsigned',
      )
    }
    if (notes.lines !== undefined) {
      logSafely(
        request.log,
        'warn',
        { ...shownNames({ kind, id }), notes: notes.lines },
        'a push was not as the reference has it',
      )
    }
    const work = works.of(event, incoming, () => childOf(request.log, () => shownNames({ kind, id })))
    if (keeps) this.#keep(entry, work, request, reply)
    else this.#handle(entry, work, request, reply)
  }

  /** What cannot be read, or was not understood because something broke, is kept for people, as it came. */
  async refuse(
    problem: Problem,
    fields: Fields | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    why: string,
  ): Promise<void> {
    const { intake, clock, onTaken, stop } = this.#settings
    if (stop.isOn && worthKeeping.includes(problem.code)) {
      this.#pause(request, reply)
      return
    }
    const body = worthKeeping.includes(problem.code) ? bodyOf(request, fields) : undefined
    if (body === undefined) {
      if (problem === noRoom) onTaken('unavailable', this.#since(request))
      sendProblem(reply, problem)
      return
    }
    const entry = rejectedEntry(this.push.kind, body, clock.now(), why)
    try {
      await intake.keepRejected(entry, request.merchantArrivedAt)
    } catch (error) {
      this.#refuseUnkept(entry, error, request, reply)
      return
    }
    onTaken('rejected', this.#since(request))
    sendProblem(reply, problem)
  }

  #pause(request: FastifyRequest, reply: FastifyReply): void {
    this.#settings.onTaken('paused', this.#since(request))
    sendProblem(reply, paused)
  }

  /** Acknowledged when it is durable; the handler comes after. */
  #keep(entry: NewEntry, work: EntryWork, request: FastifyRequest, reply: FastifyReply): void {
    const { intake } = this.#settings
    request.merchantTrace?.phase('store')
    intake.keep(entry, work, request.merchantArrivedAt).then(
      (acceptance) => {
        this.#taken(entry, acceptance, request, reply)
        this.#acknowledge(reply, () => intake.begin(acceptance, work))
      },
      (error: unknown) => this.#refuseUnkept(entry, error, request, reply),
    )
  }

  #taken(entry: NewEntry, acceptance: Acceptance, request: FastifyRequest, reply: FastifyReply): void {
    const ms = this.#since(request)
    this.#settings.onTaken(acceptance.status, ms)
    tellAccepted(entry, acceptance, ms, request)
    tellTiming(entry, acceptance, request, reply)
    if (trace.acknowledged.hasSubscribers) {
      reply.raw.once('finish', () => trace.acknowledged.publish({ ids: [entry.id] }))
    }
  }

  /** Acknowledged when it was handled: nothing keeps it. */
  #handle(entry: NewEntry, work: EntryWork, request: FastifyRequest, reply: FastifyReply): void {
    request.merchantTrace?.phase('handler')
    let handling: Handled | Promise<Handled>
    try {
      handling = this.#settings.intake.handle(entry, work, request.merchantArrivedAt)
    } catch (error) {
      this.#refuseUnkept(entry, error, request, reply)
      return
    }
    if ('acceptance' in handling) {
      this.#handled(entry, handling, request, reply)
      return
    }
    handling.then(
      (handled) => this.#handled(entry, handled, request, reply),
      (error) => this.#refuseUnkept(entry, error, request, reply),
    )
  }

  #handled(entry: NewEntry, { acceptance, end }: Handled, request: FastifyRequest, reply: FastifyReply): void {
    // The handler was not begun, so nothing failed: another process may take it.
    if (!end.ok && end.isHandedBack !== true && lookable(end.error) instanceof FMW_CLOSING) {
      this.#refuseUnkept(entry, end.error, request, reply)
      return
    }
    const ms = this.#since(request)
    this.#settings.onTaken(acceptance.status, ms)
    if (acceptance.status !== 'accepted') tellAccepted(entry, acceptance, ms, request)
    tellTiming(entry, acceptance, request, reply)
    if (end.ok) this.#acknowledge(reply)
    else sendProblem(reply, handlerFailed)
  }

  #refuseUnkept({ kind, id }: NewEntry, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.#settings.onTaken('unavailable', this.#since(request))
    const line = 'a notification could not be kept: it is not acknowledged'
    logError(request.log, 'error', error, line, shownNames({ kind, id }))
    sendProblem(reply, notKept)
  }

  /** @param after what is to be done about it after its answer */
  #acknowledge(reply: FastifyReply, after?: () => void): void {
    const send = (): void => {
      reply.code(this.#settings.acknowledgement.status)
      if (this.#acknowledgement !== undefined) reply.header('content-type', 'application/json; charset=utf-8')
      reply.send(this.#acknowledgement)
    }
    this.#answers.add({ send, after }, this.#settings.clock.monotonic())
  }

  #since(request: FastifyRequest): number {
    return this.#settings.clock.monotonic() - request.merchantArrivedAt
  }
}

const worthKeeping = ['FMW_BODY', 'FMW_FIELD', 'FMW_CONTENT_TYPE', 'FMW_CONTENT_ENCODING', broken.code]

function bodyOf(
  { body, raw }: FastifyRequest,
  fields: Fields | undefined,
): Pick<NewEntry, 'form' | 'payload'> | undefined {
  if (isBody(body) && body.length > 0)
    return {
      form: 'body',
      payload: typeof body === 'string' ? Buffer.from(body) : keptBytes(body, raw.headers['content-type']),
    }
  if (fields === undefined) return undefined
  return { form: 'push', payload: writePayload({ carrier: 'query', fields, raw: fields }) }
}

/** In development, to those who ask with the right secret. */
function tellTiming({ id }: NewEntry, acceptance: Acceptance, request: FastifyRequest, reply: FastifyReply): void {
  const { merchantTrace, headers } = request
  if (merchantTrace === undefined || !mayHaveTiming(headers[timingHeader])) return
  const entryId = acceptance.status === 'accepted' ? id : acceptance.id
  reply.header(timingHeader, writeTiming(merchantTrace.taken(sourceOf(acceptance), entryId)))
}

/** What failed for good, or wasn't believed, is worked on again where it comes again. */
function sourceOf(acceptance: Acceptance): string {
  if (acceptance.status !== 'repeated') return acceptance.status
  return acceptance.state === 'dead' || acceptance.state === 'rejected' ? 'again' : acceptance.status
}

function tellAccepted({ kind, id }: NewEntry, acceptance: Acceptance, took: number, { log }: FastifyRequest): void {
  const ms = Math.round(took)
  if (acceptance.status === 'accepted')
    logSafely(log, 'info', { ...shownNames({ kind, id }), ms }, 'a notification was accepted')
  else if (acceptance.status === 'repeated') {
    logSafely(
      log,
      'info',
      { ...shownNames({ kind, id: acceptance.id }), state: acceptance.state, ms },
      'a notification came again',
    )
  } else {
    const { id: ownId, conflictsWith } = acceptance
    logSafely(
      log,
      'warn',
      { ...shownNames({ kind, id: ownId, conflictsWith }), ms },
      'a notification differs from an earlier entry of its identity: both are kept',
    )
  }
}
