import { expect, it } from 'vitest'
import { appWith, post } from './app.ts'

// A signature of the body covers no query: a body that was signed once must not carry another payment.
it('money takes nothing from the query, also where another kind on its path does', async () => {
  const seen: unknown[] = []
  const app = await appWith({
    checkout: { path: '/push', handler: async ({ outcome, amount }) => seen.push([outcome, amount]) },
    inboundMessage: { path: '/push', handler: async (message) => seen.push(message.kind) },
  })
  const forged = '/push?ResponseCode=0000&Status=Success&CheckoutId=victim&Amount=5000'
  const signed = { from: '+233000000000', fulltext: 'hello', account: '1', campaign: '2' }
  expect((await post(app, forged, signed)).statusCode).toBe(400)
  expect((await post(app, forged, { x: 1 })).statusCode).toBe(400)
  expect((await post(app, forged, { Data: { CheckoutId: 'c', Status: 'Failed' } })).statusCode).toBe(200)
  expect(seen).toEqual([['undetermined', null]])
})
