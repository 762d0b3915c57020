import { expect, it } from 'vitest'
import { text } from '../../src/conversation/index.ts'
import { manualClock, type Phone } from '../../src/testing/index.ts'
import { hold } from './hold.ts'

const question = 'Buy it?\n1. Yes\n2. No'
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })
const step = 150_000

it.each([
  ['by Release', (caller: Phone) => caller.hangUp()],
  ['by Timeout', (caller: Phone) => caller.timeout()],
])(
  'An effect in doubt is looked for until resumeWithin, also where each caller leaves the waiting screen %s',
  async (_how, leave) => {
    const clock = manualClock()
    const keys = new Set<string>()
    let looked = 0
    const { phone } = await hold(
      async (talk) => {
        await talk.confirm('Buy it?')
        const order = (key: string) => {
          keys.add(key)
          throw unclear
        }
        const recover = () => {
          looked += 1
          return new Promise((_, reject) => clock.after(8_000, () => reject(new Error('no answer'))))
        }
        await talk.once('order', order, { recover })
        return talk.end('Ordered')
      },
      {},
      { clock },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1')
    for (let dial = 0; dial < 3; dial++) {
      await clock.advance(step - 8_000)
      const answered = caller
        .dial('*713#')
        .expectScreen(/^Please wait/)
        .run()
      await expect.poll(() => looked).toBe(dial + 1)
      await clock.advance(6_000)
      await answered
      await leave(caller)
      await clock.advance(2_000)
    }
    await clock.advance(step)
    await caller.dial('*713#').expectScreen(question)
    expect(keys.size).toBe(1)
  },
)

it('An effect in doubt is looked for until resumeWithin, also where each caller leaves at the question before it', async () => {
  const clock = manualClock()
  const { phone } = await hold(
    async (talk) => {
      await talk.ask('Your PIN?', text({ pattern: /^\d{4}$/, sensitive: true }))
      await talk.confirm('Buy it?')
      await talk.once('order', () => Promise.reject(unclear), { recover: () => Promise.reject(new Error('not yet')) })
      return talk.end('Ordered')
    },
    {},
    { clock },
  )
  const caller = phone()
  await caller.dial('*713#').reply('1234').reply('1')
  for (let dial = 0; dial < 3; dial++) {
    await clock.advance(step)
    await caller.dial('*713#').expectScreen(/^Your PIN/)
    await caller.hangUp()
  }
  await clock.advance(step)
  await caller.dial('*713#').reply('1234').expectScreen(`${question}\n0 Back`)
})
