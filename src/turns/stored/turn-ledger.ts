import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isTypeWord, type SessionEvent } from '../../pushes/session-push.ts'
import { fallbackReply, toldScreen, writeReply } from '../../replies/index.ts'
import type {
  LateResult,
  ResumeMark,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
  TurnStore,
} from '../../store/turn-store.ts'
import { cleanText } from '../../text/clean-text.ts'
import { maskPhone, phoneKey } from '../../text/phone.ts'
import type { HandlerResult } from '../shared/call-handler.ts'
import type { StoredTurnsSettings } from '../turns-settings.ts'
import type { Answer, Running, StoredSession, StoredTurn } from './stored-session.ts'

/** A turn that is open here. */
export type OpenedHere = Extract<TurnOpened, { readonly status: 'opened' | 'interrupted' }>

type LedgerSettings<K extends TurnKind> = Pick<
  StoredTurnsSettings<K>,
  'store' | 'clock' | 'reports' | 'screensFor' | 'channel'
>

/** Writes what became of turns to the store. Each write is tried again until it succeeds or its session has expired. Repeats are known in `turn-runner.ts`. */
export class TurnLedger<K extends TurnKind> {
  readonly #settings: LedgerSettings<K>
  readonly #expiry: number

  /** @param expiry ms after which the store may forget a session */
  constructor(settings: LedgerSettings<K>, expiry: number) {
    this.#settings = settings
    this.#expiry = expiry
  }

