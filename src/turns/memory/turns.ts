import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import type { Resumable, ResumeMark } from '../../store/turn-store.ts'
import { FMW_WORK_GIVEN_UP } from '../errors.ts'
import { DialledIds, otherPhone, sessionIdOf } from '../session-owner.ts'
import {
  callHandler,
  Failure,
  failureOf,
  type HandlerResult,
  keptOfFailed,
  readResult,
  runOnLeave,
} from '../shared/call-handler.ts'
import { closing, deadlineReply, toldAtClosing, untilDeadline } from '../shared/deadline-reply.ts'
import { HandlersAtWork } from '../shared/handlers-at-work.ts'
import { joinTurn, noRoom, releaseOf, turnAway, turnsOpen } from '../shared/turn-away.ts'
import { keepState, type SessionState } from '../state.ts'
import {
  type ActiveTurn,
  type AnswerSource,
  goneBack,
  OpenTurn,
  type PendingRequest,
  Work,
  type WorkShelf,
} from '../turn.ts'
import type { TurnsSettings } from '../turns-settings.ts'
import { findAnswered, findLater, findOpen, isAfterGap, isForgotten, remember, wasSecret } from './find-turn.ts'
import { ResumableSessions } from './resumable-sessions.ts'
import type { Session } from './session.ts'
import { SessionTable } from './session-table.ts'

/**
 * The turns of one kind, in memory: at most one runs in a session, each is answered within the budget, and its
 * handler runs at most once, whatever is repeated (reference 3.3, 3.4; design, "How data flows").
 */
export class Turns<K extends TurnKind, Turn extends ActiveTurn<K> = ActiveTurn<K>> {
  readonly #settings: TurnsSettings<K, Turn>
  readonly #sessions: SessionTable<K>
  readonly #left: ResumableSessions
  readonly #dialled: DialledIds
  readonly #atWork = new HandlersAtWork<K>()
  #isClosing = false

  constructor(settings: TurnsSettings<K, Turn>) {
    this.#settings = settings
    this.#sessions = new SessionTable(settings)
    this.#left = new ResumableSessions(settings.maxSessions, settings.maxSessionBytes / 2)
    this.#dialled = new DialledIds(settings.sessionExpiry)
  }

  /** Handlers at work. */
  get working(): number {
    return this.#atWork.count
  }

  /** Sessions that are remembered. */
  get sessionCount(): number {
    return this.#sessions.size
  }

  /** Whether a session is remembered; its time starts again. */
  knows(event: SessionEvent<K>): boolean {
    const now = this.#settings.clock.monotonic()
    const session = this.#sessions.find(this.#idOf(event), now)
    if (session === undefined) return false
    this.#sessions.giveBack(session, now)
    return true
  }

  /** What a session left for another to go on from; null where there is nothing. */
  resumable(key: string, now = this.#settings.clock.monotonic()): Resumable | null {
    return this.#left.find(key, now)
  }

