import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { OnceOptions, Script } from '../../src/conversation/index.ts'
import { failingStore } from '../turns/kept/failing-store.ts'
import { close, keptWorld, type World } from './world.ts'

const unknown = 'We could not confirm your last request. Please do not repeat it: we will let you know.'

function ordering(order: (key: string) => Promise<string>, options: OnceOptions<string> = {}): Script {
  return async (talk) => {
    await talk.confirm('Order?')
    const id = await talk.once('order', order, options)
    await talk.show(`Ordered: ${id}`)
    return talk.end('Goodbye')
  }
}

/** Begins an effect that never ends, in an application that closes. @returns its key */
async function begin({ start, clock }: World): Promise<string> {
  const begun = Promise.withResolvers<string>()
  const hanging = (key: string): Promise<string> => {
    begun.resolve(key)
    return new Promise(() => undefined)
  }
  const { phone, app } = await start(ordering(hanging), { budget: 1, maxWork: 1 })
  const caller = phone()
  await caller.dial('*713#')
  const answered = caller.reply('1').run()
  const key = await begun.promise
  clock.advance(1)
  await answered
  await close(app, clock)
  return key
}

const talk = { resume: 'continue' } as const
const neverAgain = (): Promise<string> => Promise.reject(new Error('it is done again'))

describe('An effect whose process has ended in it', () => {
  it('is found out by its key, and recorded as it was found', async () => {
    const world = keptWorld()
    const key = await begin(world)
    const asked: string[] = []
    const recover = (given: string) => `order ${asked.push(given)}`
    const { phone } = await world.start(ordering(neverAgain, { recover }), { talk })
    await phone()
      .dial('*713#')
      .expectScreen(/^Ordered: order 1/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(asked).toEqual([key])
  })

  it('stays in doubt where what finds it out makes an ending, and the log says so', async () => {
    const world = keptWorld()
    await begin(world)
    const finding: Script = async (running) => {
      await running.confirm('Order?')
      const recover = () => {
        running.end('No such order')
        return ''
      }
      const id = await running.once('order', neverAgain, { recover })
      return running.end(`Ordered: ${id}`)
    }
    const { phone, lines } = await world.start(finding, { talk })
    await phone().dial('*713#').expectScreen(unknown)
    const [line] = lines.saying('an effect may have happened or not')
    expect(line?.err).toMatchObject({ message: expect.stringContaining('talk.end: it stands inside the step') })
  })

  it('is not done again where nobody can find it out: the subscriber is told so, and so is the log', async () => {
    const world = keptWorld()
    const key = await begin(world)
    const { phone, lines } = await world.start(ordering(neverAgain), { talk })
    await phone()
      .dial('*713#')
      .expectScreen(({ text, type }) => text === unknown && type === 'release')
    const [line] = lines.saying('an effect may have happened or not')
    expect(line).toMatchObject({ level: 50, err: { code: 'FMW_EFFECT_UNKNOWN' } })
    expect(JSON.stringify(line)).toContain(`The effect 'order' with the key ${key} was begun`)
  })

  it('is unknown where finding it out fails, with the reason, and the next who asks finds it out', async () => {
    const world = keptWorld()
    await begin(world)
    const caught: unknown[] = []
    let times = 0
    const recover = (): string => {
      times += 1
      if (times === 1) throw new Error('the shop is closed')
      return 'order 1'
    }
    const { phone } = await world.start(
      async (talk) => {
        await talk.confirm('Order?')
        const id = await talk.once('order', neverAgain, { recover }).catch((error: unknown) => {
          caught.push(error)
          throw error
        })
        return talk.end(`Ordered: ${id}`)
      },
      { talk: { resume: 'continue' } },
    )
    const caller = phone()
    await caller.dial('*713#').expectScreen(unknown)
    expect(caught).toMatchObject([{ code: 'FMW_EFFECT_UNKNOWN', cause: new Error('the shop is closed') }])
  })

  it('has its outcome where it ended after all, in whoever did it', async () => {
    const world = keptWorld()
    const key = await begin(world)
    await world.turns.conclude({ key, attempt: 'of the one that did it', outcome: '{"a":"order 7"}' })
    const { phone } = await world.start(ordering(neverAgain), { talk })
    await phone()
      .dial('*713#')
      .expectScreen(/^Ordered: order 7/)
  })

  it('is left to others although the store refuses that at first', async () => {
    const world = keptWorld()
    const key = await begin(world)
    const store = failingStore()
    store.fail('refuses', 'conclude')
    const { phone } = await world.start(ordering(neverAgain), { talk, through: store.through })
    await phone().dial('*713#').expectScreen(unknown)
    const beginning = { key, within: 1_000, turn: null, left: null }
    expect(await world.turns.begin({ ...beginning, attempt: 'early' })).toEqual({ status: 'running' })
    store.recover()
    world.clock.advance(60_000)
    await setImmediate()
    expect(await world.turns.begin({ ...beginning, attempt: 'later' })).toEqual({ status: 'unknown' })
  })

  it('is not left for ever where the store refuses for ten minutes: with its process it is left anyway', async () => {
    const world = keptWorld()
    const key = await begin(world)
    const store = failingStore()
    store.fail('refuses', 'conclude')
    const { phone, kill } = await world.start(ordering(neverAgain), { talk, through: store.through })
    await phone().dial('*713#').expectScreen(unknown)
    for (let minute = 0; minute < 10; minute++) {
      world.clock.advance(60_000)
      await setImmediate()
    }
    const asked = store.asked.length
    world.clock.advance(600_000)
    await setImmediate()
    expect(store.asked.filter((operation) => operation === 'conclude').length).toBeLessThan(200)
    expect(store.asked.slice(asked)).not.toContain('conclude')
    await kill()
    const beginning = { key, attempt: 'later', within: 1, turn: null, left: null }
    expect(await world.turns.begin(beginning)).toEqual({ status: 'unknown' })
  })
})
