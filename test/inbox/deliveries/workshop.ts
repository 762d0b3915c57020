import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../../../src/clock.ts'
import type { Attempt } from '../../../src/inbox/attempt.ts'
import type { DeliveryReports } from '../../../src/inbox/attempt-run.ts'
import { Deliveries, type DeliveriesSettings } from '../../../src/inbox/deliveries.ts'
import { newEntry } from '../../../src/inbox/entry.ts'
import { Intake } from '../../../src/inbox/intake.ts'
import {
  type DeliveredKind,
  deliveryOf,
  type Instead,
  PlainWorks,
  type Retry,
  readWork,
} from '../../../src/inbox/work.ts'
import type { HandlerLog } from '../../../src/log.ts'
import { type DeliveryReportEvent, deliveryReport } from '../../../src/pushes/delivery-report.ts'
import type { Incoming } from '../../../src/pushes/event.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'
import { Effects } from '../../../src/store/effects/effects.ts'
import type { EntryState } from '../../../src/store/entry.ts'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { messageIds } from '../../../src/trace/message-id.ts'

export interface WorkshopOptions {
  readonly handler: (event: DeliveryReportEvent, attempt: Attempt) => unknown
  readonly kind?: Omit<Partial<DeliveredKind<DeliveryReportEvent>>, 'retry'> & { readonly retry?: Partial<Retry> }
  readonly settings?: Partial<DeliveriesSettings>
  /** Of the store too. */
  readonly clock?: Clock
  /** What stands between the deliveries and the store. */
  readonly between?: (store: InboxStore) => InboxStore
}

export const registration = 'shop'

/** Deliveries on a real store, with everything that was reported. */
export function workshop(options: WorkshopOptions) {
  const { handler, kind, settings, clock = systemClock, between = (store) => store } = options
  const told: Told[] = []
  const lines: string[] = []
  const log = logTo(lines)
  const opened = memoryStore({ clock }).open({ registration, log })
  const store = between(opened.inbox)
  const messageId = messageIds(registration, undefined)
  const deliveries = new Deliveries({
    registration,
    messageId,
    store,
    effects: new Effects(opened.turns, clock),
    concurrency: 16,
    retries: true,
    clock,
    random: Math.random,
    log,
    logOf: () => log,
    reports: reportTo(told),
    ...settings,
  })
  onTestFinished(() => deliveries.close(0))
  const delivered: DeliveredKind<DeliveryReportEvent> = {
    push: deliveryReport,
    handler,
    onDead: undefined,
    country: undefined,
    ...kind,
    retry: { timeout: 5_000, attempts: 3, minDelay: 1, maxDelay: 5, ...kind?.retry },
  }
  deliveries.serve('deliveryReport', (entry) => readWork(delivered, new PlainWorks(delivered), entry))
  const intake = new Intake({ registration, store, deliveries, clock, messageId })
  return {
    deliveries,
    intake,
    inbox: opened.inbox,
    told,
    lines,
    /** Accepts a report and begins the work on it. Reports of one message stand in one lane. */
    push: async (message: string, status: string) => {
      const { entry, delivery } = prepare(delivered, message, status)
      const acceptance = await intake.keep(entry, delivery, 0)
      intake.begin(acceptance, delivery)
      return acceptance
    },
    /** Accepts a report as another process would. */
    leave: (message: string, status: string) => opened.inbox.accept(prepare(delivered, message, status).entry, false),
    handle: (message: string, status: string) => {
      const { entry, delivery } = prepare(delivered, message, status)
      return intake.handle(entry, delivery, 0)
    },
    /** Until so many entries are in a state. */
    until: (state: EntryState, count: number) =>
      eventually(async () => (await opened.inbox.count({ registration }))[state] === count),
    entry: (id: string) => opened.inbox.get(registration, id),
  }
}

export interface Told {
  readonly what: keyof DeliveryReports
  readonly id: string
  readonly number?: number
  readonly error?: unknown
  readonly reasons?: readonly string[]
  readonly retryIn?: number | null
  readonly state?: Instead['state']
}

/** A store of which a test does some methods itself. */
export function instead(store: InboxStore, own: Partial<InboxStore>): InboxStore {
  const inner: InboxStore = {
    accept: (entry, claim) => store.accept(entry, claim),
    claim: (most) => store.claim(most),
    settle: (claim, settlement) => store.settle(claim, settlement),
    rewrite: (claim, payload) => store.rewrite(claim, payload),
    onWork: (listener) => store.onWork(listener),
    sweep: (retention, most) => store.sweep(retention, most),
    list: (query) => store.list(query),
    get: (name, id) => store.get(name, id),
    count: (filter) => store.count(filter),
    backlog: (name) => store.backlog(name),
    replay: (name, id) => store.replay(name, id),
    redrive: (filter, most) => store.redrive(filter, most),
    settleReview: (...asked) => store.settleReview(...asked),
  }
  return { ...inner, ...own }
}

/** Polls until it is so: the longer it takes, the less often, since each look at a store costs more than what is waited for. */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  pause: (passed: number) => number = everRarer,
): Promise<void> {
  const start = Date.now()
  while (!(await isSo())) {
    const passed = Date.now() - start
    if (passed > 200_000) throw new Error('it did not happen within 200 seconds')
    await wait(pause(passed))
  }
}

// ms
const everRarer = (passed: number) => Math.min(50, 2 + passed / 8)

/** The entry of a report, as its push brings it. */
export function entryOf(MessageId: string, Status: string) {
  const fields = { MessageId, Status }
  const incoming: Incoming = { fields, raw: fields, carrier: 'json' }
  const event = deliveryReport.read(incoming, { receivedAt: new Date(), country: undefined, notes: new Notes() })
  return {
    event,
    entry: newEntry({ push: deliveryReport, country: undefined }, event, deliveryReport.identify(event), incoming),
  }
}

export const idOf = (message: string, status: string) => `deliveryReport:${message}|${status.toLowerCase()}`

function prepare(delivered: DeliveredKind<DeliveryReportEvent>, message: string, status: string) {
  const { event, entry } = entryOf(message, status)
  return { entry, delivery: deliveryOf(delivered, event) }
}

function logTo(lines: string[]): HandlerLog {
  const write = (_details: object | string, line?: string): void => void lines.push(line ?? '')
  return { debug: write, info: write, warn: write, error: write }
}

function reportTo(told: Told[]): DeliveryReports {
  return {
    handled: ({ entry, number }) => told.push({ what: 'handled', id: entry.id, number }),
    failed: ({ entry, number }, error, retryIn) => told.push({ what: 'failed', id: entry.id, number, error, retryIn }),
    failedTooLate: ({ entry, number }, error) => told.push({ what: 'failedTooLate', id: entry.id, number, error }),
    dead: ({ entry, number }, error) => told.push({ what: 'dead', id: entry.id, number, error }),
    instead: ({ entry, number }, { state }) => told.push({ what: 'instead', id: entry.id, number, state }),
    unserved: ({ id }) => told.push({ what: 'unserved', id }),
    unreadable: ({ id }, error) => told.push({ what: 'unreadable', id, error }),
    lost: ({ entry, number }) => told.push({ what: 'lost', id: entry.id, number }),
    needsReview: ({ id }, reasons) => told.push({ what: 'needsReview', id, reasons }),
    onDeadFailed: ({ entry }, error) => told.push({ what: 'onDeadFailed', id: entry.id, error }),
  }
}
