import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { type Conversation, conversation } from '../../src/conversation/index.ts'
import { doOnce } from '../../src/inbox/once.ts'
import { silentLog } from '../../src/log.ts'
import { Effects } from '../../src/store/effects/effects.ts'
import type { OpenStore, Store } from '../../src/store/store.ts'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { own, pay, report, settled, shopOn, write } from './shop.ts'

interface Order {
  readonly keys: string[]
  readonly made: Promise<void>
}

/** Takes an order, and asks whether that was all. */
function shop({ keys, made }: Order): Conversation {
  return conversation(async (talk) => {
    await talk.choose('Item?', ['Rice', 'Oil'])
    await talk.once('order', async (key) => {
      keys.push(key)
      await made
      return { to: own, name: 'Ama Person' }
    })
    await talk.confirm('A receipt?')
    return talk.end('Thanks')
  })
}

/** What its conversation left is read from under the seal. */
const sealed = { secret: 'what-seals-the-store-of-this-test-7d1f', seal: true }

const done = { keys: [], made: Promise.resolve() }

/** The store as another process would have it. */
async function openBeside(store: Store): Promise<OpenStore> {
  const opened = store.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  return opened
}

describe.each(dealt(realStores))('erasing one person on %s', (_name, make, it) => {
  it('ends a session that nobody is on, and takes its result: the order stays made', async () => {
    const store = make()()
    const keys: string[] = []
    const app = await shopOn(store, { ussd: shop({ ...done, keys }) })
    const caller = phone(app, { mobile: own })
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/receipt/)
      .timeout()
    const plan = await app.merchant.erase({ phone: own, dryRun: true })
    expect(plan).toMatchObject({ sessions: 1, sessionsKept: 0, results: 1, resultsKept: 0, effects: 0 })
    expect((await app.merchant.export({ phone: own })).states).toHaveLength(1)

    expect(await app.merchant.erase({ phone: own })).toEqual({ ...plan, dryRun: false })
    expect(await app.merchant.export({ phone: own })).toMatchObject({ sessions: [], states: [], results: [] })
    const { turns } = await openBeside(store)
    const again = { key: keys[0] ?? '', attempt: 'again', within: 60_000, turn: null, left: null }
    expect(await turns.begin(again)).toEqual({ status: 'concluded', outcome: '{"e":"(erased)","u":true}' })
    // Who dials again begins anew.
    await caller.dial('*713#').expectScreen(/^Item/)
    expect(keys).toHaveLength(1)
  })

  it('keeps a session that is open, and names it with its results', async () => {
    const app = await shopOn(make()(), { ussd: shop(done) })
    const caller = phone(app, { mobile: own })
    await caller.dial('*713#').reply('1')
    const plan = await app.merchant.erase({ phone: own, dryRun: true })
    expect(plan).toMatchObject({
      sessions: 0,
      sessionsKept: 1,
      keptSessions: [{ kind: 'ussd', id: caller.sessionId, why: 'open' }],
      results: 0,
      resultsKept: 1,
      keptResults: [{ name: 'order', why: 'session', entry: null }],
      effects: 1,
    })
    const [session] = plan.keptSessions
    expect((session?.until.getTime() ?? 0) - Date.now()).toBeGreaterThan(60_000)
    const [result] = plan.keptResults
    expect((result?.until.getTime() ?? 0) - Date.now()).toBeGreaterThan(13 * 86_400_000)

    expect(await app.merchant.erase({ phone: own })).toEqual({ ...plan, dryRun: false })
    await caller.reply('1').expectScreen(/^Thanks/)
    expect(await app.merchant.erase({ phone: own })).toMatchObject({ sessions: 1, sessionsKept: 0, results: 1 })
  })

  it('keeps a session of which nobody knows whether its order was made, until who dials again finds out', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const keys: string[] = []
    const app = await shopOn(make()(), { ussd: shop({ keys, made: promise }), ...sealed })
    const caller = phone(app, { mobile: own })
    await caller.dial('*713#')
    const answered = caller.reply('1').run()
    await expect.poll(() => keys).toHaveLength(1)
    await post(app, paths.ussd, {
      ...samples.ussd,
      SessionId: caller.sessionId,
      Mobile: own,
      Type: 'Timeout',
      Sequence: 3,
    })
    const erased = await app.merchant.erase({ phone: own })
    expect(erased).toMatchObject({ sessions: 0, sessionsKept: 1, keptSessions: [{ kind: 'ussd', why: 'unsettled' }] })
    expect((erased.keptSessions[0]?.until.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000)
    resolve()
    await answered.catch(() => undefined)
    await caller
      .dial('*713#')
      .expectScreen(/receipt/)
      .reply('1')
      .expectScreen(/^Thanks/)
    expect(keys).toHaveLength(1)
    const last = await app.merchant.erase({ phone: own })
    expect(last).toMatchObject({ sessions: 2, sessionsKept: 0, results: 1, resultsKept: 0 })
  })

  it('takes the results of entries that go, and keeps those that a replay asks for', async () => {
    const store = make()()
    const keys: string[] = []
    const app = await shopOn(store, {
      payment: async (_payment, attempt) => {
        await attempt.once('receipt', () => ({ name: 'Ama Person' }))
      },
      inboundMessage: async (_message, attempt) => {
        await attempt.once('answer', (key) => ({ name: 'Ama Person', number: keys.push(key) }))
      },
    })
    await pay(app, 'paid-1', own)
    await write(app, own, 'VOTE')
    await settled(app)
    const id = (await app.merchant.inbox.list({ kinds: 'inboundMessage' })).entries[0]?.id ?? ''
    const erased = await app.merchant.erase({ phone: own })
    expect(erased).toMatchObject({
      results: 1,
      resultsKept: 1,
      keptResults: [{ name: 'receipt', why: 'entry', entry: 'checkout:checkoutId:paid-1|paid' }],
    })
    // Were its push to come again after its identity was forgotten, the handler would not do it once more.
    const { turns } = await openBeside(store)
    const effects = new Effects(turns, systemClock)
    const attempt = { entryId: id, log: silentLog, abortedFor: undefined, hasSignal: false }
    const answer = { name: 'answer', effect: () => expect.fail('it is done again') }
    await expect(doOnce(attempt, effects, { ...answer, recover: undefined })).rejects.toThrow(/'answer'.*not known/)
    const recover = (key: string) => `found by ${key}`
    expect(await doOnce(attempt, effects, { ...answer, recover })).toBe(`found by ${keys[0]}`)
  })
})

