import { Chain } from '../../../src/chain.ts'
import type { Clock } from '../../../src/clock.ts'
import { type Holder, MemoryEffects } from '../../../src/store/memory/memory-turns.ts'
import { SessionWatchers } from '../../../src/store/session-watchers.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  EffectTurn,
  LateResult,
  Resumable,
  ResumeMark,
  SessionChange,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
} from '../../../src/store/turn-store.ts'
import { KeptMarks } from './kept-marks.ts'
import { SessionRecord, type SessionStart, type StoredTurn, sessionKey } from './session-record.ts'

/** The sessions of one registration, for everyone who opened it. */
export class KeptSessions {
  /** The newest session of each phone. */
  readonly #lastOf = new Map<string, SessionRecord>()
  readonly #clock: Pick<Clock, 'now'>
  readonly #live = new Map<string, SessionRecord>()
  /** In order of their last use, those of which only the transcript is left as well. */
  readonly #all = new Chain<SessionRecord>()
  readonly #watchers = new SessionWatchers()
  readonly #effects = new MemoryEffects(10_000, 16 * 1_048_576)
  readonly #marks = new KeptMarks()
  #started = 0
  #fences = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  get all(): Iterable<SessionRecord> {
    return this.#all
  }

  open(opening: TurnOpening, holder: Holder): TurnOpened {
    const session = this.#findToOpen(opening)
    if (session === undefined) {
      const started = this.#start(opening, opening.expiry)
      return this.#run(started, opening, holder, { isNew: true, isInterrupted: false, isOddSequence: false })
    }
    this.#use(session, opening.at, opening.expiry)
    const known = session.find(opening)
    // Without a sequence the same words may be a new answer, until nothing is asked any more.
    const last = session.isOver && opening.sequence === null ? session.last : undefined
    if (known?.reply !== undefined && (opening.sequence !== null || opening.isCopy || known === last)) {
      return { status: 'repeated', reply: known.reply }
    }
    if (last?.reply !== undefined) {
      const { turn: key, at, type, sequence } = opening
      const answer = { screen: '', source: 'ended', ms: 0, reply: undefined }
      session.add({ key, at, sequence, type, entered: enteredOf(session, opening), ...answer })
    }
    if (session.isOver) return { status: 'over' }
    if (known !== undefined && known.reply === undefined) return this.#resume(session, known, opening, holder)
    if (session.hasForgotten(opening.sequence)) return { status: 'forgotten' }
    const later = known === undefined ? session.answeredAfter(opening.sequence) : undefined
    if (later !== undefined) return { status: 'repeated', ...later }
    if (session.isWorking) return session.hasRoom ? { status: 'running', isSame: false } : { status: 'busy' }
    const isInterrupted = session.work !== undefined
    const isOddSequence = session.hasSequence(opening.sequence)
    return this.#run(session, opening, holder, {
      isNew: false,
      isInterrupted,
      isOddSequence,
      ...missingBefore(session, opening),
    })
  }

  close(closing: TurnClosing): boolean {
    const session = this.#find(closing)
    if (session === undefined) return false
    const { work } = session
    if (work === undefined || work.isAnswered || work.fence !== closing.fence || work.turn.key !== closing.turn) {
      return session.wasClosed(closing)
    }
    const { state, isOver, masksAnswer, late } = closing.session
    if (this.#isOvertaken(session, closing.resume, state)) return false
    session.answer(work.turn, closing)
    if (state !== undefined) session.state = state
    session.isOver = isOver
    session.masksAnswer = masksAnswer
    session.late = late
    if (closing.goesOn) work.isAnswered = true
    else session.work = undefined
    this.#wrote(session, closing.resume)
    this.#watchers.tell(session.key, 'free')
    return true
  }

  finish(result: LateResult): boolean {
    const session = this.#find(result)
    if (session === undefined) return false
    const { work } = session
    if (work === undefined || !work.isAnswered || work.fence !== result.fence) return session.wasFinished(result.fence)
    if (this.#isOvertaken(session, result.resume, result.state)) return false
    if (result.state !== undefined) session.state = result.state
    session.late = result.reply
    work.turn.finishedWith = result.fence
    session.work = undefined
    this.#wrote(session, result.resume)
    this.#watchers.tell(session.key, 'free')
    return true
  }

  begin(effect: EffectBeginning, holder: Holder): EffectBegun {
    const { turn, left } = effect
    const again = this.#effects.again(effect, holder)
    if (again !== undefined) return again
    const now = this.#clock.now()
    if (turn === null) {
      if (left !== null && this.#marks.isOvertaken(undefined, left.resume, left.state, now))
        return { status: 'overtaken' }
      const begun = this.#effects.begin(effect, holder, now)
      if (left !== null) this.#lostKey(this.#marks.put(left, now))
      return begun
    }
    const session = this.#findWorking(turn)
    if (session === undefined) return { status: 'fenced' }
    if (this.#marks.isOvertaken(session, turn.resume, turn.state, now)) return { status: 'overtaken' }
    const begun = this.#effects.begin(effect, holder, now)
    session.state = turn.state
    this.#wrote(session, turn.resume)
    return begun
  }

  conclude(conclusion: EffectConclusion): void {
    this.#effects.conclude(conclusion)
  }

  resumable(key: string): Resumable | null {
    return this.#marks.find(key, this.#clock.now())
  }

  seen(key: SessionKey): void {
    const session = this.#find(key)
    if (session === undefined || this.#lastOf.get(`${session.kind} ${session.phoneKey}`) !== session) return
    this.#marks.see(session, this.#clock.now())
  }

  note(note: TurnNote): void {
    const session = this.#find(note) ?? this.#start(note, note.expiry)
    const known = session.find(note)
    if (known !== undefined && (note.sequence !== null || session.isOver)) return
    const { turn: key, at, sequence, type, screen, source, ms, reply } = note
    session.add({ key, at, sequence, type, entered: enteredOf(session, note), screen, source, ms, reply })
    if (note.isOver) this.#endWork(session)
    this.#use(session, at, note.expiry)
  }

  end(ending: SessionEnding): { readonly isFirst: boolean; readonly state: string | null } {
    const { at, type, sequence, expiry } = ending
    const session = this.#find(ending) ?? this.#start(ending, expiry)
    const isFirst = !session.wasEnded
    const { isUntouched } = session
    if (isFirst) {
      const key = undefined
      session.add({ key, at, sequence, type, entered: null, screen: '', source: 'ended', ms: 0, reply: undefined })
    }
    session.wasEnded = true
    this.#marks.leave(session)
    // Nothing ran there that is to stop.
    if (isUntouched) session.isOver = true
    else this.#endWork(session)
    this.#use(session, at, expiry)
    return { isFirst, state: session.state }
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    const key = sessionKey(session)
    const stop = this.#watchers.add(key, listener)
    const known = this.#find(session)
    if (known?.isWorking !== true) this.#watchers.tellOne(key, listener, known?.wasFenced === true ? 'ended' : 'free')
    return stop
  }

  sweep(keep: number, most: number): number {
    const now = this.#clock.now()
    let forgotten = 0
    for (const session of this.#all) {
      if (forgotten >= most) break
      if (!this.#isExpired(session)) continue
      if (!session.isRetired) this.#retire(session)
      else if (session.expiresAt + keep > now) continue
      else this.#all.remove(session)
      forgotten++
    }
    forgotten += this.#effects.sweep(now, most - forgotten)
    return forgotten + this.#marks.sweep(now, most - forgotten)
  }

  /** One who opened it has gone: others may go on with what it left. */
  release(holder: Holder): void {
    for (const session of this.#live.values()) {
      if (session.work?.holder === holder) this.#watchers.tell(session.key, 'free')
    }
  }

  /** A turn that began and was not answered. */
  #resume(session: SessionRecord, turn: StoredTurn, { attempt }: TurnOpening, holder: Holder): TurnOpened {
    const { work } = session
    if (work !== undefined && session.isWorking) {
      if (work.turn !== turn) return { status: 'running', isSame: false }
      return work.attempt === attempt ? work.opened : { status: 'running', isSame: true }
    }
    const fence = String(++this.#fences)
    const opened = { status: 'interrupted', fence, session: session.toState() } as const
    session.work = { turn, fence, holder, attempt, opened, isAnswered: false }
    return opened
  }

  #run(
    session: SessionRecord,
    opening: TurnOpening,
    holder: Holder,
    facts: Pick<
      Extract<TurnOpened, { readonly status: 'opened' }>,
      'isNew' | 'isInterrupted' | 'isOddSequence' | 'missing'
    >,
  ): TurnOpened {
    const { turn: key, at, sequence, type } = opening
    // The screen of what was lost may have been shown, and nobody knows what it asked.
    session.masksAnswer ||= facts.isInterrupted
    const entered = enteredOf(session, opening)
    const turn = session.add({
      key,
      at,
      sequence,
      type,
      entered,
      screen: null,
      source: null,
      ms: null,
      reply: undefined,
    })
    const fence = String(++this.#fences)
    const opened = { status: 'opened', fence, session: session.toState(), ...facts } as const
    session.work = { turn, fence, holder, attempt: opening.attempt, opened, isAnswered: false }
    return opened
  }

  /** The session of a turn that may write still. */
  #findWorking(turn: EffectTurn): SessionRecord | undefined {
    const session = this.#find(turn)
    return session?.work?.fence === turn.fence ? session : undefined
  }

  /** A session that another has overtaken ends. @param next undefined leaves its state as it is */
  #isOvertaken(
    session: SessionRecord,
    resume: ResumeMark | null | undefined,
    next: string | null | undefined,
  ): boolean {
    const state = next === undefined ? session.state : next
    const isOvertaken = this.#marks.isOvertaken(session, resume, state, this.#clock.now())
    if (isOvertaken) this.#endWork(session)
    return isOvertaken
  }

  /** What goes with every new state of a session. */
  #wrote(session: SessionRecord, resume: ResumeMark | null | undefined): void {
    this.#lostKey(this.#marks.write(session, resume, this.#clock.now()))
    this.#use(session, session.lastAt, session.expiry)
  }

  /** Another has the key of this session now. */
  #lostKey(session: SessionRecord | undefined): void {
    if (session !== undefined && this.#find(session) === session) this.#endWork(session)
  }

  #endWork(session: SessionRecord): void {
    session.isOver = true
    session.wasFenced = true
    session.work = undefined
    this.#watchers.tell(session.key, 'ended')
  }

  #find(key: SessionKey): SessionRecord | undefined {
    const session = this.#live.get(sessionKey(key))
    if (session === undefined || !this.#isExpired(session)) return session
    this.#retire(session)
    return undefined
  }

  /** A push that ends a session may overtake the one that begins it, or be of another: it ends nothing that comes later. */
  #findToOpen(opening: TurnOpening): SessionRecord | undefined {
    const session = this.#find(opening)
    if (session === undefined || opening.type !== 'initiation' || !session.isOnlyEnded) return session
    this.#retire(session)
    return undefined
  }

  #start(start: Omit<SessionStart, 'order'>, expiry: number): SessionRecord {
    const { kind, sessionId, owner, phone, phoneKey, at } = start
    const session = new SessionRecord({ order: ++this.#started, kind, sessionId, owner, phone, phoneKey, at }, expiry)
    this.#lastOf.set(`${kind} ${phoneKey}`, session)
    session.expiresAt = this.#clock.now() + expiry
    this.#live.set(session.key, session)
    this.#all.append(session)
    return session
  }

  #use(session: SessionRecord, at: number, expiry: number): void {
    session.lastAt = at
    session.expiry = expiry
    session.expiresAt = this.#clock.now() + expiry
    this.#all.remove(session)
    this.#all.append(session)
  }

  #isExpired(session: SessionRecord): boolean {
    return session.expiresAt <= this.#clock.now()
  }

  #retire(session: SessionRecord): void {
    if (this.#live.get(session.key) === session) this.#live.delete(session.key)
    session.retire()
  }
}

/** What was entered, where its screen is known and did not mask it. */
function enteredOf(session: SessionRecord, { entered, type }: TurnNote | TurnOpening): string | null {
  // A session that was lost, or a turn that is open: its screen may have been shown by a process that died then.
  const isUnknown = (session.isUntouched && type !== 'initiation') || session.work?.isAnswered === false
  return isUnknown || session.masksAnswer ? null : entered
}

function missingBefore(session: SessionRecord, { sequence }: TurnOpening): { readonly missing?: 'turn' | 'answer' } {
  if (session.work?.isAnswered === false) return { missing: 'answer' }
  const { reached } = session
  return sequence === null || reached === undefined || sequence <= reached + 1 ? {} : { missing: 'turn' }
}
