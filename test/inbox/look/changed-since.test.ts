import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { changedSince, lastAttempt, settledBefore } from '../../../src/admin/seen/seen-entry.ts'
import { end, inboxOf, instead, noon, registration, report } from './entries.ts'

/** Two dead entries as somebody saw them, of which one was replayed since, and is done. */
async function withOneReplayed() {
  const kept = inboxOf()
  for (const id of ['a', 'b']) {
    await kept.store.accept(report(id), false)
    await end(kept.store, 'dead', 'closed')
  }
  const seen = (await kept.inbox.list({ states: 'dead' })).entries.toReversed()
  await kept.inbox.replay('a', { by: 'Kofi' })
  const [claim] = await kept.store.claim(1)
  const attempt = { number: 2, startedAt: 0, ms: 1, error: null, replay: true }
  if (claim !== undefined) await kept.store.settle(claim, { state: 'done', attempt })
  return { ...kept, seen }
}

it('is not replayed where it was replayed since it was seen: who did it and when is said', async () => {
  const { inbox, seen, trail } = await withOneReplayed()
  await expect(inbox.replay('a', { by: 'Ama', seen: seen[0] })).rejects.toMatchObject({
    code: 'FMW_ENTRY_CHANGED',
    statusCode: 409,
    message: expect.stringMatching(
      /^Nothing was done: the entry 'a' has changed .* It is done now, after 2 attempts; Kofi did 'replay' at \d{4}-/,
    ),
  })
  expect(await inbox.get('a')).toMatchObject({ state: 'done' })
  expect((await trail.list()).lines).toHaveLength(1)
  await inbox.replay('b', { by: 'Ama', seen: seen[1] })
  expect(await inbox.get('b')).toMatchObject({ state: 'waiting' })
})

it('is not replayed where somebody is faster by a moment, and the trail says that it was refused', async () => {
  const { store, trail, seen } = await withOneReplayed()
  const look = instead(store, {
    replay: async (...asked) => {
      await store.replay(registration, 'b')
      return store.replay(...asked)
    },
  })
  const inbox = new Inbox({ look, trail, registration })
  await expect(inbox.replay('b', { by: 'Ama', seen: seen[1] })).rejects.toMatchObject({ code: 'FMW_ENTRY_CHANGED' })
  const { lines } = await trail.list({ limit: 2 })
  expect(lines).toMatchObject([
    { act: 'refused', by: 'Ama', entry: 'b', about: { act: 'replay' } },
    { act: 'replay', by: 'Ama', entry: 'b' },
  ])
})

it('is left out of many that are replayed, and counted', async () => {
  const { inbox, seen, trail } = await withOneReplayed()
  const steps: unknown[] = []
  const options = { by: 'Ama', about: { kind: 'all' }, onProgress: (step: unknown) => steps.push(step) }
  const end = { done: 1, skipped: 1, total: 2 }
  expect(await inbox.redriveSeen(seen, options)).toEqual(end)
  expect(steps).toEqual([{ done: 0, skipped: 0, total: 2 }, end])
  expect(await inbox.get('a')).toMatchObject({ state: 'done' })
  const { lines } = await trail.list({ limit: 3 })
  expect(lines).toMatchObject([
    { act: 'redrive', by: 'Ama', entry: null, about: { done: 1, skipped: 1 } },
    { act: 'redrive', by: 'Ama', entry: 'b', about: null },
    { act: 'redrive', by: 'Ama', entry: null, about: { kind: 'all', count: 2 } },
  ])
})

it('has no line of its own where very many are replayed: theirs would push out those of others', async () => {
  const { inbox, seen, trail } = await withOneReplayed()
  const many = Array.from({ length: 201 }, (_, at) => ({ ...Object(seen[1]), id: at === 0 ? 'b' : `gone-${at}` }))
  expect(await inbox.redriveSeen(many, { by: 'Ama' })).toEqual({ done: 1, skipped: 200, total: 201 })
  expect((await trail.list({ limit: 3 })).lines).toMatchObject([
    { by: 'Ama', entry: null, about: { done: 1, skipped: 200 } },
    { by: 'Ama', entry: null, about: { count: 201 } },
    { by: 'Kofi', entry: 'a' },
  ])
})

