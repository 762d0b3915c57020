import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ConversationOptions, conversation, type Script, text, whole } from '../../src/conversation/index.ts'
import { type Played, RehearsedTalk } from '../../src/conversation/script/rehearsed-talk.ts'
import { Ending } from '../../src/conversation/steps/ending.ts'
import { ussdEvent } from '../turns/ussd-event.ts'
import { hold } from './hold.ts'

afterEach(() => vi.unstubAllEnvs())

const lookTwice = { rehearse: true } as const

/** A run that came to an end at once. */
const played: Played = {
  id: 'id',
  channel: 'ussd',
  caller: ussdEvent({ sessionId: 'a', type: 'response' }),
  sessionId: 'a',
  remaining: 1,
  steps: [],
  shown: new Ending('Sorry', {}, undefined, { name: 'talk.end' }),
  open: () => undefined,
  secrets: [],
}

/** Lets a second run happen, and whatever comes of it. */
/** Of a rehearsal whose signal nothing listens to. */
const untold = () => undefined

async function pass(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await setImmediate()
}

async function held(script: Script, settings: ConversationOptions = lookTwice) {
  const { phone, lines } = await hold(script, settings)
  return { phone, told: () => lines.saying('it runs again on every turn') }
}

/** Everything that a script may do, done as it should be. */
function wellBehaved(calls: string[]): Script {
  return async (talk) => {
    talk.speak({ back: 'Retour' })
    const who = `${talk.id} ${talk.caller.mobile} ${talk.sessionId} ${talk.channel}`
    const prices = await talk.load('prices', () => {
      calls.push('load')
      return { rice: 5 }
    })
    await talk.load('rates', () => Promise.reject(new Error('away'))).catch(() => undefined)
    const meal = await talk.choose('Meal', [{ label: 'Rice', price: prices.rice }, 'Oil'])
    const count = await talk.ask('How many?', whole({ min: 1, check: () => calls.push('check') > 0 }))
    const pin = await talk.ask('PIN?', text({ sensitive: true }), { id: 'pin' })
    const order = await talk.once('order', (key) => {
      calls.push('once')
      return { key, id: `o${key.length}` }
    })
    await talk.once('receipt', () => Promise.reject(new Error('no paper'))).catch(() => undefined)
    await talk.show(`Order ${order.id}`)
    talk.log.info({ who }, 'ordered')
    if (talk.signal.aborted || talk.remaining() <= 0) return talk.end('Late')
    if (!(await talk.confirm(`${count} for ${pin.length}?`))) return talk.end('No')
    return talk.pay('Pay', { name: typeof meal === 'string' ? meal : meal.label, quantity: 1, price: 5 })
  }
}

