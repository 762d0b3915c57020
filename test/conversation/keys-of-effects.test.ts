import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, whole } from '../../src/conversation/index.ts'
import { newEffect, newRecord, type TalkRecord } from '../../src/conversation/record/record.ts'
import type { Step } from '../../src/conversation/record/steps.ts'
import type { TurnStore } from '../../src/store/index.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { keptWorld } from './world.ts'

const rice: Step = { k: 'choose', f: 'Meal', a: 'Rice' }
const two: Step = { k: 'ask:whole', f: 'Howmany', a: 2 }
const record: TalkRecord = { ...newRecord(), steps: [rice, two] }
const keyOf = (given: Partial<TalkRecord>, name = 'order', number = 1) =>
  newEffect({ ...record, ...given }, name, number).key

describe('The key of an effect', () => {
  it('is 32 hexadecimal digits, which fit a clientReference, and the same each time', () => {
    expect(keyOf({})).toMatch(/^[\da-f]{32}$/)
    expect(keyOf({})).toBe(keyOf({ steps: [{ ...rice }, { ...two }] }))
  })

  it.each<[string, string]>([
    ['another answer', keyOf({ steps: [rice, { ...two, a: 3 }] })],
    ['the same answers in another order', keyOf({ steps: [two, rice] })],
    ['an answer more', keyOf({ steps: [rice, two, { k: 'confirm', f: 'Sure', a: true }] })],
    ['another effect before it', keyOf({ steps: [rice, two, { k: 'once', n: 'bill', key: 'a', d: true }] })],
    ['another name', keyOf({}, 'refund')],
    ['another number', keyOf({}, 'order', 2)],
    ['another run', keyOf({ run: 1 })],
    ['another conversation', keyOf({ id: 'another' })],
  ])('is another with %s', (_what, key) => {
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect(key).not.toBe(keyOf({}))
  })

  it.each<[string, Step, Step]>([
    ['what is sealed', { k: 'ask:text', f: '*', s: 'one' }, { k: 'ask:text', f: '*', s: 'other' }],
    ['what was read', { k: 'load', n: 'price', a: 5 }, { k: 'load', n: 'price', a: 6 }],
    ['what was done', { k: 'once', n: 'bill', key: 'a', d: true, a: 1 }, { k: 'once', n: 'bill', key: 'b' }],
  ])('is the same whatever %s', (_what, one, other) => {
    expect(keyOf({ steps: [rice, one] })).toBe(keyOf({ steps: [rice, other] }))
  })
})

/** Orders as many as are asked for, and hangs in it where it says so. */
function ordering(orders: string[], begun?: () => void): Script {
  return async (talk) => {
    await talk.show('Welcome')
    const number = await talk.ask('How many?', whole({ min: 1 }))
    const known = await talk.once('order', async (key) => {
      orders.push(`${number} under ${key}`)
      begun?.()
      return begun === undefined ? number : await new Promise<number>(() => undefined)
    })
    return talk.end(`${number} asked for, ${known} ordered`)
  }
}

/** What was begun is known to the store, and the answers before it are lost with their process. */
const forgetting = (turns: TurnStore): TurnStore => ({
  ...asObject(turns),
  begin: (beginning) => turns.begin({ ...beginning, turn: null }),
})

describe('An effect that was begun for answers that are lost', () => {
  it.each([
    ['3', '3 asked for, 3 ordered', 2],
    ['2', 'We could not confirm your last request. Please do not repeat it: we will let you know.', 1],
  ])('stands in no way of another: %s are answered then', async (answer, screen, times) => {
    const { start, clock } = keptWorld()
    const orders: string[] = []
    const begun = Promise.withResolvers<void>()
    const talk = { resume: 'continue' } as const
    const dead = await start(ordering(orders, begun.resolve), { talk, through: forgetting })
    const caller = dead.phone()
    await caller.dial('*713#').reply('1')
    const lost = caller.reply('2').run()
    await begun.promise
    await dead.kill()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    const alive = await start(ordering(orders), { talk })
    await alive
      .phone()
      .dial('*713#')
      .expectScreen(/^How many\?/)
      .reply(answer)
      .expectScreen(screen)
    expect(new Set(orders).size).toBe(times)
    clock.advance(6_000)
    await lost
  })
})
