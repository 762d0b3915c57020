import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/index.ts'
import { hold } from './hold.ts'

const failed = /^Sorry, something went wrong\./

type Row = readonly [what: string, written: () => Script, step: string, answers: number]

/** Scripts with a part that nobody waits for, and what their author reads. */
const scripts: readonly Row[] = [
  [
    'asks whether to pay in a part',
    () => async (talk) => {
      const sure = async () => {
        const yes = await talk.confirm('Pay GHS 500?')
        return yes
      }
      if (!sure()) return talk.end('Nothing was paid')
      return talk.pay('Approve', { name: 'Fees', quantity: 1, price: 500 })
    },
    'talk.confirm',
    0,
  ],
  [
    'asks that after a question',
    () => async (talk) => {
      await talk.show('Fees')
      const sure = async () => await talk.confirm('Pay GHS 500?')
      if (!(await talk.load('closed', () => false)) && !sure()) return talk.end('Nothing was paid')
      return talk.pay('Approve', { name: 'Fees', quantity: 1, price: 500 })
    },
    'talk.confirm',
    1,
  ],
  [
    'has its ending at hand',
    () => async (talk) => {
      const payment = talk.pay('Approve', { name: 'Fees', quantity: 1, price: 500 })
      const sure = async () => await talk.confirm('Pay GHS 500?')
      if (!sure()) return talk.end('Nothing was paid')
      return payment
    },
    'talk.confirm',
    0,
  ],
  [
    'does something in a part',
    () => async (talk) => {
      const order = async () => await talk.once('order', () => Promise.resolve('o1'))
      order()
      return talk.end('Ordered')
    },
    "talk.once('order')",
    0,
  ],
  [
    'asks in parts at once',
    () => async (talk) => {
      const name = async () => await talk.ask('Your name?', text())
      const town = async () => await talk.ask('Your town?', text())
      return talk.end((await Promise.all([name(), town()])).join(' '))
    },
    'talk.ask',
    0,
  ],
  [
    'asks in parts, whatever becomes of them',
    () => async (talk) => {
      const ask = async (question: string) => await talk.ask(question, text())
      await Promise.allSettled([ask('Your name?'), ask('Your town?')])
      return talk.end('Thanks')
    },
    'talk.ask',
    0,
  ],
  [
    'asks for each of a list at once',
    () => async (talk) => {
      for (const question of ['Your name?', 'Your town?']) (async () => await talk.ask(question, text()))()
      return talk.end('Thanks')
    },
    'talk.ask',
    0,
  ],
  [
    'reads for each of a list at once',
    () => async (talk) => {
      const names = ['rice', 'oil'].map(async (name) => await talk.load(name, () => Promise.resolve(1)))
      return talk.end(`${names.length}`)
    },
    "talk.load('oil')",
    0,
  ],
  [
    'reads in a part what cannot be read',
    () => async (talk) => {
      const price = async () => await talk.load('price', () => Promise.reject(new Error('no such table')))
      price()
      return talk.end('Goodbye')
    },
    "talk.load('price')",
    0,
  ],
  [
    'goes on by then from what cannot be read, and waits for something of its own',
    () => async (talk) => {
      talk.load('price', () => Promise.reject(new Error('no such table'))).then((price) => price)
      await setImmediate()
      return talk.end('Goodbye')
    },
    "talk.load('price')",
    0,
  ],
  [
    'goes on by finally from what cannot be done, and waits for something of its own',
    () => async (talk) => {
      talk.once('order', () => Promise.reject(new Error('no such table'))).finally(() => undefined)
      await setImmediate()
      return talk.end('Goodbye')
    },
    "talk.once('order')",
    0,
  ],
  [
    'asks in a part what cannot be asked',
    () => async (talk) => {
      const choose = async () => await talk.choose('Shop', [])
      choose()
      return talk.end('Goodbye')
    },
    'talk.choose',
    0,
  ],
  [
    'asks in a part, and throws',
    () => async (talk) => {
      const name = async () => await talk.ask('Your name?', text())
      name()
      throw new Error('no such table')
    },
    'talk.ask',
    0,
  ],
  [
    'shows in no part, and has its ending at hand',
    () => async (talk) => {
      const goodbye = talk.end('Goodbye')
      talk.show('Look')
      return goodbye
    },
    'talk.show',
    0,
  ],
  [
    'asks in a part what cannot be asked, and has its ending at hand',
    () => async (talk) => {
      const goodbye = talk.end('Goodbye')
      const choose = async () => await talk.choose('Shop', [])
      choose()
      return goodbye
    },
    'talk.choose',
    0,
  ],
]

describe('A part of a script that nobody awaits', () => {
  it.each<Row>(scripts)('fails the turn that comes by it, where a script %s', async (_what, written, step, answers) => {
    const script = written()
    for (const by of ['phone', 'user'] as const) {
      const held = await hold(script, { rehearse: true })
      const { lines } = held
      const caller = held[by]()
      caller.dial('*713#')
      for (let answer = 0; answer < answers; answer++) caller.expectScreen(/Fees/).reply('1')
      await caller.expectScreen(failed)
      // What it began goes on as far as it can, and ends nothing.
      await setImmediate()
      const told = lines.saying('the handler of a turn failed')
      expect(told).toHaveLength(1)
      expect(told[0]?.err).toMatchObject({ code: 'FMW_TALK_STEP', message: expect.stringContaining(step) })
      expect(JSON.stringify(told)).toContain('parts-not-awaited.test.ts')
    }
  })

  it('is told of as soon as it asks, where it waits for something else first, and the script is run no more', async () => {
    const answered = Promise.withResolvers<void>()
    const held = await hold(async (talk) => {
      const sure = async () => {
        await answered.promise
        return await talk.confirm('Pay GHS 500?')
      }
      if (!sure()) return talk.end('Nothing was paid')
      return talk.pay('Approve', { name: 'Fees', quantity: 1, price: 500 })
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/Approve/)
    answered.resolve()
    await setImmediate()
    const [line] = held.lines.saying('a script went on while its screen was out')
    expect(line?.err).toMatchObject({
      message: expect.stringContaining('talk.confirm: the script has ended before it'),
    })
    await held.phone().dial('*713#').expectScreen(failed)
  })
})
