import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/index.ts'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths, samples } from '../../http/samples.ts'
import { eventually, instead } from '../deliveries/workshop.ts'
import { keptInMemory } from './kept.ts'

const report = (MessageId: string, Status = 'Sent') => ({ MessageId, Status })

describe('a notification, with a store that keeps it', () => {
  it('is acknowledged when it is kept; its handler runs afterwards', async () => {
    const go = Promise.withResolvers<void>()
    const lines = linesOf()
    const app = await appWith(
      { store: keptInMemory(), deliveryReport: () => go.promise },
      { server: { logger: lines.logger } },
    )
    const response = await post(app, paths.deliveryReport, report('1'))
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'received' }])
    expect(app.merchant.counts.deliveryReport).toEqual({ accepted: 1 })
    go.resolve()
    await eventually(() => app.merchant.counts.deliveryReport?.handled === 1)
    expect(lines.saying('a notification was accepted')).toMatchObject([{ id: 'deliveryReport:1|sent' }])
    expect(lines.saying('a notification was handled')).toMatchObject([
      { kind: 'deliveryReport', id: 'deliveryReport:1|sent', number: 1 },
    ])
  })

  it('is acknowledged although its handler fails, and is tried again', async () => {
    const numbers: number[] = []
    const retries: (number | null)[] = []
    const app = await appWith({
      store: keptInMemory(),
      retry: { minDelay: 1 },
      checkout: (_event, { number }) => {
        numbers.push(number)
        if (number < 3) throw new Error('the database is down')
      },
    })
    app.merchant.events.on('notificationFailed', ({ retryIn }) => retries.push(retryIn))
    expect((await post(app, paths.checkout, samples.checkout)).statusCode).toBe(200)
    await eventually(() => app.merchant.counts.checkout?.handled === 1)
    expect(numbers).toEqual([1, 2, 3])
    expect(retries).toEqual([expect.any(Number), expect.any(Number)])
    expect(app.merchant.counts.checkout).toEqual({ accepted: 1, notHandled: 2, handled: 1 })
  })

  it('is dead after as many attempts as the kind says, and told of', async () => {
    const dead: string[] = []
    const lines = linesOf()
    const options = {
      store: keptInMemory(),
      retry: { attempts: 9, minDelay: 1 },
      payment: { handler: () => Promise.reject(new Error('never')), retry: { attempts: 2 } },
      checkout: {
        onDead: ({ clientReference }: { clientReference: string | null }) => dead.push(`${clientReference}`),
      },
    }
    const app = await appWith(options, { server: { logger: lines.logger } })
    app.merchant.events.on('notificationDead', ({ id }) => dead.push(id))
    await post(app, paths.checkout, samples.checkout)
    await eventually(() => dead.length === 2)
    expect(dead).toEqual([`checkout:checkoutId:${samples.checkout.Data.CheckoutId}|paid`, 'order-17'])
    expect(app.merchant.counts.checkout).toEqual({ accepted: 1, notHandled: 2, dead: 1, needsReview: 1 })
    expect(lines.saying('every attempt on a notification failed')).toHaveLength(1)
  })

  it('is told to the onDead of the registration where its kind has none', async () => {
    const dead: string[] = []
    const app = await appWith({
      store: keptInMemory(),
      retry: { attempts: 1 },
      onDead: (event, { id }) => dead.push(`${event.kind} ${id}`),
      deliveryReport: () => Promise.reject(new Error('never')),
      payment: { handler: () => Promise.reject(new Error('never')), onDead: ({ source }) => dead.push(source) },
    })
    await post(app, paths.deliveryReport, report('1'))
    await post(app, paths.checkout, samples.checkout)
    await eventually(() => dead.length === 2)
    expect(dead.toSorted()).toEqual(['checkout', 'deliveryReport deliveryReport:1|sent'])
  })

  it('that comes again is acknowledged and not handled again', async () => {
    let runs = 0
    const lines = linesOf()
    const app = await appWith(
      { store: keptInMemory(), deliveryReport: () => ++runs },
      { server: { logger: lines.logger } },
    )
    for (let copy = 0; copy < 3; copy++) {
      expect((await post(app, paths.deliveryReport, report('1'))).statusCode).toBe(200)
    }
    await eventually(() => app.merchant.counts.deliveryReport?.handled === 1)
    expect(runs).toBe(1)
    expect(app.merchant.counts.deliveryReport).toMatchObject({ accepted: 1, repeated: 2 })
    expect(lines.saying('a notification came again')).toHaveLength(2)
  })

  it('that comes again with another amount is delivered too, and says with what it conflicts', async () => {
    const attempts: Attempt[] = []
    const amounts: (number | null)[] = []
    const lines = linesOf()
    const app = await appWith(
      {
        store: keptInMemory(),
        checkout: (event, attempt) => {
          attempts.push(attempt)
          amounts.push(event.amount)
        },
      },
      { server: { logger: lines.logger } },
    )
    const other = { ...samples.checkout, Data: { ...samples.checkout.Data, Amount: 5_000 } }
    for (const push of [samples.checkout, other, other, samples.checkout]) await post(app, paths.checkout, push)
    await eventually(() => app.merchant.counts.checkout?.handled === 2)
    expect(amounts).toEqual([50.5, 5_000])
    const [first, second] = attempts
    expect([first?.conflictsWith, second?.conflictsWith]).toEqual([null, first?.entryId])
    expect(second?.entryId).not.toBe(first?.entryId)
    expect(app.merchant.counts.checkout).toEqual({
      accepted: 1,
      conflict: 1,
      repeated: 2,
      handled: 2,
      needsReview: 1,
    })
    expect(lines.saying('differs from an earlier entry')).toMatchObject([
      { level: 40, id: second?.entryId, conflictsWith: first?.entryId },
    ])
  })

  it('is handled once more when its window has passed: an inbound message may be sent twice', async () => {
    const ids: string[] = []
    let now = Date.now()
    const { systemClock } = await import('../../../src/index.ts')
    const app = await appWith({
      store: keptInMemory(),
      clock: { ...systemClock, now: () => now++ },
      inboundMessage: (_message, { entryId: id }) => ids.push(id),
    })
    await post(app, paths.inboundMessage, samples.inboundMessage)
    await post(app, paths.inboundMessage, samples.inboundMessage)
    await eventually(() => app.merchant.counts.inboundMessage?.handled === 1)
    expect(ids).toEqual([expect.stringMatching(/^inboundMessage:[0-9a-f]{32}\|[0-9a-z]+$/)])
  })
})

