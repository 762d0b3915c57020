import { describe, expect } from 'vitest'
import type { OnceOptions, Script } from '../../src/conversation/index.ts'
import type { ManualClock, Phone } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { unknown } from './sending.ts'
import { worldsByClock } from './world.ts'

const question = 'Buy it?\n1. Yes\n2. No'
const hangs = 'an effect, or its recover, takes longer than maxWork'
const never = () => new Promise<string>(() => undefined)
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })
const resumeWithin = 600_000
const maxWork = 50_000
const budget = 6_000

function buying(order: (key: string) => Promise<string>, options: OnceOptions<string> = {}): Script {
  return async (talk) => {
    if (!(await talk.confirm('Buy it?'))) return talk.end('Bye')
    return talk.end(`Ordered: ${await talk.once('order', order, options)}`)
  }
}

/** Comes to something that hangs, and waits as long as a turn is at work at most. */
async function wait(clock: ManualClock, ask: () => Phone, isAtWork: () => boolean): Promise<void> {
  const answered = ask()
    .expectScreen(/^Please wait/)
    .run()
  await expect.poll(isAtWork).toBe(true)
  await clock.advance(budget)
  await answered
  await clock.advance(maxWork)
}

describe.each(dealt(worldsByClock))('What hangs, %s', (_name, world, it) => {
  it('is left to recover after maxWork where it is an effect, and told to the log with its key', async () => {
    const { start, clock } = world()
    const keys: string[] = []
    const asked: string[] = []
    const order = (key: string) => {
      keys.push(key)
      return never()
    }
    const recover = (key: string) => `found ${asked.push(key)}`
    const { phone, lines } = await start(buying(order, { recover }))
    const caller = phone()
    await caller.dial('*713#')
    await wait(
      clock,
      () => caller.reply('1'),
      () => keys.length === 1,
    )
    expect(lines.saying(hangs)).toMatchObject([{ level: 50, effect: 'order', key: keys[0] }])
    await caller.dial('*713#').expectScreen('Ordered: found 1')
    expect(keys).toEqual(asked)
  })

  it('is told to the subscriber where it is an effect that nothing can find out', async () => {
    const { start, clock } = world()
    let orders = 0
    const order = () => {
      orders += 1
      return never()
    }
    const { phone } = await start(buying(order))
    const caller = phone()
    await caller.dial('*713#')
    await wait(
      clock,
      () => caller.reply('1'),
      () => orders === 1,
    )
    await caller.dial('*713#').expectScreen(unknown)
    expect(orders).toBe(1)
  })

  it('is asked for at each dial where it is recover, and a dial begins anew at resumeWithin', async () => {
    const { start, clock } = world()
    let looked = 0
    const recover = () => {
      looked += 1
      return never()
    }
    const { phone, lines } = await start(
      buying(() => Promise.reject(unclear), { recover }),
      { talk: { resumeWithin } },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    const dials = 4
    for (let dial = 1; dial <= dials; dial++) {
      await clock.advance(resumeWithin / dials - budget - maxWork)
      await wait(
        clock,
        () => caller.dial('*713#'),
        () => looked === dial,
      )
      expect(lines.saying(hangs)).toHaveLength(dial)
    }
    await caller.dial('*713#').expectScreen(question)
  })

  it('is kept where it ends after that', async () => {
    const { start, clock } = world()
    const ordered = Promise.withResolvers<string>()
    let orders = 0
    const order = () => {
      orders += 1
      return ordered.promise
    }
    const { phone } = await start(buying(order, { recover: () => expect.unreachable() }))
    const caller = phone()
    await caller.dial('*713#')
    await wait(
      clock,
      () => caller.reply('1'),
      () => orders === 1,
    )
    ordered.resolve('o1')
    await caller.dial('*713#').expectScreen('Ordered: o1')
    expect(orders).toBe(1)
  })
})
