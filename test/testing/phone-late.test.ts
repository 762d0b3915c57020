import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import merchantWebhooks, { type TurnOptions } from '../../src/index.ts'
import { PhoneSteps } from '../../src/simulator/phone/steps.ts'
import { manualClock, phone, type Target } from '../../src/testing/index.ts'
import { TestHandset } from '../../src/testing/phone/test-handset.ts'

let app: FastifyInstance
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** A phone on a machine whose time a test moves. */
const phoneOf = (target: Target, machine: Clock) => new PhoneSteps(new TestHandset(target, {}, machine), target)

const tooLate = {
  code: 'FMW_PHONE_REPLY',
  message: expect.stringContaining(
    'refuse the reply to dial *713#: it took longer than the 7000 ms that the service waits (API document, 8)',
  ),
}

/** An application at an address, which answers once `work` is done. */
async function stranger(work: () => unknown): Promise<string> {
  app = Fastify({ forceCloseConnections: true })
  app.post('/', async () => {
    await work()
    return { Type: 'Response', Message: 'Hi' }
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** An application in this process. */
async function shop(clock: Clock, work: () => unknown, options: TurnOptions = {}): Promise<FastifyInstance> {
  app = Fastify()
  const ussd = async (_push: unknown, turn: { prompt(text: string): never }) => {
    await work()
    return turn.prompt('Hi')
  }
  await app.register(merchantWebhooks, { verify: 'none', clock, ussd: loosely(ussd), ...options })
  return app
}

const loosely = (given: unknown) => given as never

describe('A phone refuses an answer that the service would no longer wait for', () => {
  it('at an address, after 7 s, and waits no longer itself', async () => {
    const machine = manualClock()
    const url = await stranger(() => {
      machine.advance(7_000)
      return new Promise(() => undefined)
    })
    await expect(phoneOf(url, machine).dial('*713#')).rejects.toMatchObject(tooLate)
  })

  it('not at an address a moment before', async () => {
    const machine = manualClock()
    const url = await stranger(() => machine.advance(6_999))
    await phoneOf(url, machine).dial('*713#').expectScreen('Hi')
  })

  it('in this process, where time passed by the clock of the application: its budget is too long', async () => {
    const clock = manualClock()
    await expect(
      phone(await shop(clock, () => clock.advance(8_000), { budget: 20_000 })).dial('*713#'),
    ).rejects.toMatchObject(tooLate)
  })

  it('in this process, where a handler kept the machine busy', async () => {
    const clock = manualClock()
    await expect(phoneOf(await shop(clock, () => clock.advance(8_000)), clock).dial('*713#')).rejects.toMatchObject(
      tooLate,
    )
  })

  it('not in this process on a slow machine, where the clock of the application stands still', async () => {
    const machine = manualClock()
    await phoneOf(await shop(manualClock(), () => machine.advance(60_000)), machine)
      .dial('*713#')
      .expectScreen('Hi')
  })

  it('not where a test moves the clock far over the budget at once: the waiting screen went out in time', async () => {
    const clock = manualClock()
    const arrived = Promise.withResolvers<void>()
    const never = new Promise(() => undefined)
    const caller = phone(
      await shop(clock, () => {
        arrived.resolve()
        return never
      }),
    )
    const dialling = caller.dial('*713#').run()
    await arrived.promise
    clock.advance(30_000)
    expect((await dialling).text).toMatch(/Reply 1/)
  })

  it('not where a test runner fakes the time, and moves it as far', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    const arrived = Promise.withResolvers<void>()
    app = Fastify()
    await app.register(merchantWebhooks, {
      verify: 'none',
      ussd: () => {
        arrived.resolve()
        return new Promise<never>(() => undefined)
      },
    })
    const dialling = phone(app).dial('*713#').run()
    await arrived.promise
    vi.advanceTimersByTime(30_000)
    expect((await dialling).text).toMatch(/Reply 1/)
  })
})
