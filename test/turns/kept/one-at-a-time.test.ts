import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { driveKept, end, prompt, settled, world } from './drive-kept.ts'
import { asObject } from './failing-store.ts'

/** A handler whose work a test ends, by the message that it got. */
function held() {
  const works = new Map<string, PromiseWithResolvers<unknown>>()
  const started: string[] = []
  const handler: AnyHandler = ({ message }) => {
    const work = Promise.withResolvers<unknown>()
    works.set(message, work)
    started.push(message)
    return work.promise
  }
  const finish = async (message: string, reply: unknown = prompt(`Took ${message}`)): Promise<void> => {
    works.get(message)?.resolve(reply)
    await settled()
  }
  return { handler, started, finish }
}

describe('Turns of one session', () => {
  it('run one at a time and in their order, here', async () => {
    const { handler, started, finish } = held()
    const { session } = driveKept(handler)
    const line = session('a')
    const turns = [line.send('1'), line.send('2'), line.send('3')]
    await settled()
    expect(started).toEqual(['1'])
    await finish('1')
    expect(started).toEqual(['1', '2'])
    await finish('2')
    await finish('3')

    expect(started).toEqual(['1', '2', '3'])
    expect(turns.map(({ screen }) => screen)).toEqual([1, 2, 3].map((turn) => `handler: response "Took ${turn}"`))
  })

  it('run one at a time over all processes', async () => {
    const { start } = world()
    const { handler, started, finish } = held()
    const [one, other] = [start(handler), start(handler)]
    one.session('a').send('1')
    await settled()
    const second = other.session('a', 1).send('2')
    await settled()
    expect(started).toEqual(['1'])
    await finish('1')
    expect(started).toEqual(['1', '2'])
    await finish('2')

    expect(second.screen).toBe('handler: response "Took 2"')
  })

  it('see the state of the one that ran before them elsewhere', async () => {
    const { start } = world()
    const work = Promise.withResolvers<unknown>()
    const [one, other] = [start(() => work.promise), start((_push, { state }) => end(`State ${JSON.stringify(state)}`))]
    one.session('a').dial()
    await settled()
    const second = other.session('a', 1).send('1')
    await settled()
    work.resolve(prompt('Bought', { state: { order: 7 } }))
    await settled()

    expect(second.screen).toBe('handler: release "State {"order":7}"')
  })

  it.each([
    ['where nobody tells: another process may have no way to', () => () => undefined],
    [
      'where the store throws when it is asked to tell',
      () => {
        throw new Error('its line is cut')
      },
    ],
  ])('are found free within a second %s', async (_why, watch) => {
    const { start, clock } = world()
    const { handler, started, finish } = held()
    const deaf = start(handler, { through: (store) => Object.assign(store, { watch }) })
    const one = start(handler)
    one.session('a').send('1')
    await settled()
    const second = deaf.session('a', 1).send('2')
    await settled()
    await finish('1')
    expect(started).toEqual(['1'])
    clock.advance(1_000)
    await settled()
    expect(started).toEqual(['1', '2'])
    await finish('2')

    expect(second.screen).toBe('handler: response "Took 2"')
    expect(clock.pending).toBe(0)
  })

  it('ask again at once where the other gave way while the store was still saying that it runs', async () => {
    const { start } = world()
    const { handler, started, finish } = held()
    const said = Promise.withResolvers<void>()
    const slowly = start(handler, {
      through: (store) => ({
        ...asObject(store),
        open: async (opening) => {
          const opened = await store.open(opening)
          if (opened.status === 'running') await said.promise
          return opened
        },
      }),
    })
    const one = start(handler)
    one.session('a').send('1')
    await settled()
    slowly.session('a', 1).send('2')
    await settled()
    await finish('1')
    expect(started).toEqual(['1'])
    said.resolve()
    await settled()

    expect(started).toEqual(['1', '2'])
  })

  it('ask a few times only, however many of them hear that what the store said is old', async () => {
    const { start } = world()
    const { handler, started, finish } = held()
    const said = Promise.withResolvers<void>()
    let asks = 0
    const slowly = start(handler, {
      through: (store) => ({
        ...asObject(store),
        open: async (opening) => {
          asks += 1
          const opened = await store.open(opening)
          await said.promise
          return opened
        },
      }),
    })
    const one = start(handler)
    const line = one.session('a')
    line.send('1')
    await settled()
    const waiting = slowly.session('a', 1)
    const turns = [waiting.send('2'), waiting.send('3'), waiting.send('4')]
    await settled()
    await finish('1')
    one.session('a', 1).send('9')
    await settled()
    said.resolve()
    await settled()

    expect(started).toEqual(['1', '9'])
    expect(turns.map(({ isAnswered }) => isAnswered)).toEqual([false, false, false])
    expect(asks).toBeLessThanOrEqual(9)
  })

  it('that wait when the session ends are released, and none of them runs', async () => {
    const { handler, started, finish } = held()
    const { session, turns, clock } = driveKept(handler)
    const line = session('a')
    const waiting = [line.send('1'), line.send('2'), line.send('3')].slice(1)
    await settled()
    await finish('1', end('Goodbye'))

    expect(waiting.map(({ screen }) => screen)).toEqual(
      Array(2).fill('ended: release "This has ended. Please dial again."'),
    )
    expect(started).toEqual(['1'])
    expect(turns.sessionCount).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('do not wait for those of other sessions', async () => {
    const { handler, started } = held()
    const { session } = driveKept(handler)
    for (const id of ['a', 'b', 'c']) session(id).send(id)
    await settled()

    expect(started).toEqual(['a', 'b', 'c'])
  })
})

describe('A turn that waits behind another', () => {
  it('is not in the way of a repeat, which gets its reply at once', async () => {
    const { handler, finish } = held()
    const { session, push } = driveKept(handler)
    const line = session('a')
    line.send('1')
    await settled()
    await finish('1')
    line.send('2')
    await settled()
    const again = push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })
    await settled()

    expect(again.screen).toBe('repeated: response "Took 1"')
  })
})
