import { randomUUID } from 'node:crypto'
import { channelOf } from '../../conversation/channel.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Merchant } from '../../registration/merchant.ts'
import { doubtsOnPhone } from '../../simulator/gateway/doubts.ts'
import { type AnsweredPush, readReply } from '../../simulator/gateway/read-reply.ts'
import { newSession, takeReply } from '../../simulator/gateway/session-pushes.ts'
import { type Caller, readCaller, serviceCodeOf } from '../../simulator/phone/caller.ts'
import { Handset } from '../../simulator/phone/handset.ts'
import type { Screen } from '../../simulator/phone/screen.ts'
import { blame, type Mishap } from '../../simulator/phone/transcript.ts'
import { longestAnswer } from '../../simulator/wire/lines/line.ts'
import type { PhonePush } from '../../simulator/world/world.ts'
import { describeError, lineOfError } from '../../text/describe-error.ts'
import { onTraced } from '../../trace/on-traced.ts'
import { FMW_PHONE_PAYMENT, FMW_PHONE_REPLY } from '../errors.ts'
import { casedFields, noticeOf } from '../notices/payment-notice.ts'
import { postNotice } from '../notices/post-notice.ts'
import {
  connect,
  isAddress,
  type MerchantApp,
  registrationOf,
  type Send,
  type Target,
  type TargetOptions,
  type WireAnswer,
} from '../target.ts'
import { longestWait, machineTime, type OwnTime, ownTimeOf, sendInTime, type Timer } from './answer-time.ts'
import type { PayOptions, PhoneOptions, PhonePayment } from './phone-options.ts'
import type { TestedSession } from './tested-session.ts'

/** A phone on a bare gateway: nothing is between it and the application, and a reply that the service would refuse throws. */
export class TestHandset extends Handset<TestedSession> {
  #target: Target
  readonly #options: PhoneOptions
  readonly #caller: Caller
  readonly #machine: Timer
  #line: Promise<Line> | undefined
  #turns = seeNoTurns
  #tested: TestedSession | undefined
  #lastScreen: Screen | undefined
  #lastPayment: PhonePayment | undefined

  /** @param machine the time of whoever waits at an address */
  constructor(target: Target, options: PhoneOptions, machine: Timer = machineTime) {
    super(options.more)
    this.#machine = machine
    this.#target = target
    this.#options = options
    this.#caller = readCaller(options)
  }

  override get session(): TestedSession | undefined {
    return this.#tested
  }

  override get lastScreen(): Screen | undefined {
    return this.#lastScreen
  }

  override get mishap(): Mishap | undefined {
    const { mishap, problem = null } = this.#tested ?? {}
    return mishap ?? (problem === null ? undefined : { line: problem, error: undefined })
  }

  get lastPayment(): PhonePayment | undefined {
    return this.#lastPayment
  }

  /** Pushes go to another application from now on; the session goes on. */
  moveTo(target: Target): void {
    this.#leave()
    this.#target = target
    this.#line = undefined
  }

