import { describe, expect, it } from 'vitest'
import { ActiveAttempt } from '../../../src/inbox/attempt-run.ts'
import type { Instead, NotificationWorks } from '../../../src/inbox/work.ts'
import { memoryStore } from '../../../src/index.ts'
import { silentLog } from '../../../src/log.ts'
import { reportEntry } from '../../../src/payments/reports/fulfilment-report.ts'
import { readReportWork } from '../../../src/payments/reports/fulfilment-report-work.ts'
import { type FulfilmentEvent, fulfilment as push } from '../../../src/pushes/fulfilment.ts'
import { Effects } from '../../../src/store/effects/effects.ts'
import type { StoredEntry } from '../../../src/store/entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { instead } from '../deliveries/workshop.ts'
import { asHandled } from './as-handled.ts'
import { keptOn, noticeId, paid, reported, reportId, settle, wireless } from './kept.ts'

const now = Date.UTC(2026, 2, 1)
const report = { notice: noticeId('f00d'), sessionId: 'session-1', orderId: 'f00d', receivedAt: now, before: 0 }
const untouched = { conflictsWith: null, dueAt: null, finishedAt: null, replay: false, attempts: [], failures: 0 }
const owed: StoredEntry = { ...reportEntry(report), ...untouched, state: 'running' }

const retry = { attempts: 1, timeout: 30_000, minDelay: 1_000, maxDelay: 1_000 }
const delivered = { push, handler: () => undefined, onDead: undefined, retry, country: undefined }

/** What becomes of a report whose notice is kept like this. */
function prepared(get: () => Promise<StoredEntry | undefined>) {
  const { bodies, report: service } = wireless()
  const settings = { ...service, headers: {}, within: 3_600_000, timeout: 10_000 }
  const clock = manualClock({ now })
  const toldBy = (works: NotificationWorks<FulfilmentEvent>) => works
  const parts = { registration: 'default', inbox: { get }, settings, retries: true, delivered, toldBy, clock }
  const { turns } = memoryStore().open({ registration: 'default', log: silentLog })
  const facts = { entryId: owed.id, number: 1, replay: false, conflictsWith: null }
  const attempt = new ActiveAttempt(facts, () => silentLog, new Effects(turns, clock))
  const told = readReportWork(parts, owed).prepare(attempt) as Promise<Instead>
  return { told, bodies }
}

const notice = (more: Partial<StoredEntry>): StoredEntry => ({
  ...owed,
  kind: 'fulfilment',
  id: report.notice,
  ...more,
})

