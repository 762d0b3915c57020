import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { Deliveries } from '../inbox/deliveries.ts'
import { Intake } from '../inbox/intake.ts'
import { type DeferredStore, deferStore } from '../store/deferred-store.ts'
import type { OpenStore } from '../store/store.ts'
import { shownNames } from '../text/clean-text.ts'
import type { Activity } from './events/activity.ts'
import { reportDeliveries } from './events/delivery-reports.ts'
import type { SharedSettings } from './options/read-shared.ts'

/** The store of a registration, and what works on its inbox. */
export interface OpenInbox {
  readonly opened: DeferredStore
  readonly deliveries: Deliveries
  readonly intake: Intake
  /** What is kept is dated by it. */
  readonly time: Clock
}

/** Puts the store of a registration in its places. It is opened, and worked on, when the application is ready. */
export function openInbox(
  shared: SharedSettings,
  activity: Activity,
  appLog: FastifyBaseLogger,
  level: string | undefined,
): OpenInbox {
  const log = level === undefined ? appLog : appLog.child({}, { level })
  const { name, store, keeping, clock } = shared
  const keeps = store.durability !== 'none'
  const opened = deferStore(store, { registration: name, log, room: keeping.room })
  const deliveries = new Deliveries({
    store: opened.inbox,
    // Without a store that keeps them, as many are worked on as wait for an answer.
    concurrency: keeps ? keeping.concurrency : Number.POSITIVE_INFINITY,
    retries: keeps,
    clock,
    random: Math.random,
    log,
    logOf: ({ kind, id }) => log.child(shownNames({ kind, id })),
    reports: reportDeliveries(activity, log),
  })
  return { opened, deliveries, intake: new Intake(name, opened.inbox, deliveries), time: storeClock(clock, opened) }
}

/**
 * Time for what one process writes and another reads: that of the store, where it has one, so that their clocks need not
 * agree. Spans within a process are those of its own clock.
 */
export function storeClock(clock: Clock, opened: Pick<OpenStore, 'now'>): Clock {
  return {
    now: () => opened.now?.() ?? clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
  }
}
