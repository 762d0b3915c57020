import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEnding } from '../store/turn-store.ts'
import type { Asked } from './asked.ts'
import type { KeptTurnsSettings } from './kept-settings.ts'
import { runOnEnd } from './run-on-end.ts'

/** Writes to the store, and tells what came of it. */
export type WriteEnd = <T>(ask: () => Promise<T>, told: (value: T) => void, failed: (error: unknown) => void) => void

/** The settings that an end is told with. */
export type EndSettings<K extends TurnKind> = Pick<
  KeptTurnsSettings<K>,
  'store' | 'clock' | 'budget' | 'onEnd' | 'reports'
>

/**
 * Tells the store that a subscriber has left. The store says who is the first of all processes to hear of it, and that
 * one runs `onEnd`. When it says nothing within the budget, `onEnd` runs by what is known here.
 *
 * @param heard called as soon as the store has said something, at the latest after half the budget
 */
export function tellEnd<K extends TurnKind>(
  { store, clock, budget, onEnd, reports }: EndSettings<K>,
  asked: Asked<K>,
  ending: SessionEnding,
  write: WriteEnd,
  heard: () => void,
): void {
  let isHeard = false
  const hear = (): void => {
    cancelWait()
    if (!isHeard) heard()
    isHeard = true
  }
  const cancelWait = clock.after(budget / 2, hear)
  let isSettled = onEnd === undefined
  const settle = (runs: boolean, state: string | null): void => {
    if (isSettled || onEnd === undefined) return
    isSettled = true
    cancel?.()
    if (runs) runOnEnd(onEnd, asked, state ?? undefined, reports)
  }
  const cancel = onEnd === undefined ? undefined : clock.after(budget, () => settle(true, null))
  write(
    () => store.end(ending),
    ({ isFirst, state }) => {
      hear()
      settle(isFirst, state)
    },
    (error) => {
      hear()
      reports.lost(asked, error)
      settle(true, null)
    },
  )
}
