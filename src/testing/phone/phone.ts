import { ownOptions } from '../../own-options.ts'
import { type ExpectedScreen, expectAnyScreen, expectScreen } from '../screens/expect-screen.ts'
import type { Screen } from '../screens/screen.ts'
import type { Target } from '../target.ts'
import { Handset } from './handset.ts'
import type { PayOptions, PhoneOptions, PhonePayment } from './phone-options.ts'
import { pointAt, waitingPhones } from './waiting-phones.ts'

/**
 * A phone that plays the service (reference 3.4): it pushes what a subscriber does and shows what comes back.
 * Steps are queued; awaiting the phone runs them and gives the last screen. Closing the application fails with
 * FMW_PHONE_NOT_AWAITED while steps wait that nobody awaited.
 *
 * Fails at once with FMW_PHONE_CHANNEL when the phone cannot be where its options say.
 * A run fails with FMW_PHONE_REPLY when a reply is none that the service would take, FMW_PHONE_SESSION when a
 * step needs an open session and there is none, FMW_PHONE_CHOICE when what is to be chosen is not there, FMW_PHONE_PAYMENT
 * when a payment was not asked for or its notice was not handled, and with what `replay` throws about its target.
 *
 * @example
 * await phone(app).dial('*713#').expectScreen(/Tea/).reply('1').expectScreen(/Approve/)
 */
export function phone(target: Target, options: PhoneOptions = {}): Phone {
  return new Phone(target, options)
}

interface Step {
  /** Takes the last screen of its own run, and gives the next; undefined before there is one. */
  readonly run: (last: Screen | undefined) => Promise<Screen | undefined>
  /** Where it was written. */
  readonly site: Error
}

/**
 * Made by `phone`; `PromiseLike`, so that a chain of steps can be awaited.
 *
 * @example
 * const caller = phone(app)
 * await caller.dial('*713#').reply('1').hangUp()
 */
export class Phone implements PromiseLike<Screen> {
  readonly #handset: Handset
  #target: Target
  #steps: Step[] = []

  constructor(target: Target, options: PhoneOptions) {
    this.#target = target
    this.#handset = new Handset(target, ownOptions(options))
  }

  /**
   * Opens a new session with what is dialled; on rich channels that is often nothing, and a phone whose options name a
   * rich `channel` sends nothing.
   */
  dial(message = ''): this {
    return this.#queue(this.dial, () => this.#handset.dial(message))
  }

  /**
   * Dials once more what was dialled last, in a new session. An open one is left as when the line is lost: no push
   * says so.
   *
   * @example
   * await phone(app).dial('*713#').choose('Rice 5 kg').redial().expectScreen(/Go on/)
   */
  redial(): this {
    return this.#queue(this.redial, () => this.#handset.redial())
  }

  /**
   * Answers the screen with what it offers by this label: on USSD with the number or the key that stands before it, paging
   * on until it is there; on rich channels with the value that belongs to it. Fails when it is not there, or twice.
   *
   * @example
   * await phone(app).dial('*713#').choose('Rice 5 kg').choose('Back').expectScreen(/Rice/)
   */
  choose(label: string): this {
    return this.#queue(this.choose, (last) => this.#handset.choose(label, last ?? this.#handset.shown('choose')))
  }

  /** Answers the screen. Fails when no session is open: after a release there is nobody to answer. */
  reply(message: string): this {
    return this.#queue(this.reply, () => this.#handset.reply(message))
  }

  /** The subscriber ends the session: Release. */
  hangUp(): this {
    return this.#queue(this.hangUp, () => this.#handset.hangUp())
  }

  /** The session times out: Timeout, with an empty message (field notes, "Timeout"). */
  timeout(): this {
    return this.#queue(this.timeout, () => this.#handset.timeout())
  }

