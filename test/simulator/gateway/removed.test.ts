import { describe, expect, it } from 'vitest'
import { get, post } from '../control/call.ts'
import { openShop, pushed } from './shop.ts'

const number = '+233000000001'

describe('a phone that is taken away', () => {
  it('hangs up, is in no list any more, and comes back as it was', async () => {
    const { sim } = await openShop({ ussd: (_push, turn) => turn.prompt('How many?') })
    const phone = sim.phone(number, { skin: 'basic', operator: 'second', serviceCode: '9' })
    await phone.dial('*713#')
    sim.phone(number, { channel: 'pos' })
    const { status, body } = await post(sim, '/phones/remove', { number })
    expect(status).toBe(200)
    expect(body).toEqual({
      number,
      channel: 'ussd',
      kind: 'ussd',
      operator: 'second',
      mobile: number,
      serviceCode: '9',
      skin: 'basic',
      place: 0,
    })
    expect(sim.log.rows({ kind: 'ussd' }).map((row) => pushed(row).Type)).toEqual(['Initiation', 'Release'])
    expect((await get(sim, '/phones')).body.items.map(({ channel }: { channel: string }) => channel)).toEqual(['pos'])
    await post(sim, '/phones', body)
    // In its place: before the till.
    expect(sim.phones[0]).toMatchObject({ skin: 'basic', operator: 'second', isOpen: false })
  })

  it('is not brought back by what still holds it, nor by an answer that comes later', async () => {
    const answer = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const { sim } = await openShop({
      ussd: async ({ type }, turn) => {
        if (type !== 'initiation') return turn.end('Goodbye')
        asked.resolve()
        await answer.promise
        return turn.prompt('How many?')
      },
    })
    const phone = sim.phone(number)
    const dialled = phone.dial('*713#').then(() => 'shown')
    await asked.promise
    const removed = sim.removePhone(number)
    answer.resolve()
    await Promise.all([removed, dialled])
    expect(phone.isOpen).toBe(false)
    expect(sim.phones).toEqual([])
    await phone.dial('*713#')
    expect(phone.isOpen).toBe(true)
    expect(sim.phones).toEqual([])
    sim.phone(number)
    expect(sim.phones).toHaveLength(1)
  })

  it('must be there', async () => {
    const { sim } = await openShop({ ussd: (_push, turn) => turn.end('Goodbye') })
    await expect(sim.removePhone(number, { channel: 'app' })).rejects.toMatchObject({ code: 'FMW_SIMULATOR_STATE' })
    const { status, body } = await post(sim, '/phones/remove', { number })
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining(`can't take ${number} away: it has no phone on 'ussd'`),
    })
  })
})
