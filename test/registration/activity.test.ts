import { describe, expect, it, vi } from 'vitest'
import type { Merchant, MerchantEvents, MerchantWebhooksOptions } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { samples } from '../http/samples.ts'
import { newSqlite } from '../store/new-sqlite.ts'

type Told = { [Name in keyof MerchantEvents]: { name: Name; incident: MerchantEvents[Name][0] } }[keyof MerchantEvents]

function listenTo({ events }: Merchant): Told[] {
  const told: Told[] = []
  events.on('deadline', (incident) => told.push({ name: 'deadline', incident }))
  events.on('turnFailed', (incident) => told.push({ name: 'turnFailed', incident }))
  events.on('fenced', (incident) => told.push({ name: 'fenced', incident }))
  events.on('blocked', (incident) => told.push({ name: 'blocked', incident }))
  events.on('notificationFailed', (incident) => told.push({ name: 'notificationFailed', incident }))
  return told
}

const broken = new Error('broken')
const sessionId = samples.ussd.SessionId
const answer = { ...samples.ussd, Type: 'Response', Message: '1', Sequence: 2 }

/** A handler that waits until a test lets it go. */
function held() {
  const started = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const ussd: MerchantWebhooksOptions['ussd'] = async (_push, turn) => {
    started.resolve()
    await go.promise
    return turn.end('Done')
  }
  return { ussd, started: started.promise, go: go.resolve, fail: go.reject }
}

describe('what happens is counted', () => {
  it('by kind and by how a turn was answered', async () => {
    const app = await appWith({
      ussd: (push, turn) => {
        if (push.message === '1') throw broken
        return turn.prompt('Welcome')
      },
      programmable: (_push, turn) => turn.end('Goodbye'),
    })
    await post(app, '/ussd', samples.ussd)
    await post(app, '/ussd', samples.ussd)
    await post(app, '/ussd', answer)
    await post(app, '/ussd', { ...answer, Sequence: 3, Type: 'Release' })
    await post(app, '/ussd', { ...answer, Sequence: 4, Type: 'Query' })
    await post(app, '/programmable', samples.programmable)
    expect(app.merchant.counts).toEqual({
      ussd: { handler: 1, repeated: 1, failed: 1, ended: 1, unknownType: 1 },
      programmable: { handler: 1 },
    })
  })

  it('by how a notification ended', async () => {
    const app = await appWith({
      deliveryReport: (report) => {
        if (report.status === 'Sent') throw broken
      },
    })
    await post(app, '/delivery-report', samples.deliveryReport)
    await post(app, '/delivery-report', samples.deliveryReport)
    await post(app, '/delivery-report', { MessageId: '1', Status: 'Sent' })
    expect(app.merchant.counts).toEqual({ deliveryReport: { accepted: 2, handled: 1, repeated: 1, notHandled: 1 } })
  })

  it('by what ended without a handler: the second name of a signed payment, and notes of what was paid', async () => {
    const app = await appWith({
      publicUrl: 'https://shop.example',
      secret: 'a secret of this test',
      store: newSqlite()(),
      ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea', reference: 'order-1' }),
      programmable: (_push, turn) => turn.end('Goodbye'),
      payment: () => undefined,
      reconcile: { after: 200 },
    })
    await phone(app).dial('*713#').pay()
    await vi.waitFor(() => {
      const { ussdPayment, askedPayment } = app.merchant.counts
      expect(ussdPayment).toEqual({ accepted: 1, handled: 1, skipped: 1 })
      // One watch has ended, and two notes are kept: what was paid, and which reference.
      expect(askedPayment).toMatchObject({ handled: 1, skipped: 2 })
    }, 10_000)
  })

  it('and what was given out does not change later, nor anything here when it is changed', async () => {
    const app = await appWith({ deliveryReport: () => undefined })
    await post(app, '/delivery-report', samples.deliveryReport)
    const { counts } = app.merchant
    Object.assign(counts.deliveryReport ?? {}, { handled: 17 })
    await post(app, '/delivery-report', { ...samples.deliveryReport, MessageId: 'another' })
    expect(counts).toEqual({ deliveryReport: { accepted: 1, handled: 17 } })
    expect(app.merchant.counts).toEqual({ deliveryReport: { accepted: 2, handled: 2 } })
  })
})

