import {
  type EffectBeginning,
  type EffectBegun,
  type EffectConclusion,
  isFallback,
  type LateResult,
  type Resumable,
  type SessionChange,
  type SessionEnding,
  type SessionKey,
  type SessionState,
  type TurnClosing,
  type TurnNote,
  type TurnOpened,
  type TurnOpening,
  type TurnStore,
} from '../../turn-store.ts'
import { ArrivalNotes, sessionArrivals } from '../arrivals.ts'
import { type Ask, askWith } from '../ask.ts'
import { nullable } from '../inbox/entry-columns.ts'
import { sessionKeyOf, sessionNameKeyOf } from '../keys.ts'
import type { RoomWatch } from '../room-watch.ts'
import { ServerFailure } from '../server/failure.ts'
import type { UserParts } from '../server/user-parts.ts'
import {
  flagAt,
  fromColumn,
  parametersOf,
  type Row,
  textAt,
  toColumn,
  toColumnIfAny,
  type Value,
} from '../statement.ts'
import { beginningValues, concludeEffect, findResumable, markValues, sweepEffects, toBegun } from './effects.ts'
import { PostgresSessionLook } from './session-look.ts'
import { sweepSessions, watchSessions } from './sweep-sessions.ts'
import { turnChannel, Watchers } from './watchers.ts'

// What an operation on a turn weighs beside its texts.
const rowBytes = 512
// What a session and a turn take beside their texts.
const sessionBytes = 1_344

/** Turns and sessions of one registration in PostgreSQL, for one who opened it. */
export class PostgresTurns extends PostgresSessionLook implements TurnStore {
  readonly #parts: UserParts<number>
  readonly #channel: string
  readonly #watchers: Watchers
  /** For a turn; what anything else looks for may take long. @param what see `Load.carry` */
  readonly #askTo: (what: string) => Ask
  readonly #room: RoomWatch
  readonly #arrivals: ArrivalNotes

  constructor(parts: UserParts<number>) {
    const { link, settings, load, registration } = parts
    const { schema } = settings
    super(
      schema,
      askWith((text, values) => load.carry(weightOf(values), (since) => link.run(text, values, since))),
    )
    this.#parts = parts
    this.#channel = turnChannel(schema)
    this.#watchers = new Watchers(link, schema)
    this.#askTo = (what) =>
      askWith((text, values) => load.carry(weightOf(values), (since) => link.runForTurn(text, values, since), what))
    this.#room = watchSessions(parts)
    this.#arrivals = new ArrivalNotes(this.ask, sessionArrivals(schema), toColumn(registration))
  }

  start(): void {
    this.#watchers.start()
  }

  stop(): void {
    this.#watchers.stop()
  }

