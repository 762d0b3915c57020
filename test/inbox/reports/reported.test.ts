import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'
import type { Store } from '../../../src/store/store.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { reportService } from '../../payments/reports/service.ts'
import { realStores } from '../../store/real-stores.ts'
import { eventually } from '../deliveries/workshop.ts'
import { noticeId, paid, reported, reportId } from './kept.ts'

const stores: readonly (readonly [name: string, make: () => Store])[] = [
  ['memory', () => memoryStore()],
  ...realStores.map(([name, make]) => [name, () => make()()] as const),
]

const never = () => Promise.reject(new Error('no stock'))
const brief = { retry: { attempts: 2, minDelay: 0 } }

describe.each(stores)('with %s', (name, make) => {
  it('the service is told once what was delivered, when the handler has returned', async () => {
    const { bodies, posted, url } = await reportService()
    const store = await make()
    const went = Promise.withResolvers<void>()
    const headers = { authorization: 'Bearer the-right-secret' }
    const fulfilment = { handler: () => went.promise, report: { url, headers } }
    const app = await appWith({ store, fulfilment })
    await app.ready()
    const answered = post(app, paths.fulfilment, paid('f00d'))
    await eventually(async () => (await app.merchant.inbox.count({ kinds: 'fulfilmentReport' })).waiting === 1)
    expect(bodies()).toEqual([])
    went.resolve()
    expect((await answered).statusCode).toBe(200)
    await eventually(async () => (await app.merchant.inbox.get(reportId('f00d'))).state === 'done')
    expect((await post(app, paths.fulfilment, paid('f00d'))).statusCode).toBe(200)
    expect(bodies()).toEqual([reported('f00d', 'success')])
    expect(posted[0]?.headers).toMatchObject(headers)
    expect(await app.merchant.inbox.count({ kinds: 'fulfilmentReport' })).toMatchObject({
      done: 1,
      waiting: 0,
      dead: 0,
    })
  })

  // Where nothing is kept, the service may send it again: see without-retries.test.ts.
  it.skipIf(name === 'memory')('the service is told that every attempt has failed', async () => {
    const { bodies, url } = await reportService()
    const app = await appWith({ store: await make(), ...brief, fulfilment: { handler: never, report: { url } } })
    await post(app, paths.fulfilment, paid('f00d'))
    await eventually(() => bodies().length === 1)
    expect(bodies()).toEqual([reported('f00d', 'failed')])
    expect((await app.merchant.inbox.get(noticeId('f00d'))).state).toBe('dead')
  })
})

/** An application whose fulfilments are reported, and what it has of reports when all notices are handled. */
async function reportsOf(options: Partial<MerchantWebhooksOptions>, ...notices: readonly object[]) {
  const lines = linesOf()
  const app = await appWith(options, { server: { logger: lines.logger } })
  for (const notice of notices) expect((await post(app, paths.fulfilment, notice)).statusCode).toBe(200)
  await eventually(async () => {
    const { waiting, running } = await app.merchant.inbox.count()
    return waiting + running === 0
  })
  const { entries } = await app.merchant.inbox.list({ kinds: 'fulfilmentReport' })
  return { app, lines, entries }
}

describe('what is reported', () => {
  it('is what the payment handler did too, where it serves the notices', async () => {
    const { bodies, url } = await reportService()
    await reportsOf({ payment: () => undefined, fulfilment: { report: { url } } }, paid('f00d'))
    expect(bodies()).toEqual([reported('f00d', 'success')])
  })

  it('is each order of a session, with what only the merchant knows', async () => {
    const { bodies, url } = await reportService()
    const report = {
      url,
      describe: ({ orderId, order }: { orderId: string | null; order: { items: readonly unknown[] } }) =>
        orderId === 'a' ? { metaData: { items: order.items.length } } : { serviceStatus: 'failed' as const },
    }
    await reportsOf({ fulfilment: { handler: () => undefined, report } }, paid('a'), paid('b'))
    const byOrder = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
    expect(bodies().toSorted(byOrder)).toEqual([reported('a', 'success', { items: 1 }), reported('b', 'failed')])
  })

  it('is nothing where nobody says to whom', async () => {
    const { entries } = await reportsOf({ fulfilment: { handler: () => undefined, report: undefined } }, paid('f00d'))
    expect(entries).toEqual([])
  })

  it('is nothing of what was not paid', async () => {
    const { bodies, url } = await reportService()
    const unpaid = { OrderInfo: { Status: 'Failed', Payment: { IsSuccessful: false } } }
    const undetermined = { OrderInfo: { Status: 'Failed', Payment: { IsSuccessful: true } } }
    const outcomes: string[] = []
    const handler = ({ outcome }: { outcome: string }) => outcomes.push(outcome)
    const fulfilment = { handler, report: { url } }
    const { entries } = await reportsOf({ fulfilment }, paid('f00d', unpaid), paid('f00d', undetermined))
    expect(outcomes).toEqual(['failed', 'undetermined'])
    expect([entries, bodies()]).toEqual([[], []])
  })

  it('is one thing of an order, though its notice came with two amounts', async () => {
    const { bodies, url } = await reportService()
    const conflicts: (string | null)[] = []
    const fulfilment = {
      handler: (_event: object, { conflictsWith }: { conflictsWith: string | null }) => conflicts.push(conflictsWith),
      report: { url },
    }
    const other = { OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: true, AmountPaid: 1 } } }
    const { entries } = await reportsOf({ fulfilment }, paid('f00d'), paid('f00d', other))
    expect(conflicts).toEqual([null, noticeId('f00d')])
    expect(entries).toHaveLength(1)
    expect(bodies()).toEqual([reported('f00d', 'success')])
  })

  it('is nothing of a notice that names neither a session nor an order, and people are told', async () => {
    const { bodies, url } = await reportService()
    const nameless = { SessionId: null, OrderId: null }
    const fulfilment = { handler: () => undefined, report: { url } }
    const { entries } = await reportsOf({ fulfilment }, paid('', nameless))
    expect(entries).toMatchObject([
      {
        state: 'dead',
        reference: null,
        attempts: [{ error: expect.stringContaining('its notice names neither a session nor an order') }],
      },
    ])
    expect(bodies()).toEqual([])
  })

  it('is told of in the log and counted, and shown in the inbox', async () => {
    const { url } = await reportService()
    const { app, lines } = await reportsOf({ fulfilment: { handler: () => undefined, report: { url } } }, paid('f00d'))
    expect(lines.saying('a fulfilment was reported')).toMatchObject([
      { level: 30, id: reportId('f00d'), why: 'success, which was answered with status 200' },
    ])
    expect(app.merchant.counts.fulfilmentReport).toMatchObject({ handled: 1 })
    expect(await app.merchant.inbox.get(reportId('f00d'))).toMatchObject({
      kind: 'fulfilmentReport',
      reference: 'f00d',
      raw: { notice: noticeId('f00d'), orderId: 'f00d', sessionId: 'session-1' },
    })
  })
})
