import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Chain, type ChainLink } from '../chain.ts'
import { BodyRefused, noRoom, type Problem, stopped, tooLarge, tooLate, wrongLength } from './problems.ts'
import type { Body } from './read-body.ts'

/**
 * Makes a scope hand over bodies as they came, for its own reader to parse: it keeps long numbers whole. The
 * host's parsers, its validator and its coercion stay outside. A route reads with the `merchantBodies` of its request.
 */
export function keepBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(['application/json', '*'], (request, payload, done) =>
    request.merchantBodies?.read(request, payload, done),
  )
  // Names come in any casing, so the schemas only describe; what a push needs is checked once it is normalised.
  // The host's compilers may take schemas of another library.
  scope.setValidatorCompiler(() => () => true)
  scope.setSerializerCompiler(() => JSON.stringify)
  scope.decorateRequest('merchantArrivedAt', 0)
  scope.decorateRequest('merchantHasSeen', false)
  scope.decorateRequest('merchantTrace', undefined)
  scope.decorateRequest('merchantBodies', undefined)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads its body. */
    merchantBodies: BodyReader | undefined
  }
}

/** How the bodies of a path are read. */
export interface BodySettings {
  /** Bytes. */
  readonly bodyLimit: number
  /** ms that a body may take to come. */
  readonly bodyTimeout: number
  /** Bytes where a verifier looks at them; text comes cheaper. What is no UTF-8 comes as bytes always. */
  readonly bodyForm: 'bytes' | 'text'
  /** Shared by all paths of a registration. */
  readonly bodyRoom: BodyRoom
  /** Lets go on what came; undefined where it goes on at once. */
  readonly pass: Pace['pass'] | undefined
}

/** Reads the bodies of a path. */
export class BodyReader {
  readonly #settings: BodySettings

  constructor(settings: BodySettings) {
    this.#settings = settings
  }

  /** @param done gets the body, or a BodyRefused or the error of whatever broke */
  read({ headers }: Pick<FastifyRequest, 'headers'>, payload: RequestPayload, done: BodyDone): void {
    const { bodyLimit } = this.#settings
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
    if (length !== undefined && length > bodyLimit) done(new BodyRefused(tooLarge(bodyLimit)))
    else new ArrivingBody(payload, length, this.#settings, done).begin()
  }
}

/** Gets the body as the path wants it, or why there is none. */
type BodyDone = (error: Error | null, body?: Body) => void

/**
 * The room of all bodies that are arriving. Where it is full, those that have been at it for the longest are refused: the body of
 * an honest sender is there within milliseconds, so a flood of half-sent ones only pushes itself out. Each has a time of
 * its own too, whatever the server's `requestTimeout` is: one that drips in holds a socket, and memory, for as long as its
 * sender likes.
 */
export class BodyRoom {
  readonly #most: number
  readonly #bodies = new Chain<ArrivingBody>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  /** Monotonic ms: when the timer goes off. Nearly every body is there at once, so they share one. */
  #looksAt = Number.POSITIVE_INFINITY

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most
  }

  /** The body begins to come, and holds so many bytes. */
  enter(body: ArrivingBody, bytes: number): void {
    this.#bodies.append(body)
    if (body.until < this.#looksAt) this.#lookAt(body.until)
    this.hold(body, bytes)
  }

  /** The body holds so many bytes now. */
  hold(body: ArrivingBody, bytes: number): void {
    this.#bytes += bytes - body.held
    body.held = bytes
    let oldest = this.#bodies.first
    while (this.#bytes > this.#most && oldest !== undefined) {
      oldest.refuse(noRoom)
      oldest = this.#bodies.first
    }
  }

  leave(body: ArrivingBody): void {
    this.#bodies.remove(body)
    this.#bytes -= body.held
    body.held = 0
  }

  #lookAt(time: number): void {
    clearTimeout(this.#timer)
    this.#looksAt = time
    // It may have come meanwhile.
    const ms = Math.max(1, Math.ceil(time - performance.now()))
    this.#timer = setTimeout(this.#look, ms).unref()
  }

  readonly #look = (): void => {
    const now = performance.now()
    const late: ArrivingBody[] = []
    let next = Number.POSITIVE_INFINITY
    for (const body of this.#bodies) {
      if (body.until <= now) late.push(body)
      else next = Math.min(next, body.until)
    }
    this.#looksAt = Number.POSITIVE_INFINITY
    if (next < Number.POSITIVE_INFINITY) this.#lookAt(next)
    for (const body of late) body.refuseLate()
  }
}

/**
 * A body of which a part may be here. Its chunks are joined as they come: a sender may cut them as small as a byte, and each
 * of those would cost some hundred.
 */