  /**
   * Goes on at another application, or another address, such as the one that was started again: the session, its screen and
   * the transcript stay.
   *
   * @example
   * const caller = phone(app)
   * await caller.dial('*713#').choose('Tea')
   * await app.close()
   * await caller.moveTo(await buildShop()).reply('2').expectScreen(/Approve/)
   */
  moveTo(target: Target): this {
    this.#target = target
    return this.#queue(this.moveTo, async (last) => {
      this.#handset.moveTo(target)
      return last
    })
  }

  /**
   * Pushes a type of any word, also one that the reference does not have. It goes to the last session whether that
   * is over or not, and opens one where there is none.
   *
   * @example
   * await phone(app, { kind: 'programmable' }).push('AddToCart')
   */
  push(type: string, message = ''): this {
    return this.#queue(this.push, () => this.#handset.push(type, message))
  }

  /** Sends the last push again, unchanged, as a service may that heard no answer. */
  repeatLast(): this {
    return this.#queue(this.repeatLast, () => this.#handset.repeatLast())
  }

  /**
   * Plays the service's part of the payment that the session ended with: posts the notice to the CallbackUrl of the reply,
   * or to the registered address where it names none or the cart goes to the checkout, and waits until its handler has
   * finished. The path and the query of a CallbackUrl are taken to be the application's own. `lastPayment` has what came of
   * it. Fails where the handler fails, although that may be tried again. Given an address in place of an application,
   * the phone can wait for the answer alone.
   *
   * @example
   * const caller = phone(app)
   * await caller.dial('*713#').choose('Tea').pay()
   * caller.lastPayment?.event?.outcome // 'paid'
   * await caller.dial('*713#').choose('Tea').pay({ outcome: 'failed' }).pay({ times: 2 })
   */
  pay(options: PayOptions = {}): this {
    return this.#queue(this.pay, async (last) => {
      await this.#handset.pay(ownOptions(options))
      return last ?? this.#handset.shown('pay')
    })
  }

  /**
   * Fails with an AssertionError unless the last screen is as expected: with a text its whole text, with a pattern a
   * part of it, with a function whatever that checks, and with nothing that there is something to read.
   *
   * @example
   * await phone(app).dial('*713#').expectScreen('Welcome\n1. Tea').reply('1').expectScreen(({ payment }) => payment?.amount === 5)
   */
  expectScreen(...[expected]: [] | [expected: ExpectedScreen]): this {
    return this.#queue(this.expectScreen, async (last) => {
      const screen = last ?? this.#handset.shown('expectScreen')
      if (expected === undefined) expectAnyScreen(screen, this.#handset)
      else await expectScreen(screen, expected, this.#handset)
      return screen
    })
  }

  /** What the phone shows; undefined before the first screen. Steps that were not awaited have not run. */
  get lastScreen(): Screen | undefined {
    return this.#handset.lastScreen
  }

  /** What came of the last payment, also where `pay` failed over it; undefined before the first. */
  get lastPayment(): PhonePayment | undefined {
    return this.#handset.lastPayment
  }

  /** The session's identifier; undefined before the first push. */
  get sessionId(): string | undefined {
    return this.#handset.sessionId
  }

  /** Everything that was done and shown so far, in a form that is the same on every run. */
  transcript(): string {
    return this.#handset.transcript
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
    waitingPhones.leave(this)
    let last: Screen | undefined
    for (const { run, site } of steps) {
      try {
        last = await run(last)
      } catch (error) {
        throw pointAt(error, site)
      }
    }
    return last ?? this.#handset.shown('awaiting a phone')
  }

  // biome-ignore lint/suspicious/noThenProperty: that a chain of steps can be awaited is its whole point
  then<Result = Screen, Failure = never>(
    onScreen?: ((screen: Screen) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.run().then(onScreen, onFailure)
  }

  #queue(method: (...given: never) => unknown, run: Step['run']): this {
    const site = new Error()
    Error.captureStackTrace(site, method)
    this.#steps.push({ run, site })
    waitingPhones.wait(this, { target: this.#target, site })
    return this
  }
}
