import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Conversation, conversation } from '../../../src/conversation/conversation.ts'
import { whole } from '../../../src/conversation/index.ts'
import { channelOf } from '../harness/moments.ts'
import { hasRecover, referenceOf } from '../harness/orders.ts'
import type { OrdersFile } from './orders-file.ts'

const ordering = channel(channelOf('ordering'))
const ordered = channel(channelOf('ordered'))
const returned = channel(channelOf('returned'))
const recorded = channel(channelOf('recorded'))

/** A shop as a merchant writes it, whose prices change all the time. */
export function openShop(orders: OrdersFile): Conversation {
  return conversation(
    async (talk) => {
      const item = await talk.choose("Ama's shop", goods())
      const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
      if (!(await talk.confirm(`Pay ${item.amount * quantity}?`))) return talk.end('Cancelled')
      const { serviceCode } = talk.caller
      const order = {
        serviceCode,
        item: item.value,
        quantity,
        price: item.amount,
        pid: process.pid,
        sessionId: talk.sessionId,
      }
      const ids = [talk.sessionId]

      /** Publishing is where the process may end. */
      const create = async (key: string): Promise<string> => {
        await sleep(Math.random() * 20)
        ordering.publish({ ids })
        orders.add({ key, ...order })
        ordered.publish({ ids })
        await sleep(Math.random() * 20)
        // While the outcome is on its way into the store.
        setImmediate(() => returned.publish({ ids }))
        return referenceOf({ key })
      }
      const recover = (key: string): string | Promise<string> => (orders.has(key) ? referenceOf({ key }) : create(key))

      const reference = await talk.once('order', create, hasRecover(serviceCode) ? { recover } : {})
      recorded.publish({ ids })
      return talk.pay('Approve the prompt', { name: item.value, quantity, price: item.amount, reference })
    },
    { rehearse: false },
  )
}

/** Neither the order of the list nor a price stays the same. */
function goods(): readonly { readonly label: string; readonly value: string; readonly amount: number }[] {
  const now = Date.now() % 50
  const list = [good('Rice', 60 + now), good('Oil', 25 + now), good('Salt', 3 + now)]
  return [...list.slice(now % 3), ...list.slice(0, now % 3)]
}

function good(value: string, amount: number): { label: string; value: string; amount: number } {
  return { label: `${value}, ${amount}`, value, amount }
}
