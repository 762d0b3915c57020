import type { Fields } from '../pushes/is-record.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import { readTypeWord } from '../pushes/type-word.ts'
import type { NameCasing } from '../replies/reply-settings.ts'
import { FMW_PHONE_SESSION } from './errors.ts'
import { type ExpectedScreen, expectScreen } from './expect-screen.ts'
import { pointAt } from './point-at.ts'
import { readScreen } from './read-screen.ts'
import type { Screen } from './screen.ts'
import { ServiceSession } from './service-session.ts'
import { connect, type Send, type Target, type TargetOptions } from './target.ts'
import { drawScreen, Transcript } from './transcript.ts'

/** Who is at the phone. */
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

/**
 * A phone that plays the service (reference 3.4): it pushes what a subscriber does and shows what comes back.
 * Steps are queued; awaiting the phone runs them and gives the last screen.
 *
 * @example
 * await phone(app).dial('*713#').expectScreen(/Tea/).reply('1').expectScreen(/Approve/)
 */
export function phone(target: Target, options: PhoneOptions = {}): Phone {
  return new Phone(target, options)
}

interface Step {
  /** Takes the last screen of its own run, and gives the next. */
  readonly run: (last: Screen | undefined) => Promise<Screen>
  /** Where it was written. */
  readonly site: Error
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

/** Made by `phone`; `PromiseLike`, so that a chain of steps can be awaited. */
export class Phone implements PromiseLike<Screen> {
  readonly #target: Target
  readonly #options: PhoneOptions
  readonly #transcript = new Transcript()
  #steps: Step[] = []
  #send: Promise<Send> | undefined
  #session: ServiceSession | undefined
  #lastPush: Pushed | undefined
  #lastScreen: Screen | undefined

  constructor(target: Target, options: PhoneOptions) {
    this.#target = target
    this.#options = options
  }

  /** Opens a new session with what is dialled; on rich channels that is often nothing. */
  dial(message = ''): this {
    return this.#queue(this.dial, () => {
      this.#session = this.#openSession(message)
      return this.#push(`dial ${message}`.trimEnd(), this.#session, this.#words.initiation, message)
    })
  }

  /** Answers the screen. Fails when no session is open: after a release there is nobody to answer. */
  reply(message: string): this {
    return this.#queue(this.reply, () => {
      const label = `reply ${message}`
      return this.#push(label, this.#opened(label), this.#words.response, message)
    })
  }

  /** The subscriber ends the session: Release. */
  hangUp(): this {
    return this.#queue(this.hangUp, () => this.#leave('hang up', this.#words.release))
  }

  /** The session times out: Timeout, with an empty message (field notes, "Timeout"). */
  timeout(): this {
    return this.#queue(this.timeout, () => this.#leave('time out', this.#words.timeout))
  }

  /**
   * Pushes a type of any word, such as `AddToCart`, or one that the reference does not have. It goes to the last
   * session whether that is over or not, and opens one where there is none.
   */
  push(type: string, message = ''): this {
    return this.#queue(this.push, () => {
      this.#session ??= this.#openSession(message)
      const label = `push ${type} ${message}`.trimEnd()
      if (readTypeWord(type) === 'release' || readTypeWord(type) === 'timeout') this.#session.isOver = true
      return this.#push(label, this.#session, type, message)
    })
  }

  /** Sends the last push again, unchanged, as a service does that heard no answer. */
  repeatLast(): this {
    return this.#queue(this.repeatLast, () => {
      if (this.#lastPush === undefined) throw new FMW_PHONE_SESSION('repeatLast', 'nothing was pushed')
      return this.#deliver({ ...this.#lastPush, label: 'repeat the last push' })
    })
  }

  /**
   * Fails unless the last screen is as expected: with a text its whole text, with a pattern a part of it, with a
   * function whatever that checks.
   */
  expectScreen(expected: ExpectedScreen): this {
    return this.#queue(this.expectScreen, async (last) => {
      const screen = last ?? this.#shown('expectScreen')
      await expectScreen(screen, expected, this.transcript())
      return screen
    })
  }

  /** What the phone shows; undefined before the first screen. Steps that were not awaited have not run. */
  get lastScreen(): Screen | undefined {
    return this.#lastScreen
  }

  /** The session's identifier; undefined before the first push. */
  get sessionId(): string | undefined {
    return this.#session?.id
  }

  /** Everything that was done and shown so far, in a form that is the same on every run. */
  transcript(): string {
    return this.#transcript.toString()
  }

  /**
   * Runs the queued steps, like awaiting the phone, and gives a promise of the last screen. Runs may overlap: a
   * time-out can arrive while the answer to a reply is still on its way.
   *
   * @example
   * const buying = caller.reply('1').run()
   * await caller.timeout()
   * await buying
   */
  async run(): Promise<Screen> {
    const steps = this.#steps
    this.#steps = []
    let last: Screen | undefined
    for (const { run, site } of steps) {
      try {
        last = await run(last)
      } catch (error) {
        throw pointAt(error, site)
      }
    }
    return last ?? this.#shown('awaiting a phone')
  }

  // biome-ignore lint/suspicious/noThenProperty: that a chain of steps can be awaited is its whole point
  then<Result = Screen, Failure = never>(
    onScreen?: ((screen: Screen) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.run().then(onScreen, onFailure)
  }

  get #kind(): TurnKind {
    return this.#options.kind ?? 'ussd'
  }

  get #words(): (typeof typeWords)[TurnKind] {
    return typeWords[this.#kind]
  }

  #queue(method: (...given: never) => unknown, run: Step['run']): this {
    const site = new Error()
    Error.captureStackTrace(site, method)
    this.#steps.push({ run, site })
    return this
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
    return this.#deliver({ label, session, body: session.next(type, message), draw: drawScreen })
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

  #shown(step: string): Screen {
    if (this.#lastScreen === undefined) throw new FMW_PHONE_SESSION(step, 'no screen was shown')
    return this.#lastScreen
  }
}
