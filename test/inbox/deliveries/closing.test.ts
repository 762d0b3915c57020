import { describe, expect, it } from 'vitest'
import { eventually, idOf, instead, workshop } from './workshop.ts'

describe('closing', () => {
  it('waits for handlers that run, and settles them', async () => {
    const go = Promise.withResolvers<void>()
    const { push, deliveries, entry } = workshop({ handler: () => go.promise })
    deliveries.start()
    await push('a', 'Sent')
    await eventually(() => deliveries.running === 1)
    const closed = deliveries.close(60_000)
    go.resolve()
    await closed
    expect(await entry(idOf('a', 'Sent'))).toMatchObject({ state: 'done' })
  })

  it('waits for the last of them', async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const { push, deliveries, inbox, told } = workshop({
      handler: ({ messageId }) => (messageId === 'a' ? first.promise : second.promise),
    })
    deliveries.start()
    await push('a', 'Sent')
    await push('b', 'Sent')
    await eventually(() => deliveries.running === 2)
    const closed = deliveries.close(60_000)
    first.resolve()
    await eventually(() => told.length === 1)
    second.resolve()
    await closed
    expect(await inbox.count({ registration: 'shop' })).toMatchObject({ done: 2 })
  })

  it('aborts what takes longer than the grace, and hands it back untried', async () => {
    const signals: AbortSignal[] = []
    const { push, deliveries, entry, told } = workshop({
      handler: (_event, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    })
    deliveries.start()
    await push('a', 'Sent')
    await eventually(() => deliveries.running === 1)
    await deliveries.close(10)
    expect(signals[0]?.reason).toMatchObject({ code: 'FMW_CLOSING' })
    expect(await entry(idOf('a', 'Sent'))).toMatchObject({ state: 'waiting', failures: 0, attempts: [] })
    expect(told).toEqual([])
  })

  it('hands back what was claimed and not begun, and what comes claimed afterwards', async () => {
    const go = Promise.withResolvers<void>()
    const { push, deliveries, inbox } = workshop({ handler: () => go.promise, settings: { concurrency: 1 } })
    deliveries.start()
    for (let lane = 0; lane < 5; lane++) await push(`lane ${lane}`, 'Sent')
    await eventually(() => deliveries.running === 1)
    const closed = deliveries.close(60_000)
    await push('late', 'Sent')
    expect(deliveries.reserve()).toBe(false)
    go.resolve()
    await closed
    expect(await inbox.count({ registration: 'shop' })).toMatchObject({ done: 1, waiting: 5, running: 0 })
  })

  it('hands back an entry whose acceptance was under way', async () => {
    const accepting = Promise.withResolvers<void>()
    const { push, deliveries, inbox } = workshop({
      handler: () => undefined,
      between: (store) =>
        instead(store, {
          accept: async (...given: Parameters<typeof store.accept>) => {
            const acceptance = await store.accept(...given)
            await accepting.promise
            return acceptance
          },
        }),
    })
    deliveries.start()
    const pushed = push('a', 'Sent')
    const closed = deliveries.close(60_000)
    accepting.resolve()
    await pushed
    await closed
    await eventually(async () => (await inbox.count({ registration: 'shop' })).waiting === 1)
  })

  it('tells whoever waits for the end of an attempt', async () => {
    const { handle, deliveries } = workshop({
      handler: () => new Promise(() => undefined),
      settings: { retries: false },
    })
    deliveries.start()
    const ended = handle('a', 'Sent')
    await eventually(() => deliveries.running === 1)
    await deliveries.close(0)
    expect((await ended).end).toMatchObject({ ok: false, error: { code: 'FMW_CLOSING' } })
  })

  it('does not wait for a store that cannot be told', async () => {
    const { push, deliveries } = workshop({
      handler: () => undefined,
      between: (store) => instead(store, { settle: () => Promise.reject(new Error('the disk is gone')) }),
    })
    deliveries.start()
    await push('a', 'Sent')
    await deliveries.close(10)
  })
})
