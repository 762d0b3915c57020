import { describe, expect, it } from 'vitest'
import { keptInMemory } from '../testing/stores.ts'
import { appWith, post } from './app.ts'
import { samples } from './samples.ts'

/** A turn and a notice of money on one path: what came of a push. */
async function receive(body: object | string) {
  const orders: (string | null)[] = []
  const app = await appWith({
    programmable: { path: '/svc', handler: (_push, turn) => turn.prompt('Welcome') },
    fulfilment: { path: '/svc', handler: ({ orderId }) => void orders.push(orderId) },
    store: keptInMemory(),
  })
  const { statusCode, body: answer } = await post(app, '/svc', body)
  const { entries } = await app.merchant.inbox.list()
  await app.close()
  return { statusCode, answer, orders, states: entries.map(({ state, kind }) => `${kind} ${state}`) }
}

describe('a turn and an order on one path', () => {
  it.each<readonly [string, object]>([
    ['null', { Type: null }],
    ['empty', { Type: '' }],
    ['blank', { type: ' ' }],
    ['a word that no turn has', { Type: 'Fulfilment' }],
    ['a number', { Type: 3 }],
  ])('are told: an order whose Type is %s is an order', async (_what, type) => {
    const { statusCode, orders } = await receive({ ...samples.fulfilment, ...type })
    expect([statusCode, orders]).toEqual([200, ['f00d']])
  })

  it.each<readonly [string, object]>([
    ['no order in null', { OrderId: null }],
    ['no order in null, as an object', { OrderInfo: null }],
    ['no order in an empty text', { OrderId: '', OrderInfo: '' }],
    ['an identifier without an order', { OrderId: 'f00d' }],
  ])('are told: a turn with %s is a turn', async (_what, order) => {
    const { answer, states } = await receive({ ...samples.programmable, ...order })
    expect(JSON.parse(answer)).toMatchObject({ Type: 'Response', Message: 'Welcome' })
    expect(states).toEqual([])
  })

  it.each<readonly [string, object | string]>([
    ['the type of a turn beside an order', { ...samples.fulfilment, Type: 'Release' }],
    ['an order that is text beside the type of a turn', { ...samples.programmable, OrderId: 'f00d', OrderInfo: '{}' }],
    ['an unknown type beside a part of an order', { SessionId: 's', Type: 'Fulfilment', OrderId: 'f00d' }],
    [
      'a broken body that looks like both',
      `${JSON.stringify(samples.programmable).slice(0, -1)},"OrderInfo":{"constructor":1}}`,
    ],
    ['a body that is cut off', JSON.stringify(samples.fulfilment).slice(0, -9)],
  ])('are in doubt, and nothing that may be money is lost: %s', async (_what, body) => {
    const { statusCode, states } = await receive(body)
    expect([statusCode, states]).toEqual([400, ['fulfilment rejected']])
  })

  it('end a session politely where only its type is missing', async () => {
    const { answer } = await receive({ ...samples.programmable, Type: null })
    expect(JSON.parse(answer)).toMatchObject({ Type: 'Release' })
  })
})
