import { describe, expect, it } from 'vitest'
import { type Script, type Talk, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const fees = { name: 'Fees', quantity: 1, price: 500 }
const failed = /^Sorry, something went wrong\. (?:Nothing was paid\. Please dial again|Try later)\.$/
const ofAnotherRun = 'it belongs to another run of the script, which is over'

/** Scripts that keep something of a run outside of it, each made anew. */
const kept: readonly (readonly [string, string, () => Script])[] = [
  [
    'awaits a question of its own earlier run',
    'talk.ask',
    () => {
      let name: Promise<string> | undefined
      return async (talk) => {
        name ??= talk.ask('Your name?', text())
        return talk.pay(await name, fees)
      }
    },
  ],
  [
    'awaits a reading of its own earlier run',
    "talk.load('price')",
    () => {
      let price: Promise<number> | undefined
      return async (talk) => {
        price ??= talk.load('price', () => 500)
        await talk.ask(`Your name? It costs ${await price}`, text())
        return talk.pay('Approve', fees)
      }
    },
  ],
  [
    'asks by the talk of its own earlier run',
    'talk.ask',
    () => {
      let first: Talk | undefined
      return async (talk) => {
        first ??= talk
        return talk.pay(await first.ask('Your name?', text()), fees)
      }
    },
  ],
  [
    'asks by a function of its own earlier run',
    'talk.confirm',
    () => {
      let sure: (() => Promise<boolean>) | undefined
      return async (talk) => {
        sure ??= () => talk.confirm('Pay GHS 500?')
        await talk.ask('Your name?', text())
        return (await sure()) ? talk.pay('Approve', fees) : talk.end('Nothing was paid')
      }
    },
  ],
]

describe('A script that keeps something of one run for the next, in production', () => {
  it.each(kept)('and %s fails its turn, which names the step, and nothing is paid', async (_how, step, make) => {
    const held = await hold(make(), { rehearse: false })
    const caller = held.phone()
    const first = (await caller.dial('*713#').run()).text
    expect(first).toMatch(/^Your name\?/)
    await caller.reply('Ama').expectScreen(failed)
    const [line, ...others] = held.lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({
      code: 'FMW_TALK_STEP',
      message: expect.stringContaining(`${step}: ${ofAnotherRun}`),
    })
    expect(others).toEqual([])
    // It isn't the script that went on: whoever dials reads what it does, not that it is out of order.
    expect(held.lines.saying('a script went on while')).toEqual([])
  })

  it('has its line in development', async () => {
    let name: Promise<string> | undefined
    const held = await hold(
      async (talk) => {
        name ??= talk.ask('Your name?', text())
        return talk.pay(await name, fees)
      },
      { rehearse: true },
    )
    await held.phone().dial('*713#').reply('Ama').expectScreen(failed)
    expect(held.lines.text()).toMatch(
      /talk\.ask at .*steps-of-other-runs\.test\.ts:\d+:\d+\)?: it belongs to another run/,
    )
  })

  it.each([
    ['at once', undefined],
    ['while another subscriber is served', 'other'],
  ])(
    'and goes on in that one while the next waits for it is answered, %s, and other subscribers have their screens',
    async (_when, other) => {
      let late: Promise<void> | undefined
      const goOn = Promise.withResolvers<void>()
      const reading = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const part = async (talk: Talk) => {
        await goOn.promise
        await talk.show('Late')
      }
      const held = await hold(
        async (talk) => {
          if (talk.caller.mobile === '+233000000007') {
            await talk.load('price', () => {
              begun.resolve()
              return reading.promise
            })
            return talk.end('Goodbye')
          }
          late ??= part(talk)
          await talk.ask('Your name?', text())
          goOn.resolve()
          await late
          return talk.pay('Approve', fees)
        },
        { rehearse: false },
      )
      const another = other === undefined ? undefined : held.phone('+233000000007').dial('*713#').run()
      if (another !== undefined) await begun.promise
      const caller = held.phone()
      await caller.dial('*713#').reply('Ama').expectScreen(failed)
      reading.resolve()
      // What reads or does something comes to its end.
      if (another !== undefined) expect((await another).text).toBe('Goodbye')
      expect(held.lines.saying('a script went on while its screen was out')).toHaveLength(1)
      expect(held.lines.saying('the handler of a turn failed')).toMatchObject([{ err: { code: 'FMW_TALK_STEP' } }])
      await held.phone('+233000000009').dial('*713#').expectScreen('Your name?')
    },
  )

  it('may take a step of its own where another run calls the code around it, as a client does that both use', async () => {
    let callBack: (() => void) | undefined
    const waits = Promise.withResolvers<void>()
    const held = await hold(
      async (talk) => {
        if (talk.caller.mobile === '+233000000007') {
          callBack?.()
          return talk.end('Goodbye')
        }
        const { promise, resolve } = Promise.withResolvers<string>()
        callBack = () => resolve(talk.ask('Your name?', text()))
        waits.resolve()
        return talk.end(await promise)
      },
      { rehearse: false },
    )
    const caller = held.phone()
    const asked = caller.dial('*713#').run()
    await waits.promise
    await held.phone('+233000000007').dial('*713#').expectScreen('Goodbye')
    expect((await asked).text).toBe('Your name?')
    expect(held.lines.saying('the handler of a turn failed')).toEqual([])
  })
})
