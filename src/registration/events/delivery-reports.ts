import type { DeliveryReports, EndedRun } from '../../inbox/attempt-run.ts'
import type { Delivery, Instead } from '../../inbox/work.ts'
import { type Log, logSafely } from '../../log.ts'
import { type EntryKind, type FollowUpKind, isFollowUp } from '../../store/entry.ts'
import { shownNames } from '../../text/clean-text.ts'
import { logError } from '../../text/describe-error.ts'
import { trace } from '../../trace/moments.ts'
import type { Activity } from './activity.ts'

/** Says aloud what happens to notifications, and counts it. */
export function reportDeliveries(activity: Activity, appLog: Log): DeliveryReports {
  const countHandled = ({ kind, payment }: Delivery, ms: number): void => {
    activity.attempted(kind, 'handled', ms)
    if (payment !== undefined) activity.meter?.paid(payment)
  }
  return {
    handled({ delivery, attempt, number, ms }) {
      const { payment } = delivery
      countHandled(delivery, ms)
      const said = payment === undefined ? {} : { outcome: payment.outcome }
      logSafely(attempt.log, 'info', { ms, number, ...said }, 'a notification was handled')
    },
    failed({ delivery, attempt, number, ms }, error, retryIn) {
      const { kind } = delivery
      const { entryId: id, log } = attempt
      activity.attempted(kind, 'failed', ms)
      if (number === 1) activity.meter?.failing(kind)
      const line =
        retryIn === null
          ? 'the handler of a notification failed: it is not acknowledged'
          : 'the handler of a notification failed: the plugin retries it'
      logError(log, 'error', error, line, { number, ms, ...(retryIn === null ? {} : { retryIn }) })
      activity.tell((events) => events.emit('notificationFailed', { kind, id, error, retryIn }), log)
    },
    failedTooLate({ delivery, attempt, number, ms }, error) {
      countHandled(delivery, ms)
      logError(
        attempt.log,
        'error',
        error,
        'the handler of a notification failed after its transaction had committed: the notification is done',
        { number, ms },
      )
    },
    dead({ delivery, attempt, number, ms }, error) {
      const { kind } = delivery
      const { entryId: id, log } = attempt
      activity.count(kind, 'notHandled')
      activity.attempted(kind, 'dead', ms)
      if (number === 1) activity.meter?.failing(kind)
      logError(log, 'error', error, 'every attempt on a notification failed: it is dead', { number, ms })
      activity.tell((events) => events.emit('notificationDead', { kind, id, error }), log)
    },
    instead: (ended, instead) => tellInstead(activity, ended, instead),
    unserved({ kind, id }) {
      logSafely(
        appLog,
        'warn',
        { kind, id },
        'no handler here receives the kind of a notification that was accepted: it waits for one',
      )
    },
    unreadable({ kind, id }, error) {
      activity.attempted(kind, 'rejected', 0)
      logError(appLog, 'error', error, 'a notification that was kept cannot be read any more', { kind, id })
    },
    lost({ delivery, attempt, ms }) {
      activity.attempted(delivery.kind, 'lost', ms)
      logSafely(attempt.log, 'warn', {}, 'another process took the notification over while its handler ran')
    },
    needsReview({ kind, id, reference }, reasons) {
      activity.count(kind, 'needsReview')
      activity.tell((events) => events.emit('needsReview', { kind, id, reference, reasons }), appLog)
    },
    onDeadFailed({ attempt }, error) {
      logError(attempt.log, 'error', error, 'onDead failed')
    },
  }
}

/** Says aloud what became of an entry in place of a handler, and counts it. */
function tellInstead(activity: Activity, run: EndedRun, instead: Instead): void {
  const { entry, attempt, ms } = run
  const { kind, id } = entry
  const { log } = attempt
  const lines = linesOf(kind)
  if (instead.state === 'done') {
    // No handler has run: a background task has none, and ends well by itself.
    activity.attempted(kind, isFollowUp(kind) && instead.isNeedless !== true ? 'handled' : 'skipped', ms)
    // Of a cart it ends so as a rule.
    logSafely(log, kind === 'askedPayment' ? 'debug' : 'info', { ms, ...shownNames({ why: instead.why }) }, lines.done)
  } else if (instead.state === 'later') {
    activity.attempted(kind, 'later', ms)
    const { why, retryIn, error } = instead
    const shown = shownNames({ why })
    if (trace.postponed.hasSubscribers) trace.postponed.publish({ ids: [id], why })
    // Waiting for a payment is as it should be.
    if (isFollowUp(kind)) logSafely(log, 'debug', { ms, ...shown, retryIn }, lines.later)
    else logSafely(log, 'warn', { ms, ...shown, retryIn }, lines.later)
    if (error !== undefined) tellPeople(activity, run, error)
  } else if (instead.state === 'rejected') {
    activity.attempted(kind, 'rejected', ms)
    logSafely(log, 'warn', { ms, ...shownNames({ why: instead.why }) }, lines.rejected)
  } else {
    activity.attempted(kind, 'dead', ms)
    if (instead.isTold !== true) tellPeople(activity, run, instead.error)
  }
}

function tellPeople(activity: Activity, { entry, attempt, ms }: EndedRun, error: Error): void {
  const { kind, id, reference } = entry
  const { log } = attempt
  // Most prompts without a notice were not approved.
  const level = kind === 'askedPayment' ? 'warn' : 'error'
  logError(log, level, error, linesOf(kind).dead, { ms })
  activity.tell(
    (events) =>
      isFollowUp(kind)
        ? events.emit('followUpDead', { kind, id, reference, error })
        : events.emit('notificationDead', { kind, id, error }),
    log,
  )
}

type Lines = Readonly<Record<Instead['state'], string>>

const notifications: Lines = {
  done: 'a notification needs no handler',
  later: 'a notification waits: there is no final word about it yet',
  rejected: 'a notification was not confirmed: no handler is called',
  dead: 'a notification was given up: a person has to look at it',
}

const followUps: Readonly<Record<FollowUpKind, Lines>> = {
  expectedPayment: {
    done: 'an expected payment is settled',
    later: 'an expected payment is not settled yet: the plugin asks the service again',
    rejected: 'an expected payment cannot be read any more',
    dead: 'an expected payment is given up: a person has to look at it',
  },
  askedPayment: {
    done: 'a payment that a session asked for needs nothing more',
    later: 'a payment that a session asked for waits for its notice',
    rejected: 'a payment that a session asked for cannot be read any more',
    dead: 'no notice came of a payment that a session asked for: a person has to look at it',
  },
  fulfilmentReport: {
    done: 'a fulfilment was reported',
    later: 'a fulfilment is reported later',
    rejected: 'the report of a fulfilment cannot be read any more',
    dead: 'a fulfilment could not be reported: a person has to look at it',
  },
}

function linesOf(kind: EntryKind): Lines {
  return isFollowUp(kind) ? followUps[kind] : notifications
}
