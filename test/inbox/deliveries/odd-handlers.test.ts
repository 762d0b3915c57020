import { describe, expect, it } from 'vitest'
import { workshop } from './workshop.ts'

const broken = new Error('do not look')
const throwing = Object.defineProperty({}, 'then', {
  get: () => {
    throw broken
  },
})
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw broken
    },
    has: () => {
      throw broken
    },
    getPrototypeOf: () => {
      throw broken
    },
  },
)

function callable(settle: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void): object {
  return Object.defineProperty(() => undefined, 'then', { value: settle })
}

describe('a handler', () => {
  it.each([
    ['returns an object whose then cannot be read', () => throwing],
    ['returns what cannot be looked at at all', () => hostile],
    [
      'throws what cannot be looked at at all',
      () => {
        throw hostile
      },
    ],
    ['rejects with what cannot be looked at at all', () => Promise.reject(hostile)],
    ['returns a function that is a promise, and rejects', () => callable((_resolve, reject) => reject(broken))],
  ])('that %s has failed, is tried again, and keeps nothing from going on', async (_name, handler) => {
    const { push, deliveries, until, told } = workshop({
      handler: ({ messageId }) => (messageId === 'odd' ? handler() : undefined),
      kind: { retry: { attempts: 2 } },
    })
    deliveries.start()
    await push('odd', 'Sent')
    await push('other', 'Sent')
    await until('dead', 1)
    await until('done', 1)
    expect(told.map(({ what }) => what).toSorted()).toEqual(['dead', 'failed', 'handled'])
    expect(deliveries.running).toBe(0)
  })

  it('that returns a function that is a promise is waited for', async () => {
    const settled = Promise.withResolvers<unknown>()
    const { push, deliveries, until } = workshop({
      handler: () => callable((resolve) => settled.promise.then(resolve)),
    })
    deliveries.start()
    await push('a', 'Sent')
    expect(deliveries.running).toBe(1)
    settled.resolve(undefined)
    await until('done', 1)
  })
})
