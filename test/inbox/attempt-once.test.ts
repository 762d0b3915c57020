import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import merchantWebhooks, { type Attempt, memoryStore, type Store } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'

const retry = { attempts: 4, minDelay: 1, maxDelay: 5 }

/** One process, while it runs. */
async function running<Result>(
  store: Store,
  handle: (attempt: Attempt) => unknown,
  use: (app: FastifyInstance) => Promise<Result>,
  options = {},
): Promise<Result> {
  const app = Fastify()
  const handler = (_payment: unknown, attempt: Attempt) => handle(attempt)
  await app.register(merchantWebhooks, { verify: 'none', store, retry, checkout: handler, ...options })
  await app.ready()
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

const send = (app: FastifyInstance) => post(app, 'checkout', samples.checkout)
const entries = async (app: FastifyInstance) => (await app.merchant.inbox.list({})).entries
const ends = async (app: FastifyInstance) => (await entries(app)).map(({ state }) => state)
const isDone = (app: FastifyInstance) => expect.poll(() => ends(app)).toEqual(['done'])
const isDead = (app: FastifyInstance) => expect.poll(() => ends(app)).toEqual(['dead'])

describe.each(dealt(realStores))('What a handler does once, on %s', (_name, make, it) => {
  it('is done once however often the handler is tried and replayed, and gives the same each time', async () => {
    const keys: string[] = []
    const given: unknown[] = []
    const numbers: number[] = []
    const handle = async (attempt: Attempt) => {
      numbers.push(attempt.number)
      given.push(await attempt.once('receipt', (key) => ({ id: keys.push(key), at: new Date(0), row: 5n })))
      if (attempt.number < 3) throw new Error('not yet')
    }
    await running(make()(), handle, async (app) => {
      await send(app)
      await isDone(app)
      const [entry] = await entries(app)
      await app.merchant.inbox.replay(entry?.id ?? '')
      await expect.poll(() => numbers).toEqual([1, 2, 3, 4])
      await isDone(app)
    })
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(given).toEqual(Array.from({ length: 4 }, () => ({ id: 1, at: '1970-01-01T00:00:00.000Z', row: '5' })))
  })

  it('is done again at the next attempt, with the same key, where it threw', async () => {
    const keys: string[] = []
    const seen: unknown[] = []
    const refused = new Error('no credit')
    await running(
      make()(),
      async (attempt) => {
        const sent = attempt.once('receipt', async (key) => {
          if (keys.push(key) < 3) throw refused
          return 'sent'
        })
        seen.push(await sent.catch((error: unknown) => error))
        await sent
      },
      async (app) => {
        await send(app)
        await isDone(app)
      },
    )
    expect(seen).toEqual([refused, refused, 'sent'])
    expect(new Set(keys).size).toBe(1)
  })

  it('is found out by its key where it threw and may have been done', async () => {
    const done: string[] = []
    const uncertain = Object.assign(new Error('cut off'), { isUncertain: true })
    let looked = 0
    await running(
      make()(),
      (attempt) =>
        attempt.once(
          'receipt',
          (key) => {
            done.push(key)
            throw uncertain
          },
          {
            recover: (key) => {
              looked += 1
              if (looked === 1) throw new Error('the service is away')
              return { found: key }
            },
          },
        ),
      async (app) => {
        await send(app)
        await isDone(app)
        const [entry] = await entries(app)
        const errors = (await app.merchant.inbox.get(entry?.id ?? '')).attempts.map(({ error }) => error)
        expect(errors).toEqual([
          expect.stringContaining('cut off'),
          expect.stringContaining('FMW_EFFECT_UNKNOWN'),
          null,
        ])
      },
    )
    expect(done).toHaveLength(1)
    expect(looked).toBe(2)
  })

  it.each([
    ['says that it may have been done', () => Promise.reject(Object.assign(new Error('cut'), { isUncertain: true }))],
    ['gives more than is kept', () => 'x'.repeat(40_000)],
    ['gives a promise in its result', () => ({ id: Promise.resolve(1) })],
  ])('is not done again where it %s and nothing can find it out', async (_what, effect) => {
    let done = 0
    await running(
      make()(),
      (attempt) =>
        attempt.once('receipt', () => {
          done += 1
          return effect()
        }),
      async (app) => {
        await send(app)
        await isDead(app)
        const [entry] = await entries(app)
        const { attempts } = await app.merchant.inbox.get(entry?.id ?? '')
        expect(attempts).toHaveLength(4)
        expect(attempts.at(-1)?.error).toMatch(/FMW_EFFECT_UNKNOWN.*'receipt' with the key [0-9a-f]{32}/)
      },
    )
    expect(done).toBe(1)
  })

  it('is found out by its key where its process ended while it ran', async () => {
    const open = make()
    const begun: string[] = []
    const found: string[] = []
    const hanging = (attempt: Attempt) =>
      attempt.once('receipt', (key) => {
        begun.push(key)
        return new Promise(() => undefined)
      })
    await running(
      open(),
      hanging,
      async (app) => {
        await send(app)
        await expect.poll(() => begun.length).toBe(1)
      },
      { shutdownTimeout: 1 },
    )
    await running(
      open(),
      (attempt) =>
        attempt.once('receipt', () => expect.unreachable('it may have been done'), {
          recover: (key) => found.push(key),
        }),
      isDone,
    )
    expect(found).toEqual(begun)
  })

  it('goes on after its attempt has timed out, and the next one gets its result', async () => {
    let done = 0
    const finish = Promise.withResolvers<string>()
    const given: unknown[] = []
    const numbers: number[] = []
    await running(
      make()(),
      async (attempt) => {
        numbers.push(attempt.number)
        if (attempt.number === 3) finish.resolve('sent')
        given.push(
          await attempt.once('receipt', () => {
            done += 1
            return finish.promise
          }),
        )
      },
      async (app) => {
        await send(app)
        await isDone(app)
      },
      { retry: { ...retry, timeout: 400 } },
    )
    expect(done).toBe(1)
    expect(numbers.at(-1)).toBeGreaterThanOrEqual(3)
    expect(new Set(given)).toEqual(new Set(['sent']))
  })
})

describe('What a handler does once', () => {
  it('is done once where it is asked for twice at once, and again under another name', async () => {
    const done: string[] = []
    const given: unknown[] = []
    await running(
      memoryStore(),
      async (attempt) => {
        const receipt = () => attempt.once('receipt', async () => done.push('receipt'))
        given.push(...(await Promise.all([receipt(), receipt(), attempt.once('stock', () => done.push('stock'))])))
      },
      async (app) => {
        expect((await send(app)).statusCode).toBe(200)
      },
    )
    expect(done.toSorted()).toEqual(['receipt', 'stock'])
    expect(given[0]).toBe(given[1])
  })

  it('is done once where the service tries the push again, with a store that keeps nothing', async () => {
    let done = 0
    let tries = 0
    await running(
      memoryStore(),
      async (attempt) => {
        await attempt.once('receipt', () => {
          done += 1
        })
        tries += 1
        if (tries === 1) throw new Error('not yet')
      },
      async (app) => {
        expect((await send(app)).statusCode).toBe(500)
        expect((await send(app)).statusCode).toBe(200)
      },
    )
    expect([done, tries]).toEqual([1, 2])
  })

  it('is refused by name where the call is wrong, and nothing is done', async () => {
    const effect = vi.fn()
    const errors: unknown[] = []
    await running(
      memoryStore(),
      async (attempt) => {
        const wrong: readonly (readonly unknown[])[] = [
          ['two words', effect],
          [7, effect],
          ['receipt', 'send'],
          ['receipt', effect, null],
          ['receipt', effect, { recovers: effect }],
          ['receipt', effect, { recover: 'find' }],
        ]
        for (const given of wrong) {
          await Reflect.apply(attempt.once, attempt, given).catch((error: unknown) => errors.push(error))
        }
      },
      send,
    )
    const told = (words: string) =>
      expect.objectContaining({ code: 'FMW_ONCE', message: expect.stringContaining(words) })
    expect(errors).toEqual([
      told('1 to 64 letters'),
      told('1 to 64 letters'),
      told("the effect of 'receipt' must be a function"),
      told("options of 'receipt' must be an object"),
      told('takes the option recover alone'),
      told("recover of 'receipt' must be a function"),
    ])
    expect(effect).not.toHaveBeenCalled()
  })
})
