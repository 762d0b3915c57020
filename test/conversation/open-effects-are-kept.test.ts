import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type OnceOptions, type Script, type Talk, text } from '../../src/conversation/index.ts'
import { keptWorld, type World } from './world.ts'

const secret = 'the secret of this shop'
const tooOften = 'Too many tries. Please dial again.'

type Order = (key: string) => Promise<string>

/** Begins an effect whose process is killed in it, after the answers. @returns its key */
async function begin({ start, clock }: World, scriptOf: (order: Order) => Script, answers: string[]): Promise<string> {
  const begun = Promise.withResolvers<string>()
  const hanging = (key: string): Promise<string> => {
    begun.resolve(key)
    return new Promise(() => undefined)
  }
  const { phone, kill } = await start(scriptOf(hanging), { secret })
  const caller = phone()
  await caller.dial('*713#')
  for (const answer of answers.slice(0, -1)) await caller.reply(answer)
  const answered = caller.reply(answers.at(-1) ?? '').run()
  const key = await begun.promise
  clock.advance(6_000)
  await answered
  await kill()
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  return key
}

const neverAgain: Order = () => Promise.reject(new Error('it is done again'))

const paying =
  (order: Order, options: OnceOptions<string> = {}): Script =>
  async (talk) => {
    const item = await talk.choose('Item?', ['Rice', 'Oil'])
    const pin = await talk.ask('PIN?', text({ pattern: /^\d{4}$/, sensitive: true }))
    if (pin === '0000') return talk.end('Wrong PIN')
    const id = await talk.once('order', order, options)
    return talk.end(`${item}: ${id}`)
  }

describe('An effect that nobody knows the outcome of, behind a question that is asked again', () => {
  it('is settled at the next dial where that was answered wrongly too often', async () => {
    const world = keptWorld()
    const key = await begin(world, paying, ['1', '1234'])
    const asked: string[] = []
    const { phone } = await world.start(paying(neverAgain, { recover: (given) => `order ${asked.push(given)}` }), {
      secret,
    })
    const caller = phone()
    await caller
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply('x')
      .reply('y')
      .reply('z')
      .expectScreen(({ text, type }) => text === tooOften && type === 'release')
    expect(asked).toEqual([])
    await caller
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply('1234')
      .expectScreen('Rice: order 1')
    expect(asked).toEqual([key])
    await caller.dial('*713#').expectScreen(/^Item\?/)
  })

  it('is settled at the next dial where the script ended before it', async () => {
    const world = keptWorld()
    const key = await begin(world, paying, ['1', '1234'])
    const asked: string[] = []
    const { phone } = await world.start(paying(neverAgain, { recover: (given) => `order ${asked.push(given)}` }), {
      secret,
    })
    const caller = phone()
    await caller.dial('*713#').reply('0000').expectScreen('Wrong PIN')
    await caller
      .dial('*713*2#')
      .expectScreen(/^Item\?/)
      .reply('1')
      .reply('1234')
      .expectScreen('Rice: order 1')
    expect(asked).toEqual([key])
    await caller.dial('*713#').expectScreen(/^Item\?/)
  })
})

const catching =
  (order: Order, after: (talk: Talk) => Promise<unknown>): Script =>
  async (talk) => {
    const item = await talk.choose('Item?', ['Rice', 'Oil'])
    const id = await talk.once('order', order).catch(() => 'nobody knows')
    await talk.show(`${item}: ${id}`)
    await after(talk)
    return talk.end('Goodbye')
  }

describe('A script that goes on without an effect that nobody knows the outcome of', () => {
  it('is not started again by the way home, which would do that under another key', async () => {
    const world = keptWorld()
    const scriptOf = (order: Order) => catching(order, (talk) => talk.ask('Your name?', text()))
    await begin(world, scriptOf, ['1'])
    const { phone } = await world.start(scriptOf(neverAgain), { secret })
    const caller = phone()
    await caller
      .dial('*713#')
      .expectScreen('Rice: nobody knows\n1. Continue')
      .reply('00')
      .expectScreen('Rice: nobody knows\n1. Continue')
      .reply('1')
      .expectScreen('Your name?\n0 Back')
      .reply('00')
      .expectScreen('Your name?\n0 Back')
      .reply('0')
      .expectScreen('Rice: nobody knows\n1. Continue')
      .reply('1')
      .reply('Ama')
      .expectScreen('Goodbye')
    // The script knew of it, and ended all the same.
    await caller.dial('*713#').expectScreen(/^Item\?/)
  })
})
