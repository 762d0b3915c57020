import type { Fields } from '../pushes/is-record.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import { readTypeWord } from '../pushes/type-word.ts'
import type { NameCasing } from '../replies/reply-settings.ts'
import { FMW_PHONE_SESSION } from './errors.ts'
import { readScreen } from './read-screen.ts'
import type { Screen } from './screen.ts'
import { ServiceSession } from './service-session.ts'
import { connect, type Send, type Target, type TargetOptions } from './target.ts'
import { drawScreen, Transcript } from './transcript.ts'

/**
 * Who is at the phone.
 *
 * @example
 * const buyer = phone(app, { kind: 'programmable', mobile: 'user-7', operator: 'webstore' })
 */
export interface PhoneOptions extends TargetOptions {
  /** `ussd` when not given. */
  readonly kind?: TurnKind | undefined
  /** `+233000000000` when not given; an opaque identifier on rich channels. */
  readonly mobile?: string | undefined
  /** `network` when not given; on rich channels their name, such as `webstore`. */
  readonly operator?: string | undefined
  /** The first number of what is dialled when not given: `713` of `*713#`. */
  readonly serviceCode?: string | undefined
  /** How the service writes the names of its fields: `pascal` when not given. */
  readonly names?: NameCasing | undefined
}

/** The steps of a phone, each done at once: it pushes what a subscriber does and keeps what came back. */
export class Handset {
  readonly #target: Target
  readonly #options: PhoneOptions
  readonly #kind: TurnKind
  readonly #transcript = new Transcript()
  #send: Promise<Send> | undefined
  #session: ServiceSession | undefined
  #lastPush: Pushed | undefined
  #lastScreen: Screen | undefined

  constructor(target: Target, options: PhoneOptions) {
    this.#target = target
    this.#options = options
    this.#kind = options.kind ?? 'ussd'
  }

  get lastScreen(): Screen | undefined {
    return this.#lastScreen
  }

  get sessionId(): string | undefined {
    return this.#session?.id
  }

  get transcript(): string {
    return this.#transcript.toString()
  }

  dial(message: string): Promise<Screen> {
    this.#session = this.#openSession(message)
    return this.#push(`dial ${message}`, this.#session, typeWords[this.#kind].initiation, message)
  }

  reply(message: string): Promise<Screen> {
    const label = `reply ${message}`
    return this.#push(label, this.#opened(label), typeWords[this.#kind].response, message)
  }

  hangUp(): Promise<Screen> {
    return this.#leave('hang up', typeWords[this.#kind].release)
  }

  timeout(): Promise<Screen> {
    return this.#leave('time out', typeWords[this.#kind].timeout)
  }

  push(type: string, message: string): Promise<Screen> {
    this.#session ??= this.#openSession(message)
    const word = readTypeWord(type)
    if (word === 'release' || word === 'timeout') this.#session.isOver = true
    return this.#push(`push ${type} ${message}`, this.#session, type, message)
  }

  repeatLast(): Promise<Screen> {
    if (this.#lastPush === undefined) throw new FMW_PHONE_SESSION('repeatLast', 'nothing was pushed')
    return this.#deliver({ ...this.#lastPush, label: 'repeat the last push' })
  }

  /** @throws FMW_PHONE_SESSION when there is none, naming the step that needs it */
  shown(step: string): Screen {
    if (this.#lastScreen === undefined) throw new FMW_PHONE_SESSION(step, 'no screen was shown')
    return this.#lastScreen
  }

  #openSession(dialled: string): ServiceSession {
    const { mobile = '+233000000000', operator = 'network', names = 'pascal' } = this.#options
    const serviceCode = this.#options.serviceCode ?? /^\*(\d+)/.exec(dialled)?.[1] ?? ''
    return new ServiceSession({ kind: this.#kind, mobile, operator, serviceCode, names })
  }

  #opened(step: string): ServiceSession {
    if (this.#session === undefined) throw new FMW_PHONE_SESSION(step, 'there is none')
    if (this.#session.isOver) throw new FMW_PHONE_SESSION(step, 'the last one has ended')
    return this.#session
  }

  #push(label: string, session: ServiceSession, type: string, message: string): Promise<Screen> {
    return this.#deliver({ label: label.trimEnd(), session, body: session.next(type, message), draw: drawScreen })
  }

  #leave(label: string, type: string): Promise<Screen> {
    const session = this.#opened(label)
    session.isOver = true
    return this.#deliver({ label, session, body: session.next(type, ''), draw: () => '' })
  }

  async #deliver(pushed: Pushed): Promise<Screen> {
    const { label, session, body, draw } = pushed
    this.#lastPush = pushed
    const show = this.#transcript.open(label)
    this.#send ??= connect(this.#target, this.#kind, this.#options)
    const send = await this.#send
    const startedAt = performance.now()
    const headers = new Headers({ 'content-type': 'application/json' })
    const answer = await send({ method: 'POST', headers, payload: JSON.stringify(body) })
    const ms = performance.now() - startedAt
    const screen = readScreen(answer, { kind: this.#kind, sessionId: session.id, label, ms })
    session.take(screen)
    this.#lastScreen = screen
    show(draw(screen))
    return screen
  }
}

interface Pushed {
  readonly label: string
  readonly body: Fields
  readonly session: ServiceSession
  /** What the subscriber sees of the answer: nothing once they left. */
  readonly draw: (screen: Screen) => string
}

/** The words of Type as the service writes them (reference 2.7, 2.5); `Timeout` is seen on both (field notes). */
const typeWords = {
  ussd: { initiation: 'Initiation', response: 'Response', release: 'Release', timeout: 'Timeout' },
  programmable: { initiation: 'initiation', response: 'response', release: 'release', timeout: 'Timeout' },
} as const
