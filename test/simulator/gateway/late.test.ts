import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/index.ts'
import { openShop, openStranger } from './shop.ts'

describe('an application that is too slow (reference 7.2, 8)', () => {
  it('leaves the subscriber with UUT after 7 s, over sockets; the row says so', async () => {
    const clock = manualClock()
    const arrived = Promise.withResolvers<void>()
    const { sim } = await openStranger(
      (app) => {
        app.post('/ussd', () => {
          arrived.resolve()
          return new Promise(() => undefined)
        })
      },
      { clock },
    )
    const phone = sim.phone('+233000000001')
    const dialling = phone.dial('*713#').run()
    await arrived.promise
    clock.advance(6_999)
    expect(sim.log.rows()).toEqual([])
    clock.advance(1)
    expect((await dialling).text).toBe('UUT')
    expect(sim.log.rows()).toMatchObject([
      { ms: 7_000, deadline: 7_000, response: null, problem: expect.stringMatching(/no answer in time/) },
    ])
    expect(phone.isOpen).toBe(false)
  })

  it('leaves the subscriber with UUT in this process too', async () => {
    const clock = manualClock()
    const arrived = Promise.withResolvers<void>()
    const supplier = Promise.withResolvers<void>()
    const { sim } = await openShop(
      {
        // A clock of the application's own: its budget isn't over.
        ussd: async (_push, turn) => {
          arrived.resolve()
          await supplier.promise
          return turn.end('Late')
        },
      },
      { clock },
    )
    const dialling = sim.phone('+233000000001').dial('*713#').run()
    await arrived.promise
    clock.advance(7_000)
    expect((await dialling).gatewayError).toBe('UUT')
    supplier.resolve()
  })
})