class ArrivingBody implements ChainLink<ArrivingBody> {
  /** Its neighbours in the room. */
  earlier: ArrivingBody | undefined = undefined
  later: ArrivingBody | undefined = undefined
  /** Bytes of the room. */
  held = 0
  /** Monotonic ms. */
  readonly until: number
  readonly #payload: RequestPayload
  /** Bytes that it is said to have. */
  readonly #said: number | undefined
  readonly #settings: BodySettings
  readonly #done: BodyDone
  #bytes: Buffer = nothing
  #length = 0
  #state: 'arriving' | 'whole' | 'over' = 'arriving'

  constructor(payload: RequestPayload, said: number | undefined, settings: BodySettings, done: BodyDone) {
    this.#payload = payload
    this.#said = said
    this.#settings = settings
    this.#done = done
    this.until = performance.now() + settings.bodyTimeout
  }

  begin(): void {
    this.#payload.on('data', this.#take).on('end', this.#finish).on('error', this.#fail)
    this.#settings.bodyRoom.enter(this, perBody)
  }

  refuse(problem: Problem): void {
    this.#refuse(new BodyRefused(problem))
  }

  /** One that is there and waits to be read is not late. */
  refuseLate(): void {
    if (this.#state === 'arriving') this.refuse(tooLate(this.#settings.bodyTimeout))
  }

  // A stream that a hook of the host put in its place may give text.
  readonly #take = (given: Buffer | string): void => {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given
    const { bodyLimit, bodyRoom } = this.#settings
    const length = this.#length + chunk.length
    if (Math.max(length, this.#payload.receivedEncodedLength ?? 0) > bodyLimit) {
      this.refuse(tooLarge(bodyLimit))
      return
    }
    if (this.#length === 0) this.#bytes = chunk
    else {
      if (length > this.#bytes.length) this.#bytes = grown(this.#bytes, length)
      chunk.copy(this.#bytes, this.#length)
    }
    this.#length = length
    bodyRoom.hold(this, perBody + this.#bytes.length)
  }

  readonly #finish = (): void => {
    const { bodyRoom, pass } = this.#settings
    if ((this.#said ?? this.#length) !== (this.#payload.receivedEncodedLength || this.#length)) {
      this.refuse(wrongLength)
      return
    }
    this.#state = 'whole'
    bodyRoom.hold(this, this.#length)
    // It keeps its room until somebody reads it.
    if (pass === undefined) this.#handOver()
    else pass(this.#handOver)
  }

  readonly #handOver = (): void => {
    if (this.#state === 'over') return
    // As a rule it came in one piece.
    const bytes = this.#bytes.length === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length)
    this.#end()
    this.#done(null, this.#settings.bodyForm === 'text' && isUtf8(bytes) ? bytes.toString() : Buffer.from(bytes))
  }

  /** Where a hook of the host says with which status it stopped the body, that counts. What breaks behind a whole body is of no consequence. */
  readonly #fail = (error: Error): void => {
    if (this.#state === 'arriving') this.#refuse('statusCode' in error ? error : new BodyRefused(stopped(400)))
  }

  #refuse(error: Error): void {
    this.#end()
    this.#payload.off('data', this.#take).off('end', this.#finish)
    this.#done(error)
  }

  #end(): void {
    this.#state = 'over'
    this.#bytes = nothing
    this.#settings.bodyRoom.leave(this)
  }
}

/** Room for as much again, so that all copying together costs no more than the body. */
function grown(bytes: Buffer, length: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * length)
  bytes.copy(larger)
  return larger
}

const nothing = Buffer.alloc(0)

// Bytes that a request takes beside its body.
const perBody = 16 * 1024

/**
 * Lets a few through in each turn of the event loop, so that others come between: a subscriber waits for the screen of a
 * turn, and nobody for the acknowledgement of one notification among hundreds that came at once.
 */
export class Pace {
  readonly #most: number
  #left: number
  #waiting: (() => void)[] = []

  /** @param most how many in a turn of the event loop */
  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /** Goes on now, or in one of the next turns of the event loop, in the order of the calls. */
  readonly pass = (goOn: () => void): void => {
    if (this.#left === this.#most) setImmediate(this.#next)
    if (this.#left === 0) {
      this.#waiting.push(goOn)
      return
    }
    this.#left -= 1
    goOn()
  }

  readonly #next = (): void => {
    const now = this.#waiting.splice(0, this.#most)
    this.#left = this.#most - now.length
    if (now.length > 0) setImmediate(this.#next)
    // Each by itself: one that throws must not keep the others back.
    for (const goOn of now) process.nextTick(goOn)
  }
}
