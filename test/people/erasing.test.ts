import { describe, expect } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { phone } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { call, other, own, pay, report, settled, shopOn, write } from './shop.ts'

describe.each(dealt(realStores))('erasing one person on %s', (_name, make, it) => {
  it('takes what is theirs, masks their payments, and leaves what is of others', async () => {
    const app = await shopOn(make()())
    const { inbox, sessions } = app.merchant
    for (const mobile of [own, other]) {
      await pay(app, `paid-${mobile.slice(-2)}`, mobile)
      await report(app, `report-${mobile.slice(-2)}`, mobile)
      await write(app, mobile, `It is ${mobile}`)
      await call(app, mobile)
    }
    await settled(app)

    const plan = await app.merchant.erase({ phone: own, dryRun: true })
    const until = expect.any(Date)
    const entry = 'checkout:checkoutId:paid-42|paid'
    expect(plan).toEqual({
      phone: '+233...042',
      dryRun: true,
      erased: 2,
      masked: 1,
      kept: [],
      payments: [{ kind: 'checkout', id: entry, reference: 'order-paid-42', why: 'books', until }],
      othersKept: 0,
      keptOthers: [],
      sessions: 1,
      sessionsKept: 0,
      keptSessions: [],
      results: 0,
      resultsKept: 2,
      keptResults: [
        { name: 'till', why: 'entry', entry, until },
        { name: 'receipt', why: 'entry', entry, until },
      ],
      // Of both payments: what their receipts gave back names the number.
      effects: 2,
      elsewhere: [],
    })
    const ninetyDays = 90 * 86_400_000
    expect(plan.payments[0]?.until?.getTime()).toBe(((await inbox.get(entry)).finishedAt?.getTime() ?? 0) + ninetyDays)
    expect(await inbox.count({ phone: own })).toMatchObject({ done: 3 })

    expect((await app.merchant.trail.list()).lines).toEqual([])
    const done = await app.merchant.erase({ phone: '0000000042', by: 'Ama', reason: 'asked for' })
    expect(done).toEqual({ ...plan, dryRun: false })
    expect((await app.merchant.trail.list()).lines).toMatchObject([
      {
        act: 'erase',
        by: 'Ama',
        reason: 'asked for',
        about: { phone: '+233...042', erased: 2, masked: 1, sessions: 1, results: 0 },
      },
    ])
    expect(await inbox.count({ phone: own })).toMatchObject({ done: 0 })
    expect((await sessions.list({ phone: own })).sessions).toEqual([])

    const { entries } = await inbox.list()
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      'checkout',
      'checkout',
      'deliveryReport',
      'inboundMessage',
    ])
    const kept = await inbox.get('checkout:checkoutId:paid-42|paid')
    expect(JSON.stringify(kept)).not.toMatch(/000000042|Ama/)
    expect(kept.event).toMatchObject({ amount: 50.5, reference: 'order-paid-42', customerPhone: '+233...042' })
    expect(JSON.stringify(await inbox.get('checkout:checkoutId:paid-43|paid'))).toMatch(/Ama Person/)
    expect((await sessions.list({ phone: other })).sessions).toHaveLength(1)

    // Nothing is done twice because of it.
    await report(app, 'report-42', own)
    expect(await inbox.count({ phone: own })).toMatchObject({ waiting: 0, running: 0, done: 0 })
    expect(app.merchant.counts.deliveryReport).toMatchObject({ handled: 2 })
    await inbox.replay(kept.id)
    await settled(app)
    expect(await inbox.get(kept.id)).toMatchObject({ state: 'done', replay: true })
    expect(await app.merchant.erase({ phone: own })).toMatchObject({ erased: 0, masked: 0, effects: 0, sessions: 0 })
  })

  it('keeps and names what is open, and what somebody must look at', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const app = await shopOn(make()(), { deliveryReport: () => promise })
    const { inbox } = app.merchant
    await report(app, 'open', own)
    await pay(app, 'dead-1', own)
    await pay(app, 'twice', own)
    await pay(app, 'twice', own, { Amount: 1 })
    await phone(app, { mobile: own }).dial('*713#')
    await expect.poll(() => inbox.count({ kinds: 'checkout' })).toMatchObject({ done: 2, dead: 1 })
    const erased = await app.merchant.erase({ phone: own })
    expect(erased.kept.map(({ id, why }) => `${id.split('|')[0]} ${why}`).toSorted()).toEqual([
      'checkout:checkoutId:dead1 review',
      'checkout:checkoutId:twice review',
      'deliveryReport:open open',
    ])
    expect(erased).toMatchObject({ erased: 0, masked: 1, sessions: 0, sessionsKept: 1 })
    resolve()
    await settled(app)
    expect(await app.merchant.erase({ phone: own })).toMatchObject({ erased: 1, masked: 0 })
  })

  it('erases payments too that came longer ago than is asked to keep them', async () => {
    const app = await shopOn(make()())
    await pay(app, 'old', own)
    await settled(app)
    expect(await app.merchant.erase({ phone: own, keepPaymentsDays: 1, dryRun: true })).toMatchObject({ masked: 1 })
    expect(await app.merchant.erase({ phone: own, keepPaymentsDays: 0 })).toMatchObject({ erased: 1, masked: 0 })
    expect((await app.merchant.inbox.list()).entries).toEqual([])
    await pay(app, 'old', own)
    expect((await app.merchant.inbox.list()).entries).toEqual([])
  })

  it('takes each way of writing their number out of results, notes and errors, and keeps no word of a payment that is on no list', async () => {
    const international = own.slice(1)
    const national = `0${own.slice(4)}`
    const result = {
      to: own,
      dialled: national,
      abroad: `00${international}`,
      spaced: 'call 000 000 0042, or +233 (00) 000-0042',
      number: Number(international),
      [national]: 'a name',
      longer: `9${international}`,
      fraction: 0.5,
    }
    const given: unknown[] = []
    const app = await shopOn(make()(), {
      retry: { attempts: 2, minDelay: 1, maxDelay: 1 },
      payment: async (_payment, attempt) => {
        given.push(await attempt.once('sms', () => result))
        if (attempt.number === 1) throw new Error(`Kwame at ${national}`)
      },
      ussd: conversation(async (talk) => {
        await talk.once('order', () => ({ phone: national }))
        return talk.end('Thanks')
      }),
    })
    const { inbox, trail } = app.merchant
    await pay(app, 'paid-1', own, {
      Email: 'kwame@mensah.example',
      PaymentDetails: { MobileMoneyNumber: national, AccountName: 'Kwame Mensah', PaymentType: 'MobileMoney' },
    })
    await phone(app, { mobile: national }).dial('*713#')
    await settled(app)
    const [entry] = (await inbox.list({ kinds: 'checkout' })).entries
    const id = entry?.id ?? ''
    expect(entry?.attempts).toMatchObject([{ error: expect.stringContaining('Kwame') }, { error: null }])
    await inbox.note(id, { by: 'Ama', note: `called ${national}` })
    await pay(app, 'paid-1', own, { Amount: 1 })
    await settled(app)
    const doubted = (await inbox.list({ needsReview: true })).entries[0]?.id ?? ''
    await inbox.settleReview(doubted, { by: 'Ama', note: `called ${national}, 000 000 0042 and ${other}` })

    expect(await app.merchant.erase({ phone: own })).toMatchObject({ masked: 2, sessions: 1, results: 1, effects: 2 })
    const kept = await inbox.get(id)
    expect(kept.attempts).toMatchObject([
      { number: 1, error: '(erased)' },
      { number: 2, error: null },
    ])
    expect(JSON.stringify(kept)).not.toMatch(/Kwame|mensah|000000042/)
    expect(kept.event).toMatchObject({ amount: 50.5, reference: 'order-paid-1', outcome: 'paid' })
    expect((await inbox.get(doubted)).review).toMatchObject({ note: `called +233...042, +233...042 and ${other}` })
    // Nothing changes a line of the trail: a number is shortened before it comes there.
    const { lines } = await trail.list({ entry: id })
    expect(lines.map(({ reason }) => reason)).toEqual(['called 000...042'])
    expect(given).toEqual([result, result, result, result])
    await inbox.replay(id)
    await settled(app)
    expect(given.slice(4)).toEqual([
      {
        to: '+233...042',
        dialled: '+233...042',
        abroad: '+233...042',
        spaced: 'call +233...042, or +233...042',
        number: '+233...042',
        '+233...042': 'a name',
        longer: `9${international}`,
        fraction: 0.5,
      },
    ])
    expect(await app.merchant.erase({ phone: own })).toMatchObject({ effects: 0 })
  })

  it('leaves a note of a review alone in which their digits are part of a longer number', async () => {
    const app = await shopOn(make()(), {})
    await pay(app, 'paid-1', other)
    await pay(app, 'paid-1', other, { Amount: 1 })
    await settled(app)
    const { inbox } = app.merchant
    const doubted = (await inbox.list({ needsReview: true })).entries[0]?.id ?? ''
    const note = `invoice 9${own.slice(1)}`
    await inbox.settleReview(doubted, { by: 'Ama', note })
    await app.merchant.erase({ phone: own })
    expect((await inbox.get(doubted)).review).toMatchObject({ note })
  })
})
