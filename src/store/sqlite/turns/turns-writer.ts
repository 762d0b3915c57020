import type { DatabaseSync } from 'node:sqlite'
import { standardRoom } from '../../store.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  EffectTurn,
  LateResult,
  Resumable,
  ResumeMark,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
} from '../../turn-store.ts'
import type { Failed } from '../main/failures.ts'
import { Registrations } from '../rows/registrations.ts'
import type { Undo } from '../rows/undo.ts'
import { EffectTable } from './effect-table.ts'
import { TurnErasures } from './erasures.ts'
import { ResumableTable } from './resumable-table.ts'
import { SessionRoom } from './session-room.ts'
import { type SessionRow, stateOfSession, type WorkFacts } from './session-row.ts'
import { SessionTable, type TurnRow } from './session-table.ts'

/** The decisions about turns, each in the transaction of its group. It alone writes the file. */
export class TurnsWriter {
  readonly #registrations: Registrations
  readonly #sessions: SessionTable
  readonly #effects: EffectTable
  readonly #resumables: ResumableTable
  readonly #room: SessionRoom
  readonly #erasures: TurnErasures
  /** Those whose work goes on. Whoever held work before this process began has gone. */
  readonly #holders: Set<number>
  #now = 0

  constructor(connection: DatabaseSync, undo: Undo, holders: Iterable<number>) {
    this.#registrations = new Registrations(connection, undo)
    this.#sessions = new SessionTable(connection, undo)
    this.#effects = new EffectTable(connection)
    this.#resumables = new ResumableTable(connection)
    this.#erasures = new TurnErasures(connection, this.#sessions)
    this.#holders = new Set(holders)
    this.#room = new SessionRoom(connection, {
      sessions: this.#sessions,
      effects: this.#effects,
      resumables: this.#resumables,
      isHeld: (holder) => this.#holders.has(holder),
    })
  }

  /** Epoch ms that count for the operations which follow. */
  set now(now: number) {
    this.#now = now
  }

  get holders(): Iterable<number> {
    return this.#holders
  }

  open(
    name: string,
    opening: TurnOpening,
    holder: number,
    fence: number,
    most = standardRoom.sessions,
  ): TurnOpened | Failed {
    this.#holders.add(holder)
    const registration = this.#registrations.need(name)
    const full = this.#room.make(registration, most, this.#now)
    if (full !== undefined) return full
    const session = this.#findToOpen(registration, opening)
    if (session === undefined) {
      const started = this.#sessions.start(registration, opening, this.#now)
      return this.#run(started, opening, holder, fence, { isNew: true, isInterrupted: false, isOddSequence: false })
    }
    this.#use(session, opening.at, opening.expiry)
    const opened = this.#openIn(session, opening, holder, fence)
    if (opened.status !== 'opened') this.#sessions.write(session)
    return opened
  }

  close(name: string, closing: TurnClosing): Written {
    const session = this.#findIn(name, closing)
    if (session === undefined) return notWritten
    const { work } = session
    const known = this.#sessions.findTurn(session, closing.turn)
    if (work === undefined || work.facts.isAnswered || work.fence !== closing.fence || work.turn !== known?.number) {
      return { isWritten: this.#sessions.wasClosed(session, closing), ended: undefined }
    }
    const { state, isOver, masksAnswer, late } = closing.session
    if (this.#isOvertaken(session, closing.resume, state)) return this.#endOvertaken(session)
    this.#sessions.answerTurn(session, work.turn, closing)
    if (state !== undefined) session.state = state
    session.isOver = isOver
    session.masksAnswer = masksAnswer
    session.late = late
    session.work = closing.goesOn ? { ...work, facts: { ...work.facts, isAnswered: true } } : undefined
    return { isWritten: true, ended: this.#write(session, closing.resume) }
  }

  finish(name: string, result: LateResult): Written {
    const session = this.#findIn(name, result)
    if (session === undefined) return notWritten
    const { work } = session
    if (work === undefined || !work.facts.isAnswered || work.fence !== result.fence) {
      return { isWritten: this.#sessions.wasFinished(session, result.fence), ended: undefined }
    }
    if (this.#isOvertaken(session, result.resume, result.state)) return this.#endOvertaken(session)
    if (result.state !== undefined) session.state = result.state
    session.late = result.reply
    this.#sessions.finishTurn(session, work.turn, work.fence)
    session.work = undefined
    return { isWritten: true, ended: this.#write(session, result.resume) }
  }

  begin(name: string, effect: EffectBeginning, holder: number): Begun {
    this.#holders.add(holder)
    const { key, attempt, turn, left } = effect
    const registration = this.#registrations.need(name)
    const known = this.#effects.find(registration, key)
    if (known?.attempt === attempt && known.holder !== null) {
      this.#effects.hold(registration, key, { ...known, holder })
      return { begun: { status: known.told }, ended: undefined }
    }
    if (turn === null) {
      if (left && this.#resumables.isOvertaken(registration, 0, left.resume, left.state, this.#now)) return overtaken
      const ended = left === null ? undefined : this.#endLoser(this.#resumables.put(registration, left, this.#now))
      return { begun: this.#begin(registration, effect, holder), ended }
    }
    const session = this.#findWorking(registration, turn)
    if (session === undefined) return { begun: { status: 'fenced' }, ended: undefined }
    if (this.#isOvertaken(session, turn.resume, turn.state)) return overtaken
    session.state = turn.state
    const ended = this.#write(session, turn.resume)
    return { begun: this.#begin(registration, effect, holder), ended }
  }

  conclude(name: string, { key, attempt, outcome, about }: EffectConclusion): void {
    const registration = this.#registrations.find(name)
    const known = this.#effects.find(registration, key)
    if (known === undefined || known.outcome !== null) return
    if (outcome !== null) this.#effects.conclude(registration, key, outcome, about)
    else if (known.attempt === attempt) this.#effects.hold(registration, key, { ...known, holder: null })
  }

  resumable(name: string, key: string): Resumable | null {
    return this.#resumables.find(this.#registrations.find(name), key, this.#now)
  }

  seen(name: string, key: SessionKey): void {
    const session = this.#findIn(name, key)
    if (session !== undefined) this.#resumables.see(session, this.#now)
  }

  note(name: string, note: TurnNote, most = standardRoom.sessions): Failed | undefined {
    const registration = this.#registrations.need(name)
    const full = this.#room.make(registration, most, this.#now)
    if (full !== undefined) return full
    const session = this.#find(registration, note) ?? this.#sessions.start(registration, note, this.#now)
    const known = this.#sessions.findTurn(session, note.turn)
    if (known !== undefined && (note.sequence !== null || session.isOver)) return undefined
    this.#sessions.addTurn(session, { ...note, entered: enteredOf(session, note) })
    if (note.isOver) endWork(session)
    this.#use(session, note.at, note.expiry)
    this.#sessions.write(session)
    return undefined
  }

  end(
    name: string,
    ending: SessionEnding,
    most = standardRoom.sessions,
  ): { readonly isFirst: boolean; readonly state: string | null } {
    const { at, type, sequence, expiry } = ending
    const registration = this.#registrations.need(name)
    // What ends is never refused: it is small.
    this.#room.make(registration, most, this.#now)
    const session = this.#find(registration, ending) ?? this.#sessions.start(registration, ending, this.#now)
    const isFirst = !session.wasEnded
    const isUntouched = session.turns === 0
    if (isFirst) {
      const answer = { entered: null, screen: '', source: 'ended', ms: 0, reply: null }
      this.#sessions.addTurn(session, { turn: null, at, sequence, type, ...answer })
    }
    session.wasEnded = true
    this.#resumables.leave(session)
    // Nothing ran there that is to stop.
    if (isUntouched) session.isOver = true
    else endWork(session)
    this.#use(session, at, expiry)
    this.#sessions.write(session)
    return { isFirst, state: session.state }
  }

  look(name: string, key: SessionKey): 'working' | 'free' | 'ended' {
    const session = this.#sessions.find(this.#registrations.find(name), key)
    if (session === undefined || session.expiresAt <= this.#now) return 'free'
    if (this.#isWorking(session)) return 'working'
    return session.wasFenced ? 'ended' : 'free'
  }

  leave(name: string, holder: number): readonly SessionKey[] {
    this.#holders.delete(holder)
    return this.#sessions.heldBy(this.#registrations.find(name), holder)
  }

  /** Forgets what has expired, a few ms at a time. */
  sweep(name: string, keep: number, most: number): number {
    const registration = this.#registrations.find(name)
    const stopAt = performance.now() + sweepFor
    let count = 0
    for (const number of this.#sessions.expired(registration, false, this.#now, most)) {
      this.#sessions.retire(number)
      count += 1
      if (performance.now() > stopAt) return count
    }
    for (const number of this.#sessions.expired(registration, true, this.#now - keep, most - count)) {
      this.#sessions.remove(number)
      count += 1
      if (performance.now() > stopAt) return count
    }
    this.#sessions.tidy()
    count += this.#effects.forget(registration, this.#now, most - count)
    return count + this.#resumables.forget(registration, this.#now, most - count)
  }

  /** Erases what tools beside the application have asked for. @returns how many requests there were */
  erase(most: number): number {
    return this.#erasures.carryOut(most, this.#now)
  }

  hasErasures(): boolean {
    return this.#erasures.isAsked()
  }

  #begin(registration: number, effect: EffectBeginning, holder: number): EffectBegun {
    const { key, attempt } = effect
    const known = this.#effects.find(registration, key)
    if (known === undefined) {
      this.#effects.begin(registration, effect, holder, this.#now)
      return { status: 'begun' }
    }
    this.#effects.keep(registration, effect, this.#now)
    if (known.outcome !== null) return { status: 'concluded', outcome: known.outcome }
    if (known.attempt === attempt) return { status: 'fenced' }
    if (known.holder !== null && this.#holders.has(known.holder)) return { status: 'running' }
    this.#effects.hold(registration, key, { attempt, told: 'unknown', holder })
    return { status: 'unknown' }
  }

  /** @param next undefined leaves the session's state as it is */
  #isOvertaken(session: SessionRow, resume: ResumeMark | null | undefined, next: string | null | undefined): boolean {
    const { registration, number } = session
    const state = next === undefined ? session.state : next
    return this.#resumables.isOvertaken(registration, number, resume, state, this.#now)
  }

  #endOvertaken({ number }: SessionRow): Written {
    return { isWritten: false, ended: this.#endLoser(number) }
  }

  /** Writes a session with its new state, where it may be resumed too. @returns the one that lost its key by it */
  #write(session: SessionRow, resume: ResumeMark | null | undefined): SessionKey | undefined {
    this.#use(session, session.lastAt, session.expiry)
    const before = this.#resumables.write(session, resume, this.#now)
    this.#sessions.write(session)
    return this.#endLoser(before)
  }

  /** Ends the session that has lost its key, or was overtaken, if it still lives. */
  #endLoser(before: number | undefined): SessionKey | undefined {
    const loser = before === undefined ? undefined : this.#sessions.get(before)
    if (loser === undefined || loser.expiresAt <= this.#now) return undefined
    endWork(loser)
    this.#sessions.write(loser)
    return loser.key
  }

  #openIn(session: SessionRow, opening: TurnOpening, holder: number, fence: number): TurnOpened {
    const { sequence } = opening
    const known = this.#sessions.findTurn(session, opening.turn)
    // Without a sequence the same words may be a new answer, until nothing is asked any more.
    const last = session.isOver && sequence === null ? this.#sessions.lastTurn(session) : undefined
    if (known?.reply && (sequence !== null || opening.isCopy || known.number === last?.number)) {
      return { status: 'repeated', reply: known.reply }
    }
    if (last?.reply) this.#noteAfterEnd(session, opening)
    if (session.isOver) return { status: 'over' }
    if (known !== undefined && known.reply === null) return this.#resume(session, known, opening, holder, fence)
    if (sequence !== null && sequence <= session.forgottenTo) return { status: 'forgotten' }
    const later = known === undefined ? this.#sessions.lastAbove(session, sequence) : undefined
    if (later !== undefined) return { status: 'repeated', ...later }
    if (this.#isWorking(session)) {
      return this.#sessions.hasRoom(session) ? { status: 'running', isSame: false } : { status: 'busy' }
    }
    const isInterrupted = session.work !== undefined
    const isOddSequence = this.#sessions.hasSequence(session, sequence)
    const missing = this.#missingBefore(session, sequence)
    return this.#run(session, opening, holder, fence, { isNew: false, isInterrupted, isOddSequence, missing })
  }

  #missingBefore(session: SessionRow, sequence: number | null): WorkFacts['missing'] {
    if (session.work?.facts.isAnswered === false) return 'answer'
    return sequence !== null && this.#sessions.isAfterGap(session, sequence) ? 'turn' : undefined
  }

  /** What comes after the end is the last turn from then on. */
  #noteAfterEnd(session: SessionRow, opening: TurnOpening): void {
    const { turn, at, sequence, type } = opening
    const answer = { screen: '', source: 'ended', ms: 0, reply: null }
    this.#sessions.addTurn(session, { turn, at, sequence, type, entered: enteredOf(session, opening), ...answer })
  }

  /** A turn that began and was not answered. */
  #resume(
    session: SessionRow,
    { number }: TurnRow,
    { attempt }: TurnOpening,
    holder: number,
    fence: number,
  ): TurnOpened {
    const { work } = session
    if (work !== undefined && this.#isWorking(session)) {
      if (work.turn !== number) return { status: 'running', isSame: false }
      return work.attempt === attempt
        ? openedWith(session, work.fence, work.facts)
        : { status: 'running', isSame: true }
    }
    const facts = { status: 'interrupted', ...untold } as const
    session.work = { turn: number, fence: String(fence), holder, attempt, facts }
    return openedWith(session, String(fence), facts)
  }

  #run(
    session: SessionRow,
    opening: TurnOpening,
    holder: number,
    fence: number,
    told: Pick<WorkFacts, 'isNew' | 'isInterrupted' | 'isOddSequence' | 'missing'>,
  ): TurnOpened {
    const { turn: key, at, sequence, type, attempt } = opening
    const answer = { screen: null, source: null, ms: null, reply: null }
    // The screen of what was lost may have been shown, and nobody knows what it asked.
    session.masksAnswer ||= told.isInterrupted
    const entered = enteredOf(session, opening)
    // What ran before is lost, so it may be forgotten like any other.
    session.work = undefined
    const turn = this.#sessions.addTurn(session, { turn: key, at, sequence, type, entered, ...answer })
    const facts = { status: 'opened', ...told, isAnswered: false } as const
    session.work = { turn, fence: String(fence), holder, attempt, facts }
    this.#sessions.write(session)
    return openedWith(session, String(fence), facts)
  }

  #isWorking({ work }: SessionRow): boolean {
    return work !== undefined && this.#holders.has(work.holder)
  }

  #use(session: SessionRow, at: number, expiry: number): void {
    session.lastAt = at
    session.expiry = expiry
    session.expiresAt = this.#now + expiry
  }

  #findIn(name: string, key: SessionKey): SessionRow | undefined {
    return this.#find(this.#registrations.find(name), key)
  }

  /** The session of a turn that may write still. */
  #findWorking(registration: number, turn: EffectTurn): SessionRow | undefined {
    const session = this.#find(registration, turn)
    return session?.work?.fence === turn.fence ? session : undefined
  }

  /** A push that ends a session may overtake the one that begins it, or be of another: it ends nothing that comes later. */
  #findToOpen(registration: number, opening: TurnOpening): SessionRow | undefined {
    const session = this.#find(registration, opening)
    const isOnlyEnded = session?.wasEnded === true && session.turns === 1
    if (session === undefined || opening.type !== 'initiation' || !isOnlyEnded) return session
    this.#sessions.retire(session.number)
    return undefined
  }

  #find(registration: number, key: SessionKey): SessionRow | undefined {
    const session = this.#sessions.find(registration, key)
    if (session === undefined || session.expiresAt > this.#now) return session
    this.#sessions.retire(session.number)
    return undefined
  }
}

