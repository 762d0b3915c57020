import { MessageChannel } from 'node:worker_threads'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { Deliveries } from '../inbox/deliveries.ts'
import { timeToWrite } from '../inbox/endings.ts'
import { Intake } from '../inbox/intake.ts'
import { childless, childOf, isWhole, type Log, logSafely } from '../log.ts'
import { isOnlyLooking } from '../only-looking.ts'
import { type DeferredStore, deferStore, storeClock } from '../store/deferred-store.ts'
import { Effects } from '../store/effects/effects.ts'
import type { OpenStore } from '../store/store.ts'
import { shownNames } from '../text/clean-text.ts'
import { describeError } from '../text/describe-error.ts'
import { FMW_OPTION } from './errors.ts'
import type { Activity } from './events/activity.ts'
import { reportDeliveries } from './events/delivery-reports.ts'
import type { SharedSettings } from './options/read-shared.ts'
import { type ServedName, serveName } from './served-names.ts'
import { StoppedKinds } from './stopped-kinds.ts'

/** The store of a registration, and what works on its inbox. */
interface OpenInbox {
  readonly opened: DeferredStore
  readonly deliveries: Deliveries
  readonly intake: Intake
  /** What is kept is dated by it. */
  readonly time: Clock
  readonly stopped: StoppedKinds
  readonly served: ServedName
}

/** Puts the store of a registration in its places. It is opened, and worked on, when the application is ready. */
export function openInbox(
  shared: SharedSettings,
  activity: Activity,
  appLog: FastifyBaseLogger,
  level: string | undefined,
): OpenInbox {
  const log = level === undefined ? appLog : logAt(appLog, level)
  const { name, store, keeping, clock, sealing } = shared
  const { messageId } = sealing
  const keeps = store.durability !== 'none'
  const opened = deferStore(store, { registration: name, log, room: keeping.room })
  const deliveries = new Deliveries({
    registration: name,
    messageId,
    store: opened.inbox,
    effects: new Effects(opened.turns, clock),
    // Without a store that keeps them, as many are worked on as wait for an answer.
    concurrency: keeps ? keeping.concurrency : Number.POSITIVE_INFINITY,
    retries: keeps,
    clock,
    random: Math.random,
    log,
    logOf: ({ kind, id }) => childOf(log, () => shownNames({ kind, id })),
    reports: reportDeliveries(activity, log),
  })
  return {
    opened,
    deliveries,
    intake: new Intake({ registration: name, store: opened.inbox, deliveries, clock, messageId }),
    time: storeClock(clock, opened),
    stopped: new StoppedKinds({ registration: name, stops: opened.stops, activity, clock, log }),
    served: serveName(store, name),
  }
}

/** Opens the store before the application listens, and closes it after the last request. */
export function workInbox(
  app: FastifyInstance,
  { opened, deliveries, intake, stopped, served }: OpenInbox,
  shared: SharedSettings,
  closingTime: ClosingTime,
): void {
  const { keeping, clock, store } = shared
  let stopSweeping: (() => void) | undefined
  let noRequestWaits: (() => void) | undefined
  app.addHook('onReady', async () => {
    if (isOnlyLooking()) return
    opened.start()
    try {
      // No push comes in before it is known which kinds are stopped, as long as the store answers.
      const look = (): Promise<void> => (store.durability === 'none' ? stopped.look() : stopped.watch())
      const ready = opened.ready.then(look)
      await waitForStore({ ready, health: () => opened.health() }, app)
      // It may be usable later all the same, when somebody has done what it takes.
      ready.catch(look)
    } catch (error) {
      // An application that does not start asks for no files any more.
      await opened.close()
      throw error
    }
    deliveries.start()
    // Nothing waits for it.
    served.warnOfOthers(app.log, clock)
    // What keeps nothing is bounded by itself.
    if (store.durability === 'none') return
    const { retention, transcripts, trail } = keeping
    const sweep = async (most: number): Promise<number> =>
      (await opened.inbox.sweep(retention, most)) +
      (await opened.turns.sweep(transcripts, most)) +
      (await opened.trail.sweep(trail, most))
    stopSweeping = keepOnlyRecent({ sweep, clock, log: app.log })
  })
  // While requests are still answered: what handlers need is closed by the application after this.
  app.addHook('preClose', async () => {
    stopSweeping?.()
    stopped.unwatch()
    noRequestWaits = intake.close()
    await stayAwake(() => deliveries.close(closingTime()))
  })
  app.addHook('onClose', () => {
    noRequestWaits?.()
    served.leave()
    return stayAwake(() => closeInTime(opened, shared, closingTime(timeToClose), app.log))
  })
}

