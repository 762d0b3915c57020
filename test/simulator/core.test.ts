import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { manualClock } from '../../src/testing/index.ts'

async function start(options = {}) {
  const sim = await createSimulator(options)
  onTestFinished(() => sim.close())
  return sim
}

describe('the simulator', () => {
  it('answers a call that it does not know with what there is, and logs it', async () => {
    const sim = await start()
    const response = await fetch(`${sim.url}/nowhere?A=1`)
    expect(response.status).toBe(404)
    const row = await sim.log.next({ direction: 'call' })
    expect(row).toMatchObject({
      kind: 'unknownCall',
      method: 'GET',
      url: `${sim.url}/nowhere?A=1`,
      response: { status: 404 },
    })
  })

  it('answers nobody who came by another name', async () => {
    const sim = await start()
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      request(sim.url, { headers: { host: 'rebound.example' } }, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })

  it('says which option is wrong', async () => {
    await expect(createSimulator({ profile: 'none' as 'plain' })).rejects.toThrow(/profile is 'none': there are plain/)
    await expect(createSimulator({ sed: 1 } as object)).rejects.toThrow(/sed is no option/)
    await expect(createSimulator({ seed: 0.5 })).rejects.toThrow(/seed must be a whole number/)
    await expect(createSimulator({ clock: {} as never })).rejects.toThrow(/createSimulator: clock /)
    await expect(createSimulator({ apiKey: '' })).rejects.toThrow(/apiKey must be a text that is not empty/)
  })

  it('has no address after its end', async () => {
    const sim = await createSimulator()
    await sim.close()
    expect(() => sim.url).toThrow(/not started, or closed/)
    expect(() => sim.clientOptions).toThrow(/not started, or closed/)
  })

  it('leaves a job alone that no version of it knows', async () => {
    const clock = manualClock()
    const sim = await start({ clock })
    const { version, world } = sim.snapshot()
    const job = { id: 1, due: clock.now() + 1_000, name: 'of another version', data: null }
    sim.restore({ version, world: world.replace('"jobs":{"map":[]}', `"jobs":{"map":[[1,${JSON.stringify(job)}]]}`) })
    expect(sim.snapshot().world).toContain('of another version')
    await sim.advance(1_000)
    expect(sim.snapshot().world).not.toContain('of another version')
  })

  it('refuses an application without the plugin', async () => {
    const sim = await start()
    await expect(sim.connect(Fastify() as never)).rejects.toThrow(/without the plugin/)
    await expect(sim.connect('nowhere')).rejects.toThrow(/no whole address/)
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Hello') })
    await expect(sim.connect(app)).resolves.toBeUndefined()
  })
})