describe('a report whose notice', () => {
  it('is not kept any more is given up', async () => {
    const { told, bodies } = prepared(async () => undefined)
    expect(await told).toMatchObject({ state: 'dead', error: { code: 'FMW_NOT_REPORTED' } })
    expect((await told) as unknown).toHaveProperty('error.message', expect.stringContaining('is not kept any more'))
    expect(bodies).toEqual([])
  })

  it('was rejected is given up: nobody was told to deliver', async () => {
    const { told, bodies } = prepared(async () => notice({ state: 'rejected', reason: 'it cannot be read' }))
    expect(await told).toHaveProperty('error.message', expect.stringContaining('rejected: it cannot be read'))
    expect(bodies).toEqual([])
  })

  it('cannot be looked up now is looked at later', async () => {
    const { told } = prepared(() => Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it stalls')))
    expect(await told).toMatchObject({ state: 'later', retryIn: 1_000, why: expect.stringContaining('it stalls') })
  })

  it('cannot be read any more is not described, and tried again', async () => {
    const { told, bodies } = prepared(async () => notice({ state: 'done', payload: Buffer.from('x') }))
    expect(await told).toMatchObject({ state: 'later', why: expect.stringMatching(/^it could not be described: Push/) })
    expect(bodies).toEqual([])
  })

  it('came as a body that could not be read then is described by what is read of it now', async () => {
    const payload = Buffer.from(JSON.stringify(paid('f00d')))
    const { told, bodies } = prepared(async () => notice({ state: 'done', form: 'body', payload }))
    expect(await told).toMatchObject({ state: 'done' })
    expect(bodies).toEqual([reported('f00d', 'success')])
  })
})

describe('a notice', () => {
  it('waits with its handler until its report is kept', async () => {
    const clock = manualClock()
    const { bodies, report: service } = wireless()
    let isFull = true
    const calls: string[] = []
    const store = keptOn(clock, ({ inbox }) => ({
      inbox: instead(inbox, {
        accept: (entry, claim) =>
          isFull && entry.kind === 'fulfilmentReport'
            ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it is full'))
            : inbox.accept(entry, claim),
      }),
    }))
    const handler = () => calls.push('handled')
    const lines = linesOf()
    const app = await appWith(
      { clock, store, fulfilment: { handler, report: service } },
      { server: { logger: lines.logger } },
    )
    await post(app, paths.fulfilment, paid('f00d'))
    await settle()
    expect(calls).toEqual([])
    expect(lines.all().filter(({ why }) => String(why).includes('its report could not be kept'))).toHaveLength(1)
    isFull = false
    clock.advance(1_000)
    await settle()
    clock.advance(250)
    await settle()
    expect(calls).toEqual(['handled'])
    expect(bodies).toEqual([reported('f00d', 'success')])
  })

  it('that is asked for again while its report is on its way lets that end, and is reported again', async () => {
    const clock = manualClock()
    const answers: (() => void)[] = []
    const bodies: unknown[] = []
    const fetch: typeof globalThis.fetch = (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return new Promise((resolve) => answers.push(() => resolve(new Response())))
    }
    const calls: string[] = []
    const handler = () => {
      calls.push('called')
      if (calls.length === 1) throw new Error('no stock')
    }
    const fulfilment = {
      handler,
      retry: { attempts: 1 },
      report: { url: 'http://service.example/', fetch, describe: asHandled },
    }
    const app = await appWith({ clock, store: keptOn(clock), fulfilment })
    await post(app, paths.fulfilment, paid('f00d'))
    await settle()
    clock.advance(250)
    await settle()
    expect(bodies).toEqual([reported('f00d', 'failed')])
    await app.merchant.inbox.replay(noticeId('f00d'))
    for (let second = 0; second < 4; second++) {
      clock.advance(1_000)
      await settle()
    }
    expect(calls).toHaveLength(1)
    answers[0]?.()
    for (let second = 0; second < 4; second++) {
      await settle()
      clock.advance(1_000)
    }
    await settle()
    expect(calls).toHaveLength(2)
    answers[1]?.()
    await settle()
    expect(bodies).toEqual([reported('f00d', 'failed'), reported('f00d', 'success')])
    expect((await app.merchant.inbox.get(reportId('f00d'))).state).toBe('done')
  })

  it('does not wait for ever for a report that does not end', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const answered = Promise.withResolvers<Response>()
    const fetch = () => answered.promise
    const report = { url: 'http://service.example/', fetch, timeout: 60_000, describe: asHandled }
    const fulfilment = { handler: () => undefined, report }
    const app = await appWith({ clock, store: keptOn(clock), fulfilment }, { server: { logger: lines.logger } })
    await post(app, paths.fulfilment, paid('f00d'))
    await settle()
    await app.merchant.inbox.replay(noticeId('f00d'))
    await settle()
    for (let second = 0; second < 16; second++) {
      for (let look = 0; look < 4; look++) {
        clock.advance(250)
        await settle()
      }
    }
    expect(lines.all().filter(({ why }) => why === 'its report is being made')).toHaveLength(1)
    answered.resolve(new Response())
    for (let second = 0; second < 4; second++) {
      clock.advance(1_000)
      await settle()
    }
    expect((await app.merchant.inbox.count()).done).toBe(2)
  })

  it('whose report was forgotten is handled, and not reported again', async () => {
    const clock = manualClock()
    const lines = linesOf()
    const { bodies, report: service } = wireless()
    const calls: string[] = []
    const store = keptOn(clock, ({ inbox }) => ({
      inbox: instead(inbox, {
        accept: async (entry, claim) =>
          entry.kind === 'fulfilmentReport'
            ? { status: 'repeated', id: entry.id, state: undefined }
            : inbox.accept(entry, claim),
      }),
    }))
    const fulfilment = { handler: () => calls.push('handled'), report: service }
    const app = await appWith({ clock, store, fulfilment }, { server: { logger: lines.logger } })
    await post(app, paths.fulfilment, paid('f00d'))
    await settle()
    expect([calls, bodies]).toEqual([['handled'], []])
    expect(lines.saying('a fulfilment was reported too long ago to be reported again')).toMatchObject([
      { level: 40, report: reportId('f00d') },
    ])
  })
})
