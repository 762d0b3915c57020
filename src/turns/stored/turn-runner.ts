import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { type Reply, readReply } from '../../replies/index.ts'
import { askStore } from '../../store/ask-store.ts'
import type { TurnOpened } from '../../store/turn-store.ts'
import { FMW_WORK_GIVEN_UP } from '../errors.ts'
import { DialledIds, otherPhone } from '../session-owner.ts'
import type { HandlerResult } from '../shared/call-handler.ts'
import { closing, deadlineReply, toldAtClosing, untilDeadline } from '../shared/deadline-reply.ts'
import { HandlersAtWork } from '../shared/handlers-at-work.ts'
import { RecentIds } from '../shared/recent-ids.ts'
import { joinTurn, noRoom, releaseOf, turnAway, turnsOpen } from '../shared/turn-away.ts'
import { type ActiveTurn, type AnswerSource, goneBack, type OpenTurn, type PendingRequest, Work } from '../turn.ts'
import type { StoredTurnsSettings } from '../turns-settings.ts'
import { runHandler } from './run-handler.ts'
import { type Answer, type Running, type StoredSession, StoredTurn, sharedRequest } from './stored-session.ts'
import { type Following, type OpenedHere, openingOf, type TurnLedger } from './turn-ledger.ts'

// ms between two looks at a session whose work runs elsewhere, in case nobody tells.
const pollInterval = 1_000

/** What the course of a turn needs beside its settings. */
export interface RunnerParts<K extends TurnKind> {
  readonly ledger: TurnLedger<K>
  /** ms after which the store may forget a session */
  readonly expiry: number
  /** Takes a push of a session that lives in this process alone. */
  readonly takeUnkept: (asked: PendingRequest<K>) => void
  /** Another process goes on with a session that lives here. */
  readonly forsakeUnkept: (event: SessionEvent<K>, next: 'elsewhere' | 'over') => void
}

/** The course of turns that a store keeps: opened there, run, closed there, answered, or answered without it. */
export class TurnRunner<K extends TurnKind, Turn extends ActiveTurn<K>> {
  readonly #settings: StoredTurnsSettings<K, Turn>
  readonly #parts: RunnerParts<K>
  /** Sessions that the store has: one of them is not new because the store is out of reach. */
  readonly #kept: RecentIds
  readonly #dialled: DialledIds
  readonly #atWork = new HandlersAtWork<K>()
  #isClosing = false
  #isClosed = false

  constructor(settings: StoredTurnsSettings<K, Turn>, parts: RunnerParts<K>) {
    this.#settings = settings
    this.#parts = parts
    this.#kept = new RecentIds({ most: settings.maxSessions, time: parts.expiry })
    this.#dialled = new DialledIds(parts.expiry)
  }

  /** Handlers at work. */
  get working(): number {
    return this.#atWork.count
  }

  /** The subscriber has left: what runs in the session is given up, and everyone who waits for it released. */
  end(session: StoredSession<K>, why: string): void {
    session.isEnded = true
    this.#giveUp(session, 'ended', why)
  }

  /**
   * The application is closing: whoever waits is told so soon. Work that no request waits for is given up, unless it goes
   * on from a record: that ends here if it can.
   */
  close(sessions: Iterable<StoredSession<K>>): void {
    this.#isClosing = true
    for (const session of sessions) {
      const { running, turns } = session
      for (const turn of turns) this.#rearmDeadline(session, turn)
      if (turns.length === 0 && running !== undefined && !this.#settings.resumes) {
        this.#giveUpLate(session, running, closing)
      }
    }
  }

