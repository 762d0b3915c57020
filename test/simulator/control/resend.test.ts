import { describe, expect, it } from 'vitest'
import { profiles } from '../../../src/simulator/index.ts'
import { stand } from '../faults/receiver.ts'
import { post } from './call.ts'

describe('a push of the log that is sent again', () => {
  it('is the same, or changed, to the last byte', async () => {
    const { sim, received } = await stand()
    await sim.trigger('checkout')
    expect((await post(sim, '/log/1/resend')).body).toMatchObject({
      id: 2,
      kind: 'checkout',
      status: 200,
      faults: ['duplicate'],
    })
    expect(received[1]?.text).toBe(received[0]?.text)
    const { body: edited } = await post(sim, '/log/1/resend', {
      text: '{"ResponseCode":"2001"}',
      headers: { 'x-test': '1', 'content-length': '3', 'transfer-encoding': 'chunked', host: 'elsewhere.example' },
    })
    expect(edited.faults).toEqual(['edited'])
    expect(received[2]).toMatchObject({ text: '{"ResponseCode":"2001"}', headers: { 'x-test': '1' } })
    expect(received[2]?.headers.host).toMatch(/^127\.0\.0\.1/)
    await post(sim, '/log/1/resend', { base64: Buffer.from([255, 0]).toString('base64'), method: 'PUT' })
    expect([...(received[3]?.body ?? [])]).toEqual([255, 0])
    expect(received[3]?.method).toBe('PUT')
    await sim.resend(1, { body: null })
    expect(received[4]?.text).toBe('')
  })

  it('comes late by the clock: a turn after 7 seconds, a notification after 5 minutes', async () => {
    const { sim, received } = await stand()
    await sim.trigger('ussd')
    await sim.trigger('checkout')
    expect((await post(sim, '/log/1/resend', { as: 'late' })).body).toMatchObject({
      status: null,
      problem: expect.stringContaining('comes later'),
      faults: ['delayPastLimit'],
    })
    await post(sim, '/log/2/resend', { as: 'late' })
    await sim.advance(7_500)
    expect(received.length).toBe(2)
    await sim.advance(500)
    expect(received.map(({ path }) => path)).toEqual(['/ussd', '/checkout', '/ussd'])
    await sim.advance(292_000)
    expect(received.length).toBe(3)
    await sim.advance(60_000)
    expect(received[3]?.text).toBe(received[1]?.text)
  })

  it('is forged: a success, and no right secret', async () => {
    const { sim, received, url } = await stand()
    const secret = 'a-secret-of-2-addresses'
    await sim.trigger('checkout', { ResponseCode: '2001' }, { url: `${url}/${secret}/checkout?key=0123456789abcdef` })
    expect((await post(sim, '/log/1/resend', { as: 'forged' })).body.faults).toEqual(['forge'])
    const [honest, forged] = received.map(({ text }) => JSON.parse(text))
    expect(forged.ResponseCode).toBe('0000')
    expect(forged.Data.ClientReference).toBe(honest.Data.ClientReference)
    expect(received[1]?.path).not.toContain(secret)
    expect(received[1]?.query.get('key')).not.toBe('0123456789abcdef')
  })

  it('has its names in the other casing, in whatever form it came', async () => {
    const { sim, received, url } = await stand()
    const again = async (row: number) => {
      await post(sim, `/log/${row}/resend`, { as: 'otherCasing' })
      return received.at(-1)
    }
    await sim.trigger('deliveryReport')
    expect(Object.keys(JSON.parse((await again(1))?.text ?? ''))).toContain('messageId')
    expect(Object.keys(JSON.parse((await again(2))?.text ?? ''))).toContain('MessageId')
    sim.profile = { ...profiles.plain, forms: { deliveryReport: 'form', inboundMessage: 'query' } }
    await sim.trigger('deliveryReport')
    expect((await again(4))?.text).toMatch(/^from=SHOP&to=/)
    await sim.trigger('inboundMessage', {}, { url: `${url}/inbound-message?secret=of-the-address` })
    const { query } = (await again(6)) ?? {}
    expect([...(query?.keys() ?? [])]).toEqual([
      'secret',
      ...['From', 'To', 'Fulltext', 'Keyword', 'Text', 'Account', 'Campaign', 'Date', 'Network'],
    ])
  })

  it('stays as it is where it has no names', async () => {
    const { sim, received } = await stand()
    for (const way of ['text', 'array', 'nothing']) {
      sim.faults.next('corrupt', { way })
      const { id } = await sim.trigger('checkout')
      await sim.resend(id, { as: 'otherCasing' })
      expect(received.at(-1)?.text).toBe(received.at(-2)?.text)
    }
  })

  it('is refused where there is nothing to send, or nowhere', async () => {
    const { sim } = await stand()
    await sim.trigger('checkout')
    await fetch(`${sim.url}/nowhere`)
    expect((await post(sim, '/log/9/resend')).body.message).toMatch(/no row 9/)
    expect((await post(sim, '/log/2/resend')).body.message).toMatch(/row 2 again: it is a call/)
    expect((await post(sim, '/log/1/resend', { url: 'nowhere' })).body.message).toMatch(
      /^url must be a whole address, /,
    )
    await sim.trigger('checkout', { Data: { Description: 'x'.repeat(70_000) } })
    expect((await post(sim, '/log/3/resend')).body.message).toMatch(/only the first part/)
    expect((await post(sim, '/log/3/resend', { text: '{}' })).body.status).toBe(200)
  })
})
