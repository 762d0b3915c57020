import type { Clock } from '../../clock.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEnding } from '../../store/turn-store.ts'
import type { PendingRequest } from '../pending-request.ts'
import { runOnLeave } from '../shared/run-on-leave.ts'
import type { StoredTurnsSettings } from './settings.ts'

/** Writes to the store, and tells what came of it. */
export type WriteEnd = <T>(ask: () => Promise<T>, told: (value: T) => void, failed: (error: unknown) => void) => void

/** The settings that an end is told with. */
export type EndSettings<K extends TurnKind> = Pick<
  StoredTurnsSettings<K>,
  'store' | 'clock' | 'budget' | 'onLeave' | 'reports'
>

/**
 * Tells the store that a subscriber has left. The store says who is the first of all processes to hear of it, and that
 * one runs `onLeave`. When it says nothing within the budget, `onLeave` runs by what is known here.
 *
 * @param hearing hears whether the store has it
 */
export function tellEnd<K extends TurnKind>(
  { store, clock, budget, onLeave, reports }: EndSettings<K>,
  asked: PendingRequest<K>,
  ending: SessionEnding,
  write: WriteEnd,
  { heard, lost }: Hearing,
): void {
  let isSettled = onLeave === undefined
  const settle = (runs: boolean, state: string | null): void => {
    if (isSettled || onLeave === undefined) return
    isSettled = true
    cancel?.()
    if (runs) runOnLeave(onLeave, asked, state ?? undefined, reports)
  }
  const cancel = onLeave === undefined ? undefined : clock.after(budget, () => settle(true, null))
  write(
    () => store.end(ending),
    ({ isFirst, state }) => {
      heard()
      settle(isFirst, state)
    },
    (error) => {
      lost()
      reports.lost(asked, error)
      settle(true, null)
    },
  )
}

/** What hears whether the store has something. */
export interface Hearing {
  readonly heard: () => void
  readonly lost: () => void
}

/** Hears once: when it is told, or after so many ms that it is lost. */
export function hearWithin(clock: Clock, ms: number, { heard, lost }: Hearing): Hearing {
  let isDone = false
  const once = (act: () => void) => (): void => {
    cancel()
    if (!isDone) act()
    isDone = true
  }
  const hearing = { heard: once(heard), lost: once(lost) }
  const cancel = clock.after(ms, hearing.lost)
  return hearing
}
