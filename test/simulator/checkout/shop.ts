import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, type PaymentEvent } from '../../../src/index.ts'
import { createSimulator, type SimulatorOptions } from '../../../src/simulator/index.ts'

/** A simulator, and a client of it. */
export async function openService(options: SimulatorOptions = {}) {
  const sim = await createSimulator(options)
  onTestFinished(() => sim.close())
  const client = new MerchantClient({ ...sim.clientOptions, retries: 0 })
  return { sim, client }
}

/** A simulator with an application that writes down which payments it was told. */
export async function openShop(
  options: SimulatorOptions = {},
  plugin: (url: string) => Partial<MerchantWebhooksOptions> = () => ({}),
) {
  const { sim, client } = await openService(options)
  const payments: PaymentEvent[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    payment: (payment) => void payments.push(payment),
    ...plugin(sim.url),
  } as MerchantWebhooksOptions)
  await sim.connect(app)
  return { sim, client, app, payments }
}

/** An invoice as the reference has it. */
export const invoice = {
  clientReference: 'order-1',
  totalAmount: 50.25,
  description: 'Two bags of rice',
  callbackUrl: 'http://localhost/checkout',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}
