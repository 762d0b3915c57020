import { describe, expect, it } from 'vitest'
import { profiles } from '../../../src/simulator/index.ts'
import { stand } from '../faults/receiver.ts'
import { get, send } from './call.ts'

/** What a row says, as the control reads it. */
async function read(set: (sim: Awaited<ReturnType<typeof stand>>['sim']) => Promise<{ readonly id: number }>) {
  const { sim } = await stand()
  const { id } = await set(sim)
  return (await get(sim, `/log/${id}`)).body.request.read
}

describe('what a row of the log says', () => {
  it.each(['pascal', 'camel', 'lower', 'upper', 'snake'])(
    'has the names of the reference, whatever came: %s',
    async (way) => {
      const said = await read((sim) => {
        sim.faults.next('changeCasing', { way })
        return sim.trigger('checkout')
      })
      expect(Object.keys(said)).toEqual(['ResponseCode', 'Status', 'Data'])
      expect(said.Data).toMatchObject({ Amount: 50.25, PaymentDetails: { PaymentType: 'MobileMoney' } })
    },
  )

  it.each(['form', 'query', 'query-get'] as const)('is the same as a %s', async (form) => {
    const said = await read((sim) => {
      sim.profile = { ...profiles.plain, forms: { deliveryReport: form } }
      return sim.trigger('deliveryReport')
    })
    expect(said).toMatchObject({ From: 'SHOP', Status: 'Delivered' })
  })

  it('shows a name that came twice under both spellings', async () => {
    const said = await read((sim) => {
      sim.faults.next('repeatName', { kind: 'ussd', way: 'serviceCode' })
      return sim.trigger('ussd')
    })
    expect(said).toMatchObject({ ServiceCode: '713', serviceCode: 'another 713' })
  })

  it.each([
    ['words', null],
    ['nothing', {}],
  ])('is nothing where nobody can read it (%s)', async (way, expected) => {
    const said = await read((sim) => {
      sim.faults.next('corrupt', { way })
      return sim.trigger('ussd')
    })
    expect(said).toEqual(expected)
  })

  it('begins after a byte order mark', async () => {
    const said = await read((sim) => {
      sim.faults.next('contentType', { way: 'charset' })
      return sim.trigger('ussd')
    })
    expect(said).toMatchObject({ Type: 'Initiation' })
  })

  it('ends where a push is deeper than anybody reads, and a text in brackets stays a text', async () => {
    const deep = await read(async (sim) => {
      const { id } = await sim.trigger('checkout')
      return sim.resend(id, { body: `{"Data":${'['.repeat(20_000)}${']'.repeat(20_000)}}` })
    })
    expect(JSON.stringify(deep)).toMatch(/\["…"\]+/)
    const text = await read((sim) => sim.trigger('inboundMessage', { text: '[hello]', fulltext: '{' }))
    expect(text).toMatchObject({ text: '[hello]', fulltext: '{' })
  })

  it('of a call is its query and its body; and every row has a verdict', async () => {
    const { sim, statuses } = await stand()
    await send(sim, 'POST', '/checkout?A=1', { 'content-type': 'application/json' }, '{"b":[2]}')
    await send(sim, 'POST', '/checkout', { 'content-type': 'application/json' }, '[7]')
    expect((await get(sim, '/log/1')).body.request.read).toEqual({ A: '1', b: [2] })
    expect((await get(sim, '/log/2')).body.request.read).toEqual([7])
    await sim.trigger('checkout')
    statuses.push(500)
    await sim.trigger('checkout')
    sim.faults.next('drop')
    await sim.trigger('checkout')
    expect((await get(sim, '/log')).body.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'refused',
      'refused',
      'ok',
      'refused',
      'unanswered',
    ])
    const base = {
      direction: 'push',
      kind: 'ussd',
      method: 'POST',
      url: '',
      at: 0,
      deadline: 7_000,
      attempt: 1,
      origin: null,
      timing: null,
    } as const
    const bytes = { headers: {}, body: Buffer.alloc(0), bytes: 0 }
    const add = (ms: number, problem: string | null) =>
      sim.log.add({ ...base, ms, problem, request: bytes, response: { status: 200, ...bytes }, faults: [], about: {} })
    add(7_001, null)
    add(5, 'it is no JSON object')
    expect((await get(sim, '/log?verdict=late')).body.found).toBe(1)
    expect((await get(sim, '/log?verdict=wrong')).body.rows).toMatchObject([{ problem: 'it is no JSON object' }])
  })
})
