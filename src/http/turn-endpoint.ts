import { AsyncResource } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { childOf, type HandlerLog, logSafely } from '../log.ts'
import type { Incoming } from '../pushes/event.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { TurnPushKind } from '../pushes/push-kind.ts'
import type { DialCodes } from '../pushes/reading/dial-string.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { Notes } from '../pushes/reading/push-problem.ts'
import { isTypeWord, type SessionEvent, salvageSessionId } from '../pushes/session-push.ts'
import { fallbackReply, type Reply, toldScreen } from '../replies/index.ts'
import { printable, visible } from '../text/clean-text.ts'
import type { Numbering } from '../text/countries.ts'
import { maskNumbers, maskPhone } from '../text/phone.ts'
import { mayHaveTiming, timingHeader, writeTiming } from '../trace/development.ts'
import { trace } from '../trace/moments.ts'
import type { TracedTurn, TurnTrace } from '../trace/turn-trace.ts'
import type { Turns } from '../turns/memory/turns.ts'
import type { LoopWatch } from '../turns/shared/loop-watch.ts'
import type { AnswerSource, PendingRequest } from '../turns/turn.ts'
import { AnswersTogether, type ReadyAnswer } from './answers-together.ts'
import type { Endpoint } from './endpoint.ts'
import { endNotKept, noRoom, type Problem, sendProblem } from './problems.ts'

/** What the turns of a kind are received with. */
export interface TurnEndpointSettings<K extends TurnKind> {
  readonly registration: string
  readonly push: TurnPushKind<SessionEvent<K>> & { readonly kind: K }
  readonly turns: Pick<Turns<K>, 'take' | 'masksAnswer'>
  readonly country: Numbering | undefined
  readonly dialCodes: DialCodes
  readonly clock: Clock
  /** ms until an answer. */
  readonly budget: number
  /** Writes a reply to the wire. */
  readonly encode: (reply: Reply<K>, push: SessionRef) => string
  /** What a subscriber reads whose push cannot be read. */
  readonly unreadable: string
  /** Whether the answers and screens that are not sensitive go to the log. */
  readonly logScreens: boolean
  /** @param ms since the push arrived */
  readonly onAnswer: (source: AnswerSource, ms: number) => void
  readonly loop: Pick<LoopWatch, 'heldBefore'>
  /** ms after which the service has given a turn up: nobody sees what goes out later. */
  readonly patience: number
}

/** What of a push its reply repeats. */
export interface SessionRef {
  readonly sessionId: string
  readonly serviceCode: string
}

/** Receives turns: each is answered with a screen, and where its session is known never with an error. */
export class TurnEndpoint<K extends TurnKind> implements Endpoint {
  readonly #settings: TurnEndpointSettings<K>
  readonly #answers = new AnswersTogether()

  constructor(settings: TurnEndpointSettings<K>) {
    this.#settings = settings
  }

  get push(): TurnPushKind<SessionEvent<K>> {
    return this.#settings.push
  }

  take(incoming: Incoming, request: FastifyRequest, reply: FastifyReply): void {
    const { push, turns, country, dialCodes, clock, logScreens } = this.#settings
    const notes = new Notes(incoming.oddities)
    const event = push.read(incoming, { receivedAt: new Date(clock.now()), country, dialCodes, notes })
    const asked = new AskedOverHttp(event, request, reply, this.#settings, this.#answers)
    if (notes.lines !== undefined)
      logSafely(asked.log, 'warn', { notes: notes.lines }, 'a push was not as the reference has it')
    if (logScreens) asked.masksAnswer = turns.masksAnswer(event)
    turns.take(asked)
    if (!asked.isAnswered) asked.waits()
  }

  refuse(problem: Problem, fields: Fields | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { onAnswer, clock } = this.#settings
    const source = sourceOf(problem)
    if (source !== undefined) onAnswer(source, clock.monotonic() - request.merchantArrivedAt)
    const sessionId = fields === undefined ? null : salvageSessionId(fields)
    if (sessionId === null) {
      sendProblem(reply, problem)
      return
    }
    // The session is known: an error would be a dead line to its subscriber.
    const { push, encode, unreadable } = this.#settings
    const release = fallbackReply(push.kind, 'release', unreadable)
    sendScreen(reply, encode(release, { sessionId, serviceCode: '' }))
  }
}

/** What a refusal counts as. What a hook of the application stopped is counted already. */
function sourceOf(problem: Problem): AnswerSource | undefined {
  if (problem === noRoom) return 'busy'
  return problem.code === 'FMW_STOPPED' || problem.status >= 500 ? undefined : 'unreadable'
}

function sendScreen(reply: FastifyReply, json: string): void {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(json)
}

/** A turn that waits on an HTTP request. */
class AskedOverHttp<K extends TurnKind> implements PendingRequest<K>, ReadyAnswer {
  readonly event: SessionEvent<K>
  readonly arrivedAt: number
  isAnswered = false
  masksAnswer = false
  readonly trace: TurnTrace | undefined
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #settings: TurnEndpointSettings<K>
  readonly after = undefined
  readonly #answers: AnswersTogether
  #json = ''
  /** Its asynchronous context, where it waits. */
  #own: AsyncResource | undefined
  #log: HandlerLog | undefined

  constructor(
    event: SessionEvent<K>,
    request: FastifyRequest,
    reply: FastifyReply,
    settings: TurnEndpointSettings<K>,
    answers: AnswersTogether,
  ) {
    this.event = event
    this.arrivedAt = request.merchantArrivedAt
    this.#request = request
    this.#reply = reply
    this.#settings = settings
    this.#answers = answers
    this.trace = request.merchantTrace
    this.trace?.read(tracedTurn(event, settings))
  }

