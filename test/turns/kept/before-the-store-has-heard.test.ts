import { describe, expect, it } from 'vitest'
import { goneBack } from '../../../src/turns/turn.ts'
import { prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

const waiting = 'response "Please wait, we are working on it. Reply 1 to check."'

/** Two processes. The second turn of the session takes long, and the store hears of no waiting screen of the first until it recovers. */
async function unheard() {
  const { start, clock } = world()
  const work = Promise.withResolvers<unknown>()
  const ran: string[] = []
  const handler = ({ sequence, message }: { readonly sequence: number | null; readonly message: string }) => {
    ran.push(`${sequence} ${message}`)
    return sequence === 2 ? work.promise : prompt(`Screen ${sequence}`)
  }
  const store = failingStore()
  const [one, other] = [start(handler, { through: store.through }), start(handler)]
  const advance = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  const kept = async () => {
    const [session] = await one.store.get('default', 'a')
    return session?.transcript.map(({ sequence, source }) => [sequence, source])
  }
  const line = one.session('a')
  line.dial()
  await settled()
  store.fail('hangs', 'close', 'note')
  const second = line.send('1')
  await settled()
  await advance(6_000)
  expect(second.screen).toBe(`waiting: ${waiting}`)
  return { one, other, store, work, ran, advance, kept }
}

const back = { sessionId: 'a', type: 'response', message: '2', sequence: 1 } as const

describe('A push that comes before the store has heard of the waiting screen before it', () => {
  it.each(['one', 'other'] as const)(
    'gets that screen again in the %s process where its sequence goes back',
    async (which) => {
      const { [which]: process, store, ran, kept } = await unheard()
      const gone = process.push(back)
      await settled()
      store.recover()
      await settled()

      expect(gone.screen).toBe(`repeated: ${waiting}`)
      expect(process.reports).toContainEqual({ odd: goneBack })
      expect(ran).toEqual(['1 *713#', '2 1'])
      expect(await kept()).toEqual([
        [1, 'handler'],
        [2, 'waiting'],
      ])
    },
  )

  it('waits for the store as for a handler: at its deadline it gets a waiting screen, and is kept behind the first', async () => {
    const { one, store, work, advance, kept } = await unheard()
    const third = one.push({ ...back, sequence: 3 })
    await settled()
    await advance(6_000)
    store.recover()
    await settled()
    work.resolve(prompt('Bought'))
    await settled()
    const fourth = one.push({ ...back, sequence: 4 })
    await settled()

    expect([third.screen, fourth.screen]).toEqual([`waiting: ${waiting}`, 'late: response "Bought"'])
    expect(await kept()).toEqual([
      [1, 'handler'],
      [2, 'waiting'],
      [3, 'waiting'],
      [4, 'late'],
    ])
  })
})
