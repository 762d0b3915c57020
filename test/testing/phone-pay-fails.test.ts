import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore, type PaymentEvent, type PaymentHandler } from '../../src/index.ts'
import { manualClock, type Phone } from '../../src/testing/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { appWith } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { eachStore, keptInMemory } from './stores.ts'

const broken = new Error('the table is locked')
const tea = { amount: 5, description: 'Tea' }

const teaShop = (options: MerchantWebhooksOptions = {}) =>
  appWith({
    publicUrl: 'https://shop.example',
    ussd: (push, turn) => (push.message === '*1#' ? turn.end('Goodbye') : turn.pay('Approve', tea)),
    payment: () => undefined,
    ...options,
  })

/** What pay fails with. */
const failureOf = (paying: Phone): Promise<unknown> =>
  paying.then(
    () => undefined,
    (error: unknown) => error,
  )

const code = 'FMW_PHONE_PAYMENT'

describe('A phone cannot pay', () => {
  it('what no screen asked for', async () => {
    const app = await teaShop()
    expect(await failureOf(phone(app).pay())).toMatchObject({
      code,
      message: expect.stringContaining('pay: the last screen asks for no payment'),
    })
    expect(await failureOf(phone(app).dial('*1#').pay())).toMatchObject({
      code,
      message: 'pay: the last screen asks for no payment\nafter\n  dial *1#\n    Goodbye\n    (the session ends)',
    })
  })

  it('what was asked for in an earlier session', async () => {
    const app = await teaShop()
    const caller = phone(app)
    await caller.dial('*713#')
    expect(await failureOf(caller.dial('*1#').pay())).toMatchObject({ code })
  })

  it('where no route receives the notice, naming the kinds that have one', async () => {
    const programmable: MerchantWebhooksOptions['programmable'] = (_push, turn) => turn.pay('To the checkout', tea)
    const app = await teaShop({ payment: undefined, programmable })
    expect(await failureOf(phone(app, { channel: 'webstore' }).dial().pay())).toMatchObject({
      code: 'FMW_TESTING_NO_ROUTE',
      message: expect.stringContaining('No route receives fulfilment'),
    })
  })

  it.each([{ publicUrl: undefined }, { payment: undefined }])(
    'on USSD where the reply has no CallbackUrl, since the service would post no notice: %j',
    async (options) => {
      const app = await teaShop(options)
      expect(await failureOf(phone(app).dial('*713#').pay())).toMatchObject({
        code,
        message: expect.stringContaining(
          'the reply has no CallbackUrl, so the service would post no notice: set publicUrl',
        ),
      })
    },
  )

  it('in a registration that is not there', async () => {
    const app = await teaShop()
    const missing = { registration: 'tickets', url: '/ussd' }
    expect(await failureOf(phone(app, missing).dial('*713#').pay())).toMatchObject({ code: 'FMW_NAME_UNKNOWN' })
  })

  it('where the notice is refused: the status and the problem say why', async () => {
    const app = await teaShop()
    const caller = phone(app)
    expect(await failureOf(caller.dial('*713#').pay({ url: '/elsewhere' }))).toMatchObject({
      code,
      message: expect.stringContaining('pay: the notice was refused with 404: {'),
    })
    expect(caller.lastPayment).toMatchObject({ status: 404, id: undefined, event: undefined, error: undefined })
    expect(caller.transcript()).toMatch(/pay: paid 5\n {2}\(not handled\)$/)
  })

  it('showing the line on which the step was written', async () => {
    const error = await failureOf(
      phone(await teaShop())
        .dial('*1#')
        .pay(),
    )
    const stack = error instanceof Error ? String(error.stack) : ''
    expect(stack.split('\n').find((line) => /^\s+at /.test(line))).toContain('phone-pay-fails.test.ts')
  })
})

describe.each(dealt(eachStore))('A handler that fails on a notice, %s', (_name, newStore, it) => {
  it('fails the step with its error, and shows what it got', async () => {
    const app = await teaShop({ store: newStore(), retry: { minDelay: 60_000 }, payment: () => Promise.reject(broken) })
    const caller = phone(app)
    const error = await failureOf(caller.dial('*713#').pay())

    expect(error).toMatchObject({
      code,
      cause: broken,
      message: expect.stringContaining('pay: the notice was not handled: the table is locked\nafter\n  dial *713#'),
    })
    expect(caller.lastPayment).toMatchObject({ event: { outcome: 'paid', amount: 5 }, error: broken })
    expect(caller.lastPayment?.id).toContain('ussdPayment:')
    expect(app.merchant.events.eventNames()).toEqual([])
  })

  it('whatever it throws', async () => {
    const app = await teaShop({
      store: newStore(),
      retry: { minDelay: 60_000 },
      payment: () => Promise.reject('no words'),
    })
    expect(await failureOf(phone(app).dial('*713#').pay())).toMatchObject({
      code,
      cause: 'no words',
      message: expect.stringContaining('was not handled: no words'),
    })
  })
})

