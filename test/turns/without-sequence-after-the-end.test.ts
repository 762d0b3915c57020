import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { memoryStore, type Store } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'

const stores: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['in memory', async () => memoryStore()],
  ...realStores.map(([name, make]) => [`on ${name}`, async () => make()()] as const),
]

const kinds = ['programmable', 'ussd'] as const

describe.each(dealt(stores))('A session without sequences that has ended with a payment, %s', (_store, open, it) => {
  async function paying(kind: (typeof kinds)[number]) {
    let orders = 0
    const app = await appWith({
      store: await open(),
      publicUrl: 'https://shop.example',
      secret: 'a secret of this test',
      [kind]: conversation(async (talk) => {
        await talk.choose('Shop', ['Tea', 'Milk'])
        if (!(await talk.confirm('Pay 5?'))) return talk.end('No')
        const order = await talk.once('order', () => ++orders)
        return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5, reference: `order-${order}` })
      }),
      payment: () => undefined,
    })
    const say = async (Type: string, Message: string) => {
      const push = {
        SessionId: 's-1',
        Mobile: '+233000000000',
        ServiceCode: '713',
        Operator: 'webstore',
        Type,
        Message,
      }
      const reply = (await post(app, `/${kind}`, push)).json()
      return { says: `${reply.Message}`, asksToPay: (reply.Item ?? reply.Amount ?? null) !== null }
    }
    await say('Initiation', '*713#')
    await say('Response', '1')
    const last = await say('Response', 'yes')
    expect(last).toEqual({ says: expect.stringContaining('Approve'), asksToPay: true })
    return { last, say, orders: () => orders }
  }

  const ended = { says: expect.stringContaining('has ended'), asksToPay: false }

  describe.each(kinds)('%s', (kind) => {
    it('gives its very last turn the same answer again', async () => {
      const { last, say, orders } = await paying(kind)
      expect([await say('Response', 'yes'), await say('Response', 'yes')]).toEqual([last, last])
      expect(orders()).toBe(1)
    })

    it('asks for the payment no second time, whatever is entered after its end', async () => {
      const { say, orders } = await paying(kind)
      expect(await say('Response', '1')).toEqual(ended)
      expect(await say('Response', 'yes')).toEqual(ended)
      expect(await say('Response', 'no')).toEqual(ended)
      expect(await say('Response', 'yes')).toEqual(ended)
      expect(orders()).toBe(1)
    })

    it('begins nothing anew', async () => {
      const { say, orders } = await paying(kind)
      expect(await say('Initiation', '*713#')).toEqual(ended)
      expect(await say('Response', '1')).toEqual(ended)
      expect(await say('Response', 'yes')).toEqual(ended)
      expect(orders()).toBe(1)
    })

    it('gives its very last turn the same answer after its subscriber left, too', async () => {
      const { last, say } = await paying(kind)
      await say('Timeout', '')
      expect(await say('Response', 'yes')).toEqual(last)
    })
  })
})

/** What was sent is on its way to the store. */
const arrived = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await setImmediate()
}

/** The same store, which hears of an end when the test lets it. */
function heldAtEnds(store: Store) {
  const gate = Promise.withResolvers<void>()
  const heard = Promise.withResolvers<void>()
  const held: Store = {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      const end = opened.turns.end.bind(opened.turns)
      opened.turns.end = async (ending) => {
        await gate.promise
        const ended = await end(ending)
        heard.resolve()
        return ended
      }
      return opened
    },
  }
  const letEnd = async (): Promise<void> => {
    gate.resolve()
    if (store.durability !== 'none') await heard.promise
    await arrived()
  }
  return { held, letEnd }
}

describe.each(dealt(stores))(
  'A push without a sequence right behind the end of its session, %s',
  (_store, open, it) => {
    async function left(kind: (typeof kinds)[number], type: 'Timeout' | 'Release') {
      const { held, letEnd } = heldAtEnds(await open())
      const app = await appWith({
        store: held,
        publicUrl: 'https://shop.example',
        secret: 'a secret of this test',
        ussd: ({ type }, turn) =>
          type === 'initiation' ? turn.menu('Tea?', ['Yes']) : turn.pay('Approve', { amount: 5, description: 'Tea' }),
        programmable: ({ type }, turn) =>
          type === 'initiation'
            ? turn.menu('Tea?', ['Yes'])
            : turn.pay('Approve', { name: 'Tea', quantity: 1, price: 5 }),
        payment: () => undefined,
      })
      const push = { SessionId: 's-1', Mobile: '+233000000000', ServiceCode: '713', Operator: 'webstore' }
      const say = async (Type: string, Message: string): Promise<string> =>
        (await post(app, `/${kind}`, { ...push, Type, Message })).json().Message
      await say('Initiation', '*713#')
      expect(await say('Response', '1')).toContain('Approve')
      expect(await say(type, '')).toContain('has ended')
      return { say, letEnd }
    }

    const ways = kinds.flatMap((kind) => (['Timeout', 'Release'] as const).map((type) => [kind, type] as const))

    it.each(ways)('is answered by what the store has, not by when it came: %s, %s', async (kind, type) => {
      const { say, letEnd } = await left(kind, type)
      const repeated = say('Response', '1')
      await arrived()
      await letEnd()
      expect(await repeated).toContain('Approve')
      expect(await say('Response', '1')).toContain('Approve')
    })

    it.each(ways)('is the last turn from then on, so the one before it is not repeated: %s, %s', async (kind, type) => {
      const { say, letEnd } = await left(kind, type)
      const other = say('Response', '2')
      await arrived()
      await letEnd()
      expect(await other).toContain('has ended')
      expect(await say('Response', '1')).toContain('has ended')
    })
  },
)
