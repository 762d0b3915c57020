import type { TurnKind } from '../../pushes/kinds.ts'
import { fallbackReply, writeReply } from '../../replies/index.ts'
import type { TurnOpened, TurnStore } from '../../store/turn-store.ts'
import type { HandlerResult } from '../shared/call-handler.ts'
import type { StoredTurnsSettings } from '../turns-settings.ts'
import type { Running, StoredSession } from './stored-session.ts'
import type { Answer, StoredTurn } from './stored-turn.ts'
import { closingOf, type Following, lateOf, noteOf, openingOf } from './turn-records.ts'

/** A turn that is open here. */
export type OpenedHere = Extract<TurnOpened, { readonly status: 'opened' | 'interrupted' }>

type LedgerSettings<K extends TurnKind> = Pick<
  StoredTurnsSettings<K>,
  'store' | 'clock' | 'reports' | 'screensFor' | 'channel'
>

/** Writes what became of turns to the store. Each write is tried again until it succeeds or its session has expired. */
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
   * and told the answer.
   */
  putRight(session: StoredSession<K>, turn: StoredTurn<K>, answer: Answer<K>): void {
    const note = noteOf(turn, answer, this.#expiry, this.#took(turn))
    const ask = async (): Promise<void> => {
      const opened = await this.#store.open(openingOf(turn, this.#expiry))
      if (opened.status === 'opened' || opened.status === 'interrupted') {
        await this.#store.close(this.#closingAnswered(turn, answer, opened))
      } else if (opened.status === 'running' && !opened.isSame) {
        await this.#store.note(note)
      }
    }
    session.write(ask, ignore, this.#lost(turn))
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
