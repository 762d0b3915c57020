import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { basic, memoryStore, secretHeader, type Verifier } from '../../../src/index.ts'
import { createSimulator, profiles, recordFixture, type SimulatorOptions } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { stand } from '../faults/receiver.ts'

const secret = 'a-secret-of-the-test'
const headers = { 'X-Push-Token': secret }

/** An application that takes a push only by its verifier. */
async function guarded(verify: Verifier, options: SimulatorOptions = {}) {
  const sim = await createSimulator({ clock: manualClock(), ...options })
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify,
    publicUrl: 'https://shop.example',
    secret: 'another secret of the test',
    store: memoryStore(),
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'order-1' }),
    payment: async () => undefined,
  })
  return { sim, app }
}

function statusesOf({ log }: Awaited<ReturnType<typeof stand>>['sim']) {
  return log.rows({ direction: 'push' }).map(({ kind, response }) => [kind, response?.status])
}

describe('headers of connect (reference 5.6)', () => {
  it('let every push pass secretHeader: turns, and the notice that goes to the address of the payment', async () => {
    const { sim, app } = await guarded(secretHeader('x-push-token', secret))
    await sim.connect(app)
    await sim.phone('+233000000000').dial('*713#')
    await sim.connect(app, { headers })
    const phone = sim.phone('+233000000001')
    await phone.dial('*713#')
    await phone.approve()
    expect(statusesOf(sim)).toEqual([
      ['ussd', 401],
      ['ussd', 200],
      ['ussdPayment', 200],
    ])
  })

  it('pass basic by the name and the password of the address, which the log has without them', async () => {
    const { sim, app } = await guarded(basic({ username: 'service', password: secret }))
    const url = new URL(await app.listen())
    url.username = 'service'
    url.password = secret
    await sim.connect(url)
    await sim.phone('+233000000000').dial('*713#')
    expect(statusesOf(sim)).toEqual([['ussd', 200]])
    expect(JSON.stringify(sim.log.rows())).not.toContain(secret)
  })

  it('stand in no row, no state and no recording, and a push that is sent again has them again', async () => {
    const { sim, app } = await guarded(secretHeader('x-push-token', secret), {
      profile: { ...profiles.plain, probe: 'HEAD' },
    })
    await sim.connect(app, { headers })
    sim.faults.next('delayPastLimit', { kind: 'checkout' })
    await sim.trigger('checkout')
    expect(sim.log.rows().at(-1)?.request.headers).toMatchObject({ 'x-push-token': '[hidden]' })
    expect(JSON.stringify(sim.snapshot())).not.toContain(secret)
    await sim.advance(360_000)
    const row = sim.log.rows().at(-1)
    expect(row?.response?.status).toBe(200)
    expect((await sim.resend(row?.id ?? 0)).response?.status).toBe(200)
    const fixture = row && recordFixture(row)
    expect(JSON.stringify(fixture)).not.toMatch(/hidden|token/i)
    expect(fixture && (await sim.replay(fixture)).response?.status).toBe(200)
    expect(JSON.stringify(sim.log.rows())).not.toContain(secret)
  })

  it('are not known to a forger', async () => {
    const { sim, app } = await guarded(secretHeader('x-push-token', secret))
    await sim.connect(app, { headers })
    sim.faults.next('forge', { kind: 'checkout' })
    await sim.trigger('checkout')
    const [forged, row] = sim.log.rows()
    expect([forged?.response?.status, row?.response?.status]).toEqual([401, 200])
    expect((await sim.resend(row?.id ?? 0, { as: 'forged' })).response?.status).toBe(401)
  })

  it('are what somebody wrote in their place, and gone where somebody took them away', async () => {
    const { sim, app } = await guarded(secretHeader('x-push-token', secret))
    await sim.connect(app, { headers })
    const { id } = await sim.trigger('checkout')
    const json = { 'content-type': 'application/json' }
    expect((await sim.resend(id, { headers: json })).response?.status).toBe(401)
    expect((await sim.resend(id, { headers: { ...json, 'x-push-token': 'another one' } })).response?.status).toBe(401)
  })

  it('go to the application alone, and to no other address that a payment names', async () => {
    const { received, url } = await stand()
    const { sim, received: own, url: app } = await stand()
    await sim.connect(app, { headers })
    await sim.trigger('checkout', {}, { url: `${url}/elsewhere` })
    await sim.trigger('checkout')
    expect(received[0]?.headers).not.toHaveProperty('x-push-token')
    expect(own[0]?.headers).toMatchObject({ 'x-push-token': secret })
    // Where another application was connected since, its stand-in is left out.
    await sim.connect(app)
    await sim.resend(sim.log.last)
    expect(own[1]?.headers).not.toHaveProperty('x-push-token')
  })

  it.each([
    [{ 'a b': 'x' }, "can't send the header 'a b'"],
    [{ 'x-token': 'a\nb' }, "can't send the header 'x-token'"],
  ])('%j is refused', async (wrong, problem) => {
    const { sim, url } = await stand()
    await expect(sim.connect(url, { headers: wrong })).rejects.toThrow(problem)
  })
})
