import { setImmediate } from 'node:timers/promises'
import type { UssdTurn } from '../../src/index.ts'
import { type HandlerLog, silentLog } from '../../src/log.ts'
import { type Reply, ussdReplies } from '../../src/replies/index.ts'
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.ts'
import { Turns } from '../../src/turns/memory/turns.ts'
import { defaultScreens } from '../../src/turns/screens.ts'
import { ownerOf } from '../../src/turns/session-owner.ts'
import { ActiveTurn, type AnswerSource, type PendingRequest, type Work } from '../../src/turns/turn.ts'
import type { TurnReports, TurnsSettings } from '../../src/turns/turns-settings.ts'
import { type EventFields, ussdEvent } from './ussd-event.ts'

export const { prompt, menu, end, pay } = ussdReplies({})

type Event = PendingRequest<'ussd'>['event']

/** A handler as untyped code may write it: it returns anything. */
export type AnyHandler = (event: Event, turn: UssdTurn, work: Work<'ussd'>) => unknown

/** Turns with a clock that stands still, and everything that they say. */
export interface Driven {
  readonly turns: Turns<'ussd'>
  readonly clock: ManualClock
  readonly reports: Report[]
  /** A push that arrives now, or `arrivedAt`. */
  push(fields: EventFields, arrivedAt?: number): Pushed
  /** The pushes of one session, each with the next sequence. */
  session(sessionId: string): Line
}

export interface Line {
  dial(): Pushed
  send(message: string): Pushed
  release(): Pushed
  timeout(): Pushed
}

export type Report =
  | { readonly deadline: 'wait' | 'release'; readonly ms: number; readonly limit?: 'maxWork' }
  | { readonly failed: unknown; readonly place: string; readonly secrets?: readonly string[] }
  | { readonly blocked: number }
  | { readonly fenced: string; readonly error?: unknown; readonly secrets?: readonly string[] }
  | { readonly odd: string }

/** Room for a test's own settings; the rest is what the plugin would give. */
export type DriveOptions = Partial<Omit<TurnsSettings<'ussd'>, 'channel' | 'clock' | 'reports' | 'handle' | 'newTurn'>>

const builders = ussdReplies({})

export function drive(handler: AnyHandler, options: DriveOptions = {}): Driven {
  const clock = manualClock()
  const reports: Report[] = []
  const turns = new Turns<'ussd'>({
    channel: 'ussd',
    takes: (type) => type === 'initiation' || type === 'response',
    handle: (event, active, work) => handler(event, Object.assign(active, builders), work),
    newTurn: (work, json, timeLeft) => new ActiveTurn(work, json, timeLeft),
    onLeave: undefined,
    budget: 6_000,
    maxWork: 50_000,
    onDeadline: 'wait',
    sessionExpiry: 90_000,
    maxSessions: 100_000,
    maxSessionBytes: 2 ** 30,
    blockedAfter: 100,
    screensFor: () => defaultScreens,
    ownerOf: ownerOf(false),
    clock,
    reports: recordIn(reports),
    ...options,
  })
  const push = (fields: EventFields, arrivedAt = clock.monotonic()): Pushed => {
    const pushed = new Pushed(ussdEvent(fields), arrivedAt, clock)
    turns.take(pushed)
    return pushed
  }
  return { turns, clock, reports, push, session: (sessionId) => lineOf(push, sessionId) }
}

/** The pushes of one session, from the sequence after this one. */
export function lineOf(push: Driven['push'], sessionId: string, after = 0): Line {
  let sequence = after
  const next = (type: Event['type'], message: string): Pushed => {
    sequence += 1
    return push({ sessionId, type, message, sequence })
  }
  return {
    dial: () => next('initiation', '*713#'),
    send: (message) => next('response', message),
    release: () => next('release', ''),
    timeout: () => next('timeout', ''),
  }
}

/** A push and the one answer that it got. */
export class Pushed implements PendingRequest<'ussd'> {
  readonly event: Event
  readonly arrivedAt: number
  readonly log: HandlerLog = silentLog
  isRefused = false
  readonly #clock: ManualClock
  #answer: { readonly reply: Reply<'ussd'>; readonly source: AnswerSource; readonly at: number } | undefined

  constructor(event: Event, arrivedAt: number, clock: ManualClock) {
    this.event = event
    this.arrivedAt = arrivedAt
    this.#clock = clock
  }

  answer(reply: Reply<'ussd'>, source: AnswerSource): void {
    if (this.#answer !== undefined) throw new Error('A push was answered twice')
    this.#answer = { reply, source, at: this.#clock.monotonic() }
  }

  refuse(): void {
    if (this.#answer !== undefined) throw new Error('A push was answered twice')
    this.isRefused = true
  }

  within(work: () => void): void {
    work()
  }

  get isAnswered(): boolean {
    return this.#answer !== undefined
  }

  /** `handler: response "Welcome"`; `waits` when there is no answer yet. */
  get screen(): string {
    if (this.#answer === undefined) return 'waits'
    const { reply, source } = this.#answer
    return `${source}: ${reply.type} "${reply.message}"`
  }

  get reply(): Reply<'ussd'> {
    return this.#got().reply
  }

  get source(): AnswerSource {
    return this.#got().source
  }

  /** Monotonic ms of the answer. */
  get answeredAt(): number {
    return this.#got().at
  }

  #got() {
    if (this.#answer === undefined) throw new Error('A push was not answered')
    return this.#answer
  }
}

/** Lets every promise that can settle do so. */
export async function settled(): Promise<void> {
  await setImmediate()
}

export function recordIn(reports: { push(report: Report): unknown }): TurnReports<'ussd'> {
  return {
    deadline: (_asked, did, ms, limit) =>
      reports.push({ deadline: did, ms, ...(limit === undefined ? {} : { limit }) }),
    failed: (_asked, { error, place, secrets }) =>
      reports.push({ failed: error, place, ...(secrets.length === 0 ? {} : { secrets }) }),
    blocked: (_asked, held) => reports.push({ blocked: held }),
    fenced: ({ event }, failure) => {
      const secrets = failure?.secrets ?? []
      reports.push({
        fenced: event.sessionId,
        ...(failure === undefined ? {} : { error: failure.error }),
        ...(secrets.length === 0 ? {} : { secrets }),
      })
    },
    odd: (_asked, line) => reports.push({ odd: line }),
  }
}