  get log(): HandlerLog {
    const { kind, sessionId } = this.event
    this.#log ??= childOf(this.#request.log, () => ({ kind, sessionId: shownSession(sessionId) }))
    return this.#log
  }

  answer(reply: Reply<K>, source: AnswerSource, isSecret?: boolean, seen?: () => void): void {
    this.within(() => this.#answer(reply, source, isSecret, seen))
  }

  refuse(): void {
    this.within(() => this.#refuse())
  }

  within(work: () => void): void {
    if (this.#own === undefined) work()
    else this.#own.runInAsyncScope(work)
  }

  #answer(reply: Reply<K>, source: AnswerSource, isSecret?: boolean, seen?: () => void): void {
    this.isAnswered = true
    if (isSecret !== undefined) this.masksAnswer = isSecret
    const { onAnswer, loop, patience, clock } = this.#settings
    if (seen !== undefined) {
      this.#reply.raw.once('finish', () => {
        // The service counts from when it sent the push, which a process that was frozen finds late.
        if (this.#since() + loop.heldBefore(this.arrivedAt) <= patience) seen()
      })
    }
    if (trace.answered.hasSubscribers)
      trace.answered.publish({ sessionId: this.event.sessionId, hidesNext: hidesNext(reply, source) })
    this.#encode(reply, source)
    const now = clock.monotonic()
    this.#answers.add(this, now)
    onAnswer(source, now - this.arrivedAt)
    this.#logAnswer(reply, source)
  }

  send(): void {
    sendScreen(this.#reply, this.#json)
  }

  #encode(reply: Reply<K>, source: AnswerSource): void {
    const encoded = this.trace?.begin('encode')
    const json = this.#settings.encode(reply, this.event)
    encoded?.()
    const told = this.trace?.answered(source)
    if (told !== undefined && mayHaveTiming(this.#request.headers[timingHeader]))
      this.#reply.header(
        timingHeader,
        writeTiming({ ...told, thrown: this.trace?.thrown, hidesNext: hidesNext(reply, source) }),
      )
    this.#json = json
  }

  #refuse(): void {
    this.isAnswered = true
    this.trace?.answered('unavailable')
    sendProblem(this.#reply, endNotKept)
    this.#settings.onAnswer('unavailable', this.#since())
    logSafely(
      this.log,
      'warn',
      { ms: this.#elapsed() },
      'the end of a session could not be recorded: the service is told to send it again',
    )
  }

  /**
   * It is not answered at once. What answers it may be another's, whose turn it repeats or waits for: hooks and logs of the
   * application are to meet its own request. Says when the service hangs up first: its own limit may be shorter than the
   * budget.
   */
  waits(): void {
    this.#own = new AsyncResource('merchant-turn', { requireManualDestroy: true })
    this.#reply.raw.once('close', () => {
      if (!this.isAnswered) {
        logSafely(
          this.log,
          'warn',
          { ms: this.#elapsed() },
          'the service hung up before the answer: is its limit below the budget?',
        )
      }
    })
  }

  #logAnswer(reply: Reply<K>, source: AnswerSource): void {
    const { level } = this.#request.log
    if (level === undefined || level === 'silent') return
    const { kind, sessionId, type, sequence, mobile, message, answers, serviceCode } = this.event
    // Answers dialled with the code may be a PIN: the screens that would ask for them were never shown.
    const entered = answers.length > 0 ? `${serviceCode} ${hidden}` : message
    const screens = this.#settings.logScreens
      ? {
          message: this.masksAnswer ? hidden : printable(entered),
          screen: visible(toldScreen(reply)),
        }
      : {}
    // Not by the turn's own logger: making a child costs more than the line.
    logSafely(
      this.#request.log,
      'info',
      {
        kind,
        sessionId: shownSession(sessionId),
        type: shownType(type),
        sequence,
        mobile: maskPhone(mobile),
        answer: reply.type,
        source,
        ms: this.#elapsed(),
        ...screens,
      },
      'a turn was answered',
    )
  }

  #elapsed(): number {
    return Math.round(this.#since())
  }

  /** ms since it arrived. */
  #since(): number {
    return this.#settings.clock.monotonic() - this.arrivedAt
  }
}

/** Whether what is entered next stays out of logs. A waiting screen asks for nothing. */
function hidesNext({ sensitive, maskNext }: Reply<TurnKind>, source: AnswerSource): boolean | undefined {
  return source === 'waiting' ? undefined : sensitive || maskNext
}

function tracedTurn(
  { kind, sessionId, type, sequence }: SessionEvent,
  { registration, budget }: Pick<TurnEndpointSettings<TurnKind>, 'registration' | 'budget'>,
): TracedTurn {
  return { registration, kind, budget, sessionId: shownSession(sessionId), type: shownType(type), sequence }
}

function shownType(type: string): string {
  return isTypeWord(type) ? type : '(unknown)'
}

/** A phone number in an identifier is shown as one, and nothing in it is invisible. */
function shownSession(sessionId: string): string {
  if (phoneLike.test(sessionId)) return maskPhone(sessionId)
  return printable(mayHold.test(sessionId) ? maskNumbers(sessionId) : sessionId)
}

/** Nearly no identifier has so many digits in a row, or characters that may be digits. */
const mayHold = /\d{9}|[^\0-\x7f]/
const phoneLike = /^\s*(?:\+|00?)?[1-9]\d{8,13}\s*$/
const hidden = '(sensitive)'
