import { describe, expect, it } from 'vitest'
import { askStore, StoreWrites } from '../../../src/store/ask-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { RecentIds } from '../../../src/turns/shared/recent-ids.ts'
import { settled } from './drive-kept.ts'

/** What a promise comes to, whenever it does. */
function follow(promise: Promise<unknown>): () => Promise<unknown> {
  let outcome: unknown = 'nothing yet'
  promise.then(
    (value) => {
      outcome = value
    },
    (error: unknown) => {
      outcome = error
    },
  )
  return async () => {
    await settled()
    return outcome
  }
}

describe('Asking the store', () => {
  it('is done again after growing pauses, of 2 seconds at most', async () => {
    const clock = manualClock()
    const askedAt: number[] = []
    const outcome = follow(
      askStore(clock, { patience: 20_000, tries: Number.POSITIVE_INFINITY }, async () => {
        askedAt.push(clock.monotonic())
        throw new Error('not now')
      }),
    )
    for (let step = 0; step < 400; step++) {
      await settled()
      clock.advance(50)
    }

    expect(askedAt.slice(0, 9)).toEqual([0, 50, 150, 350, 750, 1_550, 3_150, 5_150, 7_150])
    expect(await outcome()).toEqual(new Error('not now'))
    expect(clock.pending).toBe(0)
  })

  it('ends with what it was told last when its time is over', async () => {
    const clock = manualClock()
    const outcome = follow(askStore(clock, { patience: 1_000, tries: 1 }, () => new Promise(() => undefined)))
    expect(await outcome()).toBe('nothing yet')
    clock.advance(1_000)

    expect(await outcome()).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  })

  it('takes a store that throws for one that refuses', async () => {
    const clock = manualClock()
    const outcome = follow(
      askStore(clock, { patience: 1_000, tries: 1 }, () => {
        throw new Error('closed')
      }),
    )

    expect(await outcome()).toEqual(new Error('closed'))
    expect(clock.pending).toBe(0)
  })

  it('is not done again once its time is over, whatever is still told', async () => {
    const clock = manualClock()
    const answers: PromiseWithResolvers<never>[] = []
    const outcome = follow(
      askStore(clock, { patience: 1_000, tries: Number.POSITIVE_INFINITY }, () => {
        const answer = Promise.withResolvers<never>()
        answers.push(answer)
        return answer.promise
      }),
    )
    clock.advance(1_000)
    answers[0]?.reject(new Error('too late'))
    await outcome()
    clock.advance(10_000)

    expect(answers).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })
})

describe('Writes that nobody waits for', () => {
  it('are bounded: one more is refused at once', async () => {
    const clock = manualClock()
    const writes = new StoreWrites({ clock, most: 2, patience: 10_000 })
    const held = Promise.withResolvers<number>()
    const first = writes.write(() => held.promise)
    writes.write(() => held.promise)
    const refused = await follow(writes.write(async () => 3))()
    expect(refused).toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('2 writes wait for it already'),
    })
    held.resolve(1)
    await settled()

    expect(await first).toBe(1)
    expect(await writes.write(async () => 4)).toBe(4)
  })
})

describe('Which sessions the store has spoken of lately', () => {
  it('is remembered for its time at least', () => {
    const ids = new RecentIds({ most: 1_000, time: 100 })
    ids.add('a', 0)
    ids.add('b', 101)
    expect([ids.has('a'), ids.has('b'), ids.has('c')]).toEqual([true, true, false])
    ids.add('c', 300)
    expect([ids.has('a'), ids.has('b'), ids.has('c')]).toEqual([false, true, true])
  })

  it('is bounded: of too many the oldest go', () => {
    const ids = new RecentIds({ most: 10, time: 1_000_000 })
    for (let id = 0; id < 1_000; id++) ids.add(String(id), 0)
    const known = Array.from({ length: 1_000 }, (_, id) => String(id)).filter((id) => ids.has(id))

    expect(known.length).toBeLessThanOrEqual(10)
    expect(known).toContain('999')
  })
})
