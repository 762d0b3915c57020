import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const late = 'a late result was ignored: its session had continued'
const failed = 'work failed after its session had continued'

describe.each(dealt(worlds))('The log of a conversation that was left at an effect, %s', (_name, world, it) => {
  it.each<[what: string, effect: () => unknown, lines: readonly object[]]>([
    ['nothing that failed where it was done', () => 'o1', [{ msg: late, level: 40 }]],
    [
      'what failed',
      () => Promise.reject(new Error('sold out')),
      [
        {
          msg: failed,
          level: 40,
          err: { code: 'FMW_EFFECT_FAILED', message: expect.stringContaining("The effect 'order' failed") },
        },
      ],
    ],
  ])('has %s', async (_what, effect, expected) => {
    const arrived = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const { phone, lines } = await world().start(async (talk) => {
      await talk.once('order', async () => {
        arrived.resolve()
        await mayEnd.promise
        return effect()
      })
      return talk.end('Ordered')
    })
    const caller = phone()
    const dialled = caller.dial('*713#').run()
    await arrived.promise
    await caller.timeout()
    await dialled
    mayEnd.resolve()
    const told = () => [...lines.saying(late), ...lines.saying(failed)]
    await expect.poll(told).not.toEqual([])
    expect(told()).toMatchObject(expected)
  })
})