  /** Resolves when no handler is at work any more; what is after `most` ms is left to another process, or given up. */
  async drain(most: number, sessions: Iterable<StoredSession<K>>): Promise<void> {
    await this.#atWork.whenIdle(this.#settings.clock, most)
    this.#isClosed = true
    for (const session of sessions) {
      const { running } = session
      if (running === undefined) continue
      if (this.#settings.resumes) this.#leave(session, closing)
      else this.#giveUpLate(session, running, closing)
    }
  }

  /** Takes a push of a session that is not to be ended by it. */
  take(session: StoredSession<K>, asked: PendingRequest<K>): void {
    const turn = this.#turnOf(session, asked)
    if (this.#repeats(session, turn)) return
    if (session.turns.length >= turnsOpen) {
      turnAway(this.#settings, asked, 'busy', noRoom.turn)
    } else {
      session.turns = [...session.turns, turn]
      this.#armDeadline(session, turn)
      session.isEnded &&= asked.event.type !== 'initiation'
      this.#open(session, turn)
    }
  }

  /** Takes a push that repeats a turn which waits here, or was answered here last. @returns whether it is one */
  repeat(session: StoredSession<K>, asked: PendingRequest<K>): boolean {
    return this.#repeats(session, this.#turnOf(session, asked))
  }

  #turnOf(session: StoredSession<K>, asked: PendingRequest<K>): StoredTurn<K> {
    return new StoredTurn(asked, session.place, this.#settings.turnKey(asked.event))
  }

  #repeats(session: StoredSession<K>, turn: StoredTurn<K>): boolean {
    const open = session.turns.find(({ key }) => key === turn.key)
    if (open !== undefined) {
      this.#join(session, open, turn.first)
      return true
    }
    const answered = session.answerOf(turn)
    if (answered === undefined) return false
    turn.leavesEnd = this.#settings.resumes
    turn.first.answer(answered, 'repeated', undefined, this.#seenOf(session, turn, answered))
    return true
  }

  /** The same turn asked for again while it waits: one answer for both, in the time of whichever came first. */
  #join(session: StoredSession<K>, turn: StoredTurn<K>, asked: PendingRequest<K>): void {
    if (joinTurn(this.#settings, turn, asked)) this.#rearmDeadline(session, turn)
  }

  /**
   * Asks the store what becomes of a turn, once it has heard of the answers and the end that were given here before: it judges a turn by
   * those. Half of what is left of its time is the store's, half the handler's.
   */
  #open(session: StoredSession<K>, turn: StoredTurn<K>): void {
    const { written } = session
    const isFirst = turn.first.event.type === 'initiation'
    if (written !== undefined && !isFirst) {
      this.#waits(turn)
      written.then(() => {
        if (turn.isWaiting) this.#open(session, turn)
      })
      return
    }
    const { store, clock, budget } = this.#settings
    const left = this.#timeLeft(turn)
    // With hardly any time left the deadline answers, and the store has a budget of its own to say what then follows.
    const patience = left < budget / 10 ? budget : left / 2
    // A session that begins need not wait longer for the store: it can live here.
    const tries = isFirst ? 1 : Number.POSITIVE_INFINITY
    const { changes } = session
    turn.isWaiting = false
    turn.endWait?.()
    const asked = turn.first.trace?.begin('store', 'open')
    const ask = (): Promise<TurnOpened> => store.open(openingOf(turn, this.#parts.expiry))
    const opening = askStore(clock, { patience, tries }, () => written?.then(ask) ?? ask())
    const told = (opened: TurnOpened): void => {
      asked?.()
      this.#kept.add(session.id, clock.monotonic())
      if (turn.answer === undefined) this.#opened(session, turn, opened, changes)
      else this.#openedAfterAnswer(session, turn, turn.answer, opened)
    }
    const failed = (error: unknown): void => {
      asked?.()
      if (turn.answer === undefined) this.#goWithout(session, turn, error)
      else this.#parts.ledger.putRight(session, turn, turn.answer)
    }
    session.during(opening, told, failed)
  }

  #opened(session: StoredSession<K>, turn: StoredTurn<K>, opened: TurnOpened, changes: number): void {
    const { event } = turn.first
    const { reports, resumes } = this.#settings
    const settle = (source: 'ended' | 'busy'): void => {
      this.#settle(session, turn, { reply: releaseOf(this.#settings, event, source), source })
      this.#askNext(session)
    }
    switch (opened.status) {
      case 'opened': {
        this.#hold(session, turn, opened)
        if (opened.isNew && this.#dialled.isOfAnother(event, session.id, this.#settings.clock.monotonic())) {
          reports.odd(turn.first, otherPhone)
        }
        if (opened.isOddSequence) {
          reports.odd(turn.first, 'another message came with the same sequence: taken as a new turn')
        }
        if (opened.session.late !== null) this.#giveLate(session, turn, opened.session.late)
        else if (opened.isInterrupted && !resumes) this.#interrupt(session, turn)
        else if (isOfUnknownScreen(turn, opened)) this.#endUnknown(session, turn)
        else this.#run(session, this.#newWork(turn))
        break
      }
      case 'interrupted':
        this.#hold(session, turn, opened)
        if (resumes) this.#run(session, this.#newWork(turn))
        else this.#interrupt(session, turn)
        break
      case 'repeated':
        if (opened.turn !== undefined) reports.odd(turn.first, goneBack)
        turn.leavesEnd = resumes
        this.#settle(session, turn, this.#readStored(turn, opened.reply, 'repeated'))
        this.#askNext(session)
        break
      case 'running':
        turn.isCopy ||= opened.isSame
        this.#waits(turn)
        // Where something changed since the store was asked, what it said may be old.
        if (session.changes === changes) this.#wakeLater(session)
        else this.#open(session, turn)
        break
      case 'over':
      case 'forgotten':
        settle('ended')
        break
      case 'busy':
        reports.odd(turn.first, noRoom.turn)
        settle('busy')
    }
  }

  #waits(turn: StoredTurn<K>): void {
    turn.endWait?.()
    turn.endWait = turn.first.trace?.begin('wait')
    turn.isWaiting = true
  }

  /** The turn is open here. */
  #hold(session: StoredSession<K>, turn: StoredTurn<K>, opened: OpenedHere): void {
    turn.fence = opened.fence
    turn.session = opened.session
    if (opened.status === 'opened') turn.isAfterCut = opened.isInterrupted
    if (opened.status === 'opened' && !opened.isNew) {
      turn.isNew = false
      turn.isSecret = opened.session.masksAnswer
    }
    // The store took this process for dead, or the turn would not have been opened: what runs here runs for nobody.
    this.lose(session)
  }

  #interrupt(session: StoredSession<K>, turn: StoredTurn<K>): void {
    const reply = releaseOf(this.#settings, turn.first.event, 'failed')
    this.#commit(session, turn, { reply, source: 'interrupted' }, {})
  }

  /** The subscriber has seen a screen that the store does not know: what they entered is no answer to the last one it knows. */
  #endUnknown(session: StoredSession<K>, turn: StoredTurn<K>): void {
    this.#settings.reports.odd(
      turn.first,
      'the turn before it is not in the store: another process answered it without the store, or it never came. The session ends',
    )
    this.#commit(session, turn, { reply: releaseOf(this.#settings, turn.first.event, 'ended'), source: 'ended' }, {})
  }

