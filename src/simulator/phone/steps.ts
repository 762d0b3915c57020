import { FMW_PHONE_ARGUMENT } from './errors.ts'
import { type ExpectedScreen, expectAnyScreen, expectScreen } from './expect-screen.ts'
import type { Handset } from './handset.ts'
import type { Screen } from './screen.ts'
import { pointAt, waitingPhones } from './waiting-phones.ts'

interface Step {
  /** Takes the last screen of its own run, and gives the next; undefined before there is one. */
  readonly run: (last: Screen | undefined) => Promise<Screen | undefined>
  /** Where it was written. */
  readonly site: Error
}

/**
 * What a subscriber does at a phone. Steps join a queue; `await` runs them and returns the last screen.
 *
 * @example
 * const buys = (phone: PhoneSteps) => phone.dial('*713#').choose('Tea').expectScreen(/Approve/)
 */
export class PhoneSteps<H extends Handset = Handset> implements PromiseLike<Screen> {
  /** @internal */
  protected readonly handset: H
  /** What must not be closed before the steps ran. @internal */
  protected watched: unknown
  #steps: Step[] = []

  constructor(handset: H, watched: unknown) {
    this.handset = handset
    this.watched = watched
  }

  /**
   * Dials, which opens a new session. On rich channels there is often nothing to dial, and a phone with a rich
   * `channel` sends nothing.
   */
  dial(message = ''): this {
    this.#checkText('dial', message, "the code as text, such as dial('*713#')")
    return this.queue(this.dial, () => this.handset.dial(message))
  }

  /**
   * Dials again what was dialled last, in a new session. An open session gets no push, as when the line is lost.
   *
   * @example
   * await phone(app).dial('*713#').choose('Rice 5 kg').redial().expectScreen(/Go on/)
   */
  redial(): this {
    return this.queue(this.redial, () => this.handset.redial())
  }

  /**
   * Chooses an option of the screen by its label, or by a pattern that one label matches. On USSD it enters the number or key before the label, and goes to the
   * next pages until it finds it. On rich channels it sends the value. Fails if the label isn't there, or is there
   * twice.
   *
   * @example
   * await phone(app).dial('*713#').choose('Rice 5 kg').choose('Back').expectScreen(/Rice/)
   * await phone(app).dial('*713#').choose(/^Rice/)
   */
  choose(label: string | RegExp): this {
    if (!(label instanceof RegExp))
      this.#checkText('choose', label, "a label as text, or a pattern. A number is entered with reply('1')")
    return this.queue(this.choose, (last) => this.handset.choose(label, last ?? this.handset.shown('choose')))
  }

  /** Answers the screen. Fails if no session is open, for example after a release. */
  reply(message: string): this {
    this.#checkText('reply', message, "what is entered, as text, such as reply('1')")
    return this.queue(this.reply, () => this.handset.reply(message))
  }

  /** The subscriber ends the session: Release. */
  hangUp(): this {
    return this.queue(this.hangUp, () => this.handset.hangUp())
  }

  /** The session times out: Timeout, with an empty message (field notes, "Timeout"). */
  timeout(): this {
    return this.queue(this.timeout, () => this.handset.timeout())
  }

  /**
   * Pushes any type, also one that the reference doesn't have. It goes to the last session, even if that is over, and
   * opens one if there is none.
   *
   * @example
   * await phone(app, { kind: 'programmable' }).push('AddToCart')
   */
  push(type: string, message = ''): this {
    this.#checkText('push', type, "a type as text, such as push('AddToCart')")
    this.#checkText('push', message, 'its message as text')
    return this.queue(this.push, () => this.handset.push(type, message))
  }

  /** Sends the last push again, unchanged, like a service that got no answer. */
  repeatLast(): this {
    return this.queue(this.repeatLast, () => this.handset.repeatLast())
  }

  /**
   * Fails with an AssertionError unless the last screen is as expected. A text must be the whole text, a pattern a part
   * of it. A function checks what you like. Without an argument, there must be some text.
   *
   * @example
   * await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea').reply('1').expectScreen(({ payment }) => payment?.amount === 5)
   */
  expectScreen(...given: [] | [expected: ExpectedScreen]): this {
    const [expected] = given
    if (given.length > 0 && !isExpected(expected)) this.#refuse('expectScreen', expectable, expected)
    return this.queue(this.expectScreen, async (last) => {
      const screen = last ?? this.handset.shown('expectScreen')
      if (expected === undefined) expectAnyScreen(screen, this.handset)
      else await expectScreen(screen, expected, this.handset)
      return screen
    })
  }

  /** The last screen. Undefined before the first one. Steps run only when you await them. */
  get lastScreen(): Screen | undefined {
    return this.handset.lastScreen
  }

  /** The session's identifier. Undefined before the first push. */
  get sessionId(): string | undefined {
    return this.handset.session?.id
  }

  /** All steps and screens so far, in a form that is the same on every run. */
  transcript(): string {
    return this.handset.transcript
  }

  /**
   * Runs the queued steps, like `await`, and returns a promise of the last screen. Runs may overlap: a timeout can
   * arrive while the answer to a reply is still on its way.
   *
   * @example
   * const buying = caller.reply('1').run()
   * await caller.timeout()
   * await buying
   */
  async run(): Promise<Screen> {
    const steps = this.#steps
    this.#steps = []
    waitingPhones.leave(this)
    let last: Screen | undefined
    for (const { run, site } of steps) {
      try {
        last = await run(last)
      } catch (error) {
        throw pointAt(error, site)
      }
    }
    return last ?? this.handset.shown('awaiting a phone')
  }

  // biome-ignore lint/suspicious/noThenProperty: that a chain of steps can be awaited is its whole point
  then<Result = Screen, Failure = never>(
    onScreen?: ((screen: Screen) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.run().then(onScreen, onFailure)
  }

  /** @internal */
  protected queue(method: (...given: never) => unknown, run: Step['run']): this {
    const site = new Error()
    Error.captureStackTrace(site, method)
    this.#steps.push({ run, site })
    waitingPhones.wait(this, { target: this.watched, site })
    return this
  }

  /** In JavaScript anything may come. What it was is not shown: it may be a PIN. @throws FMW_PHONE_ARGUMENT */
  #checkText(step: string, given: unknown, wanted: string): void {
    if (typeof given !== 'string') this.#refuse(step, wanted, given)
  }

  /** @throws FMW_PHONE_ARGUMENT */
  #refuse(step: string, wanted: string, given: unknown): never {
    const found = given === null || given === undefined ? String(given) : `a value of the type ${typeof given}`
    throw this.wrong(step, `takes ${wanted}; it was given ${found}`)
  }

  /** An error that is thrown before the chain is anybody's. @internal */
  protected wrong(what: string, problem: string): Error {
    // Nobody gets this chain to await it.
    this.#steps = []
    waitingPhones.leave(this)
    return new FMW_PHONE_ARGUMENT(what, problem)
  }
}

const expectable = 'the whole text, a pattern, or a function of the screen'

/** In JavaScript a text may be misspelt, and so undefined: it must not be read as none given. */
function isExpected(given: unknown): boolean {
  return typeof given === 'string' || typeof given === 'function' || given instanceof RegExp
}