/** What was entered, where its screen is known and did not mask it. */
function enteredOf(session: SessionRow, { entered, type }: TurnNote | TurnOpening): string | null {
  // A session that was lost, or a turn that is open: its screen may have been shown by a process that died then.
  const isUnknown = (session.turns === 0 && type !== 'initiation') || session.work?.facts.isAnswered === false
  return isUnknown || session.masksAnswer ? null : entered
}

function endWork(session: SessionRow): void {
  session.isOver = true
  session.wasFenced = true
  session.work = undefined
}

function openedWith(session: SessionRow, fence: string, { status, ...facts }: WorkFacts): TurnOpened {
  const state = stateOfSession(session)
  if (status === 'interrupted') return { status, fence, session: state }
  const { isNew, isInterrupted, isOddSequence, missing } = facts
  const told = { status, fence, session: state, isNew, isInterrupted, isOddSequence } as const
  return missing === undefined ? told : { ...told, missing }
}

const notWritten: Written = { isWritten: false, ended: undefined }
const overtaken: Begun = { begun: { status: 'overtaken' }, ended: undefined }
const untold = { isNew: false, isInterrupted: false, isOddSequence: false, isAnswered: false }

// ms that a sweep may hold the worker
const sweepFor = 3

/** What became of something that was to be written to a session. */
export interface Written {
  readonly isWritten: boolean
  /** The session that lost its key by it, and has ended. */
  readonly ended: SessionKey | undefined
}

/** What became of an effect that wanted to begin. */
interface Begun {
  readonly begun: EffectBegun
  readonly ended: SessionKey | undefined
}
