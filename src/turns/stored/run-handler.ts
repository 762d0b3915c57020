import type { TurnKind } from '../../pushes/kinds.ts'
import {
  callHandler,
  Failure,
  failureOf,
  type HandlerResult,
  keptOfFailed,
  readResult,
} from '../shared/call-handler.ts'
import { releaseOf } from '../shared/turn-away.ts'
import { writeState } from '../state.ts'
import type { ActiveTurn, OpenTurn } from '../turn.ts'
import type { StoredTurnsSettings } from '../turns-settings.ts'
import type { Running } from './stored-session.ts'

/** What hears of a handler that runs. */
export interface RunListener<K extends TurnKind> {
  /** Its result is still to come. */
  begun(): void
  /** What was still to come is here; `concluded` follows, unless the work was given up. */
  ended(): void
  /** What its turn is to be answered with. */
  concluded(result: HandlerResult<K>, source: 'handler' | 'failed'): void
}

/** Runs the handler of an open turn. What comes of work that was given up is reported, and dropped. */
export function runHandler<K extends TurnKind, Turn extends ActiveTurn<K>>(
  settings: StoredTurnsSettings<K, Turn>,
  { work, turn }: Running<K>,
  timeLeft: (turn: OpenTurn<K>) => number,
  listener: RunListener<K>,
): void {
  const { channel, reports } = settings
  const { first } = turn
  const fail = (error: unknown): void => {
    const failure = failureOf(turn, 'handler', error)
    if (work.isFenced) {
      reports.fenced(first, failure)
      return
    }
    reports.failed(first, failure)
    const reply = releaseOf(settings, first.event, 'failed')
    listener.concluded({ reply, state: keptOfFailed(channel, work, writeState) }, 'failed')
  }
  const finish = (value: unknown): void => {
    if (work.isFenced) {
      reports.fenced(first, undefined)
      return
    }
    let result: HandlerResult<K>
    try {
      result = readResult(channel, value, writeState, turn)
    } catch (error) {
      fail(error)
      return
    }
    listener.concluded(result, 'handler')
  }

  const result = callHandler(settings, work, turn.session.state ?? undefined, timeLeft)
  if (result instanceof Failure) {
    fail(result.error)
  } else if (result instanceof Promise) {
    listener.begun()
    result.then(
      (value: unknown) => {
        listener.ended()
        finish(value)
      },
      (error: unknown) => {
        listener.ended()
        fail(error)
      },
    )
  } else {
    finish(result)
  }
}
