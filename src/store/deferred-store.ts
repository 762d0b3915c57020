import type { Clock } from '../clock.ts'
import { channels, tellOf } from '../trace/channels.ts'
import { FMW_STORE_UNAVAILABLE } from './errors.ts'
import type { InboxStore } from './inbox-store.ts'
import type { StopsLook } from './people/stops.ts'
import type { TrailStore } from './people/trail.ts'
import type { OpenStore, Store, StoreUser } from './store.ts'
import type { TurnStore } from './turn-store.ts'

/** A store that is opened later than it is put in its places. */
export interface DeferredStore extends OpenStore {
  /** Opens it: until then it is refused to everybody. */
  start(): void
}

/**
 * Opens a store when it is told to. An application that is only looked at (for its addresses, its schemas) must not
 * take files from the one that runs, or work on what waits in them.
 */
export function deferStore(store: Store, user: StoreUser): DeferredStore {
  const { registration: name } = user
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let opened: OpenStore | undefined
  let closed: Promise<void> | undefined
  const unavailable = (): Error => new FMW_STORE_UNAVAILABLE(store.name, notOpen)
  const refuse = (): Promise<never> => Promise.reject(unavailable())
  const open = (): OpenStore => {
    if (opened === undefined) throw unavailable()
    return opened
  }
  const inbox = (): InboxStore => open().inbox
  const turns = (): TurnStore => open().turns
  const trail = (): TrailStore => open().trail
  const stops = (): StopsLook => open().stops
  return {
    ready,
    start: () => {
      if (opened !== undefined || closed !== undefined) return
      opened = store.open(user)
      opened.ready.then(resolve, reject)
    },
    health: () => opened?.health() ?? { ok: false, why: notOpen, waiting: 0, commits: 0 },
    now: () => opened?.now?.(),
    close: () => {
      closed ??= opened?.close() ?? Promise.resolve()
      return closed
    },
    inbox: {
      accept: (entry, claim) => asked(name, 'inbox.accept', opened?.inbox.accept(entry, claim) ?? refuse()),
      claim: async (most) => asked(name, 'inbox.claim', inbox().claim(most)),
      settle: (claim, settlement) => asked(name, 'inbox.settle', opened?.inbox.settle(claim, settlement) ?? refuse()),
      rewrite: async (claim, payload) => asked(name, 'inbox.rewrite', inbox().rewrite(claim, payload)),
      agree: async (claim) => asked(name, 'inbox.agree', inbox().agree?.(claim) ?? true),
      attach: (attempt, claim, review) => inbox().attach?.(attempt, claim, review),
      transactionOf: (attempt) => inbox().transactionOf?.(attempt),
      hasEnded: (claim) => inbox().hasEnded?.(claim) === true,
      onWork: (listener) => inbox().onWork(listener),
      sweep: async (retention, most) => asked(name, 'inbox.sweep', inbox().sweep(retention, most)),
      list: async (query) => asked(name, 'inbox.list', inbox().list(query)),
      get: async (registration, id) => asked(name, 'inbox.get', inbox().get(registration, id)),
      count: async (filter) => asked(name, 'inbox.count', inbox().count(filter)),
      backlog: async (...given) => asked(name, 'inbox.backlog', inbox().backlog(...given)),
      replay: async (...given) => asked(name, 'inbox.replay', inbox().replay(...given)),
      redrive: async (filter, most) => asked(name, 'inbox.redrive', inbox().redrive(filter, most)),
      settleReview: async (...given) => asked(name, 'inbox.settleReview', inbox().settleReview(...given)),
    },
    turns: {
      open: async (opening) => asked(name, 'turns.open', turns().open(opening)),
      close: async (closing) => asked(name, 'turns.close', turns().close(closing)),
      finish: async (result) => asked(name, 'turns.finish', turns().finish(result)),
      begin: async (effect) => asked(name, 'turns.begin', turns().begin(effect)),
      conclude: async (conclusion) => asked(name, 'turns.conclude', turns().conclude(conclusion)),
      resumable: async (key) => asked(name, 'turns.resumable', turns().resumable(key)),
      seen: async (session) => asked(name, 'turns.seen', turns().seen(session)),
      note: async (note) => asked(name, 'turns.note', turns().note(note)),
      end: async (ending) => asked(name, 'turns.end', turns().end(ending)),
      watch: (session, listener) => turns().watch(session, listener),
      sweep: async (keep, most) => asked(name, 'turns.sweep', turns().sweep(keep, most)),
      list: async (query) => asked(name, 'turns.list', turns().list(query)),
      get: async (registration, sessionId) => asked(name, 'turns.get', turns().get(registration, sessionId)),
    },
    trail: {
      append: async (registration, line) => asked(name, 'trail.append', trail().append(registration, line)),
      list: async (query) => asked(name, 'trail.list', trail().list(query)),
      sweep: async (keep, most) => asked(name, 'trail.sweep', trail().sweep(keep, most)),
    },
    stops: {
      list: async (registration) => asked(name, 'stops.list', stops().list(registration)),
      stop: async (registration, stop) => asked(name, 'stops.stop', stops().stop(registration, stop)),
      start: async (registration, kind) => asked(name, 'stops.start', stops().start(registration, kind)),
    },
  }
}

const notOpen = 'the application is not ready'

/** Tells of what was asked, and gives it on as it is. */
function asked<Answer>(registration: string, operation: string, answer: Answer | Promise<Answer>): typeof answer {
  if (!channels.store.hasSubscribers) return answer
  const told = tellOf(channels.store, { registration, operation, ms: null })
  if (answer instanceof Promise) answer.then(told.ended, told.failed)
  else told.ended()
  return answer
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
