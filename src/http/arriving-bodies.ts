import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import type { Pace } from './pace.ts'
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
  /** Bytes where a verifier looks at them; text comes cheaper. */
  readonly bodyForm: 'bytes' | 'text'
  /** Shared by all paths of a registration. */
  readonly bodyRoom: BodyRoom
  /** Lets go on what came. */
  readonly pass: Pace['pass']
}

/**
 * Reads the bodies of a path. Each has a time of its own, whatever the server's `requestTimeout` is: one that drips in holds a
 * socket, and memory, for as long as its sender likes.
 */
export class BodyReader {
  readonly #settings: BodySettings
  /** The oldest first: all have the same time. One timer goes on to the oldest, since nearly every body is there at once. */
  readonly #arriving = new Set<ArrivingBody>()
  #isTimed = false

  constructor(settings: BodySettings) {
    this.#settings = settings
  }

  /** @param done gets the body, or a BodyRefused or the error of whatever broke */
  read(
    { headers }: Pick<FastifyRequest, 'headers'>,
    payload: RequestPayload,
    done: (error: Error | null, body?: Body) => void,
  ): void {
    const { bodyLimit, bodyTimeout, bodyForm, bodyRoom, pass } = this.#settings
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
    if (length !== undefined && length > bodyLimit) {
      done(new BodyRefused(tooLarge(bodyLimit)))
      return
    }
    const body = new ArrivingBody(payload, {
      limit: bodyLimit,
      length,
      until: performance.now() + bodyTimeout,
      room: bodyRoom,
      refused: (error) => {
        this.#arriving.delete(body)
        done(error)
      },
      whole: () => {
        this.#arriving.delete(body)
        // It keeps its room until somebody reads it.
        pass(() =>
          body.handOver((bytes) => done(null, bodyForm === 'text' ? bytes.toString('utf8') : Buffer.from(bytes))),
        )
      },
    })
    this.#arriving.add(body)
    body.begin()
    if (!this.#isTimed) this.#start(bodyTimeout)
  }

  #start(ms: number): void {
    this.#isTimed = true
    setTimeout(this.#look, ms).unref()
  }

  readonly #look = (): void => {
    const now = performance.now()
    this.#isTimed = false
    for (const body of this.#arriving) {
      if (body.until > now) {
        this.#start(body.until - now)
        return
      }
      body.refuse(tooLate(this.#settings.bodyTimeout))
    }
  }
}

/**
 * The room of all bodies that are arriving. Where it is full, those that have been at it for the longest are refused: the body of
 * an honest sender is there within milliseconds, so a flood of half-sent ones only pushes itself out.
 */
export class BodyRoom {
  readonly #most: number
  /** The oldest first. */
  readonly #taken = new Set<ArrivingBody>()
  #bytes = 0

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most
  }

  /** The body holds so many bytes now. */
  take(body: ArrivingBody, bytes: number): void {
    this.#bytes += bytes - body.held
    body.held = bytes
    this.#taken.add(body)
    for (const oldest of this.#taken) {
      if (this.#bytes <= this.#most) return
      oldest.refuse(noRoom)
    }
  }

  leave(body: ArrivingBody): void {
    this.#bytes -= body.held
    body.held = 0
    this.#taken.delete(body)
  }
}

interface Arrival {
  /** Bytes that it may have. */
  readonly limit: number
  /** Bytes that it is said to have. */
  readonly length: number | undefined
  /** Monotonic ms. */
  readonly until: number
  readonly room: BodyRoom
  readonly refused: (error: Error) => void
  readonly whole: () => void
}

/**
 * A body of which a part may be here. Its chunks are joined as they come: a sender may cut them as small as a byte, and each
 * of those would cost some hundred.
 */
class ArrivingBody {
  /** Bytes of the room. */
  held = 0
  readonly #payload: RequestPayload
  readonly #arrival: Arrival
  #bytes: Buffer = nothing
  #length = 0
  #isOver = false

  constructor(payload: RequestPayload, arrival: Arrival) {
    this.#payload = payload
    this.#arrival = arrival
  }

  get until(): number {
    return this.#arrival.until
  }

  begin(): void {
    this.#payload.on('data', this.#take).on('end', this.#finish).on('error', this.#fail)
    this.#arrival.room.take(this, perBody)
  }

  refuse(problem: Problem): void {
    this.#refuse(new BodyRefused(problem))
  }

  /** Gives the whole body away, unless it was refused. */
  handOver(take: (bytes: Buffer) => void): void {
    if (this.#isOver) return
    this.#end()
    take(this.#bytes.subarray(0, this.#length))
  }

  // A stream that a hook of the host put in its place may give text.
  readonly #take = (given: Buffer | string): void => {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given
    const { limit, room } = this.#arrival
    const length = this.#length + chunk.length
    if (Math.max(length, this.#payload.receivedEncodedLength ?? 0) > limit) {
      this.refuse(tooLarge(limit))
      return
    }
    if (this.#length === 0) this.#bytes = chunk
    else {
      if (length > this.#bytes.length) this.#bytes = grown(this.#bytes, length)
      chunk.copy(this.#bytes, this.#length)
    }
    this.#length = length
    room.take(this, perBody + this.#bytes.length)
  }

  readonly #finish = (): void => {
    const { length = this.#length, room, whole } = this.#arrival
    if (length !== (this.#payload.receivedEncodedLength || this.#length)) {
      this.refuse(wrongLength)
      return
    }
    this.#listenNoMore()
    room.take(this, this.#length)
    whole()
  }

  /** Where a hook of the host says with which status it stopped the body, that counts. */
  readonly #fail = (error: Error): void => {
    this.#refuse('statusCode' in error ? error : new BodyRefused(stopped(400)))
  }

  #refuse(error: Error): void {
    this.#end()
    this.#listenNoMore()
    this.#arrival.refused(error)
  }

  #end(): void {
    this.#isOver = true
    this.#arrival.room.leave(this)
  }

  #listenNoMore(): void {
    this.#payload.off('data', this.#take).off('end', this.#finish).off('error', this.#fail)
    // Nobody else may listen, and what breaks there now is of no consequence.
    this.#payload.on('error', () => undefined)
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