  /** The result of work that an earlier turn started; whoever waited for it here takes it too. */
  #giveLate(session: StoredSession<K>, turn: StoredTurn<K>, late: string): void {
    const answer = this.#readStored(turn, late, 'late')
    const others = session.turns.filter(({ isWaiting }) => isWaiting)
    turn.leavesEnd = this.#settings.resumes
    this.#commit(session, turn, answer, {})
    for (const other of others) {
      other.leavesEnd = this.#settings.resumes
      other.first.within(() => this.#parts.ledger.note(session, other, answer))
      this.#settle(session, other, answer)
    }
  }

  #readStored(turn: StoredTurn<K>, json: string, source: AnswerSource): Answer<K> {
    const { channel, reports } = this.#settings
    try {
      return { reply: readReply(channel, json), source }
    } catch (error) {
      reports.unavailable(turn.first, error)
      return { reply: releaseOf(this.#settings, turn.first.event, 'failed'), source: 'unavailable' }
    }
  }

  #newWork(turn: StoredTurn<K>): Running<K> {
    return { work: new Work(turn, this.#settings.clock.monotonic()), turn }
  }

  #run(session: StoredSession<K>, running: Running<K>): void {
    const { work, turn } = running
    runHandler(this.#settings, running, this.#timeLeft, {
      begun: () => {
        session.running = running
        this.#atWork.begun(work)
      },
      ended: () => {
        this.#atWork.ended(work)
      },
      concluded: (result, source) => {
        work.cancelMaxWork?.()
        session.running = undefined
        turn.leavesEnd = work.resume?.isEnd === true
        if (work.isLate) this.#commitLate(session, running, result)
        else this.#commit(session, turn, { reply: result.reply, source }, { state: result.state, resume: work.resume })
      },
    })
  }

