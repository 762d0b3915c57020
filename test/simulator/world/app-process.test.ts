import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'

async function start() {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Hello') })
  return { sim, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

it('a push waits while the process of the application starts, and goes where it is up', async () => {
  const { sim, address } = await start()
  const known = { name: 'app.ts', since: sim.now(), starts: 0, problem: null }
  sim.appProcess = { ...known, state: 'starting' }
  const dialled = sim.phone('+233000000001').dial('*713#').run()
  // It says more while it starts.
  sim.appProcess = { ...known, state: 'starting', name: 'server.ts' }
  await sim.connect(address)
  expect(sim.log.last).toBe(0)
  sim.appProcess = { ...known, state: 'up' }
  expect((await dialled).text).toBe('Hello')
  const state = await fetch(`${sim.url}/_simulator/state`)
  expect(JSON.parse(await state.text()).app).toEqual({ ...known, state: 'up' })
})

it('who knows what an application in another process handled says it for the ledger', async () => {
  const { sim, address } = await start()
  await sim.connect(address, { handled: async () => [{ outcome: 'paid', amount: 5, reference: 'tea-1' }] })
  expect(sim.ledger({ handled: await sim.handled() }).rows).toMatchObject([
    { differs: ['5 handled as paid, and no bill asked for it'] },
  ])
})
