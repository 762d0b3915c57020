import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished } from 'vitest'
import { conversation, type Script } from '../../src/conversation/index.ts'
import merchantWebhooks, { type Store } from '../../src/index.ts'
import type { OpenStore } from '../../src/store/index.ts'
import type { TurnStore } from '../../src/store/turn-store.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { skippedTime } from '../store/skipped-time.ts'
import { asObject, failingStore } from '../turns/kept/failing-store.ts'

interface Process {
  readonly app: FastifyInstance
  readonly phone: () => Phone
}

type Through = (turns: TurnStore) => TurnStore

/** Processes on one store. */
function processesOf(place: () => () => Store, script: Script) {
  const storeOf = place()
  return async (through: Through = (turns) => turns): Promise<Process> => {
    const app = Fastify()
    onTestFinished(() => skippedTime.reset())
    onTestFinished(() => app.close())
    const store = storeOf()
    const open = (user: Parameters<Store['open']>[0]): OpenStore => {
      const opened = store.open(user)
      const { inbox, trail, stops, ready } = opened
      const turns = through(opened.turns)
      return { inbox, turns, trail, stops, ready, health: () => opened.health(), close: () => opened.close() }
    }
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: { name: store.name, durability: store.durability, open },
      ussd: { handler: conversation(script), budget },
      clock: skippedTime,
    })
    await app.ready()
    return { app, phone: () => phone(app) }
  }
}

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

/** The service tells that a session is over. */
function leaves({ app }: Process, { sessionId }: Phone, Type = 'Timeout') {
  const Mobile = '+233000000000'
  return post(app, '/ussd', { Mobile, SessionId: sessionId, ServiceCode: '713', Type, Message: '', Sequence: 9 })
}

/** What is answered when the time for it is over, which is skipped. */
async function overdue<T>(answering: Promise<T>): Promise<T> {
  let isOver = false
  const answer = answering.finally(() => {
    isOver = true
  })
  await eventually(() => {
    skippedTime.skip(budget / 10)
    return isOver
  })
  return answer
}

/** Stops an operation until it is let go on. */
function held(operation: 'begin' | 'close', at: 'before' | 'after' = 'before') {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const stop = async (): Promise<void> => {
    if (isHeld) return
    isHeld = true
    reached.resolve()
    await goOn.promise
  }
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    if (at === 'before') await stop()
    const answer = await act()
    if (at === 'after') await stop()
    return answer
  }
  const through: Through = (turns) => {
    const own = asObject(turns)
    return operation === 'begin'
      ? { ...own, begin: (effect) => around(() => turns.begin(effect)) }
      : { ...own, close: (closing) => around(() => turns.close(closing)) }
  }
  return { through, reached: reached.promise, goOn: goOn.resolve }
}

