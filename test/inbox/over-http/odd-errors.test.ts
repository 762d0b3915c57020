import { expect, it } from 'vitest'
import { memoryStore } from '../../../src/index.ts'
import { appWith } from '../../http/app.ts'

const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()

it.each([
  [
    'throws',
    () => {
      throw revoked
    },
  ],
  ['rejects with', () => Promise.reject(revoked)],
  [
    'rejects later with',
    async () => {
      await new Promise(setImmediate)
      throw revoked
    },
  ],
])(
  'a handler that %s what cannot be looked at is answered with 500, and the next push is served',
  async (_name, handler) => {
    let isOdd = true
    const app = await appWith({
      store: memoryStore(),
      deliveryReport: () => (isOdd ? handler() : undefined),
    })
    const push = (id: string) =>
      app.inject({ method: 'POST', url: '/delivery-report', payload: { MessageId: id, Status: 'Sent' } })
    expect((await push('1')).statusCode).toBe(500)
    isOdd = false
    expect((await push('2')).statusCode).toBe(200)
  },
)
