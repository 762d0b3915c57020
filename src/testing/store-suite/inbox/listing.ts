import assert from 'node:assert/strict'
import type { EntryCount, EntryQuery, InboxStore } from '../../../store/inbox-store.ts'
import { assertSameBytes, dead, done, entryOf, failed, rejectedOf } from '../samples.ts'
import { eventually, type SuiteTest, withLook } from '../suite-context.ts'
import {
  acceptAll,
  allPages,
  claimExactly,
  claimed,
  claimOne,
  each,
  entryIn,
  listed,
  registration,
  workOne,
} from '../working.ts'

/** What people and tools see of an inbox. */
export function testListing(test: SuiteTest): void {
  test('list: newest first, by acceptance and not by arrival', async ({ inbox }) => {
    const entries = await acceptAll(inbox, [
      entryOf({ receivedAt: 9_000 }),
      entryOf({ receivedAt: 1_000 }),
      entryOf({ receivedAt: 5_000 }),
    ])
    assert.deepEqual(await listed(inbox), entries.map(({ id }) => id).toReversed())
  })

  test('list: entries as they are, without their bytes', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    const { entries } = await inbox.list({ registration, limit: 10 })
    const { form: _form, payload: _payload, ...summary } = await entryIn(inbox, entry.id)
    assert.deepEqual(entries, [summary])
  })

  test('list: begins with an entry where its own cursor is asked for', async ({ inbox }) => {
    const entries = await acceptAll(inbox, [entryOf(), entryOf(), entryOf()])
    for (const { id } of entries) {
      const { cursor } = await entryIn(inbox, id)
      const page = await inbox.list({ registration, limit: 1, cursor })
      const [first, ...others] = page.entries
      assert.deepEqual([first?.id, first?.cursor, others], [id, cursor, []])
    }
  })

  test('list: nothing where nothing is', async ({ inbox }) => {
    assert.deepEqual(await inbox.list({ registration, limit: 10 }), { entries: [], next: undefined })
    assert.equal(await inbox.get(registration, 'checkout:nobody|paid'), undefined)
    assert.deepEqual(await inbox.count({ registration }), { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 })
  })

  test('list: by state, and counted', async ({ inbox }) => {
    const ids = await oneOfEachState(inbox)
    for (const state of states) assert.deepEqual(await listed(inbox, { states: [state] }), [ids[state]], state)
    assert.deepEqual(await listed(inbox, { states: ['dead', 'rejected'] }), [ids.dead, ids.rejected])
    assert.deepEqual(await listed(inbox, { states: [] }), [])
    assert.deepEqual(await inbox.count({ registration }), { waiting: 1, running: 1, done: 1, dead: 1, rejected: 1 })
    const some = await inbox.count({ registration, states: ['dead', 'waiting'] })
    assert.deepEqual(some, { waiting: 1, running: 0, done: 0, dead: 1, rejected: 0 })
  })

  test('list: several kinds, and what is dead and rejected, are one list, page by page', async ({ inbox }) => {
    const kinds = ['checkout', 'deliveryReport', 'fulfilment'] as const
    const entries = [1, 2, 3].flatMap(() => kinds.map((kind) => entryOf({ kind })))
    for (const [index, entry] of entries.entries()) {
      await workOne(inbox, entry, index % 2 === 0 ? dead() : { state: 'rejected', reason: 'not ours' })
    }
    const newest = entries.toReversed()
    const paged = async (filter: Filter) => (await pagesOf(inbox, 2, filter)).flat()
    const some = ['fulfilment', 'checkout'] as const
    const ofSome = newest.filter(({ kind }) => kind !== 'deliveryReport').map(({ id }) => id)
    assert.deepEqual(await paged({ kinds: some }), ofSome)
    assert.deepEqual(await paged({ kinds: some, states: ['rejected', 'dead'] }), ofSome)
    assert.deepEqual(await paged({ states: ['rejected', 'dead'] }), each(newest, 'id'))
    const ofOne = newest.filter(({ kind }, index) => kind === 'fulfilment' && index % 2 === 0)
    const kindsAndStates = { kinds: ['askedPayment', 'fulfilment'], states: ['done', 'dead'] } as const
    assert.deepEqual(await paged(kindsAndStates), each(ofOne, 'id'))
    assert.deepEqual(await inbox.count({ registration, kinds: some, states: ['dead', 'done'] }), { ...none, dead: 4 })
  })

  test('count: no more than it was asked for', async ({ inbox }) => {
    await acceptAll(inbox, [rejectedOf(), rejectedOf()])
    for (const settlement of [done(), done(), done(), dead(), dead()]) await workOne(inbox, entryOf(), settlement)
    await acceptAll(inbox, [entryOf({ reference: 'one' }), entryOf({ reference: 'one' }), entryOf()])
    const counted = async (query: Omit<EntryCount, 'registration'>): Promise<number> => {
      const counts = await inbox.count({ registration, ...query })
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    }
    assert.equal(await counted({}), 10)
    for (const most of [1, 4, 9, 10]) assert.equal(await counted({ most }), most)
    assert.equal(await counted({ most: 11 }), 10)
    assert.deepEqual(await inbox.count({ registration, states: ['done'], most: 2 }), { ...none, done: 2 })
    const open = { registration, states: ['waiting', 'running'], most: 2 } as const
    assert.deepEqual(await inbox.count(open), { ...none, waiting: 2 })
    assert.deepEqual(await inbox.count({ registration, states: ['dead'], most: 5 }), { ...none, dead: 2 })
    assert.equal(await counted({ reference: 'one', most: 1 }), 1)
    assert.equal(await counted({ kinds: ['checkout'], most: 3 }), 3)
  })

  test('list: by kind, lane, reference, session, phone and time of arrival', async ({ inbox }) => {
    const entries = [
      entryOf({ kind: 'checkout', receivedAt: 1_000 }),
      entryOf({ kind: 'deliveryReport', receivedAt: 2_000, reference: 'shared', session: 'ussd:1', phones: ['one'] }),
      entryOf({
        kind: 'inboundMessage',
        receivedAt: 3_000,
        reference: 'shared',
        session: 'ussd:1\u0000',
        phones: ['two\u0000', 'one'],
      }),
    ]
    const [first, second, third] = entries
    assert.ok(first && second && third)
    await acceptAll(inbox, entries)
    const rows: readonly (readonly [Filter, readonly string[]])[] = [
      [{ kinds: ['checkout'] }, [first.id]],
      [{ kinds: ['checkout', 'inboundMessage'] }, [third.id, first.id]],
      [{ kinds: ['fulfilment'] }, []],
      [{ lane: second.lane }, [second.id]],
      [{ reference: 'shared' }, [third.id, second.id]],
      [{ reference: 'share' }, []],
      [{ session: 'ussd:1' }, [second.id]],
      [{ session: 'ussd:1\u0000', states: ['waiting'] }, [third.id]],
      [{ session: 'ussd:1', states: ['dead'] }, []],
      [{ session: 'ussd' }, []],
      [{ phone: 'one' }, [third.id, second.id]],
      [{ phone: 'two\u0000' }, [third.id]],
      [{ phone: 'one', session: 'ussd:1' }, [second.id]],
      [{ phone: 'one', kinds: ['checkout'] }, []],
      [{ phone: 'one', states: ['dead'] }, []],
      [{ phone: 'on' }, []],
      [{ since: 2_000 }, [third.id, second.id]],
      [{ until: 2_000 }, [first.id]],
      [{ since: 2_000, until: 3_000 }, [second.id]],
      [{ reference: 'shared', kinds: ['deliveryReport'], since: 1 }, [second.id]],
      [{ reference: 'shared', kinds: ['checkout'] }, []],
    ]
    for (const [filter, expected] of rows) {
      assert.deepEqual(await listed(inbox, filter), expected, JSON.stringify(filter))
      assert.equal((await inbox.count({ registration, ...filter })).waiting, expected.length, JSON.stringify(filter))
    }
  })

  test('list: without the follow-ups that are done, page by page, and counted so', async ({ inbox }) => {
    const shown: string[] = []
    const ended = [done(), dead(), { state: 'rejected', reason: 'not ours' }] as const
    for (const settlement of ended) {
      const push = await workOne(inbox, entryOf({ kind: 'checkout' }), settlement)
      const followUp = await workOne(inbox, entryOf({ kind: 'expectedPayment', reference: 'one' }), settlement)
      await workOne(inbox, entryOf({ kind: 'askedPayment' }))
      shown.unshift(...(settlement.state === 'done' ? [push.id] : [followUp.id, push.id]))
    }
    const waiting = await acceptAll(inbox, [entryOf({ kind: 'fulfilmentReport' })])
    shown.unshift(...each(waiting, 'id'))
    const omit = { omitDoneFollowUps: true }
    assert.deepEqual((await pagesOf(inbox, 2, omit)).flat(), shown)
    const counted = { waiting: 1, running: 0, done: 1, dead: 2, rejected: 2 }
    assert.deepEqual(await inbox.count({ registration, ...omit }), counted)
    assert.deepEqual(await inbox.count({ registration, states: ['done'], most: 3, ...omit }), { ...none, done: 1 })
    assert.deepEqual(await inbox.count({ registration, states: ['done'], most: 3 }), { ...none, done: 3 })
    assert.deepEqual(await inbox.count({ registration, reference: 'one', ...omit }), { ...none, dead: 1, rejected: 1 })
    assert.deepEqual(await listed(inbox, { states: ['done'], ...omit }), shown.slice(-1))
    const several = { kinds: ['askedPayment', 'checkout'], states: ['done'], ...omit } as const
    assert.deepEqual(await listed(inbox, several), shown.slice(-1))
    assert.deepEqual(await listed(inbox, { kinds: ['askedPayment'], ...omit }), [])
    assert.equal((await listed(inbox, { omitDoneFollowUps: false })).length, shown.length + 4)
  })

  test('list: the heads of lanes, of all or of one: the oldest that wait or run', async ({ inbox, open }) => {
    const ofLane = (lane: string) => [entryOf({ lane }), entryOf({ lane }), entryOf({ lane })] as const
    const [over, parked, running] = [ofLane('over'), ofLane('parked'), ofLane('running')]
    await workOne(inbox, over[0])
    await workOne(inbox, parked[0], failed(3_600_000))
    await claimed(inbox, running[0])
    await acceptAll(inbox, [...running.slice(1), ...parked.slice(1), ...over.slice(1)])
    await (await open('tickets')).inbox.accept(entryOf({ lane: 'running' }), false)
    const heads = [over[1], running[0], parked[0]].map(({ id }) => id)
    assert.deepEqual(await listed(inbox, { heads: true }), heads)
    for (const { id, lane } of [over[1], parked[0], running[0]])
      assert.deepEqual(await listed(inbox, { heads: true, lane }), [id], lane)
    assert.deepEqual(await listed(inbox, { heads: true, lane: 'no such' }), [])
    assert.deepEqual(await listed(inbox, { heads: true, states: ['running'] }), [running[0].id])
    assert.deepEqual(await listed(inbox, { heads: true, states: ['done', 'dead'] }), [])
    assert.deepEqual(await pagesOf(inbox, 2, { heads: true }), [heads.slice(0, 2), heads.slice(2)])
  })

  test('list: pages follow each other to the end', async ({ inbox }) => {
    const entries = Array.from({ length: 20 }, () => entryOf())
    await acceptAll(inbox, entries)
    const newest = each(entries, 'id').toReversed()
    assert.deepEqual(await pagesOf(inbox, 10), [newest.slice(0, 10), newest.slice(10)])
    assert.deepEqual(await pagesOf(inbox, 7), [newest.slice(0, 7), newest.slice(7, 14), newest.slice(14)])
    assert.deepEqual(await pagesOf(inbox, 1_000), [newest])
  })

  test('list: pages stay where they are while entries come in and are worked', async ({ inbox }) => {
    const entries = Array.from({ length: 25 }, () => entryOf())
    await acceptAll(inbox, entries)
    const pages = await allPages(
      (cursor) => inbox.list({ registration, limit: 10, cursor }),
      async () => {
        await acceptAll(inbox, [entryOf(), entryOf(), entryOf()])
        for (const claim of await inbox.claim(4)) await inbox.settle(claim, done())
      },
    )
    const seen = pages.flatMap((page) => page.entries.map(({ id }) => id))
    assert.deepEqual(seen, entries.map(({ id }) => id).toReversed())
  })

  test('list: a filter holds on every page', async ({ inbox }) => {
    const entries = Array.from({ length: 12 }, (_none, place) =>
      entryOf({ reference: place % 2 === 0 ? 'even' : 'odd' }),
    )
    await acceptAll(inbox, entries)
    const odd = entries.filter(({ reference }) => reference === 'odd').toReversed()
    const [first, second] = [each(odd.slice(0, 4), 'id'), each(odd.slice(4), 'id')]
    assert.deepEqual(await pagesOf(inbox, 4, { reference: 'odd' }), [first, second])
  })
}

