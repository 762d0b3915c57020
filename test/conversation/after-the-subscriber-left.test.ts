import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { type Talk, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

describe.each(dealt(worlds))('A script whose subscriber has left while it worked, %s', (_name, world, it) => {
  it.each<[step: string, take: (talk: Talk, did: () => boolean) => Promise<unknown>]>([
    ['reads nothing more', (talk, did) => talk.load('price', did)],
    ['does nothing more', (talk, did) => talk.once('order', did)],
    ['asks nothing more', (talk, did) => talk.ask('Name?', text({ check: did }))],
    ['shows nothing more', (talk) => talk.show('Good')],
  ])('%s', async (_what, take) => {
    const arrived = Promise.withResolvers<void>()
    const working = Promise.withResolvers<void>()
    const done: string[] = []
    const { phone, lines } = await world().start(async (talk) => {
      arrived.resolve()
      await working.promise
      done.push('goes on')
      await take(talk, () => done.push('step') > 0)
      done.push('past it')
      return talk.end('Goodbye')
    })
    const caller = phone()
    const dialled = caller.dial('*713*Ama#').run()
    await arrived.promise
    await caller.timeout()
    await dialled
    working.resolve()
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(done).toEqual(['goes on'])
    expect(lines.all().filter(({ level }) => level > 40)).toEqual([])
  })
})