describe.each(dealt(realStores))('Processes on %s', (_name, place, it) => {
  it.each(['Timeout', 'Release'])(
    'answer a %s only when it was recorded: told again elsewhere, it is',
    async (type) => {
      const { keys, script } = shop()
      const start = processesOf(place, script)
      const lost = failingStore()
      const [one, cut] = [await start(), await start(lost.through)]
      const caller = one.phone()
      await caller.dial('*713#').reply('1').expectScreen('Your order o1 was made')
      lost.fail('hangs')
      for (let told = 0; told < 2; told++) {
        const refused = await overdue(leaves(cut, caller, type))
        expect(refused.statusCode).toBe(503)
        expect(refused.headers['retry-after']).toBe('5')
        expect(refused.json()).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
      }
      expect((await leaves(one, caller, type)).statusCode).toBe(200)
      await one.phone().dial('*713#').expectScreen('Your order o1 was made')
      expect(keys).toHaveLength(1)
      lost.recover()
    },
  )

  it('record the end of a session that lives in one of them before they answer it', async () => {
    const { script } = shop()
    const lost = failingStore()
    const cut = await processesOf(place, script)(lost.through)
    lost.fail('refuses')
    const caller = cut.phone()
    await caller.dial('*713#').expectScreen(/^Meal\?/)
    expect((await overdue(leaves(cut, caller))).statusCode).toBe(503)
    lost.recover()
    expect((await leaves(cut, caller)).statusCode).toBe(200)
  })

  it('make no second order where one of them kept its session to itself, and the other sold meanwhile', async () => {
    const { keys, script } = shop()
    const start = processesOf(place, script)
    const lost = failingStore()
    const [one, cut] = [await start(), await start(lost.through)]
    lost.fail('refuses', 'open')
    const alone = cut.phone()
    await alone.dial('*713#').expectScreen(/^Meal\?/)
    lost.recover()
    const other = one.phone()
    await other.dial('*713#').reply('1').expectScreen('Your order o1 was made')
    // Its screen went out after the other was dialled: nobody has seen it there.
    await alone.reply('1').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('make no second order where the other sells in the moment in which one begins', async () => {
    const { keys, script } = shop()
    const start = processesOf(place, script)
    const [lost, beginning] = [failingStore(), held('begin')]
    const [one, cut] = [await start(), await start((turns) => beginning.through(lost.through(turns)))]
    lost.fail('refuses', 'open')
    const alone = cut.phone()
    await alone.dial('*713#').expectScreen(/^Meal\?/)
    lost.recover()
    const answering = alone.reply('1').run()
    await beginning.reached
    await one.phone().dial('*713#').reply('2').expectScreen('Your order o1 was made')
    beginning.goOn()
    await answering
    await alone.expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('take over what the other only asked in the moment in which one begins', async () => {
    const { keys, script } = shop()
    const start = processesOf(place, script)
    const [lost, beginning] = [failingStore(), held('begin')]
    const [one, cut] = [await start(), await start((turns) => beginning.through(lost.through(turns)))]
    lost.fail('refuses', 'open')
    const alone = cut.phone()
    await alone.dial('*713#').expectScreen(/^Meal\?/)
    lost.recover()
    const answering = alone.reply('1').run()
    await beginning.reached
    const other = one.phone()
    await other.dial('*713#').expectScreen(/^Meal\?/)
    beginning.goOn()
    await answering
    await alone.expectScreen('Your order o1 was made')
    await other.reply('1').expectScreen('This has ended. Please dial again.')
    await one.phone().dial('*713#').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('do several things for one whose session one of them kept to itself', async () => {
    const done: string[] = []
    const script: Script = async (talk) => {
      await talk.choose('Meal?', ['Rice', 'Beans'])
      for (const name of ['order', 'receipt']) await talk.once(name, () => done.push(name))
      await talk.confirm('Delivery?')
      await talk.once('delivery', () => done.push('delivery'))
      return talk.end(done.join(', '))
    }
    const lost = failingStore()
    const cut = await processesOf(place, script)(lost.through)
    lost.fail('refuses', 'open')
    const alone = cut.phone()
    await alone.dial('*713#').expectScreen(/^Meal\?/)
    lost.recover()
    await alone.reply('1').expectScreen(/^Delivery\?/)
    await alone.reply('1').expectScreen('order, receipt, delivery')
  })

  it('end a session whose first screen is kept after the other sold, and tell of that at the next dial', async () => {
    const { keys, script } = shop()
    const start = processesOf(place, script)
    const closing = held('close')
    const [one, late] = [await start(), await start(closing.through)]
    const paused = late.phone()
    const dialling = paused.dial('*713#').run()
    await closing.reached
    const other = one.phone()
    await other.dial('*713#').reply('1').expectScreen('Your order o1 was made')
    await leaves(one, other)
    closing.goOn()
    await dialling
    await paused.expectScreen('This has ended. Please dial again.')
    await one.phone().dial('*713#').expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('go on with what the other has done since, where one was about to do it', async () => {
    const { keys, script } = shop()
    const start = processesOf(place, script)
    const [ordering, beginning] = [held('begin', 'after'), held('begin')]
    const [one, other] = [await start(ordering.through), await start(beginning.through)]
    const first = one.phone()
    await first.dial('*713#')
    const answering = first.reply('1').run()
    await ordering.reached
    const second = other.phone()
    // What the first has begun is settled before anything else.
    const dialling = second.dial('*713#').run()
    await beginning.reached
    ordering.goOn()
    await answering
    await first.expectScreen('Your order o1 was made')
    beginning.goOn()
    await dialling
    await second.expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })
})

// ms
const budget = 1_500