it('names 50 of the payments that it keeps, and counts all', async () => {
  const [, make] = realStores[0] ?? expect.fail()
  const app = await shopOn(make()(), { payment: () => undefined })
  for (let number = 0; number < 52; number++)
    await pay(app, `paid-${number}`, own, { ClientReference: `order of ${own}` })
  await report(app, 'report-1', own)
  await settled(app)
  const { masked, payments } = await app.merchant.erase({ phone: own, dryRun: true })
  expect([masked, payments.length]).toEqual([52, 50])
  expect(payments[0]?.reference).toBe('order of +233...042')
})

it('finds nothing of what a session left once its own row is forgotten, and who dials in time goes on from it', async () => {
  // PostgreSQL sweeps by the minute, and keeps them alike.
  const [, make] = realStores[0] ?? expect.fail()
  const store = make()()
  const ussd = { handler: shop(done), budget: 3_000, maxWork: 3_000 }
  const app = await shopOn(store, { ussd, sessions: { expiry: 1 } })
  const caller = phone(app, { mobile: own })
  await caller.dial('*713#').reply('1').timeout()
  const { turns } = await openBeside(store)
  // As with retention.sessionsDays 0: once it has expired it is forgotten.
  const rows = async () => {
    await turns.sweep(0, 100)
    return (await app.merchant.sessions.list()).sessions
  }
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  expect((await app.merchant.export({ phone: own })).states).toEqual([])
  expect(await app.merchant.erase({ phone: own })).toMatchObject({ sessions: 0, sessionsKept: 0 })
  await caller.dial('*713#').expectScreen(/^You did not finish/)
})