  /** Takes a push; `asked.answer` is called exactly once, at the latest at the end of the budget. */
  take(asked: PendingRequest<K>): void {
    const { event } = asked
    const { reports, clock } = this.#settings
    if (event.type === 'release' || event.type === 'timeout') {
      this.#end(asked)
      return
    }
    if (!this.#settings.takes(event.type)) {
      turnAway(this.#settings, asked, 'unknownType', 'a type that is not known')
      return
    }

    const now = clock.monotonic()
    const id = this.#idOf(event)
    const known = this.#sessions.find(id, now)
    if (known === undefined && this.#isPaused) {
      this.#pause(asked)
      return
    }
    const session = known ?? this.#sessions.open(id, now)
    if (session === undefined) {
      turnAway(this.#settings, asked, 'busy', noRoom.session)
      return
    }
    try {
      if (known !== undefined && !beginsAnew(known, event)) {
        this.#goOn(session, asked, now)
        return
      }
      if (this.#isPaused) {
        this.#pause(asked)
        return
      }
      if (this.#dialled.isOfAnother(event, id, now)) reports.odd(asked, otherPhone)
      this.#start(session, asked, true, now)
    } finally {
      this.#sessions.giveBack(session, now)
    }
  }

  /**
   * Another process goes on with a session: what runs here is given up. Its next push finds nothing here where it is to go
   * elsewhere.
   */
  forsake(event: SessionEvent<K>, next: 'elsewhere' | 'over'): void {
    const now = this.#settings.clock.monotonic()
    const session = this.#sessions.find(this.#idOf(event), now)
    if (session === undefined) return
    session.isOver = true
    this.#giveUp(session, 'ended', 'another process goes on with its session')
    if (session.resumeKey !== undefined) this.#left.clear(session.resumeKey, session.id)
    if (next === 'over') this.#sessions.giveBack(session, now)
    else this.#sessions.forget(session)
  }

  /** Whether what the user entered is to be kept out of logs: ask before the push is taken. */
  masksAnswer(event: SessionEvent<K>): boolean {
    const now = this.#settings.clock.monotonic()
    const session = this.#sessions.find(this.#idOf(event), now)
    // Nobody knows what the last screen asked for; only the first push answers none.
    if (session === undefined) return event.type !== 'initiation'
    this.#sessions.giveBack(session, now)
    return session.masksAnswer || wasSecret(session, event.message)
  }

  /** Forgets sessions that have expired. */
  sweep(): void {
    const now = this.#settings.clock.monotonic()
    this.#sessions.sweep(now)
    this.#left.sweep(now)
  }

  /** The application is closing: whoever waits is told so soon, and work that no request waits for is given up. */
  close(): void {
    this.#isClosing = true
    for (const session of this.#sessions.atWork) {
      if (session.open.length === 0) this.#inHand(session, () => this.#giveUp(session, 'failed', closing))
      for (const turn of session.open) this.#rearmDeadline(session, turn)
    }
  }

  /** Resolves when no handler is at work any more; what is after `most` ms is given up. */
  async drain(most: number): Promise<void> {
    await this.#atWork.whenIdle(this.#settings.clock, most)
    for (const session of this.#sessions.atWork) {
      this.#inHand(session, () => this.#giveUp(session, 'failed', closing))
    }
  }

  /** A push of a session that is known. */
  #goOn(session: Session<K>, asked: PendingRequest<K>, now: number): void {
    const { event } = asked
    const { reports } = this.#settings
    const open = findOpen(session, event)
    if (open !== undefined) {
      this.#join(session, open, asked)
      return
    }
    const answered = findAnswered(session, event)
    if (answered !== undefined) {
      asked.answer(answered.reply, 'repeated', undefined, this.#seenOf(session, answered.reply))
      return
    }
    if (session.isOver || isForgotten(session, event)) {
      const ended = releaseOf(this.#settings, event, 'ended')
      // Then the turn before this one is the last no more. Of an end alone nothing is known that could be repeated.
      if (event.sequence === null && session.answered !== undefined) {
        remember(session, new OpenTurn(asked, false, session.masksAnswer), ended)
      }
      asked.answer(ended, 'ended')
      return
    }
    const later = findLater(session, event)
    if (later !== undefined) {
      reports.odd(asked, goneBack)
      if (later instanceof OpenTurn) this.#join(session, later, asked)
      else asked.answer(later.reply, 'repeated')
      return
    }
    if (this.#settings.isPartial === true && isAfterGap(session, event)) {
      reports.odd(asked, 'another process answered a turn of a session that lives in this one alone: the session ends')
      session.isOver = true
      this.#giveUp(session, 'ended', 'another process went on with its session')
      turnAway(this.#settings, asked, 'ended')
      return
    }
    if (this.#isPaused) {
      this.#pause(asked)
      return
    }
    if (session.open.length >= turnsOpen) {
      turnAway(this.#settings, asked, 'busy', noRoom.turn)
      return
    }
    if (event.sequence === session.highest) {
      reports.odd(asked, 'another message came with the same sequence: taken as a new turn')
    }
    this.#start(session, asked, false, now)
  }

  get #isPaused(): boolean {
    return this.#settings.stop?.isOn === true
  }

  /** No handler runs. What the session has stays as it is. */
  #pause(asked: PendingRequest<K>): void {
    turnAway(this.#settings, asked, 'paused')
  }

  /** What is done in a session that is at work, and may end its work. */
  #inHand(session: Session<K>, act: () => void): void {
    this.#sessions.take(session)
    try {
      act()
    } finally {
      this.#sessions.giveBack(session, this.#settings.clock.monotonic())
    }
  }

  #start(session: Session<K>, asked: PendingRequest<K>, isNew: boolean, now: number): void {
    const isSecret = isNew ? asked.event.type !== 'initiation' : session.masksAnswer
    const turn = new OpenTurn(asked, isNew, isSecret)
    session.highest = asked.event.sequence ?? Math.floor(session.highest) + 0.5
    const { late } = session
    if (late !== undefined) {
      session.late = undefined
      this.#settle(session, turn, late, 'late')
    } else if (session.work === undefined && session.calling === undefined) {
      this.#run(session, turn, now)
    } else {
      turn.endWait = turn.first.trace?.begin('wait')
      session.open = [...session.open, turn]
      this.#armDeadline(session, turn)
    }
  }

  /** The same turn asked for again while it waits: one answer for both, in the time of whichever came first. */
  #join(session: Session<K>, turn: OpenTurn<K>, asked: PendingRequest<K>): void {
    if (joinTurn(this.#settings, turn, asked)) this.#rearmDeadline(session, turn)
  }

  #run(session: Session<K>, turn: OpenTurn<K>, now: number): void {
    turn.endWait?.()
    const work = new Work(turn, now)
    if (this.#settings.resumes === true) work.shelf = this.#shelfOf(session, work)
    session.calling = turn
    const result = callHandler(this.#settings, work, session.state, this.#timeLeft)
    session.calling = undefined
    if (result instanceof Failure) {
      this.#fail(session, work, result.error)
    } else if (result instanceof Promise) {
      // Only now can another push of the session come: a handler that answers at once leaves no trace of its work.
      this.#sessions.hold(session, work)
      if (session.open[0] !== turn) session.open = [turn, ...session.open]
      if (turn.cancelDeadline === undefined) this.#armDeadline(session, turn)
      this.#atWork.begun(work)
      result.then(
        (value: unknown) => {
          this.#atWork.ended(work)
          if (work.isFenced) this.#settings.reports.fenced(work.turn.first, undefined)
          else this.#inHand(session, () => this.#finish(session, work, value))
        },
        (error: unknown) => {
          this.#atWork.ended(work)
          if (work.isFenced) this.#settings.reports.fenced(work.turn.first, failureOf(work.turn, 'handler', error))
          else this.#inHand(session, () => this.#fail(session, work, error))
        },
      )
    } else {
      this.#finish(session, work, result)
    }
  }

  #finish(session: Session<K>, work: Work<K>, value: unknown): void {
    const { channel } = this.#settings
    let result: HandlerResult<K, SessionState>
    try {
      result = readResult(channel, value, keepState, work.turn)
    } catch (error) {
      this.#fail(session, work, error)
      return
    }
    if (result.state !== undefined) session.state = result.state ?? undefined
    this.#complete(session, work, result.reply, 'handler')
  }

  #fail(session: Session<K>, work: Work<K>, error: unknown): void {
    const { reports, channel } = this.#settings
    const { first } = work.turn
    const failure = failureOf(work.turn, 'handler', error)
    reports.failed(first, failure)
    const state = keptOfFailed(channel, work, keepState)
    if (state !== undefined) session.state = state ?? undefined
    this.#complete(session, work, releaseOf(this.#settings, first.event, 'failed'), 'failed')
  }

  /** The result goes to the turn that started the work and, if it is late, to all that wait, else to the next. */
  #complete(session: Session<K>, work: Work<K>, reply: Reply<K>, source: 'handler' | 'failed'): void {
    work.cancelMaxWork?.()
    this.#leave(session, work.resume)
    session.work = undefined
    if (work.isLate) this.#settleLate(session, work, reply, source)
    else this.#settle(session, work.turn, reply, source)
    this.#runNext(session)
  }

  #settleLate(session: Session<K>, work: Work<K>, reply: Reply<K>, source: 'handler' | 'failed'): void {
    const { open } = session
    if (open.length === 0) session.late = reply
    for (const taker of open) {
      this.#settle(session, taker, reply, taker === work.turn || source === 'failed' ? source : 'late')
    }
  }

  #runNext(session: Session<K>): void {
    const next = session.open[0]
    if (next === undefined) return
    if (session.isOver) this.#giveUp(session, 'ended', 'the session is over')
    else next.first.within(() => this.#run(session, next, this.#settings.clock.monotonic()))
  }

  /** Called when the last screen of a session that left its end went out. */
  #seenOf({ id, resumeKey }: Session<K>, { type }: Reply<K>): (() => void) | undefined {
    if (resumeKey === undefined || type === 'response') return undefined
    return () => this.#left.see(resumeKey, id, this.#settings.clock.monotonic())
  }

