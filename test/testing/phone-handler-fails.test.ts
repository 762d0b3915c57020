import { AssertionError } from 'node:assert'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MerchantWebhooksOptions, UssdHandler } from '../../src/index.ts'
import { manualClock, type Phone } from '../../src/testing/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { appWith } from '../http/app.ts'

const broken = new TypeError('no price of tea')

/** What a step fails with. */
const failureOf = (failing: Phone): Promise<unknown> =>
  failing.then(
    () => undefined,
    (error: unknown) => error,
  )

const sellsTea: UssdHandler = (push, turn) => {
  if (push.type === 'initiation') return turn.menu('Welcome', ['Tea'])
  throw broken
}

const shop = (options: MerchantWebhooksOptions = {}) =>
  appWith({ ussd: sellsTea, programmable: () => Promise.reject(broken), ...options })

describe('A handler that fails in a turn, without a logger', () => {
  it('is named by the step that needs the session which it ended, with what led there', async () => {
    const error = await failureOf(
      phone(await shop())
        .dial('*713#')
        .choose('Tea')
        .choose('Yes'),
    )

    expect(error).toMatchObject({ code: 'FMW_PHONE_SESSION', cause: broken })
    expect(error).toHaveProperty(
      'message',
      `choose Yes needs an open session, and the last one has ended: dial() opens one
the handler failed: TypeError: no price of tea
after
  dial *713#
    Welcome
    1. Tea
  choose Tea (1)
    Sorry, something went wrong. Try later.
    (the session ends)`,
    )
  })

  it('is named where its screen is not the one that was expected', async () => {
    const error = await failureOf(
      phone(await shop())
        .dial('*713#')
        .choose('Tea')
        .expectScreen(/Pay/),
    )

    expect(error).toBeInstanceOf(AssertionError)
    expect(error).toMatchObject({
      cause: broken,
      message: expect.stringMatching(
        /^The screen must match \/Pay\/\nbut it is\n {2}Sorry.*\nthe handler failed: TypeError: no price of tea\nafter\n {2}dial/,
      ),
    })
  })

  it('is named where nothing can be paid', async () => {
    const error = await failureOf(
      phone(await shop())
        .dial('*713#')
        .choose('Tea')
        .pay(),
    )

    expect(error).toMatchObject({
      code: 'FMW_PHONE_PAYMENT',
      cause: broken,
      message: expect.stringContaining('asks for no payment\nthe handler failed: TypeError: no price of tea\nafter\n'),
    })
  })

  it('is named on rich channels too, and when the last push comes again', async () => {
    const caller = phone(await shop(), { channel: 'webstore' })
    const error = await failureOf(caller.dial().repeatLast().expectScreen(/Pay/))

    expect(error).toMatchObject({ cause: broken, message: expect.stringContaining('the handler failed: TypeError') })
  })

  it('is named whatever it throws', async () => {
    const app = await shop({ ussd: () => Promise.reject('no words') })
    const error = await failureOf(phone(app).dial('*713#').expectScreen(/Pay/))

    expect(error).toMatchObject({ cause: 'no words', message: expect.stringContaining('the handler failed: no words') })
  })

  it('is not named in the next session', async () => {
    const error = await failureOf(
      phone(await shop())
        .dial('*713#')
        .choose('Tea')
        .redial()
        .choose('Rice'),
    )

    expect(error).toMatchObject({ code: 'FMW_PHONE_CHOICE', message: expect.not.stringContaining('failed') })
    expect(error).not.toHaveProperty('cause')
  })

  it('is heard by one listener for all phones, which goes with the last session', async () => {
    const app = await shop()
    const callers = Array.from({ length: 12 }, () => phone(app))
    await Promise.all(callers.map((caller) => caller.dial('*713#').redial()))
    expect(app.merchant.events.listenerCount('turnFailed')).toBe(1)

    const errors = await Promise.all(callers.map((caller) => failureOf(caller.choose('Tea').expectScreen(/Pay/))))
    expect(errors.map((error) => error instanceof Error && error.cause === broken)).toEqual(callers.map(() => true))
    expect(app.merchant.events.eventNames()).toEqual([])
  })

  it('is not seen at an address, nor in an application without the plugin', async () => {
    const app = await shop()
    const address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/ussd`
    const error = await failureOf(phone(address).dial('*713#').choose('Tea').expectScreen(/Pay/))
    expect(error).toMatchObject({ message: expect.not.stringContaining('failed') })

    const other = Fastify()
    onTestFinished(() => other.close())
    other.post('/ussd', () => ({ Type: 'Response', Message: 'And?' }))
    await phone(other, { url: '/ussd' }).dial('*713#').expectScreen('And?')
  })
})

describe('A handler that is too slow', () => {
  const slow = async (onDeadline?: 'release' | (() => never)) => {
    const clock = manualClock()
    const working = Promise.withResolvers<void>()
    const supplier = Promise.withResolvers<string>()
    const handler: UssdHandler = async (push, turn) => {
      if (push.type === 'initiation') return turn.menu('Welcome', ['Tea'])
      working.resolve()
      return turn.end(await supplier.promise)
    }
    const app = await shop({ clock, ussd: onDeadline === undefined ? handler : { handler, onDeadline } })
    const caller = phone(app)
    await caller.dial('*713#')
    const waiting = caller.choose('Tea').run()
    await working.promise
    clock.advance(6_000)
    await waiting
    return { caller, supplier, clock }
  }

  it('is told where another screen was expected', async () => {
    const { caller, supplier } = await slow()
    const error = await failureOf(caller.expectScreen(/Pay/))

    expect(error).toMatchObject({
      message: expect.stringMatching(
        /\nthe budget ran out before the handler answered: after 6000 ms a waiting screen went out\nafter\n/,
      ),
    })
    expect(error).not.toHaveProperty('cause')
    supplier.resolve('Goodbye')
    const later = await failureOf(caller.reply('1').expectScreen(/Pay/))
    expect(later).toMatchObject({ message: expect.not.stringContaining('the budget') })
  })

  it('is told where its session is needed, which was released', async () => {
    const { caller, supplier } = await slow('release')
    const error = await failureOf(caller.reply('1'))
    supplier.resolve('Goodbye')

    expect(error).toMatchObject({
      code: 'FMW_PHONE_SESSION',
      message: expect.stringContaining('after 6000 ms a release went out\nafter\n'),
    })
  })

  it('may still fail, between two steps', async () => {
    const { caller, supplier } = await slow()
    supplier.reject(broken)
    await new Promise(setImmediate)
    const error = await failureOf(caller.reply('1').expectScreen(/Pay/))

    expect(error).toMatchObject({ cause: broken, message: expect.stringContaining('the handler failed: TypeError') })
  })

  it('is not the reason where onDeadline has failed', async () => {
    const { caller, supplier } = await slow(() => {
      throw broken
    })
    const error = await failureOf(caller.expectScreen(/Pay/))
    supplier.resolve('Goodbye')

    expect(error).toMatchObject({ cause: broken, message: expect.stringContaining('\nonDeadline failed: TypeError') })
  })
})
