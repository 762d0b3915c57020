import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'
import type { Store } from '../../../src/store/store.ts'
import { linesOf } from '../../http/lines.ts'
import { openMarket } from '../../payments/reports/market.ts'
import { realStores } from '../../store/real-stores.ts'
import { eventually } from '../deliveries/workshop.ts'
import { asHandled } from './as-handled.ts'
import { noticeId, reported, reportId } from './kept.ts'

const stores: readonly (readonly [name: string, make: () => Store])[] = [
  ['memory', () => memoryStore()],
  ...realStores.map(([name, make]) => [name, () => make()()] as const),
]

const never = () => Promise.reject(new Error('no stock'))
const brief = { retry: { attempts: 2, minDelay: 0 } }

describe.each(stores)('with %s', (name, make) => {
  it('the service is told once what was delivered, when the handler has returned', async () => {
    const store = await make()
    const went = Promise.withResolvers<void>()
    const headers = { authorization: 'Bearer the-right-secret' }
    const { sim, app, sells, reports } = await openMarket((url) => ({
      store,
      fulfilment: { handler: () => went.promise, report: { url, headers, describe: asHandled } },
    }))
    const sold = sells()
    await eventually(async () => (await app.merchant.inbox.count({ kinds: 'fulfilmentReport' })).waiting === 1)
    expect(reports()).toEqual([])
    went.resolve()
    const id = await sold
    await eventually(async () => (await app.merchant.inbox.get(reportId(id))).state === 'done')
    const notice = sim.log.rows({ kind: 'fulfilment' })[0]?.id ?? 0
    expect((await sim.resend(notice)).response?.status).toBe(200)
    expect(reports()).toEqual([[reported(id, 'success'), 200]])
    expect(sim.log.rows({ kind: 'fulfilmentReport' })[0]?.request.headers).toMatchObject(headers)
    expect(await app.merchant.inbox.count({ kinds: 'fulfilmentReport' })).toMatchObject({
      done: 1,
      waiting: 0,
      dead: 0,
    })
    expect(sim.ledger().isClean).toBe(true)
  })

  // Where nothing is kept, the service may send it again: see without-retries.test.ts.
  it.skipIf(name === 'memory')('the service is told that every attempt has failed', async () => {
    const store = await make()
    const { app, sells, reports } = await openMarket((url) => ({
      store,
      ...brief,
      fulfilment: { handler: never, report: { url, describe: asHandled } },
    }))
    const id = await sells()
    await eventually(() => reports().length === 1)
    expect(reports()).toEqual([[reported(id, 'failed'), 200]])
    expect((await app.merchant.inbox.get(noticeId(id))).state).toBe('dead')
  })
})

const handler = () => undefined

/** A market, and what its application has of reports when all notices are handled. */
async function openReporting(options: (url: string) => Partial<MerchantWebhooksOptions>) {
  const lines = linesOf()
  const market = await openMarket(options, { server: { logger: lines.logger } })
  const { inbox } = market.app.merchant
  const entries = async () => {
    await eventually(async () => {
      const { waiting, running } = await inbox.count()
      return waiting + running === 0
    })
    return (await inbox.list({ kinds: 'fulfilmentReport' })).entries
  }
  return { ...market, lines, entries }
}

describe('what is reported', () => {
  it('is what the payment handler did too, where it serves the notices', async () => {
    const { sells, entries, reports } = await openReporting((url) => ({
      payment: handler,
      fulfilment: { report: { url, describe: asHandled } },
    }))
    const id = await sells()
    await entries()
    expect(reports()).toEqual([[reported(id, 'success'), 200]])
  })

  it('is each order of a session, with what only the merchant knows', async () => {
    let orders = 0
    const describe = ({ order }: { readonly order: { readonly items: readonly unknown[] } }) =>
      orders++ === 0
        ? { serviceStatus: 'success' as const, metaData: { items: order.items.length } }
        : { serviceStatus: 'failed' as const }
    const { sells, entries, reports } = await openReporting((url) => ({
      fulfilment: { handler, report: { url, describe } },
    }))
    const first = await sells()
    await entries()
    const second = await sells()
    await entries()
    expect(reports()).toEqual([
      [reported(first, 'success', { items: 1 }), 200],
      [reported(second, 'failed'), 200],
    ])
  })

  it('is nothing where nobody says to whom', async () => {
    const { sells, entries, reports } = await openReporting(() => ({ fulfilment: { handler, report: undefined } }))
    await sells()
    expect([await entries(), reports()]).toEqual([[], []])
  })

  it('is nothing of what was not paid', async () => {
    const outcomes: string[] = []
    const { sim, sells, entries, reports } = await openReporting((url) => ({
      fulfilment: { handler: ({ outcome }) => void outcomes.push(outcome), report: { url, describe: asHandled } },
    }))
    await sells({ fails: '2001' })
    sim.faults.next('contradict', { way: 'unpaidButSuccessful' })
    await sells()
    expect([await entries(), reports()]).toEqual([[], []])
    expect(outcomes).toEqual(['failed', 'undetermined'])
  })

  it('is one thing of an order, though its notice came with two amounts', async () => {
    const conflicts: (string | null)[] = []
    const { sim, sells, entries, reports } = await openReporting((url) => ({
      fulfilment: {
        handler: (_event, { conflictsWith }) => void conflicts.push(conflictsWith),
        report: { url, describe: asHandled },
      },
    }))
    const id = await sells()
    await entries()
    const [notice] = sim.log.rows({ kind: 'fulfilment' })
    const body = notice?.request.body.toString().replaceAll(/("(?:Subtotal|AmountPaid|AmountAfterCharges)":)1/g, '$12')
    await sim.resend(notice?.id ?? 0, { body })
    expect(await entries()).toHaveLength(1)
    expect(conflicts).toEqual([null, noticeId(id)])
    expect(reports()).toEqual([[reported(id, 'success'), 200]])
  })

  it('is nothing of a notice that names neither a session nor an order, and people are told', async () => {
    const { sim, entries, reports } = await openReporting((url) => ({
      fulfilment: { handler, report: { url, describe: asHandled } },
    }))
    await sim.trigger('fulfilment', { SessionId: null, OrderId: null })
    expect(await entries()).toMatchObject([
      {
        state: 'dead',
        reference: null,
        attempts: [{ error: expect.stringContaining('its notice names neither a session nor an order') }],
      },
    ])
    expect(reports()).toEqual([])
  })

  it('is told of in the log and counted, and shown in the inbox', async () => {
    const { app, sells, entries, lines } = await openReporting((url) => ({
      fulfilment: { handler, report: { url, describe: asHandled } },
    }))
    const id = await sells()
    await entries()
    expect(lines.saying('a fulfilment was reported')).toMatchObject([
      { level: 30, id: reportId(id), why: 'success, which was answered with status 200' },
    ])
    expect(app.merchant.counts.fulfilmentReport).toMatchObject({ handled: 1 })
    expect(await app.merchant.inbox.get(reportId(id))).toMatchObject({
      kind: 'fulfilmentReport',
      reference: id,
      raw: { notice: noticeId(id), orderId: id, sessionId: 'session-1' },
    })
  })
})
