import type { Kind } from '../pushes/kinds.ts'
import type { StopsLook, KindStop as StoredStop } from '../store/people/stops.ts'
import { maskWritten } from '../text/phone.ts'
import { checkNames, readWords } from './check-query.ts'
import { FMW_LOOK } from './errors.ts'
import { type PersonOptions, readPerson, type Trail } from './trail.ts'

/**
 * Who stops a kind, and why. Both are kept with the stop, and stand on the trail.
 *
 * @example
 * const person: StopOptions = { by: 'Ama', reason: 'the new menu shows no prices' }
 * await app.merchant.stop('ussd', person)
 */
export interface StopOptions {
  /** The name of a person, or of a part of your application. 1 to 200 characters. A phone number in it is shortened before it is kept. */
  readonly by: string
  /** 3 to 2,000 characters. It is kept as it is, so name no secret in it. */
  readonly reason: string
}

/**
 * Who starts a kind again. It stands on the trail.
 *
 * @example
 * const person: StartOptions = { by: 'Ama' }
 * await app.merchant.start('ussd', person)
 */
export interface StartOptions extends PersonOptions {
  readonly by: string
}

/**
 * A kind of push that is stopped.
 *
 * @example
 * const inWords = ({ kind, by, since, reason }: StoppedKind) => `${kind}, by ${by} at ${since.toISOString()}: ${reason}`
 */
export interface StoppedKind {
  readonly kind: Kind
  /** Who stopped it. */
  readonly by: string
  /** Why. */
  readonly reason: string
  /** By the store's clock. */
  readonly since: Date
}

/** What kinds are stopped with. */
export interface StopsParts {
  readonly look: StopsLook
  readonly trail: Trail
  readonly registration: string
  /** Those that may be stopped. */
  readonly kinds: readonly Kind[]
  /** Hears that something has changed. */
  readonly changed?: () => Promise<void>
}

/** Stops kinds of push and starts them, each with a line on the trail before it happens. */
export class Stops {
  readonly #parts: StopsParts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: StopsParts) {
    this.#parts = parts
  }

  /** Those that are stopped, the oldest first. */
  async list(): Promise<readonly StoppedKind[]> {
    const { look, registration } = this.#parts
    return (await look.list(registration)).map(toStopped)
  }

  /** @returns false where it was stopped already. @throws FMW_LOOK, FMW_STORE_UNAVAILABLE */
  async stop(kind: Kind, options: StopOptions): Promise<boolean> {
    this.#checkKind(kind)
    const { by, reason } = readBy(checkNames('stop', options, personNames))
    if (reason === null) throw new FMW_LOOK('reason', 'must say why the kind is stopped')
    const { look, registration } = this.#parts
    return this.#inTurn(kind, { act: 'stop', by, reason }, () => look.stop(registration, { kind, by, reason }))
  }

  /** @returns false where it wasn't stopped. @throws FMW_LOOK, FMW_STORE_UNAVAILABLE */
  async start(kind: Kind, options: StartOptions): Promise<boolean> {
    this.#checkKind(kind)
    const { by, reason } = readBy(checkNames('start', options, personNames))
    const { look, registration } = this.#parts
    const asked = { by, reason: reason ?? undefined }
    return this.#inTurn(kind, { act: 'start', ...asked }, () => look.start(registration, kind))
  }

  /** One after the other: a second click finds what the first has done, and leaves no line. */
  #inTurn(kind: Kind, line: StopLine, work: () => Promise<boolean>): Promise<boolean> {
    const done = this.#last.then(() => this.#work(kind, line, work))
    this.#last = done.catch(() => undefined)
    return done
  }

  /** @returns false where it was so already */
  async #work(kind: Kind, line: StopLine, work: () => Promise<boolean>): Promise<boolean> {
    const { trail, changed } = this.#parts
    const { act, by } = line
    if ((await this.#isStopped(kind)) === (act === 'stop')) return false
    await trail.append({ ...line, about: { kind } })
    const isDone = await work()
    // Another process was faster.
    if (!isDone) await trail.append({ act: 'refused', by, about: { act, kind } })
    await changed?.()
    return isDone
  }

  #checkKind(kind: Kind): void {
    if (kind === undefined) throw new FMW_LOOK('kind', `must be one of ${this.#parts.kinds.join(', ')}`)
    readWords('kind', kind, this.#parts.kinds)
  }

  async #isStopped(kind: Kind): Promise<boolean> {
    const { look, registration } = this.#parts
    return (await look.list(registration)).some((stop) => stop.kind === kind)
  }
}

/** What is done, as the trail has it. */
interface StopLine extends PersonOptions {
  readonly act: 'stop' | 'start'
}

/** A stop as JSON shows it: phone numbers that its texts hold are shortened. */
export function stoppedJson({ kind, by, reason, since }: StoppedKind) {
  return { kind, by: maskWritten(by), reason: maskWritten(reason), since }
}

function readBy(options: PersonOptions): { readonly by: string; readonly reason: string | null } {
  const { by, reason } = readPerson(options)
  if (by === null) throw new FMW_LOOK('by', 'must name who does it')
  return { by, reason }
}

function toStopped({ at, ...stop }: StoredStop): StoppedKind {
  return { ...stop, since: new Date(at) }
}

const personNames = ['by', 'reason']