/**
 * Tells what is left of the time for all that runs when the application closes, from the first question on. ms
 *
 * @param longer what it has beyond that
 */
export type ClosingTime = (longer?: number) => number

export function closingTimeOf({ keeping, clock }: Pick<SharedSettings, 'keeping' | 'clock'>): ClosingTime {
  let end: number | undefined
  return (longer = 0) => {
    const now = clock.monotonic()
    end ??= now + keeping.shutdownTimeout
    return Math.max(0, end + longer - now)
  }
}

/** Closes a store, and leaves one that does not answer to itself: what waits in it is worked again after the next start. */
async function closeInTime(opened: OpenStore, { clock }: Pick<SharedSettings, 'clock'>, most: number, log: Log) {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const cancel = clock.after(most, () => resolve('late'))
  const first = await Promise.race([opened.close(), late])
  cancel()
  if (first === 'late') logSafely(log, 'warn', {}, 'the store does not close: the process ends when it does')
}

/**
 * Keeps the process from ending while something is finished. The timers of the clock do not, and a process that closes may
 * have nothing else to wait for.
 */
export async function stayAwake<T>(work: () => Promise<T>): Promise<T> {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    return await work()
  } finally {
    port1.close()
  }
}

/**
 * Waits for a store before the application listens. A hook of Fastify may not wait for ever, and a rolling deploy may
 * take longer: then the application starts, notifications are refused with 503 until the store is there, and what
 * stands in its way is logged.
 *
 * @throws what makes the store unusable
 */
export async function waitForStore(
  { ready, health }: Pick<OpenStore, 'ready' | 'health'>,
  app: FastifyInstance,
): Promise<void> {
  const { pluginTimeout = pluginDefault } = app.initialConfig
  // Also where nobody waits any more a rejection has somebody who looks at it.
  ready.then(undefined, (error: unknown) => {
    logSafely(app.log, 'error', { err: describeError(error) }, 'the store cannot be used')
  })
  if (pluginTimeout === 0) return ready
  const late = Promise.withResolvers<'late'>()
  const notice = setTimeout(
    () => logSafely(app.log, 'info', { why: health().why }, 'waiting for the store'),
    noticeAfter,
  )
  const timer = setTimeout(() => late.resolve('late'), Math.max(pluginTimeout / 2, pluginTimeout - margin))
  const first = await Promise.race([ready, late.promise]).finally(() => {
    clearTimeout(timer)
    clearTimeout(notice)
  })
  if (first === 'late') {
    const { why } = health()
    logSafely(app.log, 'warn', { why }, 'the store is not ready yet: notifications are refused with 503 until it is')
  }
}

// Fastify's own, ms.
const pluginDefault = 10_000
const margin = 1_000
const noticeAfter = 1_500
// Beyond what runs: with what is written then, it has half of that.
const timeToClose = 2 * timeToWrite

/** What is forgotten, and how often it is looked for. */
export interface RetentionSettings {
  /** Forgets some of what is past its time, at most `most` rows. @returns how many */
  readonly sweep: (most: number) => Promise<number>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Forgets what is past its time, in steps that nobody feels: every minute.
 *
 * @returns stops it
 */
export function keepOnlyRecent({ sweep, clock, log }: RetentionSettings): () => void {
  let isStopped = false
  let cancel = clock.after(interval, step)
  return () => {
    isStopped = true
    cancel()
  }

  async function step(): Promise<void> {
    let wait = pause
    try {
      if ((await sweep(stepSize)) === 0) wait = interval
    } catch (error) {
      logSafely(log, 'warn', { err: describeError(error) }, 'what is past its time could not be forgotten now')
      wait = interval
    }
    if (!isStopped) cancel = clock.after(wait, step)
  }
}

const stepSize = 200
// ms
const pause = 50
const interval = 60_000

/** @throws FMW_OPTION */
function logAt(appLog: FastifyBaseLogger, level: string): FastifyBaseLogger {
  try {
    const child = appLog.child({}, { level })
    return isWhole(child) ? child : childless(appLog)
  } catch {
    throw new FMW_OPTION(
      'logLevel',
      `must be a level of the application's logger, such as 'warn': it has no '${level}'`,
    )
  }
}
