import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { type Script, text } from '../../src/conversation/index.ts'
import type { TurnStore } from '../../src/store/turn-store.ts'
import type { Phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { asObject, failingStore } from '../turns/kept/failing-store.ts'
import { keptWorld, memoryWorld, worldByClock, worlds } from './world.ts'

const made = /^Your order o\d+ was made$/

/** A shop that orders behind its only question, and every order that was made. */
function shop() {
  const keys: string[] = []
  const script: Script = async (talk) => {
    await talk.choose('Meal?', ['Rice', 'Beans'])
    const number = await talk.once('order', (key) => keys.push(key))
    return talk.end(`Your order o${number} was made`)
  }
  return { keys, script }
}

/** The service tells that a session is over, though it was ended here. */
function leaves(app: FastifyInstance, { sessionId }: Phone, Type = 'Timeout', Mobile = '+233000000000') {
  return post(app, '/ussd', { Mobile, SessionId: sessionId, ServiceCode: '713', Type, Message: '', Sequence: 9 })
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

describe.each(dealt(worlds))('A purchase whose end crosses with the end of its session, %s', (_name, world, it) => {
  it.each(['Timeout', 'Release'])(
    'is told of at the next dial where a %s comes after its last screen, and then the shop starts again',
    async (type) => {
      const { keys, script } = shop()
      const { phone, app } = await world().start(script)
      const caller = phone()
      await caller.dial('*713#').reply('1').expectScreen(made)
      await leaves(app, caller, type)
      await phone().dial('*713#').expectScreen('Your order o1 was made')
      await phone()
        .dial('*713#')
        .expectScreen(/^Meal\?/)
      expect(keys).toHaveLength(1)
    },
  )

  it('is told of as often as it was not seen', async () => {
    const { keys, script } = shop()
    const { phone, app } = await world().start(script)
    const caller = phone()
    await caller.dial('*713#').reply('1')
    for (let dials = 0; dials < 3; dials++) {
      await leaves(app, caller)
      await caller.dial('*713#').expectScreen('Your order o1 was made')
    }
    expect(keys).toHaveLength(1)
  })

  it('is told of although answers are dialled with the code', async () => {
    const { keys, script } = shop()
    const { phone, app } = await world().start(script)
    const caller = phone()
    await caller.dial('*713#').reply('1')
    await leaves(app, caller)
    await phone().dial('*713*2#').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('is told of where another dial came before its last screen went out, and came to nothing', async () => {
    const { keys, script } = shop()
    const [asked, prices] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const dialled: string[] = []
    const { phone } = await world().start(async (talk) => {
      if (!dialled.includes(talk.sessionId)) dialled.push(talk.sessionId)
      if (talk.sessionId === dialled[1]) {
        asked.resolve()
        await prices.promise
      }
      return script(talk)
    })
    onTestFinished(() => prices.resolve())
    const [caller, again] = [phone(), phone()]
    await caller.dial('*713#')
    const dialling = again.dial('*713#').run()
    await asked.promise
    await caller.reply('1').expectScreen(made)
    await settled()
    prices.resolve()
    await dialling
    await phone().dial('*713#').expectScreen('Your order o1 was made')
    await phone()
      .dial('*713#')
      .expectScreen(/^Meal\?/)
    expect(keys).toHaveLength(1)
  })

  it.each([
    [7_000, 'is told of where its last screen went out after the service had given up waiting', made],
    [5_501, 'is told of where its last screen went out so late that it may not have come in time', made],
    [5_500, 'is over where its last screen went out in time', /^Meal\?/],
  ])('after %i ms: %s', async (late, _what, next) => {
    const { keys, script } = shop()
    const own = world()
    const { phone } = await own.start(script, {}, (host) => {
      host.addHook('onSend', async (_request, _reply, payload) => {
        if (`${payload}`.includes('Your order')) own.clock.advance(late)
      })
    })
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(made)
    await phone().dial('*713#').expectScreen(next)
    expect(keys).toHaveLength(1)
  })

  it('is told of where its process was frozen: the push may have waited in it for longer than the service did', async () => {
    const { keys, script } = shop()
    const own = world()
    let frozen = 0
    const clock: Clock = {
      now: () => own.clock.now() + frozen,
      monotonic: () => own.clock.monotonic() + frozen,
      after: (ms, callback) => own.clock.after(ms, callback),
    }
    const { phone } = await own.start(script, { clock })
    const caller = phone()
    await caller.dial('*713#')
    frozen = 7_500
    await caller.reply('1').expectScreen(made)
    await phone().dial('*713#').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('leaves nothing where the conversation has done nothing', async () => {
    const { phone, app } = await world().start(async (talk) => {
      const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
      return talk.end(`${meal} is out`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    await leaves(app, caller)
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('is asked about where answers are dialled, and nobody has answered the screen that told of it', async () => {
    let orders = 0
    const { phone } = await world().start(async (talk) => {
      await talk.choose('Meal?', ['Rice', 'Beans'])
      const number = await talk.once('order', () => ++orders)
      await talk.show(`Your order o${number} was made`)
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1').timeout()
    const caller = phone()
    await caller.dial('*713*2#').expectScreen(/^You did not finish\. Continue\?/)
    await caller.reply('1').expectScreen(/^Your order o1 was made/)
    await caller.reply('1').expectScreen('Goodbye')
    await phone()
      .dial('*713*2#')
      .expectScreen(/^Your order o2 was made/)
  })

  it('is told of from what was kept when it began, where its end is too long to be kept', async () => {
    let orders = 0
    const { phone, app } = await world().start(async (talk) => {
      await talk.choose('Meal?', ['Rice', 'Beans'])
      const number = await talk.once('order', () => ++orders)
      await talk.load('menu', () => 'm'.repeat(70_000))
      return talk.end(`Your order o${number} was made`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    await leaves(app, caller)
    await caller.dial('*713#').expectScreen('Your order o1 was made')
    expect(orders).toBe(1)
  })
})

describe('A purchase whose last screen is on its way into the store when its session ends', () => {
  it('is answered with what the store has committed, to repeats as well, and told of at the next dial', async () => {
    const { keys, script } = shop()
    const goOn = Promise.withResolvers<void>()
    const committed = Promise.withResolvers<void>()
    const through = (turns: TurnStore): TurnStore => ({
      ...asObject(turns),
      close: async (closing) => {
        const isClosed = await turns.close(closing)
        if (closing.session.isOver) {
          committed.resolve()
          await goOn.promise
        }
        return isClosed
      },
    })
    const { phone, app } = await keptWorld().start(script, { through })
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('1').run()
    await committed.promise
    const left = leaves(app, caller)
    await settled()
    goOn.resolve()
    await Promise.all([answered, left])
    await caller.expectScreen('Your order o1 was made')
    await phone().dial('*713#').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('answers the end of its session when the store has heard of it, told again as well, and in any case in time', async () => {
    const own = keptWorld()
    const store = failingStore()
    const { phone, app } = await own.start(shop().script, { through: store.through })
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(made)
    store.fail('hangs', 'end')
    const answered: string[] = []
    const told = ['first', 'again'].map((which) => leaves(app, caller).then(() => answered.push(which)))
    await settled()
    expect(answered).toEqual([])
    store.recover()
    await Promise.all(told)
    expect(answered).toEqual(['first', 'again'])
    await caller.dial('*713#').expectScreen('Your order o1 was made')
    store.fail('hangs', 'end')
    const late = [leaves(app, caller), leaves(app, caller)]
    await settled()
    own.clock.advance(6_000)
    await Promise.all(late)
    store.recover()
  })

  it('is told of at the next dial where its process was killed before the answer', async () => {
    const world = keptWorld()
    const { keys, script } = shop()
    const dead = await world.start(script, {
      through: (turns) => ({ ...asObject(turns), seen: () => new Promise(() => undefined) }),
    })
    await dead.phone().dial('*713#').reply('1').expectScreen(made)
    await dead.kill()
    const { phone } = await world.start(script)
    await phone().dial('*713#').expectScreen('Your order o1 was made')
    await phone()
      .dial('*713#')
      .expectScreen(/^Meal\?/)
    expect(keys).toHaveLength(1)
  })

  it('is told of where it came to its end behind a waiting screen, and nobody came for that', async () => {
    for (const own of [keptWorld(), memoryWorld()]) {
      const slow = Promise.withResolvers<void>()
      let orders = 0
      const { phone } = await own.start(async (talk) => {
        await talk.choose('Meal?', ['Rice', 'Beans'])
        const number = await talk.once('order', async () => {
          await slow.promise
          return ++orders
        })
        return talk.end(`Your order o${number} was made`)
      })
      const caller = phone()
      await caller.dial('*713#')
      const waits = caller.reply('1').run()
      for (let passed = 0; passed < 6_000; passed += 500) {
        await settled()
        own.clock.advance(500)
      }
      await waits
      await caller.expectScreen(/^Please wait, we are/)
      slow.resolve()
      await settled()
      await caller.timeout()
      await phone().dial('*713#').expectScreen('Your order o1 was made')
      expect(orders).toBe(1)
    }
  })
})

describe('A session that began while nobody could read what an earlier one had left', () => {
  const asking: Script = async (talk) => {
    await talk.ask('Name?', text())
    return talk.end(`Your order ${await talk.once('order', (key) => key)} was made`)
  }

  it('goes on with the order of the one before, and makes no other', async () => {
    for (const faults of [['resumable'], []] as const) {
      const keys: string[] = []
      const script: Script = async (talk) => {
        await talk.choose('Meal?', ['Rice', 'Beans'])
        const number = await talk.once('order', (key) => keys.push(key))
        return talk.end(`Your order o${number} was made`)
      }
      const world = keptWorld()
      const store = failingStore()
      const { phone, lines, app } = await world.start(script, { through: store.through })
      const before = phone()
      await before.dial('*713#').reply('1')
      await leaves(app, before)
      store.fail('refuses', ...faults)
      const caller = phone()
      await caller.dial('*713#').expectScreen(/^Meal\?/)
      store.recover()
      await caller.reply('2').expectScreen('Your order o1 was made')
      expect(keys).toHaveLength(1)
      expect(lines.saying('the plugin could not find out whether an earlier session can continue')).toHaveLength(1)
    }
  })

  it('is asked whether to go on where there is something to go on with', async () => {
    const store = failingStore()
    const { phone } = await keptWorld().start(
      async (talk) => {
        const name = await talk.ask('Name?', text())
        await talk.ask('Street?', text())
        return talk.end(`${name}, order ${await talk.once('order', () => 1)}`)
      },
      { through: store.through },
    )
    await phone().dial('*713#').reply('Ama').timeout()
    store.fail('refuses')
    const caller = phone()
    await caller.dial('*713#').reply('Kofi')
    store.recover()
    await caller
      .reply('Low Street')
      .expectScreen(/^You did not finish\. Continue\?/)
      .reply('1')
      .expectScreen(/^Street\?/)
      .reply('High Street')
      .expectScreen('Ama, order 1')
  })

  it('orders where nothing was left, and leaves that to a caller who dials again, in another process too', async () => {
    const world = keptWorld()
    const store = failingStore()
    const { phone } = await world.start(asking, { through: store.through })
    store.fail('refuses')
    const caller = phone()
    await caller.dial('*713#')
    store.recover()
    await caller.reply('Ama').expectScreen(/^Your order \w{32} was made$/)
    const other = await world.start(asking)
    await other
      .phone()
      .dial('*713#')
      .expectScreen(/^Your order \w{32} was made$/)
    await other
      .phone()
      .dial('*713#')
      .expectScreen(/^Name\?/)
  })

  it('does nothing while that cannot be read', async () => {
    const world = keptWorld()
    const store = failingStore()
    const { phone } = await world.start(asking, { through: store.through })
    store.fail('refuses', 'resumable')
    const caller = phone()
    await caller.dial('*713#')
    const answering = caller.reply('Ama').run()
    for (let passed = 0; passed < 5_000; passed += 250) {
      await settled()
      world.clock.advance(250)
    }
    await answering
    await caller.expectScreen('Sorry, something went wrong. Try later.')
    expect(store.asked).not.toContain('begin')
  })

  it('has left meanwhile where its subscriber has', async () => {
    const world = keptWorld()
    const store = failingStore()
    const { phone } = await world.start(asking, { through: store.through })
    store.fail('refuses', 'resumable')
    const caller = phone()
    await caller.dial('*713#')
    store.fail('hangs', 'resumable')
    const answering = caller.reply('Ama').run()
    await settled()
    await caller.timeout()
    store.recover()
    await answering
    expect(store.asked).not.toContain('begin')
  })
})

describe('What may be resumed, among processes whose clocks are hours apart', () => {
  it('is found by all of them for as long as the store says', async () => {
    const world = worldByClock()
    const { keys, script } = shop()
    const skewed = (ms: number): Clock => ({
      now: () => world.clock.now() + ms,
      monotonic: () => world.clock.monotonic(),
      after: (span, callback) => world.clock.after(span, callback),
    })
    const [one, other, third] = [
      await world.start(script),
      await world.start(script, { clock: skewed(3_600_000) }),
      await world.start(script, { clock: skewed(-3_600_000) }),
    ]
    const pairs = [
      [one, other],
      [other, third],
      [third, one],
    ] as const
    for (const [index, [from, to]] of pairs.entries()) {
      const caller = from.phone(`+23300000000${index}`)
      await caller.dial('*713#').reply('1')
      await leaves(from.app, caller, 'Timeout', `+23300000000${index}`)
      await to.phone(`+23300000000${index}`).dial('*713#').expectScreen(made)
    }
    expect(keys).toHaveLength(3)
    const last = third.phone('+233000000009')
    await last.dial('*713#').reply('1')
    await leaves(third.app, last, 'Timeout', '+233000000009')
    world.clock.advance(600_000)
    await one
      .phone('+233000000009')
      .dial('*713#')
      .expectScreen(/^Meal\?/)
  })
})
