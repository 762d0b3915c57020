import { type Channel, channelOf } from '../../conversation/channel.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Fields } from '../../pushes/reading/json.ts'
import { readTypeWord } from '../../pushes/reading/type-word.ts'
import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Merchant } from '../../registration/merchant.ts'
import type { NameCasing } from '../../replies/wire/reply-settings.ts'
import { FMW_PHONE_CHANNEL, FMW_PHONE_CHOICE, FMW_PHONE_PAYMENT, FMW_PHONE_SESSION } from '../errors.ts'
import { noticeOf } from '../notices/payment-notice.ts'
import { postNotice } from '../notices/post-notice.ts'
import { findOffers, nextPage, type Offer, offersOf } from '../screens/offers.ts'
import { readScreen } from '../screens/read-screen.ts'
import type { Screen } from '../screens/screen.ts'
import { drawScreen, Transcript } from '../screens/transcript.ts'
import {
  connect,
  isAddress,
  type MerchantApp,
  registrationOf,
  type Send,
  type Target,
  type TargetOptions,
} from '../target.ts'
import { blame, deadlineMishap, failureMishap, type Mishap, storyOf } from './mishap.ts'
import type { PayOptions, PhoneOptions, PhonePayment } from './phone-options.ts'
import { EnteredSecrets, hearAnswers, hiddenText, ServiceSession } from './service-session.ts'

/** The steps of a phone, each done at once: it pushes what a subscriber does and keeps what came back. */
export class Handset {
  #target: Target
  readonly #options: PhoneOptions
  readonly #caller: Caller
  readonly #transcript = new Transcript()
  readonly #secrets = new EnteredSecrets()
  #line: Promise<Line> | undefined
  #turns = seeNoTurns
  #session: ServiceSession | undefined
  #dialled: string | undefined
  #lastPush: Pushed | undefined
  #lastScreen: Screen | undefined
  #lastPayment: PhonePayment | undefined

  constructor(target: Target, options: PhoneOptions) {
    this.#target = target
    this.#options = options
    this.#caller = readCaller(options)
  }

  get lastScreen(): Screen | undefined {
    return this.#lastScreen
  }

  get lastPayment(): PhonePayment | undefined {
    return this.#lastPayment
  }

  get sessionId(): string | undefined {
    return this.#session?.id
  }

  get transcript(): string {
    return this.#transcript.toString()
  }

  /** What went wrong in the application in the last session. */
  get mishap(): Mishap | undefined {
    return this.#session?.mishap
  }

  /** A text without what was entered at sensitive screens. */
  get hide(): (text: string) => string {
    return this.#secrets.hide
  }

  /** How the error of a step ends. */
  get story(): string {
    return storyOf(this.mishap, this.transcript)
  }

  dial(message: string): Promise<Screen> {
    this.#dialled = message
    return this.#begin('dial', message)
  }