describe('A notice that every attempt failed on', () => {
  it('is not tried again because it comes again, where it was kept', async () => {
    const error = new Error('the table is locked')
    const events: PaymentEvent[] = []
    const payment = (event: PaymentEvent) => {
      events.push(event)
      return Promise.reject(error)
    }
    const app = await teaShop({ store: keptInMemory(), retry: { attempts: 1 }, payment })
    const caller = phone(app)
    expect(await failureOf(caller.dial('*713#').pay())).toMatchObject({ code, cause: error })
    const again = await failureOf(caller.pay())

    expect(again).toMatchObject({
      code,
      message: expect.stringContaining('was not handled: Error: the table is locked'),
    })
    expect(caller.lastPayment).toMatchObject({ status: 200, error: 'Error: the table is locked' })
    expect(events).toHaveLength(1)
  })
})

describe('A handler that recovers', () => {
  it('is waited for when the notice comes again', async () => {
    const payment: PaymentHandler = async (_event, { number }) => {
      if (number === 1) throw broken
    }
    const app = await teaShop({ payment })
    const caller = phone(app)
    expect(await failureOf(caller.dial('*713#').pay())).toMatchObject({ cause: broken })
    await caller.pay()

    expect(caller.lastPayment).toMatchObject({ status: 200, error: undefined })
  })

  it('is waited for when it is tried again', async () => {
    const triedAgain = Promise.withResolvers<void>()
    const recovered = Promise.withResolvers<void>()
    const payment: PaymentHandler = async (_event, { number }) => {
      if (number === 1) throw broken
      triedAgain.resolve()
      await recovered.promise
    }
    const clock = manualClock()
    const app = await teaShop({ store: keptInMemory({ clock }), clock, payment })
    const caller = phone(app)
    expect(await failureOf(caller.dial('*713#').pay())).toMatchObject({ cause: broken })
    const paying = caller.pay().run()
    clock.advance(60_000)
    await triedAgain.promise
    recovered.resolve()
    await paying

    expect(caller.lastPayment).toMatchObject({ status: 200, error: undefined })
  })
})

describe('A phone that pays does not wait for ever', () => {
  /** What the step fails with when its time is over: it begins to wait, `begun`, and then time passes. */
  async function failureInTime(caller: Phone, begun: Promise<void>, ms: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const failure = failureOf(caller)
    await begun
    vi.advanceTimersByTime(ms)
    return failure
  }

  it.each([
    ['before it is acknowledged', memoryStore],
    ['after it is acknowledged', keptInMemory],
  ])('for a handler that works on the notice %s', async (_when, newStore) => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const payment = () => {
      begun.resolve()
      return go.promise
    }
    const app = await teaShop({ store: newStore(), payment })
    onTestFinished(() => go.resolve())
    const caller = phone(app).dial('*713#').pay()

    expect(await failureInTime(caller, begun.promise, 4_000)).toMatchObject({
      code,
      message: expect.stringContaining('pay: the notice was not handled within 4000 ms: in the inbox it is running'),
    })
    expect(caller.lastPayment).toMatchObject({ status: undefined, event: { outcome: 'paid' }, error: undefined })
    expect(app.merchant.events.eventNames()).toEqual([])
  })

  it('for an application that does not answer', async () => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const hold = async ({ url }: { readonly url: string }) => {
      if (url !== '/ussd-payment') return
      begun.resolve()
      await go.promise
    }
    const app = await appWith(
      {
        publicUrl: 'https://shop.example',
        ussd: (_push, turn) => turn.pay('Approve', tea),
        payment: () => undefined,
      },
      { prepare: (host) => host.addHook('onRequest', hold) },
    )
    onTestFinished(() => go.resolve())
    const caller = phone(app).dial('*713#').pay({ within: 500 })

    expect(await failureInTime(caller, begun.promise, 500)).toMatchObject({
      code,
      message: expect.stringContaining('was not handled within 500 ms: no answer came'),
    })
    expect(caller.lastPayment).toMatchObject({ status: undefined, id: undefined, event: undefined })
  })
})
