import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { type Clock, systemClock } from '../../src/clock.ts'
import merchantWebhooks, { type Attempt, type Store } from '../../src/index.ts'
import { type StubService, startService } from '../client/stub-service.ts'
import { post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'

type Once = Pick<Attempt, 'once' | 'signal' | 'number'>

const message = { from: 'Shop', to: '+233000000000', content: 'Thank you' }
const retry = { attempts: 4, minDelay: 1, maxDelay: 5 }
// ms, which nothing else waits for
const timeout = 54_321

let service: StubService
let time: ReturnType<typeof timeOfAttempts>

beforeEach(async () => {
  time = timeOfAttempts()
  service = await startService()
  // It takes what is sent, and never answers.
  service.answer(() => undefined)
})
afterEach(() => service.close())

/** Both ways to send something that take the signal of an attempt. */
const ways: readonly (readonly [name: string, send: (key: string, signal: AbortSignal) => Promise<unknown>])[] = [
  [
    'the client',
    (clientReference, signal) => service.client().messages.send({ ...message, clientReference }, { signal }),
  ],
  ['a fetch', (key, signal) => fetch(service.baseUrl, { method: 'POST', body: JSON.stringify({ key }), signal })],
]

async function start(store: Store, handle: (attempt: Attempt) => unknown, options: object): Promise<FastifyInstance> {
  const app = Fastify()
  const handler = (_payment: unknown, attempt: Attempt) => handle(attempt)
  await app.register(merchantWebhooks, { verify: 'none', store, retry, checkout: handler, ...options })
  await app.ready()
  return app
}

const states = async (app: FastifyInstance) => (await app.merchant.inbox.list({})).entries.map(({ state }) => state)

async function errorsOf(app: FastifyInstance): Promise<readonly (string | null)[]> {
  const [entry] = (await app.merchant.inbox.list({})).entries
  return (await app.merchant.inbox.get(entry?.id ?? '')).attempts.map(({ error }) => error)
}

describe.each(dealt(realStores))('An effect that %s records', (_name, make, it) => {
  describe.each(ways)('and that %s sends with the signal of its attempt', (_way, send) => {
    it('is sent once where the attempt times out, and found out by its key', async () => {
      const found: string[] = []
      const given: unknown[] = []
      const handle = async ({ once, signal }: Once) => {
        const recover = (key: string) => found.push(key)
        given.push(await once('sms', (key) => send(key, signal), { recover }))
      }
      const app = await start(make()(), bound(handle), { clock: time.clock, retry: { ...retry, timeout } })
      await post(app, 'checkout', samples.checkout)
      await expect.poll(() => service.received).toHaveLength(1)
      await time.runOut()
      await expect.poll(() => states(app)).toEqual(['done'])
      await app.close()
      expect(service.received).toHaveLength(1)
      expect([found.length, given]).toEqual([1, [1]])
    })

    it('is sent once where the application closes, and found out by the next process', async () => {
      const open = make()
      const found: string[] = []
      const handle = ({ once, signal }: Once) =>
        once('sms', (key) => send(key, signal), { recover: (key) => found.push(key) })
      const first = await start(open(), bound(handle), { shutdownTimeout: 1 })
      await post(first, 'checkout', samples.checkout)
      await expect.poll(() => service.received).toHaveLength(1)
      await first.close()
      const second = await start(open(), bound(handle), {})
      await expect.poll(() => states(second)).toEqual(['done'])
      await second.close()
      expect(service.received).toHaveLength(1)
      expect(found).toHaveLength(1)
    })

    it('is sent once, and its entry is dead, where nothing can find it out', async () => {
      const handle = ({ once, signal }: Once) => once('sms', (key) => send(key, signal))
      const app = await start(make()(), bound(handle), { clock: time.clock, retry: { ...retry, timeout } })
      await post(app, 'checkout', samples.checkout)
      await expect.poll(() => service.received).toHaveLength(1)
      await time.runOut()
      await expect.poll(() => states(app)).toEqual(['dead'])
      const errors = await errorsOf(app)
      await app.close()
      expect(errors.at(-1)).toMatch(/FMW_EFFECT_UNKNOWN.*'sms' with the key [0-9a-f]{32}/)
      expect(service.received).toHaveLength(1)
    })
  })

  it('is done again where its attempt had timed out before it began, so that the client sent nothing', async () => {
    service.answer({ status: 201, body: { Status: 0, MessageId: '0123456789abcdef0123456789abcdef' } })
    const app = await start(
      make()(),
      bound(async ({ once, signal, number }) => {
        if (number === 1) await time.runOut()
        return once('sms', (clientReference) =>
          service.client().messages.send({ ...message, clientReference }, { signal }),
        )
      }),
      { clock: time.clock, retry: { ...retry, timeout } },
    )
    await post(app, 'checkout', samples.checkout)
    await expect.poll(() => states(app)).toEqual(['done'])
    await app.close()
    expect(service.received).toHaveLength(1)
  })

  it('is found out by its key where its attempt times out between two calls', async () => {
    service.answer({ status: 201, body: { Status: 0, MessageId: '0123456789abcdef0123456789abcdef' } })
    const found: string[] = []
    const app = await start(
      make()(),
      bound(({ once, signal }) =>
        once(
          'order',
          async (clientReference) => {
            await service.client().messages.send({ ...message, clientReference })
            await time.runOut()
            await service.client().messages.send({ ...message, content: 'Receipt' }, { signal })
          },
          { recover: (key) => void found.push(key) },
        ),
      ),
      { clock: time.clock, retry: { ...retry, timeout } },
    )
    await post(app, 'checkout', samples.checkout)
    await expect.poll(() => states(app)).toEqual(['done'])
    await app.close()
    expect(service.received).toMatchObject([{ body: { ClientReference: found[0] } }])
  })

  it.each([
    ['a field', { from: '' }],
    ['an option', { options: { timeout: 0 } }],
  ])(
    'is done again where %s was wrong after its signal had aborted, so that nothing was sent',
    async (_what, wrong) => {
      service.answer({ status: 201, body: { Status: 0, MessageId: '0123456789abcdef0123456789abcdef' } })
      const app = await start(
        make()(),
        bound(({ once, number }) =>
          once('sms', async (clientReference) => {
            const { options, ...fields } = number === 1 ? { options: {}, ...wrong } : { options: {} }
            if (number === 1) await time.runOut()
            const sent = { ...message, clientReference, ...fields }
            return service.client().messages.send(sent, { ...options, signal: new AbortController().signal })
          }),
        ),
        { clock: time.clock, retry: { ...retry, timeout } },
      )
      await post(app, 'checkout', samples.checkout)
      await expect.poll(() => states(app)).toEqual(['done'])
      await app.close()
      expect(service.received).toHaveLength(1)
    },
  )

  it('is done again, with the same key, where recover says that it was not done', async () => {
    const keys: string[] = []
    const recover = () => {
      throw Object.assign(new Error('no such message'), { isUncertain: false })
    }
    const effect = async (key: string) => {
      if (keys.push(key) === 1) throw Object.assign(new Error('no answer'), { isUncertain: true })
      return 'sent'
    }
    const given: unknown[] = []
    const handle = async (attempt: Attempt) => given.push(await attempt.once('sms', effect, { recover }))
    const app = await start(make()(), handle, {})
    await post(app, 'checkout', samples.checkout)
    await expect.poll(() => states(app)).toEqual(['done'])
    await app.close()
    expect([given, keys.length, new Set(keys).size]).toEqual([['sent'], 2, 1])
  })

  it('is done again where it threw after the time of its attempt, and had asked for no signal', async () => {
    let times = 0
    const late = Promise.withResolvers<never>()
    const handle = (attempt: Attempt) => {
      if (attempt.number === 2) late.reject(new Error('no credit'))
      return attempt.once('sms', () => {
        times += 1
        return times === 1 ? late.promise : 'sent'
      })
    }
    const app = await start(make()(), handle, { clock: time.clock, retry: { ...retry, timeout } })
    await post(app, 'checkout', samples.checkout)
    await expect.poll(() => times).toBe(1)
    await time.runOut()
    await expect.poll(() => states(app)).toEqual(['done'])
    await app.close()
    expect(times).toBe(2)
  })
})

/** A handler that takes the parts of an attempt. */
function bound(handle: (attempt: Once) => unknown): (attempt: Attempt) => unknown {
  return (attempt) => {
    const { signal, number } = attempt
    return handle({ once: attempt.once.bind(attempt), signal, number })
  }
}

/** The machine's time, but for that of attempts: it runs out when a test says so. */
function timeOfAttempts(): { readonly clock: Clock; readonly runOut: () => Promise<void> } {
  const waiting = new Set<() => void>()
  const clock: Clock = {
    ...systemClock,
    after(ms, callback) {
      if (ms !== timeout) return systemClock.after(ms, callback)
      waiting.add(callback)
      return () => waiting.delete(callback)
    },
  }
  const runOut = async () => {
    while (waiting.size === 0) await setImmediate()
    for (const callback of waiting) callback()
  }
  return { clock, runOut }
}
