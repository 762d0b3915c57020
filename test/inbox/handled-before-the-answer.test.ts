import { describe, expect, it } from 'vitest'
import { eventually, instead, workshop } from './deliveries/workshop.ts'

// What a store that keeps nothing is for: the handler runs, then the request is answered.
const settings = { retries: false, lanes: Number.POSITIVE_INFINITY }

describe('a notification that is handled before its answer', () => {
  it('is not handled again when it was', async () => {
    let runs = 0
    const { handle, deliveries } = workshop({ settings, handler: () => ++runs })
    deliveries.start()
    expect((await handle('a', 'Sent')).end).toEqual({ ok: true })
    expect((await handle('a', 'Sent')).end).toEqual({ ok: true })
    expect(runs).toBe(1)
  })

  it('is handled again when it failed, though nobody retries here', async () => {
    const broken = new Error('broken')
    const numbers: number[] = []
    const { handle, deliveries, told } = workshop({
      settings,
      handler: (_event, { number }) => {
        numbers.push(number)
        if (number < 3) throw broken
      },
    })
    deliveries.start()
    expect((await handle('a', 'Sent')).end).toEqual({ ok: false, error: broken })
    expect((await handle('a', 'Sent')).end).toEqual({ ok: false, error: broken })
    expect((await handle('a', 'Sent')).end).toEqual({ ok: true })
    expect(numbers).toEqual([1, 2, 3])
    expect(told.slice(0, 2)).toMatchObject([
      { what: 'failed', retryIn: null },
      { what: 'failed', retryIn: null },
    ])
  })

  it('gives its copies the same answer while it runs', async () => {
    let runs = 0
    const go = Promise.withResolvers<void>()
    const { handle, deliveries } = workshop({
      settings,
      handler: () => {
        runs++
        return go.promise
      },
    })
    deliveries.start()
    const all = Promise.all(Array.from({ length: 20 }, () => handle('a', 'Sent')))
    await eventually(() => runs === 1)
    go.reject(new Error('broken'))
    expect((await all).map(({ end }) => end.ok)).toEqual(Array(20).fill(false))
    expect(runs).toBe(1)
  })

  it('waits for those before it in its lane', async () => {
    const seen: string[] = []
    const go = Promise.withResolvers<void>()
    const { handle, deliveries } = workshop({
      settings,
      handler: async ({ status }) => {
        if (status === 'Sent') await go.promise
        seen.push(status)
      },
    })
    deliveries.start()
    const both = [handle('a', 'Sent'), handle('a', 'Delivered')]
    await handle('b', 'Other')
    go.resolve()
    await Promise.all(both)
    expect(seen).toEqual(['Other', 'Sent', 'Delivered'])
  })

  it('is acknowledged where only its identity is known any more, and where it was rejected', async () => {
    let runs = 0
    const states = ['rejected', undefined] as const
    for (const state of states) {
      const { handle } = workshop({
        settings,
        handler: () => ++runs,
        between: (store) => instead(store, { accept: async (entry) => ({ status: 'repeated', id: entry.id, state }) }),
      })
      expect((await handle('a', 'Sent')).end).toEqual({ ok: true })
    }
    expect(runs).toBe(0)
  })
})
