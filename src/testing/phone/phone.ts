import { ownOptions } from '../../own-options.ts'
import { checkFields } from '../../simulator/check-arguments.ts'
import { PhoneSteps } from '../../simulator/phone/steps.ts'
import { checkTarget, type Target } from '../target.ts'
import { type PayOptions, type PhoneOptions, type PhonePayment, payChecks, readPhoneOptions } from './phone-options.ts'
import { TestHandset } from './test-handset.ts'

/**
 * Makes a phone that plays the service (reference 3.4). It pushes what a subscriber does, and shows what comes back.
 * Steps join a queue; `await` runs them and returns the last screen. Without `await`, closing the application fails
 * with FMW_PHONE_NOT_AWAITED; in Vitest, so does the test.
 *
 * Fails at once with FMW_PHONE_CHANNEL if its options don't fit together, and with FMW_PHONE_ARGUMENT if an option or a step gets
 * what it doesn't take. A run fails with FMW_PHONE_REPLY if the
 * service would refuse a reply, FMW_PHONE_SESSION if a step needs an open session and there is none, FMW_PHONE_CHOICE
 * if a label isn't there, FMW_PHONE_PAYMENT if no payment was asked for or its notice wasn't handled, and with what
 * `replay` throws about its target.
 *
 * @example
 * await phone(app).dial('*713#').expectScreen(/Tea/).reply('1').expectScreen(/Approve/)
 */
export function phone(target: Target, options: PhoneOptions = {}): Phone {
  return new Phone(target, options)
}

/**
 * Made by `phone`; `PromiseLike`, so that a chain of steps can be awaited.
 *
 * @example
 * const caller = phone(app)
 * await caller.dial('*713#').reply('1').hangUp()
 */
export class Phone extends PhoneSteps<TestHandset> {
  constructor(target: Target, options: PhoneOptions) {
    super(new TestHandset(target, readPhoneOptions(options)), target)
  }

  /**
   * Continues at another application or address, such as one that you started again. The session, its screen and the
   * transcript stay.
   *
   * @example
   * const caller = phone(app)
   * await caller.dial('*713#').choose('Tea')
   * await app.close()
   * await caller.moveTo(await buildShop()).reply('2').expectScreen(/Approve/)
   */
  moveTo(target: Target): this {
    this.watched = target
    return this.queue(this.moveTo, async (last) => {
      this.handset.moveTo(checkTarget(target))
      return last
    })
  }

  /**
   * Pays: posts the notice of the payment that the session ended with, and waits until its handler has finished. The
   * notice of a USSD payment goes to the CallbackUrl of the reply, and fails without one: set `publicUrl`. The notice of
   * a cart goes to the registered address. The path and query of a CallbackUrl count as the application's own. `lastPayment` has the result. Fails if the handler fails,
   * although the plugin may retry it. At an address, the phone only waits for the answer.
   *
   * @example
   * const caller = phone(app)
   * await caller.dial('*713#').choose('Tea').pay()
   * caller.lastPayment?.event?.outcome // 'paid'
   * await caller.dial('*713#').choose('Tea').pay({ outcome: 'failed' }).pay({ times: 2 })
   */
  pay(options: PayOptions = {}): this {
    checkFields(options, payChecks, (name, problem) => this.wrong(`pay: ${name}`, problem))
    return this.queue(this.pay, async (last) => {
      await this.handset.pay(ownOptions(options))
      return last ?? this.handset.shown('pay')
    })
  }

  /**
   * What is doubtful about the last answer, though the service shows its screen: a text that a phone cuts off, a payment
   * without CallbackUrl, an amount of 0. Null where nothing is. The error of a step says it too.
   *
   * @example
   * const caller = phone(app)
   * await caller.dial('*713#').choose('Tea')
   * expect(caller.problem).toBeNull()
   */
  get problem(): string | null {
    return this.handset.session?.problem ?? null
  }

  /** The result of the last payment, also if `pay` failed. Undefined before the first. */
  get lastPayment(): PhonePayment | undefined {
    return this.handset.lastPayment
  }
}
