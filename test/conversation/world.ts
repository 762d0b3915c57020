import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type ConversationOptions, conversation, type Script } from '../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, type Store } from '../../src/index.ts'
import { silentLog } from '../../src/log.ts'
import type { OpenStore, TurnStore } from '../../src/store/index.ts'
import { type ManualClock, manualClock, type Phone, phone } from '../../src/testing/index.ts'
import { type Lines, linesOf } from '../http/lines.ts'
import { keptStore } from '../store/kept/kept-store.ts'
import { newSqlite } from '../store/new-sqlite.ts'

/** An application that holds a conversation on a store that others use too. */
export interface Instance {
  readonly app: FastifyInstance
  readonly lines: Lines
  /** A phone on USSD; the same one each time, unless another number is given. */
  readonly phone: (mobile?: string) => Phone
  /** The process is gone, as far as the store and the others can tell. */
  readonly kill: () => Promise<void>
}

/** What a test may choose of an application, beside its conversation. */
export interface InstanceOptions extends Partial<MerchantWebhooksOptions> {
  /** Settings of the conversation. */
  readonly talk?: ConversationOptions
  /** Stands between the application and its store. */
  readonly through?: (turns: TurnStore) => TurnStore
}

/** One store and one clock, for as many applications as a test wants. */
export interface World {
  readonly clock: ManualClock
  /** What is kept of turns, as somebody beside the applications sees it. */
  readonly turns: TurnStore
  readonly start: (
    script: Script,
    options?: InstanceOptions,
    host?: (app: FastifyInstance) => void,
  ) => Promise<Instance>
}

/** A world whose sessions SQLite keeps, for longer than its applications live. */
export function keptWorld(): World {
  return realWorld(newSqlite()())
}

/** A world on a real store, which goes by a time of its own: the clock moves what the applications wait for. */
export function realWorld(store: Store): World {
  const opened = store.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  return worldOf(manualClock(), store, opened.turns)
}

/** A world whose sessions a store keeps that goes by the clock: for what is forgotten in time. */
export function worldByClock(): World {
  const clock = manualClock()
  const store = keptStore({ clock })
  const opened = store.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  return worldOf(clock, store, opened.turns)
}

/** A world whose sessions live in the application. */
export function memoryWorld(): World {
  const clock = manualClock()
  const memory = memoryStore({ clock })
  const opened = memory.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  return worldOf(clock, memory, opened.turns)
}

/** Both kinds of worlds, for what is to hold in each. */
export const worlds: readonly (readonly [name: string, world: () => World])[] = [
  ['in memory', memoryWorld],
  ['on SQLite', keptWorld],
]

/** Both kinds again, for what is forgotten in time. */
export const worldsByClock: typeof worlds = [
  ['in memory', memoryWorld],
  ['in a store', worldByClock],
]

function worldOf(clock: ManualClock, store: Store, turns: TurnStore): World {
  return {
    clock,
    turns,
    async start(script, { talk = {}, through = (same: TurnStore) => same, ...options } = {}, host = ignore) {
      const lines = linesOf()
      const app = Fastify({ logger: lines.logger })
      onTestFinished(() => close(app, clock))
      host(app)
      const opened: OpenStore[] = []
      await app.register(merchantWebhooks, {
        verify: 'none',
        clock,
        ussd: conversation(script, talk),
        ...options,
        store: {
          ...store,
          open: (user) => {
            const own = store.open(user)
            opened.push(own)
            return openThrough(own, through)
          },
        },
      })
      return {
        app,
        lines,
        phone: (mobile = '+233000000000') => phone(app, { mobile }),
        kill: async () => {
          for (const own of opened) await own.close()
        },
      }
    },
  }
}

function openThrough(opened: OpenStore, through: (turns: TurnStore) => TurnStore): OpenStore {
  return {
    inbox: opened.inbox,
    turns: through(opened.turns),
    trail: opened.trail,
    stops: opened.stops,
    ready: opened.ready,
    health: () => opened.health(),
    close: () => opened.close(),
  }
}

/** What an application waits for when it closes takes time, and nobody else lets that pass. */
export async function close(app: FastifyInstance, clock: ManualClock): Promise<void> {
  let isClosed = false
  const closing = app.close().then(() => {
    isClosed = true
  })
  while (!isClosed) {
    await setImmediate()
    clock.advance(1_000)
  }
  await closing
}

const ignore = (): void => undefined
