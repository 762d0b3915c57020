import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, onTestFinished } from 'vitest'
import { conversation, type Script, text } from '../../src/conversation/index.ts'
import merchantWebhooks, { type Store } from '../../src/index.ts'
import { reseal } from '../../src/store/sealed/reseal.ts'
import type { TurnStore } from '../../src/store/turn-store.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { asObject } from '../turns/kept/failing-store.ts'

const [fresh, old] = ['the new secret of this test', 'the old secret of this test']
const asksToGoOn = 'You did not finish. Continue?\n1. Continue\n2. Start again'
const hasEnded = 'This has ended. Please dial again.'

/** Processes that seal what they keep, on one store. */
function processesOf(open: () => Store, script: Script) {
  return async (secrets: readonly string[], through: (turns: TurnStore) => TurnStore = (turns) => turns) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const store = open()
    await app.register(merchantWebhooks, {
      verify: 'none',
      secret: [...secrets],
      seal: true,
      store: {
        name: store.name,
        durability: store.durability,
        open: (user) => {
          const opened = store.open(user)
          const { inbox, trail, stops, ready } = opened
          const turns = through(opened.turns)
          return { inbox, turns, trail, stops, ready, health: () => opened.health(), close: () => opened.close() }
        },
      },
      ussd: conversation(script),
    })
    await app.ready()
    return (mobile = '+233000000000'): Phone => phone(app, { mobile })
  }
}

/** Seals all anew under the first secret. @returns how many values */
async function resealWith(store: Store, secrets: readonly string[]): Promise<number> {
  const look = await store.look?.()
  if (look === undefined) throw new Error('there is a look')
  try {
    return (await reseal(look, secrets, () => undefined)).resealed
  } finally {
    await look.close()
  }
}

/** Stops at the first of an operation: what it is compared with was read by then. */
function heldAt(operation: 'close' | 'begin') {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    reached.resolve()
    await goOn.promise
    return act()
  }
  const through = (turns: TurnStore): TurnStore =>
    operation === 'begin'
      ? { ...asObject(turns), begin: (effect) => around(() => turns.begin(effect)) }
      : { ...asObject(turns), close: (closing) => around(() => turns.close(closing)) }
  return { through, reached: reached.promise, goOn: goOn.resolve }
}

/** A shop with two questions, and every order that was made. */
function shop() {
  const orders: { readonly key: string; readonly order: string }[] = []
  const script: Script = async (talk) => {
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    const street = await talk.ask('Street?', text())
    await talk.once('order', (key) => void orders.push({ key, order: `${meal} to ${street}` }))
    return talk.end(`${meal} to ${street} was ordered`)
  }
  return { orders, script }
}

describe.each(dealt(realStores))('What is kept of a talk on %s is sealed anew while it goes on', (_name, make, it) => {
  it('between the look at it and the commit of a new session: no answer is lost, and one order is made', async () => {
    const { orders, script } = shop()
    const open = make()
    const start = processesOf(open, script)
    const closing = heldAt('close')
    const earlier = await start([old])
    await earlier().dial('*713#').reply('1').timeout()
    const now = await start([fresh, old], closing.through)
    const caller = now()
    const dialling = caller.dial('*713#').run()
    await closing.reached
    expect(await resealWith(open(), [fresh, old])).toBeGreaterThan(0)
    closing.goOn()
    // Another may have gone on from there meanwhile, as far as the store can tell.
    expect([asksToGoOn, hasEnded]).toContain((await dialling).text)
    await now()
      .dial('*713#')
      .expectScreen(asksToGoOn)
      .reply('1')
      .expectScreen(/^Street\?/)
      .reply('High Street')
    expect(orders.map(({ order }) => order)).toEqual(['Rice to High Street'])
  })

  it('between the look at it and the beginning of an effect: it is done once, and told', async () => {
    const ordering = Promise.withResolvers<void>()
    const ordered = Promise.withResolvers<void>()
    const keys: string[] = []
    const script: Script = async (talk) => {
      await talk.choose('Meal?', ['Rice', 'Beans'])
      const number = await talk.once('order', async (key) => {
        ordering.resolve()
        await ordered.promise
        return keys.push(key)
      })
      return talk.end(`Your order o${number} was made`)
    }
    const open = make()
    const start = processesOf(open, script)
    const beginning = heldAt('begin')
    const earlier = await start([old])
    const first = earlier()
    await first.dial('*713#')
    const answering = first.reply('1').run()
    await ordering.promise
    const now = await start([fresh, old], beginning.through)
    const second = now()
    // What the first has begun is settled before anything else.
    const dialling = second.dial('*713#').run()
    await beginning.reached
    expect(await resealWith(open(), [fresh, old])).toBeGreaterThan(0)
    ordered.resolve()
    await answering
    await first.expectScreen('Your order o1 was made')
    beginning.goOn()
    await dialling
    await second.expectScreen('Your order o1 was made')
    expect(keys).toHaveLength(1)
  })

  it('again and again, while many are cut off and go on: each order is made once, of the answers that were given', async () => {
    const { orders, script } = shop()
    const open = make()
    const start = processesOf(open, script)
    const callers = await start([fresh, old])
    const lost: string[] = []
    const buy = async (number: number): Promise<string> => {
      const [meal, street] = [number % 2 === 0 ? 'Rice' : 'Beans', `Street ${number}`]
      const caller = callers(`+2330000${String(number).padStart(5, '0')}`)
      let hasAnswered = false
      let cuts = 0
      for (let screen = await caller.dial('*713#'); ; ) {
        if (screen.text === `${meal} to ${street} was ordered`) return `${meal} to ${street}`
        const isFirst = screen.text.startsWith('Meal?')
        if (isFirst && hasAnswered) lost.push(`${number}: ${screen.text}`)
        if (screen.text === hasEnded) screen = await caller.dial('*713#')
        else if (screen.text === asksToGoOn) screen = await caller.reply('1')
        else if (isFirst) {
          hasAnswered = true
          screen = await caller.reply(number % 2 === 0 ? '1' : '2')
        } else if (cuts < mostCuts) {
          cuts++
          await caller.timeout()
          screen = await caller.dial('*713#')
        } else screen = await caller.reply(street)
      }
    }
    let isOver = false
    const sealing = (async () => {
      let values = 0
      for (let pass = 0; !isOver; pass++) {
        values += await resealWith(open(), pass % 2 === 0 ? [old, fresh] : [fresh, old])
        // Where nothing is to be written, nothing is waited for.
        await setImmediate()
      }
      return values
    })()
    const bought = await Promise.all(Array.from({ length: many }, (_, number) => buy(number))).finally(() => {
      isOver = true
    })
    expect(await sealing).toBeGreaterThan(many)
    expect(lost).toEqual([])
    expect(orders.map(({ order }) => order).toSorted()).toEqual(bought.toSorted())
    expect(new Set(orders.map(({ key }) => key)).size).toBe(many)
  })
})

const many = 20
const mostCuts = 8
