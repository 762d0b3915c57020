import { logSafely } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { logError } from '../../text/describe-error.ts'
import { FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import type { StoredReports, TurnFailure } from '../../turns/turns-settings.ts'
import type { Activity } from './activity.ts'
import { thrownOf } from './thrown.ts'

/** Says aloud what happens in the turns of a kind, and counts it. */
export function reportTurns<K extends TurnKind>(kind: K, activity: Activity): StoredReports<K> {
  return {
    deadline({ event, log }, did, elapsed, limit) {
      const ms = Math.round(elapsed)
      const line = limit === undefined ? 'the budget ran out before the handler answered' : outOfWork
      logSafely(log, 'warn', { did, ms }, line)
      activity.tell((events) => events.emit('deadline', { kind, sessionId: event.sessionId, did, ms }), log)
    },
    failed({ event, log, trace }, failure) {
      const { error, place, secrets } = failure
      logError(log, 'error', error, failureLines[place], {}, secrets)
      if (place === 'handler') trace?.failed(() => thrownOf(error, secrets))
      activity.tell((events) => events.emit('turnFailed', { kind, sessionId: event.sessionId, place, error }), log)
    },
    blocked({ log }, held) {
      const ms = Math.round(held)
      logSafely(
        log,
        'warn',
        { ms },
        'the handler blocked the event loop: the plugin could answer nothing for that time',
      )
      activity.tell((events) => events.emit('blocked', { kinds: [kind], ms }), log)
    },
    fenced({ event, log }, failure) {
      if (failure === undefined || failure.error instanceof FMW_WORK_GIVEN_UP)
        logSafely(log, 'warn', {}, 'a late result was ignored: its session had continued')
      else logError(log, 'warn', failure.error, 'work failed after its session had continued', {}, failure.secrets)
      activity.mishap(kind, 'fenced')
      activity.tell((events) => events.emit('fenced', { kind, sessionId: event.sessionId }), log)
    },
    odd({ log }, line) {
      logSafely(log, 'warn', {}, line)
    },
    unconfirmed({ log }) {
      logSafely(
        log,
        'error',
        {},
        'an answer went out before the store had confirmed it: another process may not know it',
      )
      activity.mishap(kind, 'unconfirmed')
    },
    unkept({ log }, error) {
      logError(log, 'error', error, 'the store cannot be used: the session lives in this process alone')
      activity.mishap(kind, 'unkept')
    },
    unavailable({ log }, error) {
      logError(log, 'error', error, 'the store cannot be used: the subscriber got a polite release')
    },
    lost({ log }, error) {
      logError(log, 'error', error, 'the store could not keep what followed from a turn')
    },
  }
}

const failureLines: Readonly<Record<TurnFailure['place'], string>> = {
  handler: 'the handler of a turn failed: the subscriber got a polite release',
  onDeadline: 'onDeadline failed: the subscriber got the waiting screen',
  onLeave: 'onLeave failed',
}

const outOfWork = 'the handler took longer than maxWork in all: its session ended'
