import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { TurnStore } from '../../store/turn-store.ts'
import type { PendingRequest } from '../pending-request.ts'
import type { ActiveTurn } from '../turn.ts'
import type { TurnReports, TurnsSettings } from '../turns-settings.ts'

/**
 * What becomes of a turn whose session is out of reach because the store fails: a polite release, or the handler runs
 * as if the session were new.
 *
 * @example
 * const whenStoreFails: WhenStoreFails = 'run'
 * await app.register(merchantWebhooks, { verify, store, whenStoreFails, ussd })
 */
export type WhenStoreFails = 'release' | 'run'

/** What happens in turns that a store keeps, for logs and counts. */
export interface StoredReports<K extends TurnKind> extends TurnReports<K> {
  /** An answer went out before the store had confirmed it: another process may not know it. */
  unconfirmed(asked: PendingRequest<K>): void
  /** The store cannot be used: the session lives in this process alone. */
  unkept(asked: PendingRequest<K>, error: unknown): void
  /** The store cannot be used: the subscriber got a polite release. */
  unavailable(asked: PendingRequest<K>, error: unknown): void
  /** What followed from a turn could not be kept, although it was tried for as long as its session lives. */
  lost(asked: PendingRequest<K>, error: unknown): void
}

/** Everything that the turns of one kind are run with where a store keeps them. */
export interface StoredTurnsSettings<K extends TurnKind, Turn extends ActiveTurn<K> = ActiveTurn<K>>
  extends TurnsSettings<K, Turn> {
  readonly reports: StoredReports<K>
  readonly store: TurnStore
  readonly whenStoreFails: WhenStoreFails
  /** What a turn is known by in the store; at most 200 characters. */
  readonly turnKey: (event: SessionEvent<K>) => string
  /** The handler goes on from a record of its own where a process died in it: it runs for the next turn. */
  readonly resumes: boolean
}
