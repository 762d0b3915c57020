import { isThenable } from '../../is-thenable.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionState } from '../state.ts'
import type { ActiveTurn } from '../turn.ts'
import type { TurnsSettings } from '../turns-settings.ts'
import type { Work } from '../work.ts'
import { Failure } from './failures.ts'
import type { OpenTurn } from './open-turn.ts'

/** The settings that a handler is called with. */
export type HandlerSettings<K extends TurnKind, Turn extends ActiveTurn<K>> = Pick<
  TurnsSettings<K, Turn>,
  'clock' | 'blockedAfter' | 'reports' | 'handle' | 'newTurn'
>

/**
 * Calls the handler of a turn.
 *
 * @param state the session's
 * @returns what the handler returned; a promise of our own where it is still to come; a Failure where it threw
 */
export function callHandler<K extends TurnKind, Turn extends ActiveTurn<K>>(
  { clock, blockedAfter, reports, handle, newTurn }: HandlerSettings<K, Turn>,
  work: Work<K>,
  state: SessionState | undefined,
  timeLeft: (turn: OpenTurn<K>) => number,
): unknown {
  const { first } = work.turn
  try {
    const result = handle(first.event, newTurn(work, state, timeLeft), work)
    // A promise of our own settles once and never throws, whatever a foreign one does.
    return isThenable(result) ? new Promise((resolve) => resolve(result)) : result
  } catch (error) {
    return new Failure(error)
  } finally {
    const held = clock.monotonic() - work.startedAt
    if (held > blockedAfter) reports.blocked(first, held)
  }
}
