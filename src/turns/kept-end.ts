import type { Clock } from '../clock.ts'
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
 * @param heard called when the store has said something
 */
export function tellEnd<K extends TurnKind>(
  { store, clock, budget, onEnd, reports }: EndSettings<K>,
  asked: Asked<K>,
  ending: SessionEnding,
  write: WriteEnd,
  heard: () => void,
): void {
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
      heard()
      settle(isFirst, state)
    },
    (error) => {
      heard()
      reports.lost(asked, error)
      settle(true, null)
    },
  )
}

/** Something that is done once: when what is returned is called, at the latest after so many ms. */
export function onceWithin(clock: Clock, ms: number, act: () => void): () => void {
  let isDone = false
  const once = (): void => {
    cancel()
    if (!isDone) act()
    isDone = true
  }
  const cancel = clock.after(ms, once)
  return once
}
