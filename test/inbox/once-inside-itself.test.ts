import Fastify from 'fastify'
import { describe, expect } from 'vitest'
import merchantWebhooks, { type Attempt } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'

const retry = { attempts: 2, minDelay: 1, maxDelay: 5 }

describe.each(dealt(realStores))('attempt.once inside an effect, on %s', (_name, make, it) => {
  /** What a notification comes to, and its errors. */
  async function comesTo(handle: (attempt: Attempt) => unknown): Promise<readonly unknown[]> {
    const app = Fastify()
    const handler = (_payment: unknown, attempt: Attempt) => handle(attempt)
    await app.register(merchantWebhooks, { verify: 'none', store: make()(), retry, checkout: handler })
    await post(app, 'checkout', samples.checkout)
    const list = async () => (await app.merchant.inbox.list({})).entries
    await expect.poll(async () => (await list()).map(({ state }) => state)).not.toEqual(['pending'])
    await expect.poll(async () => (await list())[0]?.state).toMatch(/^(done|dead)$/)
    const [entry] = await list()
    const { attempts } = await app.merchant.inbox.get(entry?.id ?? '')
    await app.close()
    return [entry?.state, ...attempts.map(({ error }) => error)]
  }

  const ofItself = expect.stringContaining("FMW_ONCE: attempt.once: 'receipt' is called inside its own effect")

  it.each<[how: string, handle: (attempt: Attempt) => Promise<unknown>]>([
    ['directly', (attempt) => attempt.once('receipt', () => attempt.once('receipt', () => 'sent'))],
    [
      'in another',
      (attempt) => attempt.once('receipt', () => attempt.once('note', () => attempt.once('receipt', () => 'sent'))),
    ],
  ])('fails at once where it is the same effect, %s', async (_how, handle) => {
    expect(await comesTo(handle)).toEqual(['dead', ofItself, ofItself])
  })

  it('does another effect', async () => {
    const done: string[] = []
    const ended = await comesTo((attempt) =>
      attempt.once('receipt', async () => {
        await attempt.once('note', () => void done.push('note'))
        done.push('receipt')
      }),
    )
    expect(ended).toEqual(['done', null])
    expect(done).toEqual(['note', 'receipt'])
  })

  it('gives what it gave to what goes on after it, also where that was begun inside of it', async () => {
    const given: unknown[] = []
    const ended = await comesTo(async (attempt) => {
      const over = Promise.withResolvers<void>()
      let later: Promise<void> | undefined
      await attempt.once('receipt', () => {
        later = over.promise.then(async () => {
          given.push(await attempt.once('receipt', () => 'sent twice'))
        })
        return 'sent'
      })
      over.resolve()
      await later
    })
    expect(ended).toEqual(['done', null])
    expect(given).toEqual(['sent'])
  })
})
