import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator, type ProfileName, profiles } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { stand } from '../faults/receiver.ts'

describe('profiles of the sender', () => {
  it('take effect at once: casing and form', async () => {
    const { sim, received } = await stand()
    await sim.trigger('deliveryReport')
    sim.profile = 'queries'
    await sim.trigger('deliveryReport')
    sim.profile = 'forms'
    await sim.trigger('deliveryReport')
    expect(received.map(({ method, query, text }) => [method, [...query.keys()][0], text.slice(0, 8)])).toEqual([
      ['POST', undefined, '{"From":'],
      ['GET', 'from', ''],
      ['POST', undefined, 'From=SHO'],
    ])
  })

  it('take effect at once: keep-alive', async () => {
    const { sim, received } = await stand()
    await sim.trigger('checkout')
    await sim.trigger('checkout')
    sim.profile = 'probing'
    await sim.trigger('checkout')
    await sim.trigger('checkout')
    const connections = received.filter(({ method }) => method === 'POST').map(({ connection }) => connection)
    expect(connections[0]).toBe(connections[1])
    expect(new Set(connections.slice(1)).size).toBe(3)
  })

  it.each([
    ['plain', []],
    ['retryOnce', [1_000]],
    ['ladder', [1_000, 1_000, 1_000, 120_000, 120_000, 3_600_000, 3_600_000]],
  ] as [ProfileName, number[]][])('%s: tries again after these waits, and then no more', async (name, waits) => {
    const { sim, received, statuses } = await stand({ profile: name })
    statuses.push(...Array<number>(20).fill(503))
    await sim.trigger('checkout')
    for (const [index, wait] of waits.entries()) {
      await sim.advance(wait - 1)
      expect(received).toHaveLength(index + 1)
      await sim.advance(1)
      expect(received).toHaveLength(index + 2)
    }
    await sim.advance(86_400_000)
    expect(received).toHaveLength(waits.length + 1)
    expect(sim.log.rows().map(({ attempt }) => attempt)).toEqual([1, ...waits.map((_wait, index) => index + 2)])
  })

  it('longLadder: goes on for three days', async () => {
    const { sim, received, statuses } = await stand({ profile: 'longLadder' })
    statuses.push(...Array<number>(200).fill(500))
    await sim.trigger('checkout')
    await sim.advance(4 * 86_400_000)
    expect(received).toHaveLength(123)
  })

  it('never try a turn again', async () => {
    const { sim, received, statuses } = await stand({ profile: 'ladder' })
    statuses.push(503)
    await sim.trigger('ussd')
    await sim.advance(86_400_000)
    expect(received).toHaveLength(1)
  })

  it.each([
    ['aheadOfTime', '2026-11-23T08:05:00Z', '2026-11-23 08:05'],
    ['behindTime', '2026-11-23T07:55:00Z', '2026-11-23 07:55'],
  ] as [ProfileName, string, string][])('%s: the dates in pushes are off', async (name, paymentDate, date) => {
    const { sim, received } = await stand({ profile: name, clock: manualClock({ now: Date.UTC(2026, 10, 23, 8) }) })
    await sim.trigger('ussdPayment')
    await sim.trigger('inboundMessage')
    await sim.trigger('fulfilment')
    expect(JSON.parse(received[0]?.text ?? '').Data.PaymentDate).toBe(paymentDate)
    expect(received[1]?.query.get('date')).toBe(date)
    expect(JSON.parse(received[2]?.text ?? '').OrderInfo.OrderDate).toBe(paymentDate.replace('Z', '.0000000+00:00'))
  })

  it('probing: looks at each address before its first push', async () => {
    const { sim, received } = await stand({ profile: 'probing' })
    await sim.trigger('checkout')
    await sim.trigger('checkout')
    await sim.trigger('ussd')
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'HEAD /checkout',
      'POST /checkout',
      'POST /checkout',
      'HEAD /ussd',
      'POST /ussd',
    ])
  })

  it.each([
    ['oneByOne', 1, true],
    ['anyOrder', 4, false],
  ] as [ProfileName, number, boolean][])('%s: at most %i at once', async (name, most, isInOrder) => {
    const seen: string[] = []
    let [now, peak] = [0, 0]
    // The first ones wait for each other, so that they are there at once.
    const full = Promise.withResolvers<void>()
    const server = createServer(async (request, response) => {
      now += 1
      peak = Math.max(peak, now)
      let text = ''
      for await (const chunk of request) text += chunk
      seen.push(JSON.parse(text).ClientReference)
      if (now === most) setImmediate(full.resolve)
      await full.promise
      now -= 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.closeAllConnections())
    onTestFinished(() => void server.close())
    const sim = await createSimulator({ profile: name })
    onTestFinished(() => sim.close())
    const address = server.address()
    await sim.connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    const sent = Array.from({ length: 30 }, (_, index) => `sms-${index}`)
    await Promise.all(sent.map((ClientReference) => sim.trigger('deliveryReport', { ClientReference })))
    expect(peak).toBe(most)
    expect(seen.toSorted()).toEqual(sent.toSorted())
    expect(seen.join() === sent.join()).toBe(isInOrder)
  })

  it.each(Object.keys(profiles) as ProfileName[])('%s: every kind arrives', async (name) => {
    const { sim, received } = await stand({ profile: name })
    const kinds = [
      'ussd',
      'programmable',
      'checkout',
      'fulfilment',
      'ussdPayment',
      'deliveryReport',
      'inboundMessage',
    ] as const
    for (const kind of kinds) expect((await sim.trigger(kind)).response?.status).toBe(200)
    expect(received.length).toBeGreaterThanOrEqual(7)
  })

  it('a profile of your own: what it leaves out is as in plain', async () => {
    const { sim } = await stand()
    sim.profile = { ...profiles.plain, retries: [5] }
    expect(sim.profile).toEqual({ ...profiles.plain, retries: [5] })
    expect(() => {
      sim.profile = 'none' as 'plain'
    }).toThrow(/profile is 'none': there are plain, /)
  })
})
