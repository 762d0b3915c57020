import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../../src/index.ts'
import { createSimulator, type LogRow, type SimulatorOptions } from '../../../src/simulator/index.ts'

/** A simulator that pushes to an application with the plugin. */
export async function openShop(plugin: Partial<MerchantWebhooksOptions>, options: SimulatorOptions = {}) {
  const sim = await createSimulator(options)
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, { verify: 'none', ...plugin } as MerchantWebhooksOptions)
  await sim.connect(app)
  return { sim, app }
}

/** A simulator that pushes, over sockets, to an application that answers turns as it likes. */
export async function openStranger(answer: (app: FastifyInstance) => void, options: SimulatorOptions = {}) {
  const app = Fastify({ forceCloseConnections: true })
  answer(app)
  onTestFinished(() => app.close())
  const sim = await createSimulator(options)
  onTestFinished(() => sim.close())
  await sim.connect(await app.listen())
  return { sim, app }
}

/** What a row pushed. */
export function pushed({ request }: LogRow): Record<string, unknown> {
  return JSON.parse(request.body.toString())
}
