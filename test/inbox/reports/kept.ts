import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src/clock.ts'
import { silentLog } from '../../../src/log.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { OpenStore, Store } from '../../../src/store/store.ts'
import { asHandled } from './as-handled.ts'

/** A notice of an order that was paid (field notes, "Fulfilment notice"). */
export const paid = (orderId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  SessionId: 'session-1',
  OrderId: orderId,
  OrderInfo: {
    CustomerMobileNumber: '+233000000000',
    Status: 'Paid',
    Currency: 'GHS',
    Subtotal: 12,
    Items: [{ ItemId: '1', Name: 'Ticket', Quantity: 2, UnitPrice: 6 }],
    Payment: { PaymentType: 'MobileMoney', AmountPaid: 12, AmountAfterCharges: 12, IsSuccessful: true },
  },
  ...more,
})

/** The report of such an order. */
export const reported = (orderId: string, ServiceStatus: 'success' | 'failed', MetaData: unknown = null) => ({
  SessionId: 'session-1',
  OrderId: orderId,
  ServiceStatus,
  MetaData,
})

/** How the inbox names the notice and its report. */
export const noticeId = (orderId: string) => `fulfilment:orderId:${orderId}|paid`
export const reportId = (orderId: string) => `fulfilmentReport:${noticeId(orderId)}`

/** Memory that keeps what it accepts, on a clock of the test's, and outlives the applications on it. */
export function keptOn(clock: Clock, change: (opened: OpenStore) => Partial<OpenStore> = () => ({})): Store {
  const store = memoryStore({ clock })
  const keeper = store.open({ registration: 'keeper', log: silentLog })
  onTestFinished(() => keeper.close())
  return {
    name: 'kept',
    durability: 'process',
    open: (user) => {
      const { inbox, turns, trail, stops, ready, health, close } = store.open(user)
      const opened: OpenStore = { inbox, turns, trail, stops, ready, health, close }
      return { ...opened, ...change(opened) }
    },
  }
}

/** A service without a wire: what it was posted, and what it answers. */
export function wireless(answer: (number: number) => number = () => 200) {
  const bodies: unknown[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return new Response(null, { status: answer(bodies.length) })
  }
  return { bodies, report: { url: 'http://service.example/report', fetch, describe: asHandled } }
}

/** Lets everything happen that waits for no clock. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 30; round++) await new Promise(setImmediate)
}