  redial(): Promise<Screen> {
    if (this.#dialled === undefined) throw this.#noSession('redial', 'nothing was dialled')
    return this.#begin('redial', this.#dialled)
  }

  reply(message: string): Promise<Screen> {
    // Without the message: it may be meant for a sensitive screen that was never reached.
    const session = this.#opened('reply')
    return this.#push('reply', session, typeWords[this.#caller.kind].response, message)
  }

  /** Pages on from a screen until it offers what is to be chosen, and chooses it. */
  async choose(label: string, from: Screen): Promise<Screen> {
    const session = this.#opened(`choose ${label}`)
    const offered = new Set<string>()
    for (let [screen, page] = [from, 1]; ; page += 1) {
      const offers = offersOf(screen, session.channel)
      const [found, ...others] = findOffers(label, offers)
      if (found !== undefined && others.length === 0) return this.#enter(found, session)
      const next = nextPage(offers, this.#options.more)
      for (const offer of [...offers.choices, ...offers.ways]) offered.add(shownOffer(offer))
      if (found !== undefined) throw this.#noChoice(label, 'is on the screen more than once', offered)
      if (next === undefined) throw this.#noChoice(label, 'is not on the screen', offered)
      // Pages may read alike, so only their number tells a long list from one that leads around.
      if (page === mostPages) throw this.#noChoice(label, `is not on ${mostPages} pages`, offered)
      screen = await this.#enter(next, session)
    }
  }

  /** Pushes go to another application from now on; the session goes on. */
  moveTo(target: Target): void {
    if (this.#session !== undefined) this.#turns.leave(this.#session)
    this.#target = target
    this.#line = undefined
  }

  hangUp(): Promise<Screen> {
    return this.#leave('hang up', typeWords[this.#caller.kind].release)
  }

  timeout(): Promise<Screen> {
    return this.#leave('time out', typeWords[this.#caller.kind].timeout)
  }

  push(type: string, message: string): Promise<Screen> {
    this.#session ??= this.#openSession(message)
    const word = readTypeWord(type)
    if (word === 'release' || word === 'timeout') this.#session.isOver = true
    return this.#push(`push ${type}`, this.#session, type, message)
  }

  repeatLast(): Promise<Screen> {
    if (this.#lastPush === undefined) throw this.#noSession('repeatLast', 'nothing was pushed')
    return this.#deliver({ ...this.#lastPush, label: 'repeat the last push' })
  }

  /** Plays the service's part of what the session asks to pay. @throws FMW_PHONE_PAYMENT */
  async pay(options: PayOptions): Promise<void> {
    const notice = noticeOf(this.#session, options)
    if (notice === undefined) throw this.#noPayment('the last screen asks for no payment')
    const show = this.#transcript.open(`pay: ${notice.label}`)
    show('  (not handled)')
    const { payment, problem } = await postNotice(this.#target, notice, this.#options, options)
    this.#lastPayment = payment
    if (problem !== undefined) throw Object.assign(this.#noPayment(this.hide(problem)), { cause: payment.error })
    show('')
  }

  /** @throws FMW_PHONE_SESSION when there is none, naming the step that needs it */
  shown(step: string): Screen {
    if (this.#lastScreen === undefined) throw this.#noSession(step, 'no screen was shown')
    return this.#lastScreen
  }

  #openSession(dialled: string): ServiceSession {
    const { kind, operator } = this.#caller
    const serviceCode = this.#caller.serviceCode ?? /^\*(\d+)/.exec(dialled)?.[1] ?? ''
    const channel =
      this.#caller.channel ?? channelOf({ kind, type: 'initiation', operator, message: dialled, serviceCode })
    return new ServiceSession({ ...this.#caller, serviceCode, channel }, this.#secrets)
  }

  #begin(step: string, dialled: string): Promise<Screen> {
    const { kind, channel = 'ussd' } = this.#caller
    // Steps that are the same on every channel dial on all of them; rich ones are opened, with no keys to dial.
    const [message, shown] = channel === 'ussd' ? [dialled, dialled] : ['', `(${channel})`]
    // Nobody is there any more to tell of it.
    if (this.#session !== undefined) this.#turns.leave(this.#session)
    const session = this.#openSession(message)
    this.#session = session
    return this.#push(step, session, typeWords[kind].initiation, message, shown)
  }

  #opened(step: string): ServiceSession {
    if (this.#session === undefined) throw this.#noSession(step, 'there is none')
    if (this.#session.isOver) throw this.#noSession(step, 'the last one has ended')
    return this.#session
  }

  #enter({ label, value }: Offer, session: ServiceSession): Promise<Screen> {
    const [step, shown] = label === '' ? ['reply', value] : ['choose', `${label} (${value})`]
    return this.#push(step, session, typeWords[this.#caller.kind].response, value, shown)
  }

  #noChoice(label: string, problem: string, offered: ReadonlySet<string>): Error {
    const list = this.hide([...offered].join(', '))
    return blame(new FMW_PHONE_CHOICE(label, problem, list === '' ? 'nothing' : list, this.story), this.mishap)
  }

  #noPayment(problem: string): Error {
    return blame(new FMW_PHONE_PAYMENT(problem, this.story), this.mishap)
  }

  #noSession(step: string, why: string): Error {
    return blame(new FMW_PHONE_SESSION(step, why, this.story), this.mishap)
  }

  /** @param entered what the transcript shows of the message, unless a sensitive screen asked for it */
  #push(step: string, session: ServiceSession, type: string, message: string, entered = message): Promise<Screen> {
    const isHidden = session.hidesNext && message !== ''
    if (isHidden) this.#secrets.add(message)
    const label = `${step} ${isHidden ? hiddenText : this.hide(entered)}`.trimEnd()
    const draw = (screen: Screen): string => this.hide(drawScreen(screen, session.channel))
    return this.#deliver({ label, session, body: session.next(type, message), draw })
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
    this.#line ??= openLine(this.#target, this.#caller.kind, this.#options)
    const { send, turns } = await this.#line
    this.#turns = turns
    turns.watch(session)
    const startedAt = performance.now()
    const headers = new Headers({ 'content-type': 'application/json' })
    const stopHearing = hearAnswers(session)
    const answer = await send({ method: 'POST', headers, payload: JSON.stringify(body) }).finally(stopHearing)
    const ms = performance.now() - startedAt
    const screen = readScreen(answer, { kind: this.#caller.kind, sessionId: session.id, label, ms, hide: this.hide })
    session.take(screen)
    // Work may go on behind a waiting screen, and fail between two steps.
    if (session.isOver) turns.leave(session)
    this.#lastScreen = screen
    show(draw(screen))
    return screen
  }
}

// More than anybody pages through.
const mostPages = 50

function shownOffer({ label, value }: Offer): string {
  return `${label} (${value})`.trimStart()
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

/** Who is at a phone, and where: its options with every default filled in. */
interface Caller {
  readonly kind: TurnKind
  /** Undefined where each session shows it by what is dialled. */
  readonly channel: Channel | undefined
  readonly mobile: string
  readonly operator: string
  /** Undefined where it is the first number of what is dialled. */
  readonly serviceCode: string | undefined
  readonly names: NameCasing
}

/** @throws FMW_PHONE_CHANNEL */
function readCaller(options: PhoneOptions): Caller {
  const { channel, names = 'pascal' } = options
  const usual = channel === undefined ? { ...places.ussd, kind: options.kind ?? 'ussd' } : readPlace(channel, options)
  const { mobile = usual.mobile, operator = usual.operator, serviceCode = usual.serviceCode } = options
  return { kind: usual.kind, channel, mobile, operator, serviceCode, names }
}

type Place = Omit<Caller, 'channel' | 'names'>

/**
 * What the service sends of each channel (reference 2.5: Operator, ServiceCode, Mobile). The reference has no name for
 * the provider's app. Each is another subscriber, or one would go on with what another left.
 */
const places: Readonly<Record<Channel, Place>> = {
  ussd: { kind: 'ussd', mobile: '+233000000000', operator: 'network', serviceCode: undefined },
  webstore: { kind: 'programmable', mobile: 'webstore-user', operator: 'webstore', serviceCode: 'service' },
  pos: { kind: 'programmable', mobile: 'pos-user', operator: 'POS-Android', serviceCode: 'service' },
  app: { kind: 'programmable', mobile: 'app-user', operator: 'app', serviceCode: 'service' },
}

function readPlace(channel: Channel, { kind }: PhoneOptions): Place {
  if (!Object.hasOwn(places, channel)) {
    throw new FMW_PHONE_CHANNEL(channel, `cannot be: there are ${Object.keys(places).join(', ')}`)
  }
  const place = places[channel]
  if (kind === undefined || kind === place.kind) return place
  // Programmable services serve USSD too; no other channel has pushes of the kind USSD.
  if (channel === 'ussd') return { ...place, kind }
  throw new FMW_PHONE_CHANNEL(channel, `gets pushes of the kind ${place.kind}, not ${kind}: leave kind out`)
}

/** What a phone is connected to. */
interface Line {
  readonly send: Send
  readonly turns: TurnWatch
}

/** @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE, FMW_NAME_UNKNOWN */
async function openLine(target: Target, kind: TurnKind, options: TargetOptions): Promise<Line> {
  const send = await connect(target, kind, options)
  return { send, turns: isAddress(target) ? seeNoTurns : turnsOf(target, options) }
}

/** An application without the plugin has turns of its own, at the `url` that was given. */
function turnsOf(app: Partial<MerchantApp>, { registration }: TargetOptions): TurnWatch {
  return app.merchant === undefined ? seeNoTurns : turnWatchOf(registrationOf(app, registration))
}

/** Tells sessions what goes wrong in their turns: without a logger nothing else says it. */
interface TurnWatch {
  watch(session: ServiceSession): void
  leave(session: ServiceSession): void
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
  readonly #sessions = new Map<string, ServiceSession>()

  constructor(events: Merchant['events']) {
    this.#events = events
  }

  watch(session: ServiceSession): void {
    if (this.#sessions.size === 0) {
      this.#events.on('turnFailed', this.#onFailed)
      this.#events.on('deadline', this.#onDeadline)
    }
    this.#sessions.set(session.id, session)
  }

  leave(session: ServiceSession): void {
    this.#sessions.delete(session.id)
    if (this.#sessions.size > 0) return
    this.#events.off('turnFailed', this.#onFailed)
    this.#events.off('deadline', this.#onDeadline)
  }

  readonly #onFailed = (incident: MerchantEvents['turnFailed'][0]): void => {
    const session = this.#sessions.get(incident.sessionId)
    session?.suffer(failureMishap(incident, session.secrets.texts))
  }

  readonly #onDeadline = (incident: MerchantEvents['deadline'][0]): void => {
    this.#sessions.get(incident.sessionId)?.suffer(deadlineMishap(incident))
  }
}