it('tells who has settled a review, and that a settling which came second was refused', async () => {
  const { inbox, store, trail } = inboxOf()
  await store.accept(report('a'), false)
  const [claim] = await store.claim(1)
  const attempt = { number: 1, startedAt: 0, ms: 1, error: null, replay: false }
  if (claim !== undefined) await store.settle(claim, { state: 'done', attempt, review: ['overpaid'] })
  const both = [inbox.settleReview('a', { by: 'Ama' }), inbox.settleReview('a', { by: 'Kofi', note: 'handed over' })]
  const [, second] = await Promise.allSettled(both)
  expect(second).toMatchObject({
    reason: { code: 'FMW_REVIEW_SETTLED', message: expect.stringMatching(/'a': Ama settled its review at \d{4}/) },
  })
  const { lines } = await trail.list()
  expect(lines).toMatchObject([
    { act: 'refused', by: 'Kofi', entry: 'a', about: { act: 'settle' } },
    { act: 'settle', by: 'Kofi' },
    { act: 'settle', by: 'Ama' },
  ])
})

it('of none nothing is done, and the trail has no line', async () => {
  const { inbox, trail } = inboxOf()
  const none = { done: 0, skipped: 0, total: 0 }
  expect(await inbox.redriveSeen([], { by: 'Ama' })).toEqual(none)
  expect(await inbox.settleSeen([], { by: 'Ama' })).toEqual(none)
  expect((await trail.list()).lines).toEqual([])
})

it('is replayed after those before it in its lane, and settled without a note', async () => {
  const { inbox, store, trail } = inboxOf()
  for (const id of ['a', 'b']) await store.accept({ ...report(id), lane: 'order-1' }, false)
  for (let number = 0; number < 2; number += 1) {
    const [claim] = await store.claim(1)
    const attempt = { number: 1, startedAt: 0, ms: 1, error: 'closed', replay: false }
    if (claim !== undefined) await store.settle(claim, { state: 'dead', attempt, review: ['overpaid'] })
  }
  const seen = (await inbox.list({ states: 'dead' })).entries.toReversed()
  const [first] = seen
  if (first === undefined) throw new Error('there is no entry')
  expect(await inbox.settleSeen(seen, { by: 'Ama' })).toEqual({ done: 2, skipped: 0, total: 2 })
  const settles = (await trail.list()).lines.map(({ act, entry }) => [act, entry])
  expect(settles.slice(0, 4)).toEqual([
    ['settle', null],
    ['settle', 'b'],
    ['settle', 'a'],
    ['settle', null],
  ])
  expect(await inbox.redriveSeen(seen)).toEqual({ done: 2, skipped: 0, total: 2 })
  const [claim] = await store.claim(1)
  expect(claim?.entry.id).toBe('a')
  await expect(inbox.replay('a', { seen: first })).rejects.toMatchObject({
    message: expect.stringMatching(/It is running now, after 1 attempt; somebody did 'redrive' at/),
  })
})

it('tells who redrove it among many, and by its own trail who did', async () => {
  const { inbox, store, trail } = inboxOf()
  await store.accept(report('a'), false)
  await end(store, 'dead', 'closed')
  const { entries } = await inbox.list()
  await inbox.redriveSeen(entries, { by: 'Kofi', reason: 'the ledger is open' })
  await expect(inbox.replay('a', { by: 'Ama', seen: entries[0] })).rejects.toMatchObject({
    code: 'FMW_ENTRY_CHANGED',
    message: expect.stringContaining("; Kofi did 'redrive' at "),
  })
  const { lines } = await trail.list({ entry: 'a' })
  expect(lines).toMatchObject([{ act: 'redrive', by: 'Kofi' }])
  expect(await inbox.redriveSeen(entries, { by: 'Ama' })).toMatchObject({ done: 0, skipped: 1 })
  expect((await trail.list({ entry: 'a' })).lines).toHaveLength(1)
  expect((await trail.list({ limit: 1 })).lines).toMatchObject([{ by: 'Ama', about: { done: 0, skipped: 1 } }])
})

it('names nobody where nobody is known', async () => {
  const { trail } = inboxOf()
  expect(lastAttempt({ attempts: [] })).toBe(0)
  await trail.append({ act: 'replay', entry: 'a' })
  const { message } = await changedSince(trail, { id: 'a', state: 'done', attempts: [{ number: 2 }] })
  expect(message).toMatch(/It is done now, after 2 attempts; somebody did 'replay' at/)
  const settled = { settledAt: noon, settledBy: null }
  expect(settledBefore('a', settled).message).toContain('the plugin itself settled its review at 2026-11-20')
  expect(settledBefore('a', undefined).message).toContain('there never was a review')
})
