import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { readThrough } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { keepingStores } from './shop.ts'
import { notice, unaskedShop, type unaskedStores } from './unasked-shop.ts'

const record = { MobileNumber: '+233000000000', StartDate: '2099-01-01T00:00:00Z' }
const words = { paid: 'Settled', failed: 'Failed', cancelled: 'Cancelled', refunded: 'Refunded' } as const

/** Two tries to pay at one address: each notice comes while the service keeps its answers back, and each waits at one read of the store. */
async function triesOf(store: (typeof unaskedStores)[number][1], end: keyof typeof words) {
  const service = await payingService()
  const held = new Map<string, () => void>()
  const open = new Map<string, () => void>()
  const looks = readThrough(await store(), async (id, read) => {
    // The first is compared with what is known of its address by then. The second is not.
    const isFirst = /t-1\|paid@|^askedPayment:reference:/.test(id)
    const one = isFirst ? '1' : id === 'expectedPayment:checkout:clientReference:2' ? '2' : undefined
    if (one !== undefined && !open.has(one)) await new Promise<void>((resolve) => open.set(one, resolve))
    return await read()
  })
  const shop = await unaskedShop(looks, { confirmWith: service.client() })
  const address = shop.addressOf({ kind: 'ussdPayment', sessionId: 's-1', reference: 'order-1', amount: 50 })
  const acknowledged: Promise<{ readonly statusCode: number }>[] = []
  for (const [one, outcome] of [
    ['1', end],
    ['2', 'paid'],
  ] as const) {
    const Status = words[outcome]
    service.know(one, Status, record)
    held.set(one, service.holdNext())
    const isUnpaid = outcome === 'failed' || outcome === 'cancelled'
    const envelope = { ResponseCode: isUnpaid ? '2001' : '0000', Message: isUnpaid ? outcome : 'success' }
    acknowledged.push(post(shop.app, address, { ...notice({ TransactionId: `t-${one}`, Status }), ...envelope }))
    await eventually(() => service.questions().length === acknowledged.length)
  }
  return {
    async go(step: Step) {
      const [one, what] = step.split(' ')
      const told = shop.told.length
      const pass = what === 'answered' ? held.get(`${one}`) : open.get(`${one}`)
      pass?.()
      await eventually(() => (what === 'answered' ? open.has(`${one}`) : shop.told.length > told))
    },
    async told() {
      expect((await Promise.all(acknowledged)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
      return shop.told.map(({ event, conflictsWith }) => {
        const by = conflictsWith === null ? [] : shop.told.findIndex(({ id }) => id === conflictsWith)
        return [event.outcome, ...event.needsReview, by].flat().join(' ')
      })
    },
  }
}

/** `1 answered`: the service has answered about the first try, which isn't told yet. */
type Step = `${1 | 2} ${'answered' | 'told'}`

const orders: readonly (readonly Step[])[] = [
  ['1 answered', '1 told', '2 answered', '2 told'],
  ['1 answered', '2 answered', '1 told', '2 told'],
  ['2 answered', '1 answered', '1 told', '2 told'],
  ['1 answered', '2 answered', '2 told', '1 told'],
  ['2 answered', '1 answered', '2 told', '1 told'],
  ['2 answered', '2 told', '1 answered', '1 told'],
]

const stores = [['memory', async () => memoryStore(), it] as const, ...dealt(keepingStores)]

describe.each(stores)('what is told after money was paid at its address contradicts that, on %s', (name, make, it) => {
  describe.each(name === 'memory' ? (['failed', 'cancelled', 'refunded'] as const) : (['failed'] as const))(
    '%s',
    (end) => {
      it.each(orders.map((order) => [order]))('whenever the service has answered: %j', async (order) => {
        const { go, told } = await triesOf(make, end)
        for (const step of order) await go(step)
        const isPlain = order.indexOf('1 told') < order.indexOf('2 told')
        expect(await told()).toEqual(isPlain ? [end, 'paid'] : ['paid', `${end} contradicted 0`])
      })
    },
  )
})
