import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { stand } from '../faults/receiver.ts'
import { get } from './call.ts'

describe('a row of the log, in words', () => {
  it('says what a notice means, and why', async () => {
    const { sim } = await stand()
    sim.faults.next('contradict', { kind: 'checkout', way: 'unpaidUnderSuccess' })
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    const [row] = (await get(sim, '/log')).body.rows
    expect(row).toMatchObject({ outcome: 'undetermined', words: 'order-17', screen: null })
    const { plugin: reading } = (await get(sim, '/log/1')).body
    expect(reading).toMatchObject({ problem: null, event: { kind: 'checkout', clientReference: 'order-17' } })
    expect(reading.why).toMatch(/\w/)
  })

  it('calls a payment by the reference in its signed address, which the application gave it', async () => {
    const { sim } = await stand()
    const { items } = (await get(sim, '/kinds')).body
    const { address } = items.find(({ kind }: { kind: string }) => kind === 'ussdPayment')
    await sim.trigger('ussdPayment', {}, { url: `${address}?mref=order-17` })
    expect((await get(sim, '/log')).body.rows).toMatchObject([{ words: 'order-17' }])
  })

  it('says what was entered and what the subscriber reads', async () => {
    const { sim } = await stand()
    await sim.trigger('ussd', { Message: '*713#' })
    await sim.messages.from('+233000000000', 'JOIN now')
    await sim.trigger('deliveryReport')
    const { rows } = (await get(sim, '/log')).body
    expect(rows[0]).toMatchObject({ words: '*713#', outcome: null })
    expect(rows[1]).toMatchObject({ words: 'JOIN now', screen: null })
    expect(rows[2]).toMatchObject({ outcome: 'Delivered' })
  })

  it('says no more than the first words, and no half of a character', async () => {
    const { sim } = await stand()
    await sim.messages.from('+233000000000', `${'a'.repeat(199)}\u{1f600}${'b'.repeat(20_000)}`)
    await sim.messages.from('+233000000000', 'c'.repeat(200))
    const { rows } = (await get(sim, '/log')).body
    expect(rows.map(({ words }: { words: string }) => words)).toEqual([`${'a'.repeat(199)}…`, 'c'.repeat(200)])
  })

  it('says the text of a message that is sent, quickly or not', async () => {
    const { sim } = await stand()
    const client = new MerchantClient(sim.clientOptions)
    await client.messages.send({ from: 'Shop', to: '+233000000001', content: 'Paid 5.00' })
    await client.messages.quickSend({ from: 'Shop', to: '+233000000001', content: 'Paid 6.00' })
    const { rows } = (await get(sim, '/log')).body
    expect(rows.map(({ words }: { words: string }) => words)).toEqual(['Paid 5.00', 'Paid 6.00'])
  })

  it('says how a session ended that nobody answered, or that was hung up', async () => {
    const { sim } = await stand()
    await sim.trigger('ussd', { Type: 'Timeout', Message: '' })
    await sim.trigger('ussd', { Type: 'Release', Message: '' })
    const { rows } = (await get(sim, '/log')).body
    expect(rows).toMatchObject(
      [{ words: /^Timeout: / }, { words: /^Release: / }].map(({ words }) => ({ words: expect.stringMatching(words) })),
    )
  })

  it('says why the plugin refuses a push', async () => {
    const { sim } = await stand()
    for (const way of ['words', 'array', 'nothing']) {
      sim.faults.next('corrupt', { kind: 'checkout', way })
      await sim.trigger('checkout')
    }
    sim.faults.next('badEnvelope', { kind: 'checkout', way: 'text' })
    await sim.trigger('checkout')
    for (const id of [1, 2, 3, 4]) {
      const { plugin: reading, outcome } = (await get(sim, `/log/${id}`)).body
      expect(reading).toMatchObject({ event: null, problem: expect.stringMatching(/must be/) })
      expect(outcome).toBe(null)
    }
  })

  it('reads forms and queries too, and no calls', async () => {
    const { sim } = await stand()
    sim.profile = 'forms'
    await sim.trigger('deliveryReport')
    sim.profile = 'queries'
    await sim.trigger('deliveryReport')
    await fetch(`${sim.url}/nowhere`)
    const { rows } = (await get(sim, '/log')).body
    expect(rows).toMatchObject([{ outcome: 'Delivered' }, { outcome: 'Delivered' }, { outcome: null, words: '' }])
    expect((await get(sim, '/log/3')).body.plugin).toBe(null)
  })
})
