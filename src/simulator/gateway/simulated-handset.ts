import { limits } from '../../catalogue/limits.ts'
import { networkMessages, ussdErrorCodes } from '../../catalogue/ussd-error-codes.ts'
import type { TurnTiming } from '../../trace/development.ts'
import type { Bills } from '../checkout/bills/bills.ts'
import type { Customer, Payment, PayOptions } from '../checkout/customers/customer.ts'
import { FMW_SIMULATOR_APP, FMW_SIMULATOR_STATE } from '../errors.ts'
import { Handset } from '../phone/handset.ts'
import type { Screen } from '../phone/screen.ts'
import type { Mishap } from '../phone/transcript.ts'
import type { Service } from '../service.ts'
import type { Bill, PhonePush, PhoneState, Session } from '../world/world.ts'
import { canBePaid } from './doubts.ts'
import { errorScreen, overtaken, readAnswer, readShown, type ShownAnswer } from './read-answer.ts'
import { newSession, takeReply, typeWords } from './session-pushes.ts'

/** What a phone works with. */
interface HandsetParts {
  readonly service: Service
  readonly bills: Bills
  readonly customer: Customer
  readonly limit: SubscriberLimit
  /** As the world has it now. */
  readonly state: () => PhoneState
  /** The same, and the world has it from then on. */
  readonly use: () => PhoneState
}

/** A phone of the simulator: what it does goes through the sender, and what it shows is what a subscriber sees. */
export class SimulatedHandset extends Handset {
  readonly #parts: HandsetParts
  #lastPayment: Payment | undefined

  constructor(parts: HandsetParts, more: string | undefined) {
    super(more)
    this.#parts = parts
  }

  get state(): PhoneState {
    return this.#parts.state()
  }

  get lastPayment(): Payment | undefined {
    return this.#lastPayment
  }

  override get session(): Session | undefined {
    return this.#parts.service.world.sessions.get(this.state.sessionId ?? '')
  }

  override get lastScreen(): Screen | undefined {
    return this.session?.screen ?? undefined
  }

  /** What it shows; nothing where it never had a session: it is asked to pay for what was bought elsewhere. */
  get screenNow(): Screen {
    return this.lastScreen ?? blank({ status: 0, ms: 0 })
  }

  /** Whether the last session timed out, and nothing else was wrong. */
  get hasTimedOut(): boolean {
    return this.session?.ended === 'timeout' && this.session.problem === timedOut
  }

  override get mishap(): Mishap | undefined {
    const problem = this.session?.problem ?? null
    return problem === null ? undefined : { line: problem, error: undefined }
  }

  /** What the phone is asked to pay, the oldest first. */
  get prompts(): readonly Bill[] {
    const { bills } = this.#parts.service.world
    return [...bills.values()].filter(
      ({ state, mobile, source, transactions }) =>
        mobile === this.state.number && source !== 'checkout' && state === 'open' && transactions.length === 0,
    )
  }

  /** Answers the oldest prompt. @throws FMW_SIMULATOR_STATE where there is none */
  async pay(word: string, options: PayOptions): Promise<void> {
    const [bill] = this.prompts
    if (bill === undefined)
      throw new FMW_SIMULATOR_STATE(`asks ${this.state.number} for no payment: no prompt is open${this.story}`)
    const show = this.note(`${word} ${bill.amount} for ${bill.description}`.trimEnd())
    show('')
    this.#lastPayment = await this.#parts.customer.pays(bill.id, options)
  }

  /** @throws FMW_SIMULATOR_STATE on a USSD code */
  async proceed(): Promise<Screen> {
    const { kind, number } = this.state
    if (kind !== 'programmable')
      throw new FMW_SIMULATOR_STATE(
        `can't let ${number} proceed to checkout: only a programmable service has a checkout`,
      )
    if (this.session?.ended !== null) throw this.noSession('proceed', 'no session is open')
    return this.push(typeWords.programmable.addToCart, '')
  }

  protected override get opens(): string | undefined {
    const { channel } = this.state
    return channel === 'ussd' ? undefined : `(${channel})`
  }

  protected override open(dialled: string): Session {
    const { random, clock, world } = this.#parts.service
    const state = this.#parts.use()
    const serviceCode = state.serviceCode ?? /^\*(\d+)/.exec(dialled)?.[1] ?? ''
    const session = newSession(random.uuid(), { ...state, serviceCode }, clock.now())
    world.sessions.set(session.id, session)
    // The one before gets no push: the service learns of it when the subscriber doesn't answer.
    state.sessionId = session.id
    return session
  }