describe('what goes wrong afterwards is logged', () => {
  it('when what is kept cannot be read any more, and when another process has taken it over', async () => {
    const lines = linesOf()
    let inbox: InboxStore | undefined
    const app = await appWith(
      {
        deliveryReport: () => undefined,
        store: keptInMemory((opened) => {
          inbox = opened.inbox
          return { inbox: instead(opened.inbox, { settle: () => Promise.resolve(false) }) }
        }),
      },
      { server: { logger: lines.logger } },
    )
    await app.ready()
    await post(app, paths.deliveryReport, report('1'))
    await inbox?.accept(
      {
        kind: 'deliveryReport',
        id: 'unreadable',
        state: 'waiting',
        identity: 'unreadable',
        identityFor: undefined,
        fingerprint: '',
        lane: 'other',
        reference: null,
        receivedAt: 0,
        form: 'push',
        payload: Buffer.from('{}'),
        reason: null,
      },
      false,
    )
    await eventually(() => app.merchant.counts.deliveryReport?.rejected === 1)
    await eventually(() => app.merchant.counts.deliveryReport?.lost === 1)
    expect(lines.saying('cannot be read any more')).toMatchObject([{ level: 50, id: 'unreadable' }])
    expect(lines.saying('another process took the notification over')).toMatchObject([
      { level: 40, id: 'deliveryReport:1|sent' },
    ])
  })

  it('when a handler fails after its transaction has committed, and when nobody here receives a kind', async () => {
    const lines = linesOf()
    let inbox: InboxStore | undefined
    const app = await appWith(
      {
        deliveryReport: () => Promise.reject(new Error('after the commit')),
        store: keptInMemory((opened) => {
          inbox = opened.inbox
          return { inbox: instead(opened.inbox, { hasEnded: () => true }) }
        }),
      },
      { server: { logger: lines.logger } },
    )
    await app.ready()
    await inbox?.accept(
      {
        kind: 'checkout',
        id: 'unserved',
        state: 'waiting',
        identity: 'unserved',
        identityFor: undefined,
        fingerprint: '',
        lane: 'other',
        reference: null,
        receivedAt: 0,
        form: 'push',
        payload: Buffer.from('{}'),
        reason: null,
      },
      false,
    )
    await post(app, paths.deliveryReport, report('1'))
    await eventually(() => lines.saying('failed after its transaction had committed').length === 1)
    await eventually(() => lines.saying('no handler here receives the kind').length === 1)
    expect(app.merchant.counts.deliveryReport).toEqual({ accepted: 1, handled: 1 })
  })

  it('when onDead fails; its retries are named by the registration', async () => {
    const lines = linesOf()
    const app = await appWith(
      {
        store: keptInMemory(),
        retry: { attempts: 2, minDelay: 1 },
        onDead: () => Promise.reject(new Error('onDead is broken')),
        deliveryReport: (_report, { log, number }) => {
          log.info({}, `attempt ${number}`)
          throw new Error('never')
        },
      },
      { server: { logger: lines.logger } },
    )
    await post(app, paths.deliveryReport, report('1'))
    await eventually(() => lines.saying('onDead failed').length === 1)
    const [first, second] = lines.saying('attempt ')
    expect([first?.reqId, second?.reqId]).toEqual([expect.any(String), undefined])
    expect([first?.id, second?.id]).toEqual(['deliveryReport:1|sent', 'deliveryReport:1|sent'])
  })
})