  async open(opening: TurnOpening): Promise<TurnOpened> {
    const { turn, sequence, attempt, isCopy, entered, type, sessionId } = opening
    const bytes = 4 * sessionId.length + sessionBytes
    if (type === 'initiation' && this.#room.isFullFor(bytes)) await this.#mayBegin(opening, bytes)
    this.#room.note(bytes)
    const row = await this.#callAsOwner((owner) =>
      this.#call('open_turn_1', [
        owner,
        ...this.#placeOf(opening),
        toColumn(turn),
        sequence,
        attempt,
        isCopy,
        toColumn(entered),
        toColumn(type),
      ]),
    )
    return toOpened(row)
  }

  /**
   * Of a session that begins where the room is full. One that has begun goes on, whatever is there.
   *
   * @throws FMW_STORE_UNAVAILABLE where there is no room for another
   */
  async #mayBegin(opening: TurnOpening, bytes: number): Promise<void> {
    await this.#room.make(bytes)
    if (!this.#room.isFullFor(bytes)) return
    const { registration } = this.#parts
    const [known] = await this.#askTo('known')(
      `SELECT FROM ${this.schema}.sessions WHERE registration = $1 AND key = $2 AND is_live`,
      [toColumn(registration), this.#keyOf(opening)],
    )
    if (known === undefined) this.#room.take(bytes)
  }

  async close(closing: TurnClosing): Promise<boolean> {
    const { turn, fence, reply, screen, source, ms, session, goesOn, resume } = closing
    const key = this.#keyOf(closing)
    this.#room.note(reply.length + screen.length + 2 * (session.state?.length ?? 0))
    const row = await this.#call('close_turn_1', [
      this.#channel,
      key,
      toColumn(turn),
      fence,
      toColumn(reply),
      toColumn(screen),
      toColumn(source),
      ms,
      isFallback(source),
      session.state !== undefined,
      toColumnIfAny(session.state),
      session.isOver,
      session.masksAnswer,
      toColumnIfAny(session.late),
      goesOn,
      ...markValues(this.#parts.registration, resume),
      resume?.isEnd === true,
    ])
    return this.#told(key, flagAt(row, 0))
  }

  async finish(result: LateResult): Promise<boolean> {
    const { fence, reply, state, resume } = result
    const key = this.#keyOf(result)
    const row = await this.#call('finish_work_1', [
      this.#channel,
      key,
      fence,
      toColumn(reply),
      state !== undefined,
      toColumnIfAny(state),
      ...markValues(this.#parts.registration, resume),
      resume?.isEnd === true,
    ])
    return this.#told(key, flagAt(row, 0))
  }

  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    const values = beginningValues(this.#parts.registration, effect)
    return toBegun(await this.#callAsOwner((owner) => this.#call('begin_effect_1', [owner, this.#channel, ...values])))
  }

  conclude(conclusion: EffectConclusion): Promise<void> {
    return concludeEffect(this.#askTo('conclude'), this.schema, this.#parts.registration, conclusion)
  }

  resumable(key: string): Promise<Resumable | null> {
    return findResumable(this.#askTo('resumable'), this.schema, this.#parts.registration, key)
  }

  async seen(session: SessionKey): Promise<void> {
    await this.#call('see_end_1', [this.#keyOf(session)])
  }

  async note(note: TurnNote): Promise<void> {
    const { turn, sequence, entered, type, reply, screen, source, ms, isOver } = note
    const bytes = reply.length + screen.length + sessionBytes
    await this.#room.make(bytes)
    this.#room.take(bytes)
    await this.#call('note_turn_1', [
      this.#channel,
      ...this.#placeOf(note),
      toColumn(turn),
      sequence,
      toColumn(entered),
      toColumn(type),
      toColumn(reply),
      toColumn(screen),
      toColumn(source),
      ms,
      isFallback(source),
      isOver,
    ])
    if (isOver) this.#watchers.tell(this.#keyOf(note), 'ended')
  }

  async end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }> {
    const { sequence, type } = ending
    this.#room.note(sessionBytes)
    const row = await this.#call('end_session_1', [this.#channel, ...this.#placeOf(ending), sequence, toColumn(type)])
    this.#watchers.tell(this.#keyOf(ending), 'ended')
    return { isFirst: flagAt(row, 0), state: nullable(row, 1, fromColumn) }
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    return this.#watchers.add(this.#keyOf(session), listener)
  }

  async sweep(keep: number, most: number): Promise<number> {
    const registration = toColumn(this.#parts.registration)
    const rows = Math.floor(most)
    const sessions = await sweepSessions(this.ask, this.schema, registration, keep, rows)
    const effects = await sweepEffects(this.ask, this.schema, registration, rows - sessions)
    return sessions + effects + (await this.#arrivals.write())
  }

  /** Calls what is only done for an instance that gives signs of life. */
  async #callAsOwner(call: (owner: string) => Promise<Row>): Promise<Row> {
    const { instance, load } = this.#parts
    const row = await call(instance.id)
    if (textAt(row, 0) !== 'stranger') return row
    // It gave no sign of life for too long, so another could have gone on with its work at once.
    await load.carry(0, () => instance.beat(), 'beat')
    const again = await call(instance.id)
    if (textAt(again, 0) !== 'stranger') return again
    const failure = new ServerFailure({ kind: 'other', why: 'this process was taken for dead twice at once' })
    return load.carry(0, () => Promise.reject(failure), 'beat')
  }

  async #call(name: string, values: readonly Value[]): Promise<Row> {
    const text = `SELECT * FROM ${this.schema}.${name}(${parametersOf(values.length)})`
    const [row = []] = await this.#askTo(name)(text, values)
    return row
  }

  #told(key: string, isDone: boolean): boolean {
    if (isDone) this.#watchers.tell(key, 'free')
    return isDone
  }

  #keyOf(session: SessionKey): string {
    return sessionKeyOf(this.#parts.registration, session)
  }

  /** Where the session is, and what it begins with if there is none. */
  #placeOf(session: SessionEnding | TurnNote | TurnOpening): readonly Value[] {
    const { registration } = this.#parts
    const { kind, sessionId, phone, phoneKey, at, expiry } = session
    return [
      toColumn(registration),
      this.#keyOf(session),
      sessionNameKeyOf(registration, sessionId),
      kind,
      toColumn(sessionId),
      toColumn(phone),
      toColumn(phoneKey),
      at,
      Math.ceil(expiry),
    ]
  }
}

function toOpened(row: Row): TurnOpened {
  const status = textAt(row, 0)
  const fence = textAt(row, 1)
  const session: SessionState = {
    state: nullable(row, 3, fromColumn),
    isOver: flagAt(row, 4),
    masksAnswer: flagAt(row, 5),
    late: nullable(row, 6, fromColumn),
  }
  switch (status) {
    case 'opened': {
      // PostgreSQL writes an array of truth values as {t,f,f}.
      const [isNew, isInterrupted, isOddSequence, isTurnMissing, isAnswerMissing] = textAt(row, 2)
        .slice(1, -1)
        .split(',')
      const told = {
        status,
        fence,
        isNew: isNew === 't',
        session,
        isInterrupted: isInterrupted === 't',
        isOddSequence: isOddSequence === 't',
      } as const
      if (isAnswerMissing === 't') return { ...told, missing: 'answer' }
      return isTurnMissing === 't' ? { ...told, missing: 'turn' } : told
    }
    case 'interrupted':
      return { status, fence, session }
    case 'repeated':
      return { status, reply: fromColumn(textAt(row, 7)) }
    case 'back':
      return { status: 'repeated', reply: fromColumn(textAt(row, 7)), turn: fromColumn(textAt(row, 8)) }
    case 'running':
    case 'same':
      return { status: 'running', isSame: status === 'same' }
    case 'over':
    case 'forgotten':
      return { status }
    default:
      return { status: 'busy' }
  }
}

function weightOf(values: readonly Value[]): number {
  return values.reduce((bytes: number, value) => bytes + (typeof value === 'string' ? value.length : 0), rowBytes)
}
