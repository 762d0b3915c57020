import { describe, expect, it } from 'vitest'
import type { Question } from '../../src/conversation/index.ts'
import { text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const id = 9_007_199_254_740_993n
const digits = '9007199254740993'

describe.each(dealt(worlds))('a BigInt, %s', (_name, world, it) => {
  it('in what an effect gave is its digits, from the first run on, and the effect is not done again', async () => {
    const given: unknown[] = []
    let orders = 0
    const { phone } = await world().start(async (talk) => {
      const order = await talk.once('order', () => ({ id, lines: [{ id }], number: ++orders }))
      const bare = await talk.once('bare', () => id)
      given.push([order, bare])
      await talk.show(`Ordered ${order.id}`)
      return talk.end('Goodbye')
    })
    await phone()
      .dial('*713#')
      .expectScreen(/^Ordered 9007199254740993/)
      .reply('1')
      .expectScreen('Goodbye')
    const order = { id: digits, lines: [{ id: digits }], number: 1 }
    expect(given).toEqual([
      [order, digits],
      [order, digits],
    ])
    expect(orders).toBe(1)
  })

  it('in what was read is its digits', async () => {
    const given: unknown[] = []
    const { phone } = await world().start(async (talk) => {
      given.push(await talk.load('row', () => ({ id })))
      await talk.show('Read')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1').expectScreen('Goodbye')
    expect(given).toEqual([{ id: digits }, { id: digits }])
  })

  it('in an option is its digits, whether the choice is secret or not', async () => {
    const given: unknown[] = []
    const { phone } = await world().start(async (talk) => {
      const options = [
        { label: 'Rice', value: id },
        { label: 'Oil', value: id + 2n },
      ]
      given.push((await talk.choose('Shop', options)).value)
      given.push((await talk.choose('Secret', options, { sensitive: true })).value)
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1').reply('2').expectScreen('Goodbye')
    expect(given).toEqual([digits, digits, '9007199254740995'])
  })

  it('in what a check found is its digits', async () => {
    const given: unknown[] = []
    const { phone } = await world().start(async (talk) => {
      const { id: found } = await talk.ask('Pupil?', text({ check: () => ({ id }) }))
      given.push(found)
      return talk.end(`Pupil ${found}`)
    })
    await phone().dial('*713#').reply('7').expectScreen(`Pupil ${digits}`)
    expect(given).toEqual([digits])
  })

  it('is no answer of a question of its own: its type would say another thing than comes back', async () => {
    const thrown: unknown[] = []
    const big: Question<bigint> = { type: 'big', field: 'text', read: (entered) => ({ answer: BigInt(entered) }) }
    const { phone } = await world().start(async (talk) => {
      await talk.ask('Number?', big).catch((error: unknown) => thrown.push(error))
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('7')
    expect(thrown).toEqual([
      expect.objectContaining({ code: 'FMW_TALK_STEP', message: expect.stringContaining('its answer is a BigInt') }),
    ])
  })
})

it('that the application itself writes as something else stays that', async () => {
  const { toRecorded } = await import('../../src/store/effects/recorded.ts')
  Object.defineProperty(BigInt.prototype, 'toJSON', { configurable: true, value: () => 'theirs' })
  try {
    expect(toRecorded({ id })).toEqual({ id: 'theirs' })
  } finally {
    Reflect.deleteProperty(BigInt.prototype, 'toJSON')
  }
})