  /** Plays the service's part of what the session asks to pay. @throws FMW_PHONE_PAYMENT */
  async pay(options: PayOptions): Promise<void> {
    const notice = noticeOf(this.#tested, this.#options, options)
    if (notice === undefined) throw this.#noPayment('the last screen asks for no payment')
    const show = this.note(`pay: ${notice.label}`)
    show('  (not handled)')
    const { payment, problem } = await postNotice(this.#target, notice, this.#options, options)
    this.#lastPayment = payment
    if (problem !== undefined) throw Object.assign(this.#noPayment(this.hide(problem)), { cause: payment.error })
    show('')
  }

  protected override get opens(): string | undefined {
    const { channel = 'ussd' } = this.#caller
    return channel === 'ussd' ? undefined : `(${channel})`
  }

  protected override open(dialled: string): TestedSession {
    // Nobody is there any more to tell of it.
    this.#leave()
    const { kind, mobile, operator } = this.#caller
    const serviceCode = serviceCodeOf(this.#caller, dialled)
    const channel =
      this.#caller.channel ?? channelOf({ kind, type: 'initiation', operator, message: dialled, serviceCode })
    const session = newSession(randomUUID(), { kind, channel, mobile, operator, serviceCode }, Date.now())
    this.#tested = { ...session, paymentId: randomUUID(), mishap: undefined, secrets: () => this.secrets }
    return this.#tested
  }

  protected override async carry(
    { label, fields, isLast }: PhonePush,
    session: TestedSession,
    heard: () => boolean | undefined,
  ): Promise<Screen> {
    if (session.mishap?.error === undefined) session.mishap = undefined
    this.#line ??= openLine(this.#target, this.#caller.kind, this.#options)
    const { send, turns, own, registration } = await this.#line
    this.#turns = turns
    turns.watch(session)
    const headers = new Headers({ 'content-type': 'application/json' })
    const payload = JSON.stringify(casedFields(fields, this.#options.names))
    const push = () => sendInTime(send, { method: 'POST', headers, payload }, this.#machine, own)
    const { result, storeFailure } = await watchStore(registration, push)
    const { answer, ms } = result
    const { kind, id: sessionId } = session
    const screen = readScreen(answer, { kind, sessionId, label, ms, storeFailure, hide: this.hide })
    // Work may go on behind a waiting screen, and fail between two steps.
    takeReply(session, screen, heard())
    // Nobody sees what is answered to the end of a session.
    const doubts = isLast ? [] : doubtsOnPhone(screen, session)
    session.problem = doubts.length === 0 ? null : doubts.join('; ')
    if (session.ended !== null) turns.leave(session)
    this.#lastScreen = screen
    return screen
  }

  #leave(): void {
    if (this.#tested !== undefined) this.#turns.leave(this.#tested)
  }

  #noPayment(problem: string): Error {
    return blame(new FMW_PHONE_PAYMENT(problem, this.story), this.mishap)
  }
}

/** What a phone is connected to. */
interface Line {
  readonly send: Send
  readonly turns: TurnWatch
  /** Undefined where the machine's time counts. */
  readonly own: OwnTime | undefined
  /** Its name; undefined where no registration of this process answers. */
  readonly registration: string | undefined
}

/** @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE, FMW_NAME_UNKNOWN */
async function openLine(target: Target, kind: TurnKind, options: TargetOptions): Promise<Line> {
  const send = await connect(target, kind, options)
  // An application without the plugin has turns of its own, at the `url` that was given.
  if (isAddress(target) || !hasMerchant(target))
    return { send, turns: seeNoTurns, own: undefined, registration: undefined }
  const merchant = registrationOf(target, options.registration)
  return { send, turns: turnWatchOf(merchant), own: ownTimeOf(merchant, kind), registration: merchant.name }
}

function hasMerchant(app: Partial<MerchantApp>): boolean {
  return app.merchant !== undefined
}

/** Tells sessions what goes wrong in their turns: without a logger nothing else says it. */
interface TurnWatch {
  watch(session: TestedSession): void
  leave(session: TestedSession): void
}

/** Whoever has an address alone sees nothing but the answer. */
const seeNoTurns: TurnWatch = { watch: () => undefined, leave: () => undefined }

/** The one of a registration. */
function turnWatchOf({ events }: Merchant): TurnWatch {
  const known = watches.get(events) ?? new EventWatch(events)
  watches.set(events, known)
  return known
}

// One for all phones: an emitter warns of more than ten listeners, and a test may have more phones than that.
const watches = new WeakMap<Merchant['events'], EventWatch>()

/** Listens while there is a session to tell. */
class EventWatch implements TurnWatch {
  readonly #events: Merchant['events']
  readonly #sessions = new Map<string, TestedSession>()

  constructor(events: Merchant['events']) {
    this.#events = events
  }

  watch(session: TestedSession): void {
    if (this.#sessions.size === 0) {
      this.#events.on('turnFailed', this.#onFailed)
      this.#events.on('deadline', this.#onDeadline)
    }
    this.#sessions.set(session.id, session)
  }

  leave(session: TestedSession): void {
    this.#sessions.delete(session.id)
    if (this.#sessions.size > 0) return
    this.#events.off('turnFailed', this.#onFailed)
    this.#events.off('deadline', this.#onDeadline)
  }

  readonly #onFailed = (incident: MerchantEvents['turnFailed'][0]): void => {
    const session = this.#sessions.get(incident.sessionId)
    if (session !== undefined) suffer(session, failureMishap(incident, session.secrets()))
  }

  readonly #onDeadline = (incident: MerchantEvents['deadline'][0]): void => {
    const session = this.#sessions.get(incident.sessionId)
    if (session !== undefined) suffer(session, deadlineMishap(incident))
  }
}

/** What came of a push, and what the store failed with meanwhile. */
interface WatchedPush<Result> {
  readonly result: Result
  /** In one line, as the log has it; undefined where it didn't fail. */
  readonly storeFailure: string | undefined
}

/**
 * Listens to the store of a registration, if this process has it, while a push is answered: the answer must not say what is wrong
 * with it, and a test without a logger would show nothing.
 */
async function watchStore<Result>(
  registration: string | undefined,
  push: () => Promise<Result>,
): Promise<WatchedPush<Result>> {
  let failed: unknown
  const stop = onTraced({
    store: (told) => {
      if (told.registration === registration && told.error !== undefined) failed = told.error
    },
  })
  try {
    const result = await push()
    return { result, storeFailure: failed === undefined ? undefined : lineOfError(failed) }
  } finally {
    stop()
  }
}

/** An error stays: what was too late is of its own screen alone, and is not the reason where something was thrown. */
function suffer(session: TestedSession, mishap: Mishap): void {
  if (session.mishap?.error === undefined) session.mishap = mishap
}

/** Of `turnFailed`. @param secrets not to be shown */
function failureMishap({ place, error }: MerchantEvents['turnFailed'][0], secrets: readonly string[]): Mishap {
  const who = place === 'handler' ? 'the handler' : place
  const what = error instanceof Error ? lineOfError(error, secrets) : describeError(error, secrets).message
  return { line: `${who} failed: ${what}`, error }
}

/** Of `deadline`. */
function deadlineMishap({ did, ms }: MerchantEvents['deadline'][0]): Mishap {
  const what = did === 'wait' ? 'a waiting screen' : 'a release'
  return { line: `the budget ran out before the handler answered: after ${ms} ms ${what} went out`, error: undefined }
}

/** A push of a phone, for errors. */
interface AnsweredStep extends AnsweredPush {
  /** `dial *713#`. */
  readonly label: string
  /** What the application's store failed with; undefined where it didn't, or nobody knows. */
  readonly storeFailure?: string | undefined
  /** A text without what was entered at sensitive screens: errors show what came. */
  readonly hide: (text: string) => string
}

/** Reads a reply as the service does. @throws FMW_PHONE_REPLY where the service would refuse it */
export function readScreen(answer: WireAnswer, step: AnsweredStep): Screen {
  const because = answer.status === 503 && step.storeFailure !== undefined ? `: ${step.hide(step.storeFailure)}` : ''
  const refuse = (problem: string, section: string): never => {
    throw new FMW_PHONE_REPLY(
      step.label,
      problem + because,
      section,
      step.hide(answer.body.slice(0, longestAnswer)).slice(0, shownLength),
    )
  }
  if (step.ms >= longestWait) refuse(`it took longer than the ${longestWait} ms that the service waits`, '8')
  if (Buffer.byteLength(answer.body) > longestAnswer) refuse(`it is longer than ${longestAnswer} bytes`, '4.12')
  return readReply(answer, step, refuse)
}

// Enough to see what came, short enough for a terminal.
const shownLength = 500
