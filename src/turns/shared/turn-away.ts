import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { fallbackReply, type Reply } from '../../replies/index.ts'
import type { Screens } from '../screens.ts'
import type { OpenTurn, PendingRequest } from '../turn.ts'
import type { TurnsSettings } from '../turns-settings.ts'

// Turns that may wait in one session: a subscriber answers one screen at a time.
export const turnsOpen = 64
// Copies of one turn that may wait for its answer: the service repeats a push a few times at most.
const repeatsOpen = 256

/** What is logged where as many wait as may. */
export const noRoom = {
  session: 'no room for another session: every one is at work',
  turn: 'no room for another turn: as many as may be wait in its session',
  copy: 'no room for another copy of a turn: as many as may be wait for its answer',
} as const

type Said<K extends TurnKind> = Pick<TurnsSettings<K>, 'channel' | 'screensFor'>

/** The last screen for a push where no handler speaks. */
export function releaseOf<K extends TurnKind>(
  { channel, screensFor }: Said<K>,
  event: SessionEvent<K>,
  screen: keyof Screens,
): Reply<K> {
  return fallbackReply(channel, 'release', screensFor(event)[screen], event.clientState)
}

/** Answers a push for which no handler runs. @param odd why, where that is to be logged */
export function turnAway<K extends TurnKind>(
  settings: Said<K> & Pick<TurnsSettings<K>, 'reports'>,
  asked: PendingRequest<K>,
  screen: 'busy' | 'ended' | 'paused' | 'unknownType',
  odd?: string,
): void {
  if (odd !== undefined) settings.reports.odd(asked, odd)
  asked.answer(releaseOf(settings, asked.event, screen), screen)
}

/**
 * Takes the same turn asked for again while it waits: one answer for both, in the time of whichever came first.
 *
 * @returns whether its deadline has moved
 */
export function joinTurn<K extends TurnKind>(
  settings: Said<K> & Pick<TurnsSettings<K>, 'reports'>,
  turn: OpenTurn<K>,
  asked: PendingRequest<K>,
): boolean {
  if (turn.others.length >= repeatsOpen) {
    turnAway(settings, asked, 'busy', noRoom.copy)
    return false
  }
  turn.others = [...turn.others, asked]
  if (asked.arrivedAt >= turn.arrivedAt) return false
  turn.arrivedAt = asked.arrivedAt
  return true
}
