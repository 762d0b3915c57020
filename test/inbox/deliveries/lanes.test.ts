import { describe, expect, it } from 'vitest'
import { eventually, workshop } from './workshop.ts'

const statuses = Array.from({ length: 40 }, (_, at) => `step ${at}`)

describe('a lane', () => {
  it.each([
    ['answer at once', () => undefined],
    ['take their time', () => new Promise(setImmediate)],
  ])('is worked in order of acceptance by handlers that %s, one at a time', async (_name, work) => {
    const seen = new Map<string, string[]>()
    let atWork = new Set<string>()
    const { push, deliveries, until } = workshop({
      handler: async ({ messageId, status }) => {
        expect(atWork.has(messageId)).toBe(false)
        atWork.add(messageId)
        await work()
        atWork = new Set([...atWork].filter((other) => other !== messageId))
        seen.set(messageId, [...(seen.get(messageId) ?? []), status])
      },
    })
    deliveries.start()
    const lanes = ['a', 'b', 'c', 'd', 'e']
    for (const status of statuses) await Promise.all(lanes.map((lane) => push(lane, status)))
    await until('done', lanes.length * statuses.length)
    expect([...seen.values()]).toEqual(lanes.map(() => statuses))
  })

  it('is worked beside others, as many at once as the setting says', async () => {
    const go = Promise.withResolvers<void>()
    let atWork = 0
    let most = 0
    const { push, deliveries, until } = workshop({
      settings: { concurrency: 3 },
      handler: async () => {
        most = Math.max(most, ++atWork)
        await go.promise
        atWork--
      },
    })
    deliveries.start()
    for (let lane = 0; lane < 200; lane++) await push(`lane ${lane}`, 'Sent')
    await eventually(() => atWork === 3)
    expect(deliveries.running).toBe(3)
    go.resolve()
    await until('done', 200)
    expect(most).toBe(3)
  })

  it('waits for its head and for nothing else', async () => {
    const go = Promise.withResolvers<void>()
    const seen: string[] = []
    const { push, deliveries, until } = workshop({
      handler: async ({ messageId, status }) => {
        if (status === 'stuck') await go.promise
        seen.push(`${messageId} ${status}`)
      },
    })
    deliveries.start()
    await push('slow', 'stuck')
    await push('slow', 'after')
    await push('fast', 'first')
    await push('fast', 'second')
    await until('done', 2)
    expect(seen).toEqual(['fast first', 'fast second'])
    go.resolve()
    await until('done', 4)
    expect(seen.slice(2)).toEqual(['slow stuck', 'slow after'])
  })

  it('goes on with what others have accepted', async () => {
    const seen: string[] = []
    const { leave, deliveries, until } = workshop({ handler: ({ status }) => seen.push(status) })
    for (const status of statuses) await leave('a', status)
    deliveries.start()
    deliveries.start()
    await until('done', statuses.length)
    expect(seen).toEqual(statuses)
  })
})

describe('handlers that answer at once', () => {
  it('let the event loop go in between', async () => {
    let handled = 0
    let seenBetween = 0
    const { leave, deliveries, until } = workshop({
      handler: () => {
        const until = performance.now() + 1
        while (performance.now() < until);
        handled++
      },
    })
    for (let lane = 0; lane < 60; lane++) await leave(`lane ${lane}`, 'Sent')
    deliveries.start()
    const look = setInterval(() => {
      if (handled > 0 && handled < 60) seenBetween++
    }, 0)
    await until('done', 60)
    clearInterval(look)
    expect(seenBetween).toBeGreaterThan(0)
  })
})
