import type { TurnKind } from '../../pushes/kinds.ts'
import type { Payment, PayOptions } from '../checkout/customers/customer.ts'
import type { PhoneMessage } from '../messages/phone-messages.ts'
import type { Channel } from '../phone/screen.ts'
import { PhoneSteps } from '../phone/steps.ts'
import type { Skin } from '../world/world.ts'
import type { SimulatedHandset } from './simulated-handset.ts'

/**
 * What a phone is asked to pay.
 *
 * @example
 * const [prompt]: readonly Prompt[] = sim.phone('+233000000000').prompts
 * prompt?.amount // 5
 */
export interface Prompt {
  /** The bill's identifier, for `sim.customer`. */
  readonly id: string
  /** Major currency units. */
  readonly amount: number
  readonly description: string
}

/**
 * A phone of the simulator: the steps of `phone(app)`, with what a subscriber sees, its messages and its prompts to pay.
 *
 * @example
 * const buyer: SimulatedPhone = sim.phone('+233000000000')
 * await buyer.dial('*713#').choose('Tea').approve()
 * buyer.lastPayment?.notices[0]?.response?.status // 200
 */
export class SimulatedPhone extends PhoneSteps<SimulatedHandset> {
  readonly #messages: () => readonly PhoneMessage[]

  /** @internal */
  constructor(handset: SimulatedHandset, watched: unknown, messages: () => readonly PhoneMessage[]) {
    super(handset, watched)
    this.#messages = messages
  }

  /**
   * Approves the oldest payment prompt; its notice goes out. What `sim.customer.pays` takes says how it goes otherwise.
   * Fails with FMW_SIMULATOR_STATE without a prompt.
   *
   * @example
   * await sim.phone('+233000000000').dial('*713#').choose('Tea').approve({ amount: 4 })
   */
  approve(options: PayOptions = {}): this {
    return this.queue(this.approve, async (last) => {
      await this.handset.pay('approve', options)
      return last ?? this.handset.screenNow
    })
  }

  /**
   * The user proceeds to checkout: AddToCart is pushed (reference 2.5), and the application answers with its Item. Fails with
   * FMW_SIMULATOR_STATE where the phone has no programmable service, and with FMW_PHONE_SESSION without an open session.
   *
   * @example
   * await sim.phone('+233000000000', { channel: 'webstore' }).dial().proceed().approve()
   */
  proceed(): this {
    return this.queue(this.proceed, () => this.handset.proceed())
  }

  /** Refuses the oldest payment prompt. Fails with FMW_SIMULATOR_STATE without one. */
  refuses(): this {
    return this.queue(this.refuses, async (last) => {
      await this.handset.pay('refuse', { cancels: true })
      return last ?? this.handset.screenNow
    })
  }

  /** In international form. */
  get number(): string {
    return this.handset.state.number
  }

  get channel(): Channel {
    return this.handset.state.channel
  }

  /** Of its pushes. */
  get kind(): TurnKind {
    return this.handset.state.kind
  }

  get operator(): string {
    return this.handset.state.operator
  }

  get skin(): Skin {
    return this.handset.state.skin
  }

  /** Whether a session is open. */
  get isOpen(): boolean {
    return this.handset.session?.ended === null
  }

  /** Epoch ms, by the simulator's clock, by when the screen must be answered; null where nothing hurries. */
  get answerBy(): number | null {
    return this.handset.session?.answerBy ?? null
  }

  /** Whether the next answer is sensitive, as a PIN: what shows it hides it. */
  get hidesNext(): boolean {
    return this.handset.session?.masksNext ?? false
  }

  /** What was wrong with the last answer of the application; null where nothing was. */
  get problem(): string | null {
    return this.handset.session?.problem ?? null
  }

  /** Whether the subscriber let the last session time out, and the application did nothing wrong at its end. */
  get hasTimedOut(): boolean {
    return this.handset.hasTimedOut
  }

  /** What the phone is asked to pay, the oldest first. */
  get prompts(): readonly Prompt[] {
    return this.handset.prompts.map(({ id, amount, description }) => ({ id, amount, description }))
  }

  /** What it received and sent, the oldest first. */
  get messages(): readonly PhoneMessage[] {
    return this.#messages()
  }

  /** What came of the last prompt that was answered. Undefined before the first. */
  get lastPayment(): Payment | undefined {
    return this.handset.lastPayment
  }
}
