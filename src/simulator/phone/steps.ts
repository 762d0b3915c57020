import { FMW_PHONE_ARGUMENT, FMW_PHONE_NOT_AWAITED } from './errors.ts'
import { type ExpectedScreen, expectAnyScreen, expectScreen } from './expect-screen.ts'
import type { Handset } from './handset.ts'
import type { Screen } from './screen.ts'

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
    checkText('dial', message, "the code as text, such as dial('*713#')")
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
      checkText('choose', label, "a label as text, or a pattern. A number is entered with reply('1')")
    return this.queue(this.choose, (last) => this.handset.choose(label, last ?? this.handset.shown('choose')))
  }

  /** Answers the screen. Fails if no session is open, for example after a release. */
  reply(message: string): this {
    checkText('reply', message, "what is entered, as text, such as reply('1')")
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
    checkText('push', type, "a type as text, such as push('AddToCart')")
    checkText('push', message, 'its message as text')
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
  expectScreen(...[expected]: [] | [expected: ExpectedScreen]): this {
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
}

/** In JavaScript anything may come. What it was is not shown: it may be a PIN. @throws FMW_PHONE_ARGUMENT */
function checkText(step: string, given: unknown, wanted: string): void {
  if (typeof given === 'string') return
  const found = given === null || given === undefined ? String(given) : `a value of the type ${typeof given}`
  throw new FMW_PHONE_ARGUMENT(step, `takes ${wanted}; it was given ${found}`)
}

/** A phone with steps that have not run. */
export interface WaitingPhone {
  readonly target: unknown
  /** Where its first step was written. */
  readonly site: Error
}

/**
 * Phones whose steps wait to be awaited. Steps that nobody awaits never run, and a test that forgot `await` passes: so
 * closing the application fails, and the end of the process says it where no application was closed.
 */
class WaitingPhones {
  readonly #phones = new Map<object, WaitingPhone>()
  readonly #watched = new WeakSet<object>()
  #tellsAtExit = false

  /** @param phone its key; it is forgotten by `leave` */
  wait(phone: object, waiting: WaitingPhone): void {
    this.#watch(waiting.target)
    if (!this.#phones.has(phone)) this.#phones.set(phone, waiting)
  }

  leave(phone: object): void {
    this.#phones.delete(phone)
  }

  /** Why the process did not do what its tests say; undefined where nothing waits. */
  forgotten(target?: unknown): Error | undefined {
    for (const [phone, waiting] of this.#phones) {
      if (target !== undefined && waiting.target !== target) continue
      this.#phones.delete(phone)
      const error = new FMW_PHONE_NOT_AWAITED()
      pointAt(error, waiting.site)
      return error
    }
    return undefined
  }

  /** Its `close` fails while steps wait for it: hooks cannot be added any more once an application is ready. */
  #watch(target: unknown): void {
    if (!this.#tellsAtExit) {
      this.#tellsAtExit = true
      process.once('exit', this.tellAtExit)
    }
    if (typeof target !== 'object' || target === null || this.#watched.has(target)) return
    this.#watched.add(target)
    const close: unknown = Reflect.get(target, 'close')
    if (typeof close !== 'function') return
    const checked = (...given: readonly unknown[]): unknown => {
      const error = this.forgotten(target)
      const closed: unknown = Reflect.apply(close, target, given)
      return error === undefined ? closed : Promise.resolve(closed).then(() => Promise.reject(error))
    }
    Reflect.set(target, 'close', checked)
  }

  /** The last word where no application was closed. */
  readonly tellAtExit = (): void => {
    const error = this.forgotten()
    if (error === undefined) return
    process.exitCode = 1
    process.stderr.write(`${error.stack}\n`)
  }
}

/** Those of this process. */
export const waitingPhones = new WaitingPhones()

/**
 * Makes an error show the line on which its step was written: steps run later, where nothing on the stack is
 * the test's own.
 *
 * @param site an error made on that line
 */
export function pointAt(error: unknown, site: Error): unknown {
  if (error instanceof Error) {
    const frames = String(site.stack).replace(/^.*\n/, '')
    error.stack = `${error.name}: ${error.message}\n${frames}`
  }
  return error
}
