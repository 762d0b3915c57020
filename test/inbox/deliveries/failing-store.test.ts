import { describe, expect, it } from 'vitest'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { eventually, idOf, instead, workshop } from './workshop.ts'

/** Fails so many times before it does what it should. */
function failing<Given extends unknown[], Result>(times: number, work: (...given: Given) => Promise<Result>) {
  let left = times
  return (...given: Given): Promise<Result> =>
    left-- > 0 ? Promise.reject(new FMW_STORE_UNAVAILABLE('memory', 'it stalls')) : work(...given)
}

describe('a store that cannot be used for a while', () => {
  it('is asked for work again, and told aloud once', async () => {
    const { leave, deliveries, until, lines } = workshop({
      handler: () => undefined,
      between: (store) => instead(store, { claim: failing(2, (most: number) => store.claim(most)) }),
    })
    await leave('a', 'Sent')
    deliveries.start()
    await until('done', 1)
    expect(lines.filter((line) => line === 'claiming has to wait for the store')).toHaveLength(1)
  })

  it('is told how an attempt ended as soon as it can be, and the handler runs once', async () => {
    let runs = 0
    const { push, deliveries, until, lines } = workshop({
      handler: () => ++runs,
      between: (store) =>
        instead(store, {
          settle: failing(2, async (...given: Parameters<typeof store.settle>) => store.settle(...given)),
        }),
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('done', 1)
    expect(runs).toBe(1)
    expect(lines).toContain('settling has to wait for the store')
  })

  it.each(['at the end of a handler', 'where an attempt is over without one'])(
    'may throw in place of rejecting, %s: it is told again',
    async (when) => {
      let left = 2
      const { push, deliveries, until } = workshop({
        handler: () => {
          if (when !== 'at the end of a handler') throw new Error('closed')
        },
        kind: { retry: { attempts: 1 } },
        between: (store) =>
          instead(store, {
            settle: (...given) => {
              if (left-- > 0) throw new FMW_STORE_UNAVAILABLE('memory', 'it stalls')
              return store.settle(...given)
            },
          }),
      })
      deliveries.start()
      await push('a', 'Sent')
      await until(when === 'at the end of a handler' ? 'done' : 'dead', 1)
    },
  )

  it.each([
    { left: 60_000, holds: 5_000 },
    { left: 2_000, holds: 3_000 },
    { left: 0, holds: 1_000 },
  ])('that never says what became of an end holds up a close of $left ms for $holds ms', async ({ left, holds }) => {
    const clock = manualClock()
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<boolean>()
    const { push, deliveries } = workshop({
      clock,
      handler: () => undefined,
      between: (store) =>
        instead(store, {
          settle: () => {
            asked.resolve()
            return answer.promise
          },
        }),
    })
    deliveries.start()
    await push('a', 'Sent')
    await asked.promise
    let isClosed = false
    const closed = deliveries.close(left).then(() => (isClosed = true))
    clock.advance(holds - 1)
    await new Promise(setImmediate)
    expect(isClosed).toBe(false)
    clock.advance(1)
    await closed
    answer.resolve(true)
  })

  it('keeps no place for what it did not accept', async () => {
    const { push, deliveries, until } = workshop({
      handler: () => undefined,
      settings: { concurrency: 1 },
      between: (store) =>
        instead(store, {
          accept: failing(16, async (...given: Parameters<typeof store.accept>) => store.accept(...given)),
        }),
    })
    deliveries.start()
    for (let at = 0; at < 16; at++)
      await expect(push('a', 'Sent')).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(deliveries.reserve()).toBe(true)
    deliveries.free()
    expect(await push('a', 'Sent')).toMatchObject({ status: 'accepted' })
    await until('done', 1)
  })

  it('is asked no more once the application closes', async () => {
    const asked = Promise.withResolvers<void>()
    let times = 0
    const { leave, deliveries, inbox } = workshop({
      handler: () => undefined,
      between: (store) =>
        instead(store, {
          claim: () => {
            times++
            asked.resolve()
            return Promise.reject(new FMW_STORE_UNAVAILABLE('memory', 'it stalls'))
          },
        }),
    })
    await leave('a', 'Sent')
    deliveries.start()
    const closed = deliveries.close(0)
    await asked.promise
    await closed
    await new Promise(setImmediate)
    expect(times).toBe(1)
    expect(await inbox.count({ registration: 'shop' })).toMatchObject({ waiting: 1 })
  })

  it('gets more to claim when a settlement that it took its time for leaves room', async () => {
    const slow = Promise.withResolvers<void>()
    const { leave, deliveries, until } = workshop({
      handler: () => undefined,
      settings: { concurrency: 1 },
      between: (store) =>
        instead(store, {
          settle: async (claim, settlement) => {
            await slow.promise
            return store.settle(claim, settlement)
          },
        }),
    })
    for (let lane = 0; lane < 40; lane++) await leave(`lane ${lane}`, 'Sent')
    deliveries.start()
    await until('running', 16)
    slow.resolve()
    await until('done', 40)
  })

  it('is not asked beyond what has a place here', async () => {
    const asked: boolean[] = []
    const go = Promise.withResolvers<void>()
    const { push, deliveries, until } = workshop({
      handler: () => go.promise,
      settings: { concurrency: 1 },
      between: (store) =>
        instead(store, {
          accept: (entry: Parameters<typeof store.accept>[0], claim: boolean) => {
            asked.push(claim)
            return store.accept(entry, claim)
          },
        }),
    })
    deliveries.start()
    for (let lane = 0; lane < 40; lane++) await push(`lane ${lane}`, 'Sent')
    expect(asked.filter((claim) => claim).length).toBeLessThanOrEqual(16)
    go.resolve()
    await until('done', 40)
  })
})

describe('a handler that fails after its transaction has ended the entry', () => {
  it('is told of as that, and nothing is tried again', async () => {
    let runs = 0
    const { push, deliveries, until, told, entry } = workshop({
      handler: () => {
        runs++
        throw new Error('after the commit')
      },
      between: (store) => instead(store, { hasEnded: () => true }),
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('done', 1)
    expect(told.map(({ what }) => what)).toEqual(['failedTooLate'])
    expect(runs).toBe(1)
    expect((await entry(idOf('a', 'Sent')))?.attempts).toMatchObject([{ error: null }])
  })
})

describe('an entry that another process has taken over', () => {
  it('is told of, and nothing is settled', async () => {
    const go = Promise.withResolvers<void>()
    const { push, deliveries, told } = workshop({
      handler: () => go.promise,
      between: (store) => instead(store, { settle: () => Promise.resolve(false) }),
    })
    deliveries.start()
    await push('a', 'Sent')
    go.resolve()
    await eventually(() => told.some(({ what }) => what === 'lost'))
    expect(told.map(({ what }) => what)).toEqual(['handled', 'lost'])
  })

  it('is told of when its attempt failed too', async () => {
    const { push, deliveries, told } = workshop({
      handler: () => Promise.reject(new Error('broken')),
      between: (store) => instead(store, { settle: () => Promise.resolve(false) }),
    })
    deliveries.start()
    await push('a', 'Sent')
    await eventually(() => told.some(({ what }) => what === 'lost'))
    expect(told.map(({ what }) => what)).toEqual(['failed', 'lost'])
  })
})

describe('an entry whose kind has no handler here', () => {
  it('waits for a process that has one, untried, and keeps no other from its turn', async () => {
    const { inbox, leave, deliveries, until, told, entry } = workshop({ handler: () => undefined })
    const known = await leave('a', 'Sent')
    expect(known.status).toBe('accepted')
    await inbox.accept(
      {
        kind: 'inboundMessage',
        id: 'other kind',
        state: 'waiting',
        identity: 'other kind',
        identityFor: undefined,
        fingerprint: '',
        lane: 'other kind',
        reference: null,
        receivedAt: 0,
        form: 'push',
        payload: Buffer.from('{}'),
        reason: null,
      },
      false,
    )
    deliveries.start()
    await until('done', 1)
    await eventually(() => told.some(({ what }) => what === 'unserved'))
    const waiting = await entry('other kind')
    expect(waiting).toMatchObject({
      state: 'waiting',
      failures: 0,
      attempts: [],
      reason: 'nothing here receives its kind',
    })
    expect(waiting?.dueAt).toBeGreaterThan(Date.now() + 20_000)
  })
})

describe('an entry that cannot be read any more', () => {
  it('is rejected with why, and frees its lane', async () => {
    const { inbox, leave, deliveries, until, told, entry } = workshop({ handler: () => undefined })
    const bad = {
      kind: 'deliveryReport',
      id: 'bad',
      state: 'waiting',
      identity: 'bad',
      identityFor: undefined,
      fingerprint: '',
      lane: 'deliveryReport:a',
      reference: null,
      receivedAt: 0,
      form: 'push',
      payload: Buffer.from('nothing that was written here'),
      reason: null,
    } as const
    await inbox.accept(bad, false)
    await leave('a', 'Sent')
    deliveries.start()
    await until('done', 1)
    expect((await entry('bad'))?.reason).toBe(
      'PushProblem: The body must be a push as the inbox keeps it; received other bytes',
    )
    expect(told.map(({ what, id }) => [what, id])).toEqual([
      ['unreadable', 'bad'],
      ['handled', idOf('a', 'Sent')],
    ])
  })

  it('is delivered when it was rejected once and can be read now', async () => {
    const seen: string[] = []
    const { inbox, deliveries, until } = workshop({ handler: ({ messageId }) => seen.push(messageId) })
    deliveries.start()
    await inbox.accept(
      {
        kind: 'deliveryReport',
        id: 'was rejected',
        state: 'rejected',
        identity: 'was rejected',
        identityFor: 0,
        fingerprint: '',
        lane: 'x',
        reference: null,
        receivedAt: 0,
        form: 'body',
        payload: Buffer.from('{"MessageId":"m1","Status":"Sent"}'),
        reason: 'an older version could not read it',
      },
      false,
    )
    expect(await inbox.replay('shop', 'was rejected')).toBe(true)
    await until('done', 1)
    expect(seen).toEqual(['m1'])
  })
})
