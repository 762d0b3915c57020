import { describe, expect, it, onTestFinished } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { silentLog } from '../../../src/log.ts'
import { viewEntry } from '../../../src/operations/page/entry-view.ts'
import { inboxOf, instead, noon, pushOf, registration, report, stored } from '../../inbox/look/entries.ts'
import { realStores } from '../../store/real-stores.ts'

const lane = 'deliveryReport:stuck'
const reports = Array.from({ length: 1_025 }, (_, index) => report(`report ${index}`, { lane }))

describe('what stands before an entry of a lane in which more than a thousand wait', () => {
  it.each(realStores)('is what came before it and nothing since, and the first of all, on %s', async (_name, make) => {
    const opened = make()().open({ registration, log: silentLog })
    onTestFinished(() => opened.close())
    await opened.ready
    const { inbox: store, trail } = opened
    const inbox = new Inbox({ look: store, trail: new Trail(trail, registration), registration })
    const [first, ...others] = reports
    if (first === undefined) throw new Error('There is none')
    // SQLite gives it no mark of a head then.
    const accepted = await store.accept(first, true)
    const [claim] = 'claim' in accepted && accepted.claim !== undefined ? [accepted.claim] : await store.claim(1)
    if (claim === undefined) throw new Error('Nothing is due')
    await Promise.all([...others, report('of another lane')].map((entry) => store.accept(entry, false)))
    const ids: string[] = []
    for await (const { id } of inbox.all({ lane, limit: 1_000 })) ids.unshift(id)
    expect(ids).toHaveLength(reports.length)
    const nearest = (at: number) => ids.slice(at - 20, at)

    expect(await standing(inbox, ids[4])).toEqual({ ids: ids.slice(0, 4), isMoreBefore: false })
    expect(await standing(inbox, ids[20])).toEqual({ ids: nearest(20), isMoreBefore: false })
    expect(await standing(inbox, ids[21])).toEqual({ ids: ids.slice(0, 21), isMoreBefore: false })
    expect(await standing(inbox, ids[22])).toEqual({ ids: ['report 0', ...nearest(22)], isMoreBefore: true })
    expect(await standing(inbox, ids[1_024])).toEqual({ ids: ['report 0', ...nearest(1_024)], isMoreBefore: true })
    expect(await standing(inbox, ids[0])).toEqual({ ids: [], isMoreBefore: false })

    // It waits for its next attempt, so the lane does.
    await store.settle(claim, {
      state: 'waiting',
      retryIn: 3_600_000,
      attempt: { number: 1, startedAt: noon, ms: 5, error: 'closed', replay: false },
    })
    expect(await standing(inbox, ids[1_024])).toEqual({ ids: ['report 0', ...nearest(1_024)], isMoreBefore: true })
  })

  it('is the same in a store that doesn’t know the places of entries', async () => {
    const { store, trail } = inboxOf()
    for (const entry of reports) await store.accept(entry, false)
    const look = instead(store, {
      get: async (name, id) => {
        const { cursor: _cursor, ...entry } = (await store.get(name, id)) ?? stored({ payload: pushOf({}) })
        return entry
      },
    })
    const inbox = new Inbox({ look, trail, registration })
    const ids = reports.map(({ id }) => id)
    expect(await standing(inbox, ids[4])).toEqual({ ids: ids.slice(0, 4), isMoreBefore: false })
    expect(await standing(inbox, ids[1_024])).toEqual({
      ids: ['report 0', ...ids.slice(1_004, 1_024)],
      isMoreBefore: true,
    })
  })
})

async function standing(inbox: Inbox, id = ''): Promise<object> {
  const view = await viewEntry(inbox, id)
  const rows: readonly unknown[] = 'before' in view && Array.isArray(view.before) ? view.before : []
  return { ids: rows.map(idOf), isMoreBefore: 'isMoreBefore' in view && view.isMoreBefore }
}

function idOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
}
