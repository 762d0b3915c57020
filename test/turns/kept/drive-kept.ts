import { setImmediate } from 'node:timers/promises'
import { silentLog } from '../../../src/log.ts'
import { ussdReplies } from '../../../src/replies/index.ts'
import type { TurnStore } from '../../../src/store/turn-store.ts'
import { type ManualClock, manualClock } from '../../../src/testing/manual-clock.ts'
import { defaultScreens } from '../../../src/turns/screens.ts'
import { ownerOf } from '../../../src/turns/session-owner.ts'
import { turnKey } from '../../../src/turns/stored/keys.ts'
import { StoredTurns } from '../../../src/turns/stored/stored-turns.ts'
import { ActiveTurn } from '../../../src/turns/turn.ts'
import type { StoredReports, StoredTurnsSettings } from '../../../src/turns/turns-settings.ts'
import { keptStore } from '../../store/kept/kept-store.ts'
import { type AnyHandler, type Line, lineOf, Pushed, type Report, recordIn } from '../drive.ts'
import { type EventFields, ussdEvent } from '../ussd-event.ts'

export { end, menu, pay, prompt } from '../drive.ts'

/** Turns that a store keeps, as one process has them, with a clock that stands still and everything that they say. */
export interface Instance {
  readonly turns: StoredTurns<'ussd'>
  readonly clock: ManualClock
  readonly reports: KeptReport[]
  /** The store as this process has it. */
  readonly store: TurnStore
  /** A push that arrives now, or `arrivedAt`. */
  push(fields: EventFields, arrivedAt?: number): Pushed
  /** The pushes of one session, each with the next sequence. */
  session(sessionId: string, sequence?: number): Line
  /** The process is gone: others may go on with what it left. */
  kill(): Promise<void>
}

export type KeptReport =
  | Report
  | { readonly unconfirmed: string }
  | { readonly unkept: string }
  | { readonly unavailable: string }
  | { readonly lost: string }

type OwnSettings = Omit<StoredTurnsSettings<'ussd'>, 'channel' | 'clock' | 'reports' | 'handle' | 'newTurn' | 'store'>

/** Room for a test's own settings; the rest is what the plugin would give. */
export interface KeptOptions extends Partial<OwnSettings> {
  /** Stands between the turns and their store. */
  readonly through?: (store: TurnStore) => TurnStore
}

/** One store and one clock, for as many processes as a test wants. */
export function world() {
  const clock = manualClock()
  const store = keptStore({ clock })
  // Memory lives as long as somebody has it open: this is what a file or a server is for the others.
  store.open({ registration: 'default', log: silentLog })
  return {
    clock,
    store,
    start(handler: AnyHandler, { through = (turns) => turns, ...options }: KeptOptions = {}): Instance {
      const opened = store.open({ registration: 'default', log: silentLog })
      return { ...instance(clock, through(opened.turns), handler, options), kill: () => opened.close() }
    },
  }
}

/** A process of its own on a store of its own. */
export function driveKept(handler: AnyHandler, options: KeptOptions = {}): Instance {
  return world().start(handler, options)
}

function instance(clock: ManualClock, store: TurnStore, handler: AnyHandler, options: Partial<OwnSettings>) {
  const reports: KeptReport[] = []
  const turns = new StoredTurns<'ussd'>({
    channel: 'ussd',
    takes: (type) => type === 'initiation' || type === 'response',
    handle: (event, active, work) => handler(event, Object.assign(active, builders), work),
    newTurn: (work, json, timeLeft) => new ActiveTurn(work, json, timeLeft),
    onLeave: undefined,
    budget: 6_000,
    maxWork: 50_000,
    onDeadline: 'wait',
    sessionExpiry: 90_000,
    maxSessions: 100_000,
    maxSessionBytes: 2 ** 30,
    blockedAfter: 100,
    screensFor: () => defaultScreens,
    ownerOf: ownerOf(false),
    whenStoreFails: 'release',
    turnKey,
    resumes: false,
    clock,
    reports: recordKeptIn(reports),
    ...options,
    store,
  })
  const push = (fields: EventFields, arrivedAt = clock.monotonic()): Pushed => {
    const pushed = new Pushed(ussdEvent(fields), arrivedAt, clock)
    turns.take(pushed)
    return pushed
  }
  return {
    turns,
    clock,
    reports,
    store,
    push,
    session: (sessionId: string, sequence = 0) => lineOf(push, sessionId, sequence),
  }
}

/** Lets everything happen that needs no time: what stores tell comes in turns of the event loop of its own. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await setImmediate()
}

const builders = ussdReplies({})

function recordKeptIn(reports: KeptReport[]): StoredReports<'ussd'> {
  return {
    ...recordIn(reports),
    unconfirmed: ({ event }) => reports.push({ unconfirmed: event.sessionId }),
    unkept: ({ event }) => reports.push({ unkept: event.sessionId }),
    unavailable: ({ event }) => reports.push({ unavailable: event.sessionId }),
    lost: ({ event }) => reports.push({ lost: event.sessionId }),
  }
}
