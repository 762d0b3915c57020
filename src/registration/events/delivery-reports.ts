import type { DeliveryReports } from '../../inbox/attempt-run.ts'
import type { Log } from '../../log.ts'
import { describeError } from '../../text/describe-error.ts'
import type { Activity } from './activity.ts'
import { tellInstead } from './tell-instead.ts'

/** Says aloud what happens to notifications, and counts it. */
export function reportDeliveries(activity: Activity, appLog: Log): DeliveryReports {
  return {
    handled({ delivery, attempt, number, ms }) {
      const { kind, outcome } = delivery
      activity.count(kind, 'handled')
      attempt.log.info({ ms, number, ...(outcome === undefined ? {} : { outcome }) }, 'a notification was handled')
    },
    failed({ delivery, attempt, number, ms }, error, retryIn) {
      const { kind } = delivery
      const { entryId: id, log } = attempt
      activity.count(kind, 'notHandled')
      const line =
        retryIn === null
          ? 'the handler of a notification failed: it is not acknowledged'
          : 'the handler of a notification failed: it is tried again'
      log.error({ err: describeError(error), number, ms, ...(retryIn === null ? {} : { retryIn }) }, line)
      activity.tell((events) => events.emit('notificationFailed', { kind, id, error, retryIn }), log)
    },
    failedTooLate({ delivery, attempt, number, ms }, error) {
      activity.count(delivery.kind, 'handled')
      attempt.log.error(
        { err: describeError(error), number, ms },
        'the handler of a notification failed after its transaction had committed: the notification is done',
      )
    },
    dead({ delivery, attempt, number, ms }, error) {
      const { kind } = delivery
      const { entryId: id, log } = attempt
      activity.count(kind, 'notHandled')
      activity.count(kind, 'dead')
      log.error({ err: describeError(error), number, ms }, 'every attempt on a notification failed: it is dead')
      activity.tell((events) => events.emit('notificationDead', { kind, id, error }), log)
    },
    instead: (ended, instead) => tellInstead(activity, ended, instead),
    unserved({ kind, id }) {
      appLog.warn(
        { kind, id },
        'no handler here receives the kind of a notification that was accepted: it waits for one',
      )
    },
    unreadable({ kind, id }, error) {
      activity.count(kind, 'rejected')
      appLog.error({ kind, id, err: describeError(error) }, 'a notification that was kept cannot be read any more')
    },
    lost({ delivery, attempt }) {
      activity.count(delivery.kind, 'lost')
      attempt.log.warn({}, 'another process has taken the notification over while its handler ran')
    },
    onDeadFailed({ attempt }, error) {
      attempt.log.error({ err: describeError(error) }, 'onDead failed')
    },
  }
}
