import { describe, expect, it } from 'vitest'
import { stand } from './receiver.ts'

describe('faults of sending', () => {
  it('duplicate: the same bytes come again, a second later', async () => {
    const { sim, received } = await stand()
    sim.faults.next('duplicate', { kind: 'checkout' })
    await sim.trigger('checkout')
    expect(received).toHaveLength(1)
    await sim.advance(1_000)
    expect(received).toHaveLength(2)
    expect(received[1]?.body.equals(received[0]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(sim.log.rows().map(({ faults }) => faults)).toEqual([['duplicate'], ['duplicate']])
    await sim.trigger('checkout')
    await sim.advance(1_000)
    expect(received).toHaveLength(3)
  })

  it('drop: the push never arrives, and the log says why', async () => {
    const { sim, received } = await stand()
    sim.faults.next('drop')
    const row = await sim.trigger('checkout')
    expect(row).toMatchObject({ faults: ['drop'], response: null, problem: 'it was lost on the way: a fault' })
    expect(received).toEqual([])
  })

  it('drop: what is lost is tried again where the profile tries again', async () => {
    const { sim, received } = await stand({ profile: 'retryOnce' })
    sim.faults.next('drop')
    await sim.trigger('checkout')
    await sim.advance(1_000)
    expect(received).toHaveLength(1)
    expect(sim.log.rows().map(({ attempt, problem }) => [attempt, problem === null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it.each([
    ['checkout', 360_000],
    ['ussd', 8_000],
  ] as const)('delayPastLimit: a %s arrives after its limit', async (kind, ms) => {
    const { sim, received } = await stand()
    sim.faults.next('delayPastLimit')
    const row = await sim.trigger(kind)
    expect(row.problem).toBe('it is held up on the way and comes later: a fault')
    await sim.advance(ms - 1)
    expect(received).toHaveLength(0)
    await sim.advance(1)
    expect(received).toHaveLength(1)
  })

  it('reorder: what comes about later arrives first', async () => {
    const { sim, received } = await stand()
    sim.faults.next('reorder', { kind: 'deliveryReport' })
    await sim.trigger('deliveryReport', { Status: 'Submitted' })
    await sim.trigger('deliveryReport', { Status: 'Delivered' })
    await sim.advance(30_000)
    expect(received.map(({ text }) => JSON.parse(text).Status)).toEqual(['Delivered', 'Submitted'])
  })

  it('burst: five of the same bytes come at once', async () => {
    const { sim, received } = await stand()
    sim.faults.next('burst')
    await sim.trigger('inboundMessage')
    await sim.settled()
    expect(received).toHaveLength(5)
    expect(new Set(received.map(({ query }) => query.toString())).size).toBe(1)
  })

  it('sameTurnTwice: the same turn comes while it runs', async () => {
    const { sim, received } = await stand()
    sim.faults.next('sameTurnTwice')
    await sim.trigger('ussd')
    await sim.settled()
    expect(received).toHaveLength(2)
    expect(received[0]?.text).toBe(received[1]?.text)
  })

  it('timeoutDuringTurn: a Timeout with the next Sequence and an empty Message comes while the turn runs', async () => {
    const { sim, received } = await stand()
    sim.faults.next('timeoutDuringTurn')
    await sim.trigger('ussd', { Type: 'Response', Message: '1', Sequence: 3, ClientState: 'menu' })
    await sim.settled()
    const [turn, timeout] = received.map(({ text }) => JSON.parse(text))
    expect(turn).toMatchObject({ Type: 'Response', Sequence: 3 })
    expect(timeout).toEqual({ ...turn, Type: 'Timeout', Message: '', Sequence: 4, ClientState: null })
  })

  it('cutAfterRequest: the push arrives, and its answer is heard by nobody', async () => {
    const { sim, received } = await stand({ profile: 'retryOnce' })
    sim.faults.next('cutAfterRequest')
    const row = await sim.trigger('checkout')
    expect(row).toMatchObject({ response: null, problem: 'the line was cut after the request' })
    await expect.poll(() => received.length).toBe(1)
    await sim.advance(1_000)
    expect(received).toHaveLength(2)
  })

  it('slowNetwork: the push arrives whole', async () => {
    const { sim, received } = await stand()
    sim.faults.next('slowNetwork')
    const row = await sim.trigger('checkout')
    expect(row.response?.status).toBe(200)
    expect(JSON.parse(received[0]?.text ?? '')).toMatchObject({ ResponseCode: '0000' })
  })

  it('probe: somebody looks at the address first', async () => {
    const { sim, received } = await stand()
    sim.faults.next('probe', { way: 'head' })
    await sim.trigger('checkout')
    expect(received.map(({ method, text }) => [method, text === ''])).toEqual([
      ['HEAD', true],
      ['POST', false],
    ])
  })

  it('forge: another push comes first, saying that all is well, to the same address without its secrets', async () => {
    const { sim, received, url } = await stand()
    sim.faults.next('forge')
    const address = `${url}/paid/0123456789abcdef0123?msig=abcdefghijklmnopqrst&kind=checkout`
    await sim.trigger('checkout', { ResponseCode: '2001', Data: { Status: 'Failed' } }, { url: address })
    const [forged, real] = received
    expect(JSON.parse(forged?.text ?? '')).toMatchObject({ ResponseCode: '0000', Data: { Status: 'Success' } })
    expect(JSON.parse(real?.text ?? '')).toMatchObject({
      ResponseCode: '2001',
      Data: { Status: 'Failed', Amount: 50.25 },
    })
    expect(forged?.path).toBe('/paid/0123456789abcdef0123')
    expect(forged?.query.get('msig')).toBe('0bcdefghijklmnopqrst')
    expect(forged?.query.get('kind')).toBe('checkout')
    expect(sim.log.rows().map(({ faults }) => faults)).toEqual([['forge'], []])
  })
})
