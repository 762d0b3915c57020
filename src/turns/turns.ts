import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { fallbackReply, isReply, isReplyOf, type Reply } from '../replies/index.ts'
import { FMW_NO_REPLY, FMW_WORK_GIVEN_UP } from './errors.ts'
import { findTurn, hasSequence } from './find-turn.ts'
import { isThenable } from './is-thenable.ts'
import type { AnswerSource, Asked, Session, TurnRecord } from './session.ts'
import { SessionTable } from './session-table.ts'
import { writeState } from './state.ts'
import { ActiveTurn } from './turn.ts'
import type { TurnsSettings } from './turns-settings.ts'
import { Work } from './work.ts'

// Turns remembered of one session, for repeats; a USSD session is far shorter.
const turnsKept = 64
// Sessions looked at by one sweep that no turn caused.
const sweepBatch = 2_000

/**
 * The turns of one kind, in memory: at most one runs in a session, each is answered within the budget, and its
 * handler runs at most once, whatever is repeated (reference 3.3, 3.4; design, "How data flows").
 */
export class Turns<K extends TurnKind> {
  readonly #settings: TurnsSettings<K>
  readonly #sessions: SessionTable<K>
  #working = 0

  constructor(settings: TurnsSettings<K>) {
    this.#settings = settings
    this.#sessions = new SessionTable(settings)
  }

  /** Handlers at work. */
  get working(): number {
    return this.#working
  }

  /** Sessions that are remembered. */
  get sessionCount(): number {
    return this.#sessions.size
  }

  /** Takes a push; `asked.answer` is called exactly once, at the latest at the end of the budget. */
  take(asked: Asked<K>): void {
    const { event } = asked
    const { screens, reports, clock } = this.#settings
    if (event.type === 'release' || event.type === 'timeout') {
      this.#end(asked)
      return
    }
    if (!this.#settings.takes(event.type)) {
      reports.odd(asked, 'a type that is not known')
      asked.answer(this.#release(event, screens.unknownType), 'unknownType')
      return
    }

    const now = clock.monotonic()
    const known = this.#sessions.find(event.sessionId, now)
    const session = known ?? this.#sessions.open(event.sessionId, now)
    if (session === undefined) {
      reports.odd(asked, 'no room for another session: every one is at work')
      asked.answer(this.#release(event, screens.busy), 'busy')
      return
    }
    const repeated = findTurn(session, event)
    if (repeated !== undefined) {
      repeat(repeated, asked)
      return
    }
    if (session.isOver || isForgotten(session, event)) {
      asked.answer(this.#release(event, screens.ended), 'ended')
      return
    }
    if (event.sequence !== null && hasSequence(session, event.sequence)) {
      reports.odd(asked, 'another message came with the same sequence: taken as a new turn')
    }
    this.#start(session, asked, known === undefined, now)
  }

  /** Whether the answer to the session's last screen is to be kept out of logs. */
  masksAnswer(sessionId: string): boolean {
    return this.#sessions.find(sessionId, this.#settings.clock.monotonic())?.masksAnswer ?? false
  }

  /** Forgets sessions that have expired. */
  sweep(): void {
    this.#sessions.sweep(this.#settings.clock.monotonic(), sweepBatch)
  }

  /** The application is closing: work that no request waits for is given up; the rest is answered in its time. */
  close(): void {
    for (const session of this.#sessions.all()) {
      const { work } = session
      if (work?.isLate && work.adopters.length === 0)
        this.#giveUp(session, work, 'failed', 'the application is closing')
    }
  }

  #start(session: Session<K>, asked: Asked<K>, isNew: boolean, now: number): void {
    const { event } = asked
    const { work: running, late } = session
    const { sequence, type, message } = event
    const work = running ?? new Work(asked, now)
    const turn = { sequence, type, message, isNew, asked: [asked], reply: undefined, work, cancelDeadline: undefined }
    remember(session, turn)
    if (late !== undefined) {
      session.late = undefined
      this.#settle(session, turn, late, 'late')
    } else if (running === undefined) {
      this.#run(session, turn, asked)
    } else {
      const waiting = running.isLate ? running.adopters : session.queue
      waiting.push(turn)
      this.#armDeadline(session, turn, asked)
    }
  }

  #run(session: Session<K>, turn: TurnRecord<K>, asked: Asked<K>): void {
    session.work = turn.work
    const result = this.#callHandler(asked, this.#activeTurn(session, turn, asked))
    if (result instanceof Failure) {
      this.#fail(session, turn, result.error)
    } else if (isThenable(result)) {
      if (turn.cancelDeadline === undefined) this.#armDeadline(session, turn, asked)
      this.#working++
      result.then(
        (value) => {
          this.#working--
          this.#finish(session, turn, value)
        },
        (error: unknown) => {
          this.#working--
          this.#fail(session, turn, error)
        },
      )
    } else {
      this.#finish(session, turn, result)
    }
  }

  #callHandler(asked: Asked<K>, active: ActiveTurn): unknown {
    const { clock, blockedAfter, reports, handle } = this.#settings
    const startedAt = clock.monotonic()
    try {
      return handle(asked.event, active)
    } catch (error) {
      return new Failure(error)
    } finally {
      const held = clock.monotonic() - startedAt
      if (held > blockedAfter) reports.blocked(asked, held)
    }
  }