  /** The answer of an open turn. @param told hears whether its session still waited for it */
  close(
    session: StoredSession<K>,
    turn: StoredTurn<K>,
    answer: Answer<K>,
    follows: Following,
    told: (isOurs: boolean) => void,
    failed: (error: unknown) => void,
  ): void {
    const closing = closingOf(turn, answer, follows, this.#took(turn))
    session.write(() => this.#store.close(closing), told, failed)
  }

  /** The result of work whose turn was answered. @param told hears whether its session still waited for it */
  finish(
    session: StoredSession<K>,
    { work, turn }: Running<K>,
    result: HandlerResult<K>,
    told: (isOurs: boolean) => void,
  ): void {
    const late = lateOf(turn, result, work.resume)
    session.write(() => this.#store.finish(late), told, this.#lost(turn))
  }

  /** An answer that was given to a turn that was not open. */
  note(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>): void {
    const note = noteOf(turn, answer, this.#expiry, this.#took(turn))
    session.write(() => this.#store.note(note), ignore, this.#lost(turn))
  }

  /** The last screen of a session went out. */
  seen(session: StoredSession<K>, turn: StoredTurn<K>): void {
    session.write(() => this.#store.seen(session.place), ignore, this.#lost(turn))
  }

  /** A turn was opened after it had been answered, and its handler is not to run. */
  closeAnswered(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>, opened: OpenedHere): void {
    const closing = this.#closingAnswered(turn, answer, opened)
    session.write(() => this.#store.close(closing), ignore, this.#lost(turn))
  }

  /**
   * A turn was answered while the store could not be used, which may have opened it nevertheless: it is asked once more
   * and told the answer. A session that lives here alone is over there, unless another process has gone on with it.
   *
   * @param gone hears that one has
   */
  putRight(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>, gone: HearGone = ignore): void {
    const ms = this.#took(turn)
    let closing: TurnClosing | undefined
    const ask = async (): Promise<void> => {
      // Where only the confirmation was lost, the turn is known by now, as if another process had answered it.
      const opened = closing === undefined ? await this.#store.open(openingOf(turn, this.#expiry)) : undefined
      if (opened !== undefined && turn.isUnkept) this.#leaveTo(opened, turn, answer, gone)
      if (opened?.status === 'opened' || opened?.status === 'interrupted') {
        closing = this.#closingAnswered(turn, answer, opened)
      } else if (opened?.status === 'running' && !opened.isSame) {
        await this.#store.note(noteOf(turn, answer, this.#expiry, ms))
      }
      if (closing !== undefined) await this.#store.close(closing)
    }
    session.write(ask, ignore, this.#lost(turn))
  }

  /** Leaves a session that lives here to the process that has gone on with it, if one has. */
  #leaveTo(opened: TurnOpened, turn: StoredTurn<K>, { reply, source }: Answer<K>, gone: HearGone): void {
    // Who waits here would find nothing there that they wait for.
    if (source === 'waiting' || !isElsewhere(opened, turn)) return
    turn.isUnkept = false
    turn.isElsewhere = true
    // Two copies of a turn may have had two screens, and nobody knows which of them was shown, until one was answered.
    const isCopied = opened.status === 'repeated' && opened.turn === undefined
    gone(isCopied && opened.reply !== writeReply(reply) ? 'over' : 'elsewhere')
  }

  get #store(): TurnStore {
    return this.#settings.store
  }

  /** Whoever had a waiting screen learns with the next turn that nothing came of it. */
  #closingAnswered(turn: StoredTurn<K>, answer: Answer<K>, { fence, session }: OpenedHere) {
    turn.fence = fence
    turn.session = session
    const { channel, screensFor } = this.#settings
    const isWaiting = answer.source === 'waiting' && !turn.isUnkept
    const late = session.late ?? writeReply(fallbackReply(channel, 'release', screensFor(turn.first.event).failed))
    if (turn.isElsewhere) return closingOf(turn, answer, { late: session.late }, this.#took(turn))
    return closingOf(turn, answer, { late: isWaiting ? late : null }, this.#took(turn))
  }

  #took({ arrivedAt }: StoredTurn<K>): number {
    return this.#settings.clock.monotonic() - arrivedAt
  }

  #lost({ first }: StoredTurn<K>): (error: unknown) => void {
    return (error) => this.#settings.reports.lost(first, error)
  }
}

const ignore = (): void => undefined

/** Hears that another process has gone on with a session that lives here, and whether its turns are to go there. */
type HearGone = (next: 'elsewhere' | 'over') => void

/** Whether what a store says of the first turn of a session that lives here shows that another process is in it. */
function isElsewhere<K extends TurnKind>(opened: TurnOpened, { first }: StoredTurn<K>): boolean {
  switch (opened.status) {
    case 'opened':
      return first.event.type === 'initiation' && !opened.isNew
    // Nothing goes on there any more.
    case 'interrupted':
    case 'over':
      return false
    default:
      return true
  }
}

/** What of a session is written to say which it is. @param owner as {@link OwnerOf} gives it */
export function sessionKeyOf({ kind, sessionId }: SessionEvent, owner: string): SessionKey {
  return { kind, sessionId, owner: owner === '' ? '' : digest(owner) }
}

/** A turn that wants to run. @param expiry ms after which the session is forgotten */
export function openingOf<K extends TurnKind>(turn: StoredTurn<K>, expiry: number): TurnOpening {
  return { ...pushOf(turn, expiry), attempt: turn.attempt, isCopy: turn.isCopy }
}

/** An answer that was given to a turn that was not open. @param ms from the arrival to the answer */
function noteOf<K extends TurnKind>(turn: StoredTurn<K>, answer: Answer<K>, expiry: number, ms: number): TurnNote {
  return { ...pushOf(turn, expiry), ...shownOf(answer, ms), isOver: isLast(turn, answer) }
}

/** What follows from the answer of a turn that is open; where nothing is given, nothing does. */
export interface Following {
  /** The next state as JSON, null to clear it. */
  readonly state?: string | null | undefined
  /** A reply for whoever asks next, as JSON. */
  readonly late?: string | null
  /** The handler goes on. */
  readonly goesOn?: boolean
  /** From where another session may go on. */
  readonly resume?: ResumeMark | null | undefined
}

/** The answer of a turn that is open. @param ms from the arrival to the answer */
function closingOf<K extends TurnKind>(
  turn: StoredTurn<K>,
  answer: Answer<K>,
  { state, late = null, goesOn = false, resume }: Following,
  ms: number,
): TurnClosing {
  const { reply, source } = answer
  // A waiting screen asks nothing: the next answer may still be that to the screen before it.
  const masksAnswer = source === 'waiting' || turn.isElsewhere ? turn.session.masksAnswer : reply.hidesAnswer
  return {
    ...refOf(turn),
    ...shownOf(answer, ms),
    fence: turn.fence,
    session: { state, late, masksAnswer, isOver: isLast(turn, answer) },
    goesOn,
    resume,
  }
}

/** The result of work whose turn has had its waiting screen. */
function lateOf<K extends TurnKind>(
  { place, fence }: StoredTurn<K>,
  { reply, state }: HandlerResult<K>,
  resume: ResumeMark | null | undefined,
): LateResult {
  return { ...place, fence, reply: writeReply(reply), state, resume }
}

/** The end of a session by its subscriber. */
export function endingOf(event: SessionEvent, place: SessionKey, expiry: number): SessionEnding {
  return {
    ...place,
    ...phoneOf(event),
    at: event.receivedAt.getTime(),
    type: event.type,
    sequence: event.sequence,
    expiry,
  }
}

/** A session that lives in a process alone is over for all others. */
function isLast<K extends TurnKind>({ isUnkept }: StoredTurn<K>, { reply }: Answer<K>): boolean {
  return isUnkept || reply.type !== 'response'
}

function refOf<K extends TurnKind>({ first, place, key }: StoredTurn<K>) {
  return { ...place, turn: key, sequence: first.event.sequence }
}

function pushOf<K extends TurnKind>(turn: StoredTurn<K>, expiry: number) {
  const { event } = turn.first
  return {
    ...refOf(turn),
    ...phoneOf(event),
    entered: enteredIn(event),
    type: isTypeWord(event.type) ? event.type : '(unknown)',
    at: event.receivedAt.getTime(),
    expiry,
  }
}

function shownOf<K extends TurnKind>({ reply, source }: Answer<K>, ms: number) {
  return { reply: writeReply(reply), screen: toldScreen(reply), source, ms: Math.round(ms) }
}

function phoneOf({ mobile, mobileInternational }: SessionEvent) {
  return { phone: maskPhone(mobile), phoneKey: phoneKey(mobileInternational ?? mobile) }
}

/** Answers dialled with the code may be a PIN: the screens that would ask for them were never shown. */
function enteredIn({ message, answers, serviceCode }: SessionEvent): string {
  return cleanText((answers.length > 0 ? `${serviceCode} ${hidden}` : message).slice(0, longestEntered))
}

const hidden = '(sensitive)'
const longestEntered = 200
