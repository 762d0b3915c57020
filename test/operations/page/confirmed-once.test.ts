import { describe, expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { silentLog } from '../../../src/log.ts'
import { dryRun, redrive, settleAll } from '../../../src/operations/page/bulk.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { end, registration, report } from '../../inbox/look/entries.ts'
import { officeOf } from './office.ts'

const attempt = { number: 1, startedAt: 0, ms: 1, error: 'closed', replay: false }

function opened() {
  const { inbox: store, trail: look } = memoryStore().open({ registration, log: silentLog })
  return { store, look }
}

/** Dead entries that need review, and an inbox where somebody is faster: between the confirmation and what is done. */
async function withSomebodyFaster(count: number, faster: (inbox: Inbox) => Promise<unknown>) {
  const { store, look } = opened()
  for (let number = 0; number < count; number++) {
    await store.accept(report(`e${number}`), false)
    const [claim] = await store.claim(1)
    if (claim !== undefined) await store.settle(claim, { state: 'dead', attempt, review: ['unhandled'] })
  }
  const other = new Inbox({ look: store, trail: new Trail(look, registration), registration })
  class Interrupted extends Trail {
    override async append(act: Parameters<Trail['append']>[0]): Promise<void> {
      await super.append(act)
      // The first line of many: those that follow say what was done.
      if (act.about?.count !== undefined) await faster(other)
    }
  }
  return { store, inbox: new Inbox({ look: store, trail: new Interrupted(look, registration), registration }) }
}

describe('what was confirmed is done with those entries alone, though somebody else is at work', () => {
  it('reviews that somebody settles meanwhile are skipped, and no others are settled in their place', async () => {
    const { inbox } = await withSomebodyFaster(6, async (other) => {
      for (const id of ['e5', 'e4']) await other.settleReview(id, { by: 'Kofi' })
    })
    const { fitting: _fitting, count: _count, ...shown } = await dryRun(inbox, 'settle', { limit: 3 }, Date.now())
    const order = { ...shown, note: 'the books agree' }
    expect(await settleAll(inbox, order, Date.now(), 'Ama')).toEqual({ settled: 1, skipped: 2 })
    const { entries } = await inbox.list({ needsReview: true })
    expect(entries.map(({ id }) => id)).toEqual(['e2', 'e1', 'e0'])
    expect(await inbox.get('e4')).toMatchObject({ review: { settledBy: 'Kofi' } })
  })

  it('dead entries that somebody replays meanwhile are skipped, also where they are dead again', async () => {
    const { inbox, store } = await withSomebodyFaster(5, async (other) => {
      await other.replay('e0')
      await other.replay('e1')
      const [claim] = await store.claim(1)
      if (claim !== undefined) await store.settle(claim, { state: 'dead', attempt: { ...attempt, number: 2 } })
    })
    const { fitting: _fitting, count: _count, ...shown } = await dryRun(inbox, 'redrive', { limit: 3 }, Date.now())
    expect(await redrive(inbox, shown, Date.now(), 'Ama')).toEqual({ redriven: 1, skipped: 2 })
    const { entries } = await inbox.list({ states: 'dead' })
    expect(entries.map(({ id }) => id)).toEqual(['e4', 'e3', 'e0'])
  })
})

describe('a confirmation', () => {
  it('is used once: of two orders at once, as by a double click, one is done', async () => {
    const { ask, push, settled, app } = await officeOf(undefined, {
      payment: () => {
        throw new Error('the ledger is closed')
      },
    })
    for (let number = 0; number < 30; number++) {
      await push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
    }
    await settled()
    for (const [path, more] of [
      ['settle-all', { note: 'the books agree' }],
      ['redrive', {}],
    ] as const) {
      const { limit, until, confirmation } = (await ask(`${path}/dry-run`, { limit: 10 })).body
      const order = { limit, until, confirmation, ...more }
      const answers = await Promise.all([1, 2, 3].map(() => ask(path, order)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    }
    const { entries } = await app.merchant.inbox.list({ needsReview: true })
    expect(entries).toHaveLength(20)
  })

  it('is refused where a review is about something else by now', async () => {
    const { inbox, store } = await withSomebodyFaster(1, async () => undefined)
    const { fitting: _fitting, count: _count, ...shown } = await dryRun(inbox, 'settle', {}, Date.now())
    await inbox.replay('e0')
    const [claim] = await store.claim(1)
    if (claim === undefined) throw new Error('nothing is due')
    await store.settle(claim, { state: 'done', attempt: { ...attempt, number: 2, error: null }, review: ['underpaid'] })
    await expect(settleAll(inbox, { ...shown, note: 'x' }, Date.now(), 'Ama')).rejects.toMatchObject({
      code: 'FMW_OPERATOR_CONFIRMATION',
    })
    expect(await inbox.get('e0')).toMatchObject({ review: { settledAt: null } })
    await expect(end(store, 'done')).rejects.toThrow('Nothing is due')
  })
})