describe('what happens is told and logged', () => {
  it('when a handler of a turn fails', async () => {
    const lines = linesOf()
    // A busy machine blocks the loop too, and that would be told.
    const clock = manualClock()
    const app = await appWith({ clock, ussd: () => Promise.reject(broken) }, { server: { logger: lines.logger } })
    const told = listenTo(app.merchant)
    await post(app, '/ussd', samples.ussd)
    expect(told).toEqual([
      { name: 'turnFailed', incident: { kind: 'ussd', sessionId, place: 'handler', error: broken } },
    ])
    expect(lines.saying('the handler of a turn failed')).toMatchObject([{ level: 50, kind: 'ussd', sessionId }])
  })

  it('when the budget runs out, and when a result comes too late', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const { ussd, started, go } = held()
    const app = await appWith({ clock, ussd }, { server: { logger: lines.logger } })
    const told = listenTo(app.merchant)
    const waiting = post(app, '/ussd', samples.ussd).then((response) => response.json())
    await started
    clock.advance(6_000)
    expect(await waiting).toMatchObject({ Type: 'Response' })
    await post(app, '/ussd', { ...answer, Type: 'Timeout' })
    go()
    await new Promise(setImmediate)
    expect(told).toEqual([
      { name: 'deadline', incident: { kind: 'ussd', sessionId, did: 'wait', ms: 6_000 } },
      { name: 'fenced', incident: { kind: 'ussd', sessionId } },
    ])
    expect(lines.saying('the budget ran out')).toMatchObject([
      { level: 40, kind: 'ussd', sessionId, did: 'wait', ms: 6_000 },
    ])
    expect(lines.saying('a late result was ignored')).toMatchObject([{ level: 40, kind: 'ussd', sessionId }])
    expect(app.merchant.counts).toEqual({ ussd: { waiting: 1, ended: 1, fenced: 1 } })
  })

  it('when it takes longer than maxWork in all', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const { ussd, started } = held()
    const app = await appWith({ clock, ussd }, { server: { logger: lines.logger } })
    const waiting = post(app, '/ussd', samples.ussd)
    await started
    clock.advance(6_000)
    await waiting
    clock.advance(44_000)
    expect(lines.saying('the handler took longer than maxWork')).toMatchObject([
      { level: 40, kind: 'ussd', sessionId, did: 'release', ms: 50_000 },
    ])
  })

  it('when work fails that nobody waits for any more', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const { ussd, started, fail } = held()
    const app = await appWith({ clock, ussd }, { server: { logger: lines.logger } })
    const told = listenTo(app.merchant)
    const waiting = post(app, '/ussd', samples.ussd).then(({ statusCode }) => statusCode)
    await started
    await post(app, '/ussd', { ...answer, Type: 'Timeout' })
    expect(await waiting).toBe(200)
    fail(broken)
    await new Promise(setImmediate)
    expect(told).toEqual([{ name: 'fenced', incident: { kind: 'ussd', sessionId } }])
    expect(lines.saying('work failed after its session had continued')).toMatchObject([
      { level: 40, kind: 'ussd', sessionId, err: { message: 'broken' } },
    ])
  })

  it('when a handler holds the event loop', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const app = await appWith(
      {
        clock,
        blockedAfter: 40,
        ussd: (_push, turn) => {
          clock.advance(41)
          return turn.end('Goodbye')
        },
      },
      { server: { logger: lines.logger } },
    )
    const told = listenTo(app.merchant)
    await post(app, '/ussd', samples.ussd)
    expect(told).toEqual([{ name: 'blocked', incident: { kinds: ['ussd'], ms: 41 } }])
    expect(lines.saying('blocked the event loop')).toMatchObject([{ level: 40, kind: 'ussd', sessionId, ms: 41 }])
  })

  it('when a notification is not handled', async () => {
    const app = await appWith({
      deliveryReport: () => {
        throw broken
      },
    })
    const told = listenTo(app.merchant)
    await post(app, '/delivery-report', samples.deliveryReport)
    expect(told).toEqual([
      {
        name: 'notificationFailed',
        incident: {
          kind: 'deliveryReport',
          id: 'deliveryReport:59bcc3ad6775562f845cf01624225371|delivered',
          error: broken,
          retryIn: null,
        },
      },
    ])
  })

  it('when onLeave or onDeadline fails', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const { ussd: handler, started } = held()
    if (typeof handler !== 'function') throw new TypeError('a handler')
    const app = await appWith(
      {
        clock,
        ussd: {
          handler,
          onDeadline: () => {
            throw broken
          },
          onLeave: () => Promise.reject(broken),
        },
      },
      { server: { logger: lines.logger } },
    )
    const told = listenTo(app.merchant)
    const waiting = post(app, '/ussd', samples.ussd).then((response) => response.json())
    await started
    clock.advance(6_000)
    expect(await waiting).toMatchObject({ Message: 'Please wait, we are working on it. Reply 1 to check.' })
    await post(app, '/ussd', { ...answer, Type: 'Release' })
    await new Promise(setImmediate)
    expect(told).toMatchObject([
      { name: 'turnFailed', incident: { place: 'onDeadline', error: broken } },
      { name: 'deadline' },
      { name: 'turnFailed', incident: { place: 'onLeave', error: broken } },
    ])
    expect(lines.saying('onDeadline failed')).toHaveLength(1)
    expect(lines.saying('onLeave failed')).toHaveLength(1)
  })
})

describe('a listener that fails', () => {
  it('breaks no answer, and is logged', async () => {
    const lines = linesOf()
    const app = await appWith(
      { ussd: () => Promise.reject(broken), deliveryReport: () => Promise.reject(broken) },
      { server: { logger: lines.logger } },
    )
    app.merchant.events.on('turnFailed', () => {
      throw new Error('the listener of turns')
    })
    app.merchant.events.on('notificationFailed', async () => {
      throw new Error('the listener of notifications')
    })
    expect((await post(app, '/ussd', samples.ussd)).json()).toMatchObject({ Type: 'Release' })
    expect((await post(app, '/delivery-report', samples.deliveryReport)).statusCode).toBe(500)
    await new Promise(setImmediate)
    expect(lines.saying('a listener of app.merchant.events failed')).toMatchObject([
      { level: 50, kind: 'ussd', err: { message: 'the listener of turns' } },
      { level: 50, err: { message: 'the listener of notifications' } },
    ])
  })
})

describe('the PIN in an error', () => {
  it('is left out, but not each digit of a short answer', async () => {
    const lines = linesOf()
    const app = await appWith(
      {
        ussd: (push, turn) => {
          if (push.type === 'initiation') return turn.prompt('PIN?', { maskNext: true })
          throw new Error(`no ${push.message} of 10`)
        },
      },
      { server: { logger: lines.logger } },
    )
    for (const [session, message] of [
      ['a', '8461'],
      ['b', '1'],
    ]) {
      await post(app, '/ussd', { ...samples.ussd, SessionId: session })
      await post(app, '/ussd', { ...answer, SessionId: session, Message: message })
    }
    expect(lines.saying('the handler of a turn failed')).toMatchObject([
      { err: { message: 'no *** of 10' } },
      { err: { message: 'no 1 of 10' } },
    ])
  })
})