  /** The result goes to whoever asks next, here or elsewhere. */
  #commitLate(session: StoredSession<K>, running: Running<K>, result: HandlerResult<K>): void {
    this.#parts.ledger.finish(session, running, result, (isOurs) => {
      if (!isOurs && !session.isEnded) this.#settings.reports.fenced(running.turn.first, undefined)
      this.wake(session)
    })
  }

  /** Answers a turn as soon as the store has the answer. */
  #commit(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>, follows: Following): void {
    const { reports } = this.#settings
    turn.next = answer
    const asked = turn.first.trace?.begin('store', 'close')
    const told = (isOurs: boolean): void => {
      asked?.()
      if (!isOurs && !session.isEnded) reports.fenced(turn.first, undefined)
      const ended = { reply: releaseOf(this.#settings, turn.first.event, 'ended'), source: 'ended' } as const
      if (!turn.isAnswered) this.#settle(session, turn, isOurs ? answer : ended)
      this.wake(session)
    }
    const failed = (error: unknown): void => {
      asked?.()
      reports.lost(turn.first, error)
      if (turn.isAnswered) return
      reports.unconfirmed(turn.first)
      this.#settle(session, turn, answer)
    }
    this.#parts.ledger.close(session, turn, answer, follows, told, failed)
  }

  /** Gives a turn its answer. */
  #settle(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>): void {
    const { reply, source } = answer
    turn.isAnswered = true
    turn.endWait?.()
    turn.isWaiting = false
    turn.answer = answer
    turn.cancelDeadline?.()
    session.turns = session.turns.filter((other) => other !== turn)
    if (source !== 'busy') session.remember(turn, reply)
    const seen = this.#seenOf(session, turn, reply)
    turn.first.answer(reply, source, turn.isSecret, seen)
    for (const other of turn.others) other.answer(reply, 'repeated', turn.isSecret, seen)
    session.rest()
  }

  /** Called when the last screen of a session that may have left its end went out. */
  #seenOf(session: StoredSession<K>, turn: StoredTurn<K>, { type }: Reply<K>): (() => void) | undefined {
    return turn.leavesEnd && type !== 'response' ? () => this.#parts.ledger.seen(session, turn) : undefined
  }

  /** What ran in the session has ended, here or elsewhere: the first that waits asks again. */
  wake(session: StoredSession<K>): void {
    session.changes += 1
    this.#askNext(session)
  }

  /** It is the next one's turn to ask. */
  #askNext(session: StoredSession<K>): void {
    if (session.running !== undefined) return
    const next = session.turns.find(({ isWaiting }) => isWaiting)
    if (next !== undefined) next.first.within(() => this.#open(session, next))
  }

  /** Nobody may be there to tell: the process that ran was killed, or the line to the store was cut. */
  #wakeLater(session: StoredSession<K>): void {
    session.cancelPoll ??= this.#settings.clock.after(pollInterval, () => {
      session.cancelPoll = undefined
      this.wake(session)
    })
  }

  #armDeadline(session: StoredSession<K>, turn: StoredTurn<K>): void {
    const left = untilDeadline(this.#timeLeft(turn), this.#isClosing, this.#settings.onDeadline)
    turn.cancelDeadline = this.#settings.clock.after(left, () => this.#passDeadline(session, turn))
  }

  /** Its deadline has moved, by another's request: it passes in its own context still. */
  #rearmDeadline(session: StoredSession<K>, turn: StoredTurn<K>): void {
    turn.cancelDeadline?.()
    turn.first.within(() => this.#armDeadline(session, turn))
  }

  readonly #timeLeft = ({ arrivedAt, isAnswered }: OpenTurn<K>): number =>
    isAnswered ? 0 : Math.max(0, arrivedAt + this.#settings.budget - this.#settings.clock.monotonic())

  #passDeadline(session: StoredSession<K>, turn: StoredTurn<K>): void {
    const { reports, clock, budget } = this.#settings
    if (turn.next !== undefined) {
      // The handler was in time and the store was not: the screen is the truth here, and is kept here for repeats.
      reports.unconfirmed(turn.first)
      this.#settle(session, turn, turn.next)
      return
    }
    const elapsed = clock.monotonic() - turn.arrivedAt
    const reply = deadlineReply(turn, this.#settings)
    const running = session.running?.turn === turn ? session.running : undefined
    if (reply.type === 'response') {
      if (this.#isClosing && elapsed < budget) reports.odd(turn.first, toldAtClosing)
      else reports.deadline(turn.first, 'wait', elapsed)
      const answer: Answer<K> = { reply, source: 'waiting' }
      if (running !== undefined) this.#goOn(session, running, answer)
      else this.#noteWaiting(session, turn, answer)
      this.#settle(session, turn, answer)
    } else {
      reports.deadline(turn.first, 'release', elapsed)
      const answer: Answer<K> = { reply, source: 'deadline' }
      if (running !== undefined) {
        this.#parts.ledger.close(session, turn, answer, progressOf(running), ignore, this.#lost(turn))
      } else this.#noteWaiting(session, turn, answer)
      this.#settle(session, turn, answer)
      this.#giveUp(session, 'deadline', 'the budget ran out')
      session.rest()
    }
  }

  /** A copy of a turn that runs elsewhere is answered there: that is the answer to remember. */
  #noteWaiting(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>): void {
    if (turn.isWaiting && !turn.isCopy) this.#parts.ledger.note(session, turn, answer)
  }

  /** The waiting screen goes out, and the handler goes on: from here on whoever asks takes the result. */
  #goOn(session: StoredSession<K>, running: Running<K>, answer: Answer<K>): void {
    const { clock, maxWork, reports } = this.#settings
    const { work, turn } = running
    work.isLate = true
    work.cancelMaxWork = clock.after(Math.max(0, work.startedAt + maxWork - clock.monotonic()), () => {
      reports.deadline(turn.first, 'release', maxWork, 'maxWork')
      this.#giveUpLate(session, running, `it took longer than ${maxWork} ms in all`)
    })
    const told = (isOurs: boolean): void => {
      if (!isOurs && session.running === running) this.lose(session)
    }
    this.#parts.ledger.close(session, turn, answer, { ...progressOf(running), goesOn: true }, told, this.#lost(turn))
  }

  /** Late work is given up; whoever asks next learns that it came to nothing. */
  #giveUpLate(session: StoredSession<K>, running: Running<K>, why: string): void {
    this.#abort(session, why)
    const reply = releaseOf(this.#settings, running.turn.first.event, 'failed')
    this.#parts.ledger.finish(session, running, { reply, state: undefined }, () => this.wake(session))
  }

  /** The work stays as it is in the store, as if its process had been killed: whoever is next runs it again. */
  #leave(session: StoredSession<K>, why: string): void {
    this.#abort(session, why)
    session.rest()
  }

  /** The session went on without what runs here. */
  lose(session: StoredSession<K>): void {
    const turn = session.running?.turn
    this.#abort(session, 'its session went on without it')
    if (turn === undefined) return
    const reply = releaseOf(this.#settings, turn.first.event, 'ended')
    if (turn.isAnswered) session.rest()
    else this.#settle(session, turn, { reply, source: 'ended' })
  }

  /** Fences and aborts what runs here in a session, and releases everyone who waits for it. */
  #giveUp(session: StoredSession<K>, source: 'ended' | 'deadline', why: string): void {
    this.#abort(session, why)
    const screen = source === 'ended' ? 'ended' : 'failed'
    for (const turn of session.turns) {
      // What is on its way into the store is answered with what the store says of it.
      if (turn.next === undefined) {
        this.#settle(session, turn, { reply: releaseOf(this.#settings, turn.first.event, screen), source })
      }
    }
  }

  #abort(session: StoredSession<K>, why: string): void {
    session.running?.work.giveUp(new FMW_WORK_GIVEN_UP(why))
    session.running = undefined
  }

  /** The store spoke after the turn had its answer. */
  #openedAfterAnswer(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>, opened: TurnOpened): void {
    if (opened.status === 'running') {
      if (!opened.isSame) this.#parts.ledger.note(session, turn, answer)
    } else if (opened.status === 'opened' || opened.status === 'interrupted') {
      if (this.#mayStillRun(session, turn, answer, opened)) {
        this.#hold(session, turn, opened)
        const running = this.#newWork(turn)
        this.#goOn(session, running, answer)
        this.#run(session, running)
      } else {
        this.#parts.ledger.closeAnswered(session, turn, answer, opened)
      }
    }
    this.#askNext(session)
  }

  /** Whoever was told to wait is to find something that was waited for. */
  #mayStillRun(session: StoredSession<K>, turn: StoredTurn<K>, { source }: Answer<K>, opened: OpenedHere): boolean {
    const wasCut = opened.status === 'interrupted' || opened.isInterrupted
    return (
      source === 'waiting' &&
      opened.session.late === null &&
      !isOfUnknownScreen(turn, opened) &&
      (!wasCut || this.#settings.resumes) &&
      !session.isEnded &&
      !this.#isClosed
    )
  }

  /** The store cannot be used. A session that begins lives here; the state of any other is out of reach. */
  #goWithout(session: StoredSession<K>, turn: StoredTurn<K>, error: unknown): void {
    const { reports, whenStoreFails } = this.#settings
    const { event } = turn.first
    const isNew = event.type === 'initiation' && !this.#kept.has(session.id)
    if ((isNew || whenStoreFails === 'run') && session.isAlone(turn)) {
      reports.unkept(turn.first, error)
      this.#moveHere(session, turn)
    } else {
      reports.unavailable(turn.first, error)
      const answer: Answer<K> = { reply: releaseOf(this.#settings, event, 'failed'), source: 'unavailable' }
      this.#parts.ledger.putRight(session, turn, answer)
      this.#settle(session, turn, answer)
      this.#askNext(session)
    }
  }

  /** From here on the session lives and ends in this process. */
  #moveHere(session: StoredSession<K>, turn: StoredTurn<K>): void {
    turn.isUnkept = true
    turn.isAnswered = true
    turn.cancelDeadline?.()
    session.turns = []
    const first = sharedRequest(turn.first, (reply, source) => {
      this.#parts.ledger.putRight(session, turn, { reply, source }, (next) =>
        this.#parts.forsakeUnkept(turn.first.event, next),
      )
    })
    this.#parts.takeUnkept(first)
    for (const other of turn.others) other.within(() => this.#parts.takeUnkept(other))
  }

  #lost({ first }: StoredTurn<K>): (error: unknown) => void {
    return (error) => this.#settings.reports.lost(first, error)
  }
}

const ignore = (): void => undefined

/**
 * Whether a turn answers a screen of which the store knows nothing: another process showed it while it could not use the store.
 * A first turn without an answer was answered so, or the service would not have sent this one.
 */
function isOfUnknownScreen<K extends TurnKind>({ first }: StoredTurn<K>, opened: OpenedHere): boolean {
  if (opened.status !== 'opened' || opened.missing === undefined) return false
  const { type, sequence } = first.event
  if (type === 'initiation' || sequence === null) return false
  return opened.missing === 'turn' || (sequence > 1 && opened.session.state === null)
}

/** How far the handler has come: what follows from an answer that goes out before it is done. */
function progressOf<K extends TurnKind>({ work }: Running<K>): Following {
  const { progress } = work
  return progress === undefined ? {} : { state: progress.write(), resume: progress.mark() }
}