describe('A second run of a script against its record', () => {
  it('tells nothing of one that is right, and calls nothing of its author', async () => {
    const calls: string[] = []
    const { phone, told } = await held(wellBehaved(calls))
    const caller = phone()
    const steps = [
      () => caller.dial('*713#'),
      ...['1', '2', '1234', '1', '1'].map((entered) => () => caller.reply(entered)),
    ]
    for (const step of steps) {
      await step()
      await pass()
    }
    expect(caller.lastScreen?.payment).toMatchObject({ amount: 5 })
    expect(calls).toEqual(['load', 'check', 'once'])
    expect(told()).toEqual([])
  })

  it('tells of an effect outside talk.once that shows on the screen, once, with its line', async () => {
    const orders: number[] = []
    const { phone, told } = await held(async (talk) => {
      orders.push(1)
      await talk.confirm(`Order ${orders.length}?`)
      return talk.end('Thank you')
    })
    await phone()
      .dial('*713#')
      .expectScreen(/^Order 1/)
    await pass()
    expect(orders).toHaveLength(2)
    await phone()
      .dial('*713#')
      .expectScreen(/^Order 3/)
    await pass()
    expect(told()).toEqual([
      expect.objectContaining({
        level: 40,
        place: expect.stringMatching(/rehearsals\.test\.ts:\d+:\d+/),
        expected: 'confirm Order',
        found: 'confirm Order with another number or mark in its text',
        msg: expect.stringContaining('drew another screen'),
      }),
    ])
  })

  it.each<readonly [string, string, (n: number) => Script]>([
    [
      'asks another question',
      'ask:text Two',
      (n) => (talk) => talk.ask(n === 1 ? 'One' : 'Two', text()).then(talk.end),
    ],
    [
      'asks where it ended',
      'show Wait',
      (n) => async (talk) => {
        if (n > 1) await talk.show('Wait')
        return talk.end('Goodbye')
      },
    ],
    [
      'reads where it asked',
      'load price',
      (n) => async (talk) => {
        if (n > 1) await talk.load('price', () => 1)
        await talk.show('Wait')
        return talk.end('Goodbye')
      },
    ],
    [
      'does where it read',
      'once order',
      (n) => async (talk) => {
        await (n > 1 ? talk.once('order', () => 1) : talk.load('order', () => 1))
        return talk.end('Goodbye')
      },
    ],
    [
      'does what it did not',
      'once other',
      (n) => async (talk) => {
        await talk.once(n > 1 ? 'other' : 'order', () => 1)
        return talk.end('Goodbye')
      },
    ],
    [
      'asks where it did',
      'show Wait',
      (n) => async (talk) => {
        await (n > 1 ? talk.show('Wait') : talk.once('order', () => 1))
        return talk.end('Goodbye')
      },
    ],
    [
      'ends where it asked',
      'its end',
      (n) => async (talk) => {
        if (n === 1) await talk.show('Wait')
        return talk.end('Goodbye')
      },
    ],
    [
      'ends before it did',
      'its end',
      (n) => async (talk) => {
        if (n === 1) await talk.once('order', () => 1)
        return talk.end('Goodbye')
      },
    ],
    [
      'throws',
      'an error',
      (n) => async (talk) => {
        if (n > 1) throw new Error('no more')
        await talk.show('Wait')
        return talk.end('Goodbye')
      },
    ],
    [
      'throws what is no error where it ended',
      'an error',
      (n) => async (talk) => {
        if (n > 1) throw 'no more'
        return talk.end('Goodbye')
      },
    ],
  ])('tells of one that %s', async (_what, found, scriptOf) => {
    let runs = 0
    const { phone, told } = await held((talk) => {
      runs += 1
      return scriptOf(runs)(talk)
    })
    const shown = await phone().dial('*713#')
    await pass()
    expect(shown.text).toMatch(/^(One|Wait|Goodbye)/)
    expect(told()).toEqual([expect.objectContaining({ found, msg: expect.stringContaining('another path') })])
  })

  it('tells of other options, another end, and an end that is none', async () => {
    let runs = 0
    const options = await held((talk) => {
      runs += 1
      return talk.choose('Meal', ['Rice', `Oil ${runs}`]).then(talk.end)
    })
    await options.phone().dial('*713#').expectScreen('Meal\n1. Rice\n2. Oil 1')
    await pass()
    expect(options.told()).toMatchObject([{ expected: 'choose Meal', found: 'choose Meal with other options' }])
    const endings = await held((talk) => {
      runs += 1
      return talk.end(`Goodbye ${runs}`)
    })
    await endings.phone().dial('*713#')
    await pass()
    expect(endings.told()).toMatchObject([
      { expected: 'its end', found: 'its end with another number or mark in its text' },
    ])
    const payments = await held((talk) => {
      runs += 1
      return talk.pay('Pay', { name: 'Rice', quantity: 1, price: runs })
    })
    await payments.phone().dial('*713#')
    await pass()
    expect(payments.told()).toMatchObject([{ expected: 'its end', found: 'its end with other options or payment' }])
    const named = await held((talk) => {
      runs += 1
      return talk.confirm(runs % 2 === 0 ? 'Order?' : 'Do you buy?', { id: 'order' }).then(() => talk.end('Goodbye'))
    })
    await named.phone().dial('*713#')
    await pass()
    expect(named.told()).toMatchObject([{ expected: 'confirm #order', found: 'confirm #order with another text' }])
    let isFirst = true
    const script = conversation((talk) => talk.end('Goodbye')).script
    const nothing = await held((talk) => {
      if (!isFirst) return Object.create(null)
      isFirst = false
      return script(talk)
    })
    await nothing.phone().dial('*713#').expectScreen('Goodbye')
    await pass()
    expect(nothing.told()).toMatchObject([{ expected: 'its end', found: 'something else than an ending' }])
  })

  it('tells of one that waits for what is no step, and leaves it there', async () => {
    const inserted: string[] = []
    const gate = Promise.withResolvers<void>()
    let waits = 0
    const { phone, told } = await held(async (talk) => {
      await talk.load('price', () => 1)
      waits += 1
      if (waits > 1) await gate.promise
      inserted.push('row')
      await talk.load('other', () => 1)
      await talk.show('Done')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').expectScreen(/^Done/)
    await pass()
    expect(told()).toEqual([
      expect.objectContaining({ expected: 'load other', msg: expect.stringContaining('is no step') }),
    ])
    gate.resolve()
    await pass()
    expect(inserted).toEqual(['row', 'row'])
    expect(told()).toHaveLength(1)
    const late = await held(async (talk) => {
      waits += 1
      if (waits > 3) throw new Error('too late')
      await talk.show('Done')
      await setImmediate()
      return talk.end('Goodbye')
    })
    waits = 2
    await late.phone().dial('*713#').expectScreen(/^Done/)
    await pass()
    expect(late.told()).toHaveLength(1)
  })

  it('reaches what is behind an effect of which nobody knows, as the first run did', async () => {
    const talk = new RehearsedTalk({ ...played, steps: [{ k: 'once', n: 'order', key: 'key' }] }, untold)
    await expect(talk.once('order', () => 1)).rejects.toMatchObject({ code: 'FMW_EFFECT_UNKNOWN' })
    talk.ended(talk.end('Sorry'))
    talk.giveUp()
    expect(talk.difference).toBeUndefined()
  })

  it('is over once it was given up: nothing that comes later is told', async () => {
    const talk = new RehearsedTalk(played, untold)
    talk.giveUp()
    expect(talk.signal.aborted).toBe(true)
    const later = [talk.show('Later'), talk.load('later', () => 1), talk.once('later', () => 1)]
    talk.ended(undefined)
    talk.threw(new Error('later'))
    talk.giveUp()
    expect(await Promise.race([...later, pass()])).toBeUndefined()
    expect(talk.difference).toMatchObject({ problem: 'waits', expected: 'its end' })
  })

  it('names no line where errors have none', async () => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    let runs = 0
    const { phone, told } = await held((talk) => {
      runs += 1
      return runs % 2 === 1 ? talk.ask('One', text()).then(talk.end) : Promise.reject(new Error('no more'))
    })
    await phone().dial('*713#')
    await pass()
    const { phone: other, told: toldToo } = await held((talk) => {
      runs += 1
      return talk.ask(runs % 2 === 1 ? 'One' : 'Two', text()).then(talk.end)
    })
    await other().dial('*713#')
    await pass()
    Error.stackTraceLimit = stackTraceLimit
    expect(told()).toEqual([expect.objectContaining({ place: 'its beginning' })])
    expect(toldToo()).toEqual([expect.objectContaining({ place: 'the script' })])
  })

  it('happens on each of the first 64 turns, and then now and then', async () => {
    let runs = 0
    const { phone } = await held((talk) => {
      runs += 1
      return talk.end('Goodbye')
    })
    for (let turn = 0; turn < 130; turn++) await phone().dial('*713#')
    await pass()
    expect(runs).toBe(130 + 64 + 1)
  })

  it.each([
    ['production', undefined, 1],
    ['development', undefined, 2],
    ['', undefined, 2],
    ['production', true, 2],
    ['development', false, 1],
  ])('with NODE_ENV %j and the setting %j: the script runs as often as that', async (env, rehearse, expected) => {
    vi.stubEnv('NODE_ENV', env)
    let runs = 0
    const script: Script = (talk) => {
      runs += 1
      return talk.end('Goodbye')
    }
    const { phone } = await held(script, { rehearse })
    await phone().dial('*713#')
    await pass()
    expect(runs).toBe(expected)
  })

  it('cannot be wanted sometimes', () => {
    const settings = Object.assign<object, ConversationOptions>({ rehearse: 'yes' }, {})
    expect(() => conversation((talk) => talk.end('Goodbye'), settings)).toThrow(/option rehearse/)
  })
})