  protected override async carry(push: PhonePush, session: Session, heard: () => boolean | undefined): Promise<Screen> {
    const { limit } = this.#parts
    const endedBefore = session.ended
    limit.stop(session)
    const { world } = this.#parts.service
    const { screen, problem, timing } = await this.#ask(push, session, heard)
    // After a reset there is no such session.
    if (this.#parts.service.world !== world && this.session !== session) return this.lastScreen ?? blank(screen)
    // What the subscriber ended meanwhile, or left for another session, shows no answer any more.
    if (!push.isLast && (session.ended !== endedBefore || this.session !== session))
      return this.lastScreen ?? blank(screen)
    const isTimedOut = push.isLast && session.ended === 'timeout'
    session.problem = isTimedOut ? [timedOut, problem].filter((part) => part !== null).join('; ') : problem
    if (push.isLast) session.screen = isTimedOut ? failed('ST', screen) : blank(screen)
    else if (screen.gatewayError !== undefined) {
      session.screen = screen
      session.ended ??= screen.gatewayError === 'ST' ? 'timeout' : 'error'
    } else {
      takeReply(session, screen, heard() ?? hidesNext(timing, session))
      if (endedBefore === null) this.#openBill(screen, session)
      limit.start(session)
    }
    return session.screen ?? screen
  }

  /** What the service shows of what the application answers. */
  async #ask(
    { fields, isSensitive, isUntold, isLast }: PhonePush,
    session: Session,
    told: () => boolean | undefined,
  ): Promise<AnswerInTime> {
    const { sender, settings, world } = this.#parts.service
    if (world.gatewayError !== null) {
      const screen = errorScreen(world.gatewayError, 0, 0)
      return { screen, problem: `the gateway says ${world.gatewayError}: ${meaningOf(world.gatewayError)}` }
    }
    const about = { sessionId: session.id, mobile: session.mobile }
    if (!isLast && settings.messages.balance <= world.messagesCost) {
      const problem = `the subscriber sees NOCR: ${meaningOf('NOCR')}; the messages cost ${world.messagesCost} of ${settings.messages.balance}`
      return { screen: errorScreen('NOCR', 0, 0), problem }
    }
    try {
      const { row, answer } = await sender.send({
        kind: session.kind,
        fields,
        url: null,
        about,
        entered: {
          phone: { number: this.state.number, channel: session.channel },
          isSensitive,
          ...(isUntold && { isUntold }),
        },
        // Nobody sees what is answered to the end of a session.
        ...(!isLast && { judge: (given) => readAnswer(given, session, settings).problem, told }),
      })
      if (row.faults.includes(overtaken)) session.sequence += 1
      return { ...readShown(row, answer, session, settings), timing: row.timing }
    } catch (error) {
      if (!(error instanceof FMW_SIMULATOR_APP)) throw error
      const code = sender.isConnected ? 'NOAPP' : 'URNF'
      return { screen: errorScreen(code, 0, 0), problem: `the subscriber sees ${code}: ${error.message}` }
    }
  }

  /** What a reply asks to pay becomes a prompt on the phone (reference 3.4, 3.3). */
  #openBill(screen: Screen, { id: sessionId }: Session): void {
    if (!canBePaid(screen)) return
    const { payment, item } = screen
    const { bills } = this.#parts
    const of = { sessionId, mobile: this.state.number }
    if (payment !== undefined) {
      const { amount, description, callbackUrl } = payment
      bills.openBill({ source: 'ussdPayment', amount, description: description ?? '', callbackUrl, ...of })
    }
    if (item !== undefined) bills.openBill({ source: 'fulfilment', items: item, ...of })
  }
}

interface AnswerInTime extends ShownAnswer {
  readonly timing?: TurnTiming | null
}

/** What an application in another process says of its screen. A waiting one asks for nothing: what was asked before still is. */
function hidesNext(timing: TurnTiming | null | undefined, { masksNext }: Session): boolean | undefined {
  return timing?.source === 'waiting' ? masksNext : timing?.hidesNext
}

const timedOut = `timed out: the network closed the session after ${limits.subscriberResponse.max / 1_000} s. The subscriber did not answer, and sees ST`

function meaningOf(code: string): string {
  return [...ussdErrorCodes, ...networkMessages].find((row) => row.code === code)?.meaning ?? code
}

function failed(code: string, { status, ms }: Screen): Screen {
  return errorScreen(code, status, ms)
}

function blank({ status, ms }: Pick<Screen, 'status' | 'ms'>): Screen {
  return { text: '', type: 'release', raw: null, status, ms }
}

/** The 60 s that a subscriber has to answer (reference 8): a job, so it goes on after a snapshot was put back. */
export class SubscriberLimit {
  readonly #service: Service

  /** @param timeOut what is done when it is over */
  constructor(service: Service, timeOut: (session: Session) => Promise<unknown>) {
    this.#service = service
    service.jobs.done('subscriberLimit', async (data) => {
      const { sessionId, sequence } = data as { readonly sessionId: string; readonly sequence: number }
      const session = service.world.sessions.get(sessionId)
      const isWaiting = session?.ended === null && session.answerBy !== null && session.sequence === sequence
      if (isWaiting) await timeOut(session)
    })
  }

  /** The subscriber has a screen. On rich channels nothing hurries them. */
  start(session: Session): void {
    const { clock, jobs } = this.#service
    this.stop(session)
    if (session.ended !== null || session.channel !== 'ussd') return
    session.answerBy = clock.now() + limits.subscriberResponse.max
    const { id: sessionId, sequence } = session
    session.limitJob = jobs.after(limits.subscriberResponse.max, 'subscriberLimit', { sessionId, sequence })
  }

  /** The application is asked, or it is over. */
  stop(session: Session): void {
    session.answerBy = null
    if (session.limitJob !== null) this.#service.jobs.cancel(session.limitJob)
    session.limitJob = null
  }
}