const none = { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }

async function oneOfEachState(inbox: InboxStore) {
  const [waiting, running, finished, gone] = [entryOf(), entryOf(), entryOf(), entryOf()]
  const unread = rejectedOf()
  await workOne(inbox, finished)
  await inbox.accept(unread, false)
  await workOne(inbox, gone, dead())
  await claimed(inbox, running)
  await inbox.accept(waiting, false)
  return { waiting: waiting.id, running: running.id, done: finished.id, dead: gone.id, rejected: unread.id }
}

const states = ['waiting', 'running', 'done', 'dead', 'rejected'] as const

type Filter = Omit<EntryQuery, 'registration' | 'limit'>

/** The ids on each page. */
async function pagesOf(inbox: InboxStore, limit: number, filter: Filter = {}): Promise<readonly string[][]> {
  const pages = await allPages((cursor) => inbox.list({ registration, limit, ...filter, cursor }))
  return pages.map(({ entries }) => each(entries, 'id'))
}

/** Looking at a store beside the application that runs on it. */
export function testLooking(test: SuiteTest): void {
  test('look: it shows what the application has', async ({ inbox, open, store }) => {
    const entry = await workOne(inbox, entryOf(), dead())
    await workOne((await open('tickets')).inbox, entryOf())
    await withLook(store, async (look) => {
      assert.deepEqual((await look.registrations()).toSorted(), ['default', 'tickets'])
      const [first, ...others] = (await look.inbox.list({ registration, limit: 10 })).entries
      assert.deepEqual([first?.id, first?.state, others], [entry.id, 'dead', []])
      assertSameBytes((await look.inbox.get(registration, entry.id))?.payload, entry.payload)
      assert.equal((await look.inbox.count({ registration })).dead, 1)
      assert.equal((await look.inbox.count({ registration: 'tickets' })).done, 1)
    })
  })

  test('look: what is asked for again there is worked again', async ({ inbox, store }) => {
    const entries = [entryOf(), entryOf(), entryOf()]
    for (const entry of entries) await workOne(inbox, entry, dead())
    const [first] = entries
    assert.ok(first)
    await withLook(store, async (look) => {
      assert.equal(await look.inbox.replay(registration, 'checkout:nobody|paid'), false)
      assert.equal(await look.inbox.replay(registration, first.id), true)
      await eventually('the replay', async () => (await inbox.get(registration, first.id))?.state === 'waiting')
      assert.equal((await claimOne(inbox)).entry.id, first.id)
      assert.equal(await look.inbox.redrive({ registration }, 1), 1)
      await claimExactly(inbox, 1)
      assert.equal(await look.inbox.redrive({ registration }, 10), 1)
      await claimExactly(inbox, 1)
      assert.equal(await look.inbox.redrive({ registration }, 10), 0)
    })
  })

  test('look: what is asked for again there is told to the application', async ({ inbox, store }) => {
    const entry = await workOne(inbox, entryOf(), dead())
    let toldAt = -1
    inbox.onWork(() => {
      toldAt = performance.now()
    })
    const from = performance.now()
    await withLook(store, async (look) => {
      await look.inbox.replay(registration, entry.id)
      await eventually('word of work', () => toldAt > from)
    })
  })
}
