import { describe, expect, it } from 'vitest'
import { WaitingRequests } from '../../../src/inbox/waiting-requests.ts'
import type { Preparation } from '../../../src/inbox/work.ts'
import { silentLog } from '../../../src/log.ts'
import { Activity } from '../../../src/registration/events/activity.ts'
import { reportDeliveries } from '../../../src/registration/events/delivery-reports.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { entryOf, type Told, workshop } from './workshop.ts'

const handler = () => undefined
// Of a store that keeps nothing.
const settings = { retries: false }

/** Work that waits for others, and ends with this in the place of its handler. */
const endsWith = (what: Awaited<ReturnType<Preparation['prepare']>>): Preparation => ({
  waitsForOthers: true,
  newLog: undefined,
  prepare: async () => what,
})

describe('a request that waits for an entry is told', () => {
  const error = new Error('nobody will ever know')

  it.each([
    ['that all is well, where nothing is left to do', { state: 'done', why: 'it was told' }, { ok: true }],
    ['that all is well, where it is not believed', { state: 'rejected', why: 'it is not so' }, { ok: true }],
    ['to come again, where it is too early', { state: 'later', retryIn: 60_000, why: 'not yet' }, { ok: false }],
    ['why, where it is given up', { state: 'dead', error }, { ok: false, error }],
  ] as const)('%s', async (_what, instead, end) => {
    const { intake, told } = workshop({ handler, settings })
    const { entry } = entryOf('m1', 'Sent')
    expect(await intake.handle(entry, endsWith(instead), 0)).toMatchObject({ end })
    expect(told).toEqual<Told[]>([{ what: 'instead', id: entry.id, number: 1, state: instead.state }])
  })

  it('to come again, where too many are looked into at once; what has its place already goes on', async () => {
    const { intake } = workshop({ handler, settings: { ...settings, concurrency: 1 } })
    const first = Promise.withResolvers<Awaited<ReturnType<Preparation['prepare']>>>()
    const slow: Preparation = { waitsForOthers: true, newLog: undefined, prepare: () => first.promise }
    const waiting = ['m1', 'm2', 'm3'].map((message) => intake.handle(entryOf(message, 'Sent').entry, slow, 0))
    const crowded = await intake.handle(entryOf('m5', 'Sent').entry, slow, 0)
    expect(crowded.end).toEqual({ ok: false, error: new Error('too many are looked into at once') })
    const quick = { ...endsWith({ state: 'done', why: 'it asks nobody' }), waitsForOthers: false }
    const alone = await intake.handle(entryOf('m6', 'Sent').entry, quick, 0)
    expect(alone.end).toEqual({ ok: true })
    first.resolve({ state: 'done', why: 'it was told' })
    expect((await Promise.all(waiting)).map(({ end }) => end)).toEqual(waiting.map(() => ({ ok: true })))
  })

  it('to come again, where the entry before it in its lane is put off', async () => {
    const { intake } = workshop({ handler, settings })
    const first = Promise.withResolvers<Awaited<ReturnType<Preparation['prepare']>>>()
    const slow: Preparation = { waitsForOthers: true, newLog: undefined, prepare: () => first.promise }
    const both = ['Sent', 'Delivered'].map((status) => intake.handle(entryOf('m1', status).entry, slow, 0))
    first.resolve({ state: 'later', retryIn: 1_000, why: 'not yet' })
    const later = { ok: false, error: new Error('not yet') }
    expect((await Promise.all(both)).map(({ end }) => end)).toEqual([later, later])
  })

  it('so at once, where its lane was put off for long before it came, and after the next look as that ends', async () => {
    const clock = manualClock()
    const { intake, deliveries, until } = workshop({ handler, clock, settings })
    deliveries.start()
    const putOff = endsWith({ state: 'later', retryIn: 60_000, why: 'not yet' })
    const later = { ok: false, error: new Error('not yet') }
    const handle = async (status: string) => (await intake.handle(entryOf('m1', status).entry, putOff, 0)).end
    expect([await handle('Sent'), await handle('Sent'), await handle('Delivered')]).toEqual([later, later, later])
    await new Promise(setImmediate)
    clock.advance(60_000)
    await until('done', 2)
    expect([await handle('Sent'), await handle('Delivered')]).toEqual([{ ok: true }, { ok: true }])
  })

  it('that it has failed, where it came while `onDead` ran', async () => {
    const called = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const { intake, deliveries } = workshop({
      handler: () => {
        throw new Error('out of stock')
      },
      settings,
      kind: {
        retry: { attempts: 1 },
        onDead: () => {
          called.resolve()
          return isOver.promise
        },
      },
    })
    deliveries.start()
    const { entry } = entryOf('m1', 'Sent')
    await intake.put(entry)
    await called.promise
    const end = intake.handle(entry, endsWith({ state: 'done', why: 'nobody asks' }), 0)
    await new Promise(setImmediate)
    isOver.resolve()
    expect((await end).end).toEqual({ ok: false, error: new Error('out of stock') })
  })

  it('that the application closes, where it stands in line', async () => {
    const { intake, deliveries } = workshop({ handler, settings })
    const never: Preparation = { waitsForOthers: true, newLog: undefined, prepare: () => new Promise(() => undefined) }
    const both = ['Sent', 'Delivered'].map((status) => intake.handle(entryOf('m1', status).entry, never, 0))
    await new Promise(setImmediate)
    await deliveries.close(0)
    const ends = (await Promise.all(both)).map(({ end }) => end)
    expect(ends).toMatchObject(ends.map(() => ({ ok: false, error: { code: 'FMW_CLOSING' } })))
  })
})