  /** Gives a turn its answer, and the session what follows from it. */
  #settle(session: Session<K>, turn: OpenTurn<K>, reply: Reply<K>, source: AnswerSource): void {
    turn.isAnswered = true
    turn.cancelDeadline?.()
    turn.endWait?.()
    if (session.open.length > 0) session.open = session.open.filter((other) => other !== turn)
    // A waiting screen asks nothing: the next answer may still be that to the screen before it.
    if (source !== 'waiting') session.masksAnswer = reply.hidesAnswer
    if (reply.type !== 'response') session.isOver = true
    remember(session, turn, reply)
    const seen = this.#seenOf(session, reply)
    turn.first.answer(reply, source, undefined, seen)
    for (const other of turn.others) other.answer(reply, 'repeated', undefined, seen)
  }

  #armDeadline(session: Session<K>, turn: OpenTurn<K>): void {
    const left = untilDeadline(this.#timeLeft(turn), this.#isClosing, this.#settings.onDeadline)
    turn.cancelDeadline = this.#settings.clock.after(left, () =>
      this.#inHand(session, () => this.#passDeadline(session, turn)),
    )
  }

  /** Its deadline has moved, by another's request: it passes in its own context still. */
  #rearmDeadline(session: Session<K>, turn: OpenTurn<K>): void {
    turn.cancelDeadline?.()
    turn.first.within(() => this.#armDeadline(session, turn))
  }

  readonly #timeLeft = ({ arrivedAt, isAnswered }: OpenTurn<K>): number =>
    isAnswered ? 0 : Math.max(0, arrivedAt + this.#settings.budget - this.#settings.clock.monotonic())

  #passDeadline(session: Session<K>, turn: OpenTurn<K>): void {
    const { reports, clock, budget } = this.#settings
    const { work } = session
    const elapsed = clock.monotonic() - turn.arrivedAt
    const reply = deadlineReply(turn, this.#settings)
    if (reply.type === 'response') {
      if (this.#isClosing && elapsed < budget) reports.odd(turn.first, toldAtClosing)
      else reports.deadline(turn.first, 'wait', elapsed)
      if (work !== undefined && !work.isLate) this.#makeLate(session, work)
      this.#settle(session, turn, reply, 'waiting')
    } else {
      reports.deadline(turn.first, 'release', elapsed)
      this.#settle(session, turn, reply, 'deadline')
      this.#giveUp(session, 'deadline', 'the budget ran out')
    }
  }

  /** From here on whoever waits takes the result. */
  #makeLate(session: Session<K>, work: Work<K>): void {
    const { clock, maxWork, reports } = this.#settings
    const { first } = work.turn
    const pass = (): void => {
      reports.deadline(first, 'release', maxWork, 'maxWork')
      this.#inHand(session, () => this.#giveUp(session, 'deadline', `it took longer than ${maxWork} ms in all`))
    }
    work.isLate = true
    // The deadline that passed may be that of a turn behind it.
    first.within(() => {
      work.cancelMaxWork = clock.after(Math.max(0, work.startedAt + maxWork - clock.monotonic()), pass)
    })
  }

  /** Release and timeout never run a step: they end the session, and what runs in it, at once (reference 3.4). */
  #end(asked: PendingRequest<K>): void {
    const { event } = asked
    const { clock, onLeave } = this.#settings
    const now = clock.monotonic()
    const id = this.#idOf(event)
    const session = this.#sessions.find(id, now) ?? this.#sessions.open(id, now)
    try {
      if (session !== undefined) {
        session.isOver = true
        this.#giveUp(session, 'ended', `the session ended with ${event.type}`)
        if (session.resumeKey !== undefined) this.#left.leave(session.resumeKey, session.id)
      }
      turnAway(this.#settings, asked, 'ended')
      const isFirst = session?.wasEnded !== true
      if (session !== undefined) session.wasEnded = true
      if (onLeave !== undefined && isFirst) runOnLeave(onLeave, asked, session?.state, this.#settings.reports)
    } finally {
      if (session !== undefined) this.#sessions.giveBack(session, now)
    }
  }

  /** Fences and aborts what runs in a session, and releases everyone who waits for it. */
  #giveUp(session: Session<K>, source: AnswerSource, why: string): void {
    const { work, open } = session
    if (work !== undefined) {
      session.work = undefined
      this.#keepProgress(session, work)
      work.giveUp(new FMW_WORK_GIVEN_UP(why))
      // Where nobody waits now, whoever asks next learns that it came to nothing.
      if (open.length === 0) session.late = releaseOf(this.#settings, work.turn.first.event, 'failed')
    }
    const screen = source === 'ended' ? 'ended' : 'failed'
    for (const turn of open) this.#settle(session, turn, releaseOf(this.#settings, turn.first.event, screen), source)
  }

  #shelfOf(session: Session<K>, work: Work<K>): WorkShelf {
    return {
      keep: () => this.#keepProgress(session, work),
      isOvertaken: (mark) => this.#left.isOvertaken(mark, session.id, this.#settings.clock.monotonic()),
    }
  }

  #keepProgress(session: Session<K>, { progress }: Work<K>): void {
    if (progress === undefined) return
    const mark = progress.mark()
    session.state = progress.write()
    this.#leave(session, mark)
  }

  /** What the session leaves for another. Two never go on from one state: the one that left it before is over. */
  #leave(session: Session<K>, mark: ResumeMark | null | undefined): void {
    const { state, resumeKey } = session
    if (mark === undefined) {
      if (resumeKey !== undefined && state !== undefined) this.#left.renew(resumeKey, session.id, state)
      return
    }
    if (resumeKey !== undefined && resumeKey !== mark?.key) this.#left.clear(resumeKey, session.id)
    session.resumeKey = mark?.key
    if (mark === null || state === undefined) return
    const earlier = this.#left.put(mark, session.id, state, this.#settings.clock.monotonic())
    if (earlier !== undefined) this.#goOnFrom(earlier)
  }

  /** The session that left a state before it was left again is over. */
  #goOnFrom(sessionId: string): void {
    const now = this.#settings.clock.monotonic()
    const session = this.#sessions.find(sessionId, now)
    if (session === undefined) return
    try {
      if (session.isOver) return
      session.isOver = true
      // Nor does it leave anything any more.
      session.resumeKey = undefined
      if (session.work !== undefined) session.work.progress = undefined
      this.#giveUp(session, 'ended', 'another session goes on from it')
    } finally {
      this.#sessions.giveBack(session, now)
    }
  }

  #idOf(event: SessionEvent<K>): string {
    return sessionIdOf(event, this.#settings.ownerOf(event))
  }
}

/**
 * Whether a session begins of which nothing was known but that its subscriber left: the push that said so may have
 * overtaken the first one, or be of another session of that id.
 */
function beginsAnew<K extends TurnKind>(session: Session<K>, { type }: SessionEvent<K>): boolean {
  if (type !== 'initiation' || !session.wasEnded || session.answeredCount > 0) return false
  session.isOver = false
  session.wasEnded = false
  return true
}
