import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { worlds } from './world.ts'

/** Orders at once, and shows what came of it on two screens. */
function ordering(order: (key: string) => unknown): Script {
  return async (talk) => {
    const done = await talk.once('order', order)
    await talk.show(`Ordered: ${JSON.stringify(done)}`, { id: 'first' })
    await talk.show(`Again: ${JSON.stringify(done)}`, { id: 'second' })
    return talk.end('Goodbye')
  }
}

/** Orders, and says with which error that failed, whenever the script runs. */
function failing(order: (key: string) => unknown, caught: unknown[]): Script {
  return async (talk) => {
    await talk.once('order', order).catch((error: unknown) => caught.push(error))
    await talk.show('Sorry')
    return talk.end('Goodbye')
  }
}

describe.each(dealt(worlds))('talk.once, %s', (_name, world, it) => {
  it('does it once, and gives what it gave for the rest of the conversation', async () => {
    const keys: string[] = []
    const { phone } = await world().start(ordering((key) => `order ${keys.push(key)}`))
    await phone()
      .dial('*713#')
      .expectScreen(/^Ordered: "order 1"/)
      .reply('1')
      .expectScreen(/^Again: "order 1"/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/)])
  })

  it('does not do it again for a turn that is repeated', async () => {
    let orders = 0
    const { phone } = await world().start(ordering(() => ++orders))
    await phone()
      .dial('*713#')
      .repeatLast()
      .expectScreen(/^Ordered: 1/)
      .reply('1')
      .repeatLast()
    expect(orders).toBe(1)
  })

  it('gives what JSON makes of it, from the first run on', async () => {
    const given: unknown[] = []
    const { phone } = await world().start(async (talk) => {
      given.push(await talk.once('order', () => ({ at: new Date(0), none: undefined })))
      given.push(await talk.once('nothing', () => undefined))
      await talk.show('Good')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1')
    const order = { at: '1970-01-01T00:00:00.000Z' }
    expect(given).toEqual([order, undefined, order, undefined])
  })

  it('takes the next call by the same name for another effect, with a key of its own', async () => {
    const done: string[] = []
    const { phone } = await world().start(async (talk) => {
      for (let at = 1; at <= 2; at++) {
        const key = await talk.once('order', (given) => given)
        if (!done.includes(key)) done.push(key)
        await talk.show(`Order ${at}`, { id: `order-${at}` })
      }
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1').reply('1').expectScreen('Goodbye')
    expect(done).toHaveLength(2)
  })

  it('fails where it threw, and in the same way whenever the script runs again, without doing it again', async () => {
    const caught: unknown[] = []
    let times = 0
    const { phone } = await world().start(
      failing(() => {
        times += 1
        throw new Error('no rice left')
      }, caught),
    )
    await phone().dial('*713#').reply('1').expectScreen('Goodbye')
    const message = "The effect 'order' failed, and is not done again: no rice left"
    expect(times).toBe(1)
    expect(caught).toMatchObject([
      { code: 'FMW_EFFECT_FAILED', message, cause: new Error('no rice left') },
      { code: 'FMW_EFFECT_FAILED', message },
    ])
  })

  it('has failed where it threw anything but an error, and says it', async () => {
    const caught: unknown[] = []
    const { phone } = await world().start(failing(() => Promise.reject('no rice'), caught))
    await phone().dial('*713#').reply('1').expectScreen('Goodbye')
    const message = "The effect 'order' failed, and is not done again: no rice"
    expect(caught).toMatchObject([{ message }, { message }])
  })

  it('keeps a part of a long message only: it is kept with the session', async () => {
    const caught: unknown[] = []
    const { phone } = await world().start(failing(() => Promise.reject(new Error('x'.repeat(10_000))), caught))
    await phone().dial('*713#').reply('1')
    const message = `The effect 'order' failed, and is not done again: ${'x'.repeat(500)}`
    expect(caught).toMatchObject([{ message }, { message }])
  })

  it('ends the session politely where nobody catches that it failed, and a next dial starts again', async () => {
    const keys: string[] = []
    const { phone, lines } = await world().start(async (talk) => {
      await talk.confirm('Order?')
      await talk.once('order', (key) => {
        if (keys.push(key) === 1) throw new Error('no rice left')
      })
      return talk.end('Ordered')
    })
    await phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('Sorry, something went wrong. Try later.')
      .dial('*713#')
      .expectScreen(/^Order\?/)
      .reply('1')
      .expectScreen('Ordered')
    expect(new Set(keys).size).toBe(2)
    expect(lines.text()).toContain("The effect 'order' failed, and is not done again: no rice left")
  })

  it('comes to nothing for a script whose subscriber has left meanwhile', async () => {
    const arrived = Promise.withResolvers<void>()
    const done = Promise.withResolvers<string>()
    let goesOn = false
    const { phone, app } = await world().start(async (talk) => {
      await talk.once('order', () => {
        arrived.resolve()
        return done.promise
      })
      goesOn = true
      return talk.end('Ordered')
    })
    const caller = phone()
    const dialled = caller.dial('*713#').run()
    await arrived.promise
    await caller.timeout()
    done.resolve('order-1')
    await dialled
    await app.close()
    expect(goesOn).toBe(false)
  })
})

it.each([true, false])(
  'what JSON does not keep of what a step gave is told at the desk alone: %s',
  async (rehearse) => {
    const { phone, lines } = await hold(
      async (talk) => {
        const bare = Object.assign(Object.create(null), { day: new Set(['Monday']) })
        const given = { at: new Date(0), bare, list: [], bytes: new Uint8Array(2), nothing: {}, save: () => 5 }
        await talk.once('order', () => ({ ...given, again: bare, error: new Error('late') }))
        return talk.end('Goodbye')
      },
      { rehearse },
    )
    await phone().dial('*713#').expectScreen('Goodbye')
    const told = lines.saying('a step gave what JSON does not keep').map(({ lost }) => lost)
    expect(told).toEqual(rehearse ? [['save: a function', 'error: an Error', 'bare.day: a Set']] : [])
  },
)