describe('a notification that the store cannot keep', () => {
  it('is refused with 503 and Retry-After, and the next is served', async () => {
    let isStalled = true
    let runs = 0
    const lines = linesOf()
    const app = await appWith(
      {
        deliveryReport: () => ++runs,
        store: keptInMemory(({ inbox }) => ({
          inbox: instead(inbox, {
            accept: (entry, claim) =>
              isStalled ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it is full')) : inbox.accept(entry, claim),
          }),
        })),
      },
      { server: { logger: lines.logger } },
    )
    const refused = await post(app, paths.deliveryReport, report('1'))
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.json()).toEqual({
      type: 'about:blank',
      status: 503,
      title: 'Service Unavailable',
      code: 'FMW_STORE_UNAVAILABLE',
      detail: 'The notification could not be kept and is not acknowledged: send it again',
    })
    const malformed = await post(app, paths.deliveryReport, 'not JSON')
    expect(malformed.statusCode).toBe(503)
    isStalled = false
    expect((await post(app, paths.deliveryReport, report('1'))).statusCode).toBe(200)
    await eventually(() => app.merchant.counts.deliveryReport?.handled === 1)
    expect(runs).toBe(1)
    expect(app.merchant.counts.deliveryReport).toEqual({ unavailable: 2, accepted: 1, handled: 1 })
    expect(lines.saying('could not be kept: it is not acknowledged')).toMatchObject([
      { level: 50, kind: 'deliveryReport', id: 'deliveryReport:1|sent', err: { code: 'FMW_STORE_UNAVAILABLE' } },
      { level: 50 },
    ])
  })

  it('is refused with 503 by memory too, when that refuses', async () => {
    const { memoryStore } = await import('../../../src/index.ts')
    const store = memoryStore()
    const app = await appWith({
      deliveryReport: () => undefined,
      store: {
        ...store,
        open: (user) => {
          const opened = store.open(user)
          const accept = () => Promise.reject(new FMW_STORE_UNAVAILABLE('memory', 'it is full'))
          return { ...opened, inbox: instead(opened.inbox, { accept }), close: () => opened.close() }
        },
      },
    })
    expect((await post(app, paths.deliveryReport, report('1'))).statusCode).toBe(503)
  })
})
