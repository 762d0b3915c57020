import { setImmediate } from 'node:timers/promises'
import type { MerchantEvents, MerchantWebhooksOptions, PaymentEvent } from '../../src/index.ts'
import { appWith, type Host } from '../http/app.ts'

export const publicUrl = 'https://shop.example'

/** A shop that asks for payments in sessions, what its handler was told, and what was given up. */
export async function openSessionShop(options: MerchantWebhooksOptions, host?: Host) {
  const told: PaymentEvent[] = []
  const dead: MerchantEvents['followUpDead'][0][] = []
  const payment = (event: PaymentEvent): void => void told.push(event)
  const app = await appWith({ publicUrl, secret: 'a secret of this test', payment, ...options }, host)
  app.merchant.events.on('followUpDead', (incident) => dead.push(incident))
  return { app, told, dead }
}

/** Until what is under way has gone on as far as it can without time. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate()
}
