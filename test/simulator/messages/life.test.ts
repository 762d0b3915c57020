import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { messageStatuses } from '../../../src/index.ts'
import { messageNumbers } from '../../../src/simulator/index.ts'
import { message, startShop } from './shop.ts'

const reported = { ...message, registeredDelivery: true, clientReference: 'order-1' }
const day = 86_400_000

describe('the life of a message (reference 3.2)', () => {
  it('goes over Submitted and Sent to Delivered, and each change is reported', async () => {
    const { client, reports, sim } = await startShop()
    const { messageId } = await client.messages.send(reported)
    const seen = [(await client.messages.get(messageId)).status]
    for (let half = 0; half < 2; half += 1) {
      await sim.advance(500)
      seen.push((await client.messages.get(messageId)).status)
    }
    expect(seen).toEqual(['Submitted', 'Sent', 'Delivered'])
    expect(reports).toMatchObject([
      { messageId, status: 'Sent', clientReference: 'order-1', from: 'Shop', to: '+233000000000' },
      { messageId, status: 'Delivered', isFinal: true },
    ])
  })

  it('is reported only where that was asked for', async () => {
    const { client, reports, sim } = await startShop()
    await client.messages.send(message)
    await sim.advance(day)
    expect([reports, sim.log.rows({ direction: 'push' })]).toEqual([[], []])
  })

  it('is reported at its end alone where the option says so', async () => {
    const { client, reports, sim } = await startShop({ messages: { reports: 'last', delivery: 60_000 } })
    await client.messages.send(reported)
    await client.messages.send({ ...reported, to: '+233010008002' })
    await sim.advance(day)
    expect(reports.map(({ status }) => status)).toEqual(['Delivered', 'Delivered'])
  })

  it.each(messageNumbers.filter(({ refusedWith }) => refusedWith === undefined))(
    'is as its number says: $mobile, $meaning',
    async ({ mobile, life, isSilent }) => {
      const { client, reports, sim } = await startShop()
      const { messageId } = await client.messages.send({ ...reported, to: mobile })
      await sim.advance(day)
      const expected = life?.map(({ status }) => status) ?? ['Sent', 'Delivered']
      expect((await client.messages.get(messageId)).status).toBe(expected.at(-1))
      expect(reports.map(({ status }) => status)).toEqual(isSilent ? [] : expected)
      expect(sim.messages.to(mobile)).toHaveLength(expected.includes('Delivered') ? 1 : 0)
    },
  )

  it.each(messageStatuses)('may come to $status by hand', async ({ status, final }) => {
    const { client, reports, sim } = await startShop()
    const { messageId } = await client.messages.send(reported)
    await sim.messages.settle(messageId, status)
    await sim.advance(day)
    expect(reports).toMatchObject([{ status, isFinal: final }])
    expect(await client.messages.get(messageId)).toMatchObject({ status })
  })

  it('comes by hand to no word that is none, and to nothing where there is no message', async () => {
    const { client, sim } = await startShop()
    const { messageId } = await client.messages.send(message)
    await expect(sim.messages.settle(messageId, 'Gone' as 'Sent')).rejects.toThrow(/no status 'Gone'/)
    await expect(sim.messages.settle('none', 'Sent')).rejects.toThrow(/has no message 'none'/)
  })

  it('ends with Out of Credit where none is left when its time comes', async () => {
    const { client, reports, sim } = await startShop({ messages: { balance: 1 } })
    const later = { ...reported, time: new Date(sim.now() + 60_000) }
    await client.messages.send(later)
    await client.messages.send(later)
    await sim.advance(day)
    expect(reports.map(({ status }) => status)).toEqual(['Submitted', 'Out of Credit', 'Sent', 'Delivered'])
  })

  it('goes on after a snapshot was put back', async () => {
    const { client, sim } = await startShop()
    const { messageId } = await client.messages.send(message)
    const before = sim.snapshot()
    await sim.advance(1_000)
    sim.restore(before)
    expect((await client.messages.get(messageId)).status).toBe('Submitted')
    await sim.advance(1_000)
    expect((await client.messages.get(messageId)).status).toBe('Delivered')
  })
})

describe('the form of a report (reference 2.10, field notes)', () => {
  it.each(['plain', 'camelCase', 'mixedNames', 'forms'] as const)('may be that of the profile %s', async (profile) => {
    const { client, reports, sim } = await startShop({ profile })
    const { messageId } = await client.messages.send(reported)
    await sim.advance(1_000)
    expect(reports.at(-1)).toMatchObject({ messageId, status: 'Delivered', clientReference: 'order-1' })
  })

  it.each(['query', 'query-get'] as const)('may be parameters: %s', async (form) => {
    const { profiles } = await import('../../../src/simulator/index.ts')
    const { client, reports, sim } = await startShop({
      profile: { ...profiles.plain, forms: { deliveryReport: form } },
    })
    await client.messages.send(reported)
    await sim.advance(1_000)
    const [row] = sim.log.rows({ kind: 'deliveryReport' })
    expect([row?.method, row?.request.bytes]).toEqual([form === 'query' ? 'POST' : 'GET', 0])
    expect(reports.map(({ status }) => status)).toEqual(['Sent', 'Delivered'])
  })

  it('may have a dashed identifier, and a status without its spaces', async () => {
    const { client, reports, sim } = await startShop({ messages: { reportIds: 'dashed', reportWords: 'joined' } })
    const { messageId } = await client.messages.send(reported)
    await sim.messages.settle(messageId, 'Buffered Locally')
    const body = String(sim.log.rows({ kind: 'deliveryReport' })[0]?.request.body)
    expect(body).toMatch(/"Status":"BufferedLocally"/)
    expect(body).toMatch(/"MessageId":"[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(reports).toMatchObject([{ messageId, status: 'Buffered Locally' }])
  })

  it('is a row with a problem where nobody takes reports', async () => {
    const { client, sim } = await startShop()
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Hello') })
    await sim.connect(app)
    const { messageId } = await client.messages.send(reported)
    await sim.advance(1_000)
    expect((await client.messages.get(messageId)).status).toBe('Delivered')
    expect(sim.log.rows({ kind: 'deliveryReport' })).toMatchObject([
      { response: null, problem: expect.stringContaining('no address for deliveryReport'), about: { messageId } },
      { response: null },
    ])
  })
})