  #activeTurn(session: Session<K>, turn: TurnRecord<K>, asked: Asked<K>): ActiveTurn {
    return new ActiveTurn({
      work: turn.work,
      state: session.state,
      isNew: turn.isNew,
      remaining: () => (turn.reply === undefined ? this.#timeLeft(asked.arrivedAt) : 0),
      log: () => asked.log,
    })
  }

  #finish(session: Session<K>, turn: TurnRecord<K>, value: unknown): void {
    const { channel, reports } = this.#settings
    const { work } = turn
    if (work.isFenced) {
      reports.fenced(work.asked)
      return
    }
    if (!isReplyOf(value, channel)) {
      this.#fail(session, turn, new FMW_NO_REPLY(channel, describe(value)))
      return
    }
    try {
      if (value.hasState) session.state = writeState(value.state)
    } catch (error) {
      this.#fail(session, turn, error)
      return
    }
    this.#complete(session, turn, value, 'handler')
  }

  #fail(session: Session<K>, turn: TurnRecord<K>, error: unknown): void {
    const { reports, screens } = this.#settings
    const { asked, isFenced } = turn.work
    if (isFenced) {
      reports.fenced(asked)
      return
    }
    reports.failed(asked, error)
    this.#complete(session, turn, this.#release(asked.event, screens.failed), 'failed')
  }

  /** The result goes to the turn that started the work, else to those that adopted it, else it waits for the next. */
  #complete(session: Session<K>, turn: TurnRecord<K>, reply: Reply<K>, source: 'handler' | 'failed'): void {
    const { adopters, cancelMaxWork } = turn.work
    session.work = undefined
    cancelMaxWork?.()
    const takers = turn.reply === undefined ? [turn, ...adopters] : adopters
    if (takers.length === 0) session.late = reply
    for (const taker of takers) {
      this.#settle(session, taker, reply, taker === turn || source === 'failed' ? source : 'late')
    }
    this.#runNext(session)
  }

  #runNext(session: Session<K>): void {
    const next = session.queue.shift()
    const asked = next?.asked[0]
    if (next === undefined || asked === undefined) return
    if (session.isOver) {
      this.#settle(session, next, this.#release(asked.event, this.#settings.screens.ended), 'ended')
      this.#runNext(session)
    } else {
      next.work = new Work(asked, this.#settings.clock.monotonic())
      for (const behind of session.queue) behind.work = next.work
      this.#run(session, next, asked)
    }
  }

  /** Gives a turn its answer, and the session what follows from it. */
  #settle(session: Session<K>, turn: TurnRecord<K>, reply: Reply<K>, source: AnswerSource): void {
    const { asked } = turn
    turn.reply = reply
    turn.asked = []
    turn.cancelDeadline?.()
    session.masksAnswer = reply.sensitive || reply.maskNext
    if (reply.type !== 'response') session.isOver = true
    let how = source
    for (const one of asked) {
      one.answer(reply, how)
      how = 'repeated'
    }
  }

  #armDeadline(session: Session<K>, turn: TurnRecord<K>, asked: Asked<K>): void {
    turn.cancelDeadline = this.#settings.clock.after(this.#timeLeft(asked.arrivedAt), () =>
      this.#passDeadline(session, turn, asked),
    )
  }

  #timeLeft(arrivedAt: number): number {
    return Math.max(0, arrivedAt + this.#settings.budget - this.#settings.clock.monotonic())
  }

  #passDeadline(session: Session<K>, turn: TurnRecord<K>, asked: Asked<K>): void {
    const { reports, clock } = this.#settings
    const { work } = turn
    const elapsed = clock.monotonic() - asked.arrivedAt
    const reply = this.#deadlineReply(asked)
    if (reply.type === 'response') {
      reports.deadline(asked, 'wait', elapsed)
      if (!work.isLate) this.#makeLate(session, work)
      work.adopters = work.adopters.filter((adopter) => adopter !== turn)
      this.#settle(session, turn, reply, 'waiting')
    } else {
      reports.deadline(asked, 'release', elapsed)
      this.#settle(session, turn, reply, 'deadline')
      this.#giveUp(session, work, 'deadline', 'the budget ran out')
    }
  }

  /** From here on the next turn takes the result; those that queue behind are the next ones. */
  #makeLate(session: Session<K>, work: Work<K>): void {
    const { clock, maxWork, reports, screens } = this.#settings
    work.isLate = true
    work.adopters = session.queue
    session.queue = []
    work.cancelMaxWork = clock.after(Math.max(0, work.startedAt + maxWork - clock.monotonic()), () => {
      reports.deadline(work.asked, 'release', maxWork)
      // Where nobody waits now, whoever asks next learns that it came to nothing.
      if (work.adopters.length === 0) session.late = this.#release(work.asked.event, screens.failed)
      this.#giveUp(session, work, 'deadline', `it took longer than ${maxWork} ms in all`)
    })
  }

  #deadlineReply(asked: Asked<K>): Reply<K> {
    const { event } = asked
    const { onDeadline, screens, channel, reports } = this.#settings
    const wait = (message: string): Reply<K> => fallbackReply(channel, 'response', message, event.clientState)
    const release = (message: string): Reply<K> => this.#release(event, message)
    if (onDeadline === 'wait') return wait(screens.waiting)
    if (onDeadline === 'release') return release(screens.failed)
    try {
      const reply: unknown = onDeadline(event, { wait, release })
      if (isReplyOf(reply, channel)) return reply
      reports.failed(asked, new FMW_NO_REPLY(channel, describe(reply)))
    } catch (error) {
      reports.failed(asked, error)
    }
    return wait(screens.waiting)
  }

  /** Release and timeout never run a step: they end the session, and what runs in it, at once (reference 3.4). */
  #end(asked: Asked<K>): void {
    const { event } = asked
    const { clock, onEnd, screens } = this.#settings
    const now = clock.monotonic()
    const session = this.#sessions.find(event.sessionId, now) ?? this.#sessions.open(event.sessionId, now)
    if (session !== undefined) {
      session.isOver = true
      session.late = undefined
      if (session.work !== undefined) {
        this.#giveUp(session, session.work, 'ended', `the session ended with ${event.type}`)
      }
    }
    asked.answer(this.#release(event, screens.ended), 'ended')
    if (onEnd === undefined || session?.wasEnded) return
    if (session !== undefined) session.wasEnded = true
    this.#runOnEnd(onEnd, asked, session?.state)
  }

  #runOnEnd(onEnd: NonNullable<TurnsSettings<K>['onEnd']>, asked: Asked<K>, state: string | undefined): void {
    const failed = (error: unknown): void => this.#settings.reports.failed(asked, error)
    try {
      const result = onEnd(asked.event, { state: state === undefined ? undefined : JSON.parse(state), log: asked.log })
      if (isThenable(result)) result.then(undefined, failed)
    } catch (error) {
      failed(error)
    }
  }

  /** Fences and aborts what runs in a session, and releases everyone who waits for it. */
  #giveUp(session: Session<K>, work: Work<K>, source: AnswerSource, why: string): void {
    const waiting = session.turns.filter((turn) => turn.work === work && turn.reply === undefined)
    session.work = undefined
    session.queue = []
    work.giveUp(new FMW_WORK_GIVEN_UP(why))
    const { screens } = this.#settings
    for (const turn of waiting) {
      const reply = this.#release(work.asked.event, source === 'ended' ? screens.ended : screens.failed)
      this.#settle(session, turn, reply, source)
    }
  }

  #release(event: SessionEvent<K>, message: string): Reply<K> {
    return fallbackReply(this.#settings.channel, 'release', message, event.clientState)
  }
}

/** What a handler threw, told from what it returned. */
class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

function repeat<K extends TurnKind>(turn: TurnRecord<K>, asked: Asked<K>): void {
  if (turn.reply === undefined) turn.asked.push(asked)
  else asked.answer(turn.reply, 'repeated')
}

function isForgotten({ forgottenTo }: { readonly forgottenTo: number }, { sequence }: SessionEvent): boolean {
  return sequence !== null && sequence <= forgottenTo
}

function remember<K extends TurnKind>(session: Session<K>, turn: TurnRecord<K>): void {
  session.turns.push(turn)
  if (session.turns.length <= turnsKept) return
  const forgotten = session.turns.shift()
  session.forgottenTo = Math.max(session.forgottenTo, forgotten?.sequence ?? 0)
}

/** Names what a handler returned, never what it holds. */
function describe(value: unknown): string {
  if (isReply(value)) return `a reply of a ${value.channel} turn`
  return value === null ? 'null' : typeof value
}
