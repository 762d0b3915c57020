import { onTestFinished } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.ts'
import type { MerchantApp } from '../../../src/testing/index.ts'

/** A simulator whose phones reach an application; both end with the test. */
export async function connectedTo(app: MerchantApp & { close(): PromiseLike<unknown> }) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  onTestFinished(async () => void (await app.close()))
  await sim.connect(app)
  return sim
}
