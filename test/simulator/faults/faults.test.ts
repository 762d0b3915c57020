import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../../src/pushes/kinds.ts'
import { type FaultName, knownFaults } from '../../../src/simulator/index.ts'
import { stand, useStand } from './receiver.ts'

const ofPushes = knownFaults.flatMap(({ name, ways }) =>
  kinds.flatMap((kind) => (ways[kind] ?? []).map((way) => ({ name, kind, way }))),
)

describe('sim.faults', () => {
  it('strikes as often as its rate says, and the same ones for the same seed', async () => {
    const struck = async (seed: number): Promise<string> => {
      const { sim } = await stand({ seed })
      sim.faults.set('drop', { rate: 0.3, kinds: ['checkout'] })
      const marks: string[] = []
      for (let count = 0; count < 60; count += 1)
        marks.push((await sim.trigger('checkout')).faults.length > 0 ? 'x' : '.')
      return marks.join('')
    }
    const one = await struck(1)
    expect(one).toBe(await struck(1))
    expect(one).not.toBe(await struck(2))
    expect(one.replaceAll('.', '').length).toBeGreaterThan(8)
    expect(one.replaceAll('.', '').length).toBeLessThan(30)
  })

  it('strikes only the kinds that were named', async () => {
    const { sim } = await stand()
    sim.faults.set('drop', { kinds: ['checkout'] })
    expect((await sim.trigger('deliveryReport')).faults).toEqual([])
    expect((await sim.trigger('checkout')).faults).toEqual(['drop'])
  })

  it('next strikes once, what it can strike', async () => {
    const { sim } = await stand()
    sim.faults.next('drop', { kind: 'checkout' })
    expect((await sim.trigger('ussdPayment')).faults).toEqual([])
    expect((await sim.trigger('checkout')).faults).toEqual(['drop'])
    expect((await sim.trigger('checkout')).faults).toEqual([])
  })

  it('lists what is on, and clears it: one, or all', async () => {
    const { sim } = await stand()
    sim.faults.set('duplicate', { rate: 0.1, kinds: ['checkout'] })
    sim.faults.set('duplicate', { rate: 0.2, kinds: ['checkout'] })
    sim.faults.next('jsonString', { kind: 'checkout' })
    expect(sim.faults.list()).toEqual([
      { name: 'duplicate', rate: 0.2, kinds: ['checkout'], way: null, isOnce: false },
      { name: 'jsonString', rate: 1, kinds: ['checkout'], way: null, isOnce: true },
    ])
    sim.faults.clear('duplicate')
    expect(sim.faults.list().map(({ name }) => name)).toEqual(['jsonString'])
    sim.faults.set('drop')
    sim.faults.set('drop', { rate: 0 })
    expect(sim.faults.list().map(({ name }) => name)).toEqual(['jsonString'])
    sim.faults.clear()
    expect(sim.faults.list()).toEqual([])
  })

  it('phonesWithoutPlus: each number of a checkout loses its plus', async () => {
    const { sim, received } = await stand()
    sim.faults.next('phonesWithoutPlus', { kind: 'checkout' })
    await sim.trigger('checkout')
    const { Data } = JSON.parse(received[0]?.text ?? '')
    expect([Data.CustomerPhoneNumber, Data.PaymentDetails.MobileMoneyNumber]).toEqual(['233000000000', '233000000000'])
  })

  it('initiationAnswers: what is dialled carries answers, and no later push does', async () => {
    const { sim } = await stand()
    sim.faults.set('initiationAnswers', { way: 'two' })
    const phone = sim.phone('+233000000001')
    await phone.dial('*714#')
    await phone.push('Response', '1')
    await phone.dial('1')
    const said = sim.log.rows().map(({ request }) => JSON.parse(request.body.toString()).Message)
    expect(said).toEqual(['*714*5*3#', '1', '1'])
  })

  it('is state: a snapshot has it, and reset takes it away', async () => {
    const { sim } = await stand()
    sim.faults.set('drop', { rate: 0.5 })
    sim.profile = 'ladder'
    const before = sim.snapshot()
    sim.reset()
    expect(sim.faults.list()).toEqual([])
    expect(sim.profile.retries).toEqual([])
    sim.restore(before)
    expect(sim.faults.list()).toHaveLength(1)
    expect(sim.profile.retries).toHaveLength(7)
  })

  it.each([
    [() => ['explode' as FaultName], /name is 'explode': there are \d+, such as duplicate, .+simulator-faults\.md/],
    [() => ['dropp' as FaultName], /name is 'dropp': 'drop' may be meant/],
    [() => ['drop', { rate: 2 }], /rate must be a number from 0 to 1/],
    [() => ['drop', { rate: Number.NaN }], /rate must be a number from 0 to 1/],
    [() => ['contradict', { kinds: ['ussd'] }], /kinds has 'ussd': contradict strikes .*checkout/],
    [() => ['contradict', { kinds: [] }], /kinds is empty: contradict strikes .*checkout/],
    [() => ['contradict', { way: 'left' }], /way is 'left': contradict has .*cancelledUnderSuccess/],
  ] as [() => Parameters<Awaited<ReturnType<typeof stand>>['sim']['faults']['set']>, RegExp][])(
    'says what is wrong: %#',
    async (given, expected) => {
      const { sim } = await stand()
      expect(() => sim.faults.set(...given())).toThrow(expected)
    },
  )

  it('a way that some kinds have strikes those alone', async () => {
    const { sim } = await stand()
    sim.faults.set('missingFields', { way: 'amount' })
    expect(sim.faults.list()[0]?.kinds).toEqual(['checkout'])
  })
})

describe('a fault', () => {
  const standing = useStand()

  it.each(ofPushes)(
    '$name ($way) of $kind: the push goes its way, and its row has the name',
    async ({ name, kind, way }) => {
      const { sim, received } = standing()
      const plain = await sim.trigger(kind)
      sim.faults.next(name, { kind, way })
      const { faults } = await sim.trigger(kind)
      await sim.advance(400_000)
      expect(
        sim.log
          .rows()
          .slice(1)
          .some((row) => row.faults.includes(name)),
        `${plain.id} ${faults}`,
      ).toBe(true)
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(name === 'drop' ? 1 : 2)
      expect(sim.faults.list()).toEqual([])
    },
  )
})

describe('faults', () => {
  it('any of them together leave the simulator at work', async () => {
    const { sim } = await stand({ seed: 5 })
    const rate = 0.25
    for (const { name } of knownFaults) if (name !== 'slowNetwork') sim.faults.set(name, { rate })
    for (let count = 0; count < 40; count += 1) {
      const kind: Kind = kinds[count % kinds.length] ?? 'ussd'
      expect((await sim.trigger(kind)).id).toBeGreaterThan(0)
    }
    await sim.advance(400_000)
  })
})
