import { onTestFinished } from 'vitest'
import type { MerchantWebhooksOptions } from '../../../src/index.ts'
import { createSimulator, type PayOptions } from '../../../src/simulator/index.ts'
import { appWith, type Host } from '../../http/app.ts'

/**
 * An application that is told of carts, and reports them to the service, which judges each report. No cart was made by a
 * turn: what is tried is what follows.
 */
export async function openMarket(options: (url: string) => Partial<MerchantWebhooksOptions>, host: Host = {}) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = await appWith(options(`${sim.url}/fulfilment/report`), host)
  await sim.connect(app)
  const items = [{ name: 'Ticket', quantity: 2, price: 6 }]
  return {
    sim,
    app,
    /** A customer pays a cart, and the application is told. @returns its OrderId */
    async sells(pays: PayOptions = {}): Promise<string> {
      const { id } = sim.openBill({ source: 'fulfilment', items, sessionId: 'session-1', mobile: '+233000000000' })
      await sim.customer.pays(id, pays)
      return id
    },
    /** What was reported, with the status that the service gave it. */
    reports: () =>
      sim.log
        .rows({ direction: 'call', kind: 'fulfilmentReport' })
        .map(({ request, response }) => [JSON.parse(request.body.toString()), response?.status] as const),
  }
}