describe('a burst of what is looked into', () => {
  it('waits for its place in the process, where others are answered at once', async () => {
    const { deliveries, intake, told, until } = workshop({ handler, settings: { concurrency: 1 } })
    deliveries.start()
    // It looks for what waits first, and has its places again when there is nothing.
    await new Promise(setImmediate)
    const quick = endsWith({ state: 'done', why: 'it was told' })
    const all = Array.from({ length: 6 }, async (_none, place) => {
      const acceptance = await intake.keep(entryOf(`m${place}`, 'Sent').entry, quick, 0)
      intake.begin(acceptance, quick)
      return acceptance.status
    })
    expect(await Promise.all(all)).toEqual(all.map(() => 'accepted'))
    await until('done', 6)
    // What is put off is read again, and goes to its handler here.
    expect(told.map(({ what }) => what)).toEqual(all.map(() => 'instead'))
  })

  it('is handed back where the line is too long for it', async () => {
    const { deliveries, intake, told, until } = workshop({ handler, settings: { concurrency: 1 } })
    deliveries.start()
    await new Promise(setImmediate)
    const first = Promise.withResolvers<Awaited<ReturnType<Preparation['prepare']>>>()
    const slow: Preparation = { waitsForOthers: true, newLog: undefined, prepare: () => first.promise }
    const taken = await Promise.all(
      Array.from({ length: 7 }, (_none, place) => intake.keep(entryOf(`m${place}`, 'Sent').entry, slow, 0)),
    )
    for (const acceptance of taken) intake.begin(acceptance, slow)
    first.resolve({ state: 'done', why: 'it was told' })
    await until('done', 7)
    expect(told.map(({ what }) => what).sort()).toEqual(['handled', ...Array.from({ length: 6 }, () => 'instead')])
  })

  it('is handed back when the application closes, wherever it stands', async () => {
    const { deliveries, intake, inbox } = workshop({ handler, settings: { concurrency: 1 } })
    deliveries.start()
    const never: Preparation = { waitsForOthers: true, newLog: undefined, prepare: () => new Promise(() => undefined) }
    const taken = await Promise.all(
      Array.from({ length: 4 }, (_none, place) => intake.keep(entryOf(`m${place}`, 'Sent').entry, never, 0)),
    )
    for (const acceptance of taken) intake.begin(acceptance, never)
    await deliveries.close(0)
    expect(await inbox.count({ registration: 'shop' })).toMatchObject({ waiting: 4, running: 0 })
  })
})

describe('a notification that is given up in the place of its handler', () => {
  it('is dead, counted, and told to listeners as every other', async () => {
    const activity = new Activity(silentLog)
    const dead: unknown[] = []
    activity.events.on('notificationDead', (incident) => dead.push(incident))
    const { intake, inbox, until } = workshop({
      handler,
      settings: { ...settings, reports: reportDeliveries(activity, silentLog) },
    })
    const { entry } = entryOf('m1', 'Sent')
    const error = new Error('nobody will ever know')
    await intake.handle(entry, endsWith({ state: 'dead', error }), 0)
    await until('dead', 1)
    expect(dead).toEqual([{ kind: 'deliveryReport', id: entry.id, error }])
    expect(activity.counts).toEqual({ deliveryReport: { dead: 1 } })
    expect((await inbox.get('shop', entry.id))?.attempts).toMatchObject([{ error: 'Error: nobody will ever know' }])
  })
})

it('a lane that stands still says nothing of an entry that nobody waits for', async () => {
  const waiting = new WaitingRequests()
  waiting.standsIn('lane', 'nobody')
  const heard = waiting.whenEnded('somebody')
  waiting.standsIn('lane', 'somebody')
  waiting.close(new Error('it ends'))
  expect(await heard).toMatchObject({ ok: false, error: { message: 'it ends' } })
})
