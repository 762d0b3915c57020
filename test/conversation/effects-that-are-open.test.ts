import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type OnceOptions, type Script, text } from '../../src/conversation/index.ts'
import { keptWorld, type World } from './world.ts'

const unknown = 'We could not confirm your last request. Please do not repeat it: we will let you know.'

function ordering(order: (key: string) => Promise<string>, options: OnceOptions<string> = {}): Script {
  return async (talk) => {
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    const id = await talk.once('order', order, options)
    await talk.show(`${meal}: ${id}`)
    return talk.end('Goodbye')
  }
}

/** Begins an effect whose process is killed in it. @returns its key */
async function begin({ start, clock }: World): Promise<string> {
  const begun = Promise.withResolvers<string>()
  const hanging = (key: string): Promise<string> => {
    begun.resolve(key)
    return new Promise(() => undefined)
  }
  const { phone, kill } = await start(ordering(hanging))
  const caller = phone()
  await caller.dial('*713#')
  const answered = caller.reply('1').run()
  const key = await begun.promise
  clock.advance(6_000)
  await answered
  await kill()
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  return key
}

const neverAgain = (): Promise<string> => Promise.reject(new Error('it is done again'))

describe('Who dials again where nobody knows what became of an effect', () => {
  it.each([
    ['nothing', '*713#', 'ask'],
    ['nothing, and the conversation goes on without asking', '*713#', 'continue'],
    ['other answers', '*713*2#', 'ask'],
    ['other answers, and the conversation goes on without asking', '*713*2#', 'continue'],
  ] as const)('with %s, is led straight on, and it is found out by its key', async (_what, dialled, resume) => {
    const world = keptWorld()
    const key = await begin(world)
    const asked: string[] = []
    const recover = (given: string) => `order ${asked.push(given)}`
    const { phone } = await world.start(ordering(neverAgain, { recover }), { talk: { resume } })
    await phone()
      .dial(dialled)
      .expectScreen(/^Rice: order 1\n/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(asked).toEqual([key])
  })

  it.each(['*713#', '*713*2#'])('by %s, is told so where nobody can find it out', async (dialled) => {
    const world = keptWorld()
    await begin(world)
    const { phone } = await world.start(ordering(neverAgain))
    await phone()
      .dial(dialled)
      .expectScreen(({ text, type }) => text === unknown && type === 'release')
  })

  it('is asked whether to go on again once it is found out', async () => {
    const world = keptWorld()
    await begin(world)
    const { phone } = await world.start(ordering(neverAgain, { recover: () => 'order 1' }))
    const caller = phone()
    await caller.dial('*713#').expectScreen(/^Rice: order 1\n/)
    await caller.dial('*713#').expectScreen(/^You did not finish\. Continue\?/)
    await caller.dial('*713*2#').expectScreen(({ text }) => !text.startsWith('Rice'))
  })

  it('is led straight on where the script has changed since, and does not do it for the new one', async () => {
    const world = keptWorld()
    const key = await begin(world)
    const asked: string[] = []
    const changed: Script = async (talk) => {
      const dish = await talk.choose('Dish?', ['Rice', 'Beans'])
      const name = await talk.ask('Name?', text())
      const id = await talk.once('order', neverAgain, { recover: (given) => `order ${asked.push(given)}` })
      return talk.end(`${dish}, ${name}: ${id}`)
    }
    const { phone } = await world.start(changed)
    const caller = phone()
    await caller
      .dial('*713#')
      .expectScreen(/^Our menu has changed\. Please start again\.\nDish\?/)
      .reply('1')
    await caller
      .dial('*713#')
      .expectScreen(/^Name\?/)
      .reply('Ama')
      .expectScreen('Rice, Ama: order 1')
    expect(asked).toEqual([key])
  })
})
