import { once } from 'node:events'
import { createServer } from 'node:http'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'

const number = '+233000000001'

/** A shop whose payments are handled, and whose turns are answered, when the test lets them. */
async function slowShop() {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  const gates = { turn: Promise.resolve(), payment: Promise.resolve() }
  let held = 0
  const handled: string[] = []
  await app.register(merchantWebhooks, {
    verify: 'none',
    secret: 'signs the addresses of notices',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    ussd: async ({ type }, turn) => {
      held += 1
      await gates.turn
      held -= 1
      return type === 'initiation'
        ? turn.menu('Welcome', ['Tea'])
        : turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' })
    },
    payment: async ({ outcome }) => {
      held += 1
      await gates.payment
      held -= 1
      handled.push(outcome)
    },
  })
  await sim.connect(app)
  const ledger = async () => sim.ledger({ handled: await sim.handled() })
  return {
    sim,
    gates,
    handled,
    held: () => held,
    ledger,
    buy: () => sim.phone(number).dial('*713#').reply('1').approve(),
  }
}

describe('a reset', () => {
  it('leaves an empty ledger: what was handled before is no forgery; what is handled after it counts', async () => {
    const { sim, ledger, buy } = await slowShop()
    await buy()
    await buy()
    const right = { paid: 5, handled: [{ outcome: 'paid', amount: 5 }], differs: [] }
    expect((await ledger()).rows).toMatchObject([right, right])
    const before = sim.snapshot()
    sim.reset()
    expect(await ledger()).toEqual({ rows: [], isClean: true })
    // With the same random numbers the session would have an identity that the application knows.
    sim.seed(2)
    await buy()
    expect((await ledger()).rows).toMatchObject([right])
    // What was handled comes back with the payments that it is for.
    sim.restore(before)
    expect((await ledger()).rows.slice(0, 2)).toMatchObject([right, right])
  })

  it('leaves no trace of what was under way: no row, no phone, no payment', async () => {
    const { sim, gates, handled, held, ledger } = await slowShop()
    await sim.phone(number).dial('*713#').reply('1')
    const payment = Promise.withResolvers<void>()
    gates.payment = payment.promise
    const approved = sim.phone(number).approve().run()
    const turn = Promise.withResolvers<void>()
    gates.turn = turn.promise
    const dialled = sim.phone('+233000000002').dial('*713#').run()
    // Both are at the application.
    await expect.poll(() => held()).toBe(2)
    sim.reset()
    payment.resolve()
    turn.resolve()
    await Promise.all([approved, dialled])
    await sim.settled()
    expect(handled).toEqual(['paid'])
    expect(sim.log.rows()).toEqual([])
    expect(sim.phones).toEqual([])
    expect(await ledger()).toEqual({ rows: [], isClean: true })
    // Its number is as new, and so are the numbers of rows.
    await sim
      .phone(number)
      .dial('*713#')
      .expectScreen(/Welcome/)
    expect(sim.log.rows()).toHaveLength(1)
  })

  it('sends nothing that waited: for its turn, for a retry, for an application that starts', async () => {
    const arrived: (() => void)[] = []
    const server = createServer((_, response) => {
      arrived.push(() => response.writeHead(500).end())
    })
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const sim = await createSimulator({ profile: 'retryOnce' })
    onTestFinished(() => sim.close())
    const address = server.address()
    await sim.connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    sim.profile = { ...sim.profile, parallel: 1 }
    const sent = [sim.trigger('checkout'), sim.trigger('checkout')]
    await expect.poll(() => arrived.length).toBe(1)
    sim.appProcess = { name: 'app.js', state: 'starting', since: sim.now(), starts: 1, problem: null }
    sent.push(sim.trigger('deliveryReport'))
    sim.reset()
    sim.appProcess = null
    for (const answer of arrived) answer()
    const rows = await Promise.all(sent)
    expect(rows.map(({ id, response }) => [id, response?.status])).toEqual([
      [0, 500],
      [0, undefined],
      [0, undefined],
    ])
    await sim.advance(10_000)
    expect(arrived).toHaveLength(1)
    expect(sim.log.rows()).toEqual([])
  })
})
