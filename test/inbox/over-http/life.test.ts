import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import type { Log } from '../../../src/log.ts'
import { deferStore } from '../../../src/store/deferred-store.ts'
import { FMW_STORE_OWNED, FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { eventually, instead } from '../deliveries/workshop.ts'
import { keptInMemory } from './kept.ts'

const report = { MessageId: '1', Status: 'Sent' }
const deliveryReport = () => undefined

describe('a store that takes its time at the start', () => {
  it('is waited for before the application listens', async () => {
    const opened = Promise.withResolvers<void>()
    const app = Fastify()
    await app.register(merchantWebhooks, {
      verify: 'none',
      deliveryReport,
      store: keptInMemory(() => ({ ready: opened.promise })),
    })
    let isReady = false
    const ready = app.ready().then(() => {
      isReady = true
    })
    await new Promise(setImmediate)
    expect(isReady).toBe(false)
    opened.resolve()
    await ready
    await app.close()
  })

  it.each([
    [0, 'with no limit of the host'],
    [2_000, 'within the limit of the host'],
  ])('stops the boot when it cannot be used: %d, %s', async (pluginTimeout) => {
    const owned = new FMW_STORE_OWNED('merchant.db', 'process 7', 30_000)
    const closed: string[] = []
    const app = Fastify({ pluginTimeout })
    await app.register(merchantWebhooks, {
      verify: 'none',
      deliveryReport,
      store: keptInMemory(({ close }) => ({
        ready: Promise.reject(owned),
        close: async () => {
          closed.push('closed')
          await close()
        },
      })),
    })
    await expect(app.ready()).rejects.toBe(owned)
    await app.close()
    expect(closed).toEqual(['closed'])
  })

  it('does not keep the application from starting longer than the host allows: 503 until it is there', async () => {
    const opened = Promise.withResolvers<void>()
    const lines = linesOf()
    let isOpen = false
    const why = 'another process works on it (pid 7)'
    const app = await appWith(
      {
        deliveryReport,
        store: keptInMemory(({ inbox }) => ({
          ready: opened.promise,
          health: () => ({ ok: false, why, waiting: 0, commits: 0 }),
          inbox: instead(inbox, {
            accept: (entry, claim) =>
              isOpen ? inbox.accept(entry, claim) : Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it opens')),
          }),
        })),
      },
      { server: { logger: lines.logger, pluginTimeout: 2_800 } },
    )
    await app.ready()
    expect(lines.saying('waiting for the store')).toMatchObject([{ level: 30, why }])
    expect(lines.saying('the store is not ready yet')).toHaveLength(1)
    expect((await post(app, paths.deliveryReport, report)).statusCode).toBe(503)
    isOpen = true
    opened.resolve()
    expect((await post(app, paths.deliveryReport, report)).statusCode).toBe(200)
  })

  it('is told in the log when it cannot be used after all', async () => {
    const opened = Promise.withResolvers<void>()
    const lines = linesOf()
    const app = await appWith(
      { deliveryReport, store: keptInMemory(() => ({ ready: opened.promise })) },
      { server: { logger: lines.logger, pluginTimeout: 200 } },
    )
    await app.ready()
    opened.reject(new FMW_STORE_OWNED('merchant.db', 'process 7', 30_000))
    await eventually(() => lines.saying('the store cannot be used').length === 1)
  })

  it('is not opened by an application that is only looked at, and told so', async () => {
    const opened: string[] = []
    const store = keptInMemory()
    const app = Fastify()
    app.register(merchantWebhooks, {
      verify: 'none',
      deliveryReport,
      store: {
        ...store,
        open: (user) => {
          opened.push(user.registration)
          return store.open(user)
        },
      },
    })
    await app.after()
    expect(app.merchant.urls).toHaveLength(1)
    expect(app.merchant.health()).toEqual({
      ok: false,
      why: 'the application is not ready',
      waiting: 0,
      commits: 0,
      stopped: [],
    })
    await expect(app.merchant.inbox.list()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await expect(app.merchant.sessions.list()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await app.close()
    expect(opened).toEqual([])
  })

  it('is opened once, and not any more after it was closed', async () => {
    const opened: string[] = []
    const store = keptInMemory()
    const counted = {
      ...store,
      open: (user: { readonly registration: string; readonly log: Log }) => {
        opened.push(user.registration)
        return store.open(user)
      },
    }
    const deferred = deferStore(counted, { registration: 'shop', log: Fastify().log })
    deferred.start()
    deferred.start()
    await deferred.ready
    await deferred.close()
    const late = deferStore(counted, { registration: 'late', log: Fastify().log })
    await late.close()
    late.start()
    expect(opened).toEqual(['shop'])
  })
})

describe('closing the application', () => {
  it('lets handlers of notifications end, then closes the store', async () => {
    const order: string[] = []
    const go = Promise.withResolvers<void>()
    const app = await appWith({
      deliveryReport: async () => {
        await go.promise
        order.push('handled')
      },
      store: keptInMemory(({ close }) => ({
        close: async () => {
          order.push('store closed')
          await close()
        },
      })),
    })
    await post(app, paths.deliveryReport, report)
    const closed = app.close()
    go.resolve()
    await closed
    expect(order).toEqual(['handled', 'store closed'])
  })

  it('aborts what takes longer than shutdownTimeout', async () => {
    const signals: AbortSignal[] = []
    const app = await appWith({
      shutdownTimeout: 10,
      deliveryReport: (_report, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      store: keptInMemory(),
    })
    await post(app, paths.deliveryReport, report)
    await eventually(() => signals.length === 1)
    await app.close()
    expect(signals[0]?.reason).toMatchObject({ code: 'FMW_CLOSING' })
  })
})

describe('what is past its time', () => {
  it('is forgotten in steps, every minute', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const swept: unknown[] = []
    let left = 3
    const app = await appWith(
      {
        clock,
        deliveryReport,
        retention: { entriesDays: 1, identitiesDays: 2, rejected: 3, sessionsDays: 4 },
        store: keptInMemory(({ inbox }) => ({
          inbox: instead(inbox, {
            sweep: async (retention, most) => {
              swept.push([retention, most])
              if (left === 1) throw new FMW_STORE_UNAVAILABLE('kept', 'it stalls')
              return Math.max(0, --left)
            },
          }),
        })),
      },
      { server: { logger: lines.logger } },
    )
    await app.ready()
    const sweepsAfter = async (ms: number): Promise<number> => {
      clock.advance(ms)
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      return swept.length
    }
    const day = 86_400_000
    expect(await sweepsAfter(59_999)).toBe(0)
    expect(await sweepsAfter(1)).toBe(1)
    expect(swept).toEqual([[{ entries: day, identities: 2 * day, rejected: 3 }, expect.any(Number)]])
    expect(await sweepsAfter(100)).toBe(2)
    expect(await sweepsAfter(100)).toBe(3)
    expect(lines.saying('what is past its time could not be forgotten')).toHaveLength(1)
    left = 0
    expect(await sweepsAfter(60_000)).toBe(4)
    expect(await sweepsAfter(59_999)).toBe(4)
    expect(await sweepsAfter(1)).toBe(5)
    await app.close()
    expect(await sweepsAfter(7_200_000)).toBe(5)
  })
})

describe('the health of the store', () => {
  it('is told without asking it', async () => {
    const app = await appWith({ deliveryReport, store: keptInMemory() })
    await app.ready()
    expect(app.merchant.health()).toMatchObject({ ok: true, waiting: 0 })
  })
})
