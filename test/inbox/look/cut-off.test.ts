import { expect, it } from 'vitest'
import { FMW_UNFINISHED } from '../../../src/admin/errors.ts'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { bulkInJson } from '../../../src/cli/inbox/bulk.ts'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import type { TrailLook } from '../../../src/store/people/trail.ts'
import { end, inboxOf, instead, registration, report } from './entries.ts'

/** So many dead entries, with a store that fails after so many replays. */
async function withFailing(count: number, after: number, failure: Error = gone()) {
  const { inbox: before, store, trail } = inboxOf()
  for (let number = 0; number < count; number += 1) {
    await store.accept(report(`e${number}`), false)
    await end(store, 'dead', 'closed')
  }
  const seen = (await before.list({ states: 'dead', limit: 1_000 })).entries.toReversed()
  let asked = 0
  const look = instead(store, {
    replay: async (...given) => {
      asked += 1
      if (asked > after) throw failure
      return store.replay(...given)
    },
  })
  return { inbox: new Inbox({ look, trail, registration }), before, store, seen }
}

function gone(): Error {
  return new FMW_STORE_UNAVAILABLE('postgres', 'it is shutting down')
}

it('says how many were done and skipped when the store fails in the middle of many', async () => {
  const { inbox, before, store, seen } = await withFailing(120, 70)
  await store.replay(registration, 'e3')
  const steps: unknown[] = []
  const failed = await inbox.redriveSeen(seen, { onProgress: (step) => steps.push(step) }).catch((error) => error)
  expect(failed).toBeInstanceOf(FMW_UNFINISHED)
  expect(failed).toMatchObject({
    code: 'FMW_UNFINISHED',
    statusCode: 503,
    done: 69,
    skipped: 1,
    total: 120,
    message: expect.stringMatching(/^This was cut off: 69 of 120 are done, 1 were skipped\. .* it is shutting down$/),
    cause: { code: 'FMW_STORE_UNAVAILABLE' },
  })
  expect((await before.count({ states: 'waiting' })).waiting).toBe(70)
  expect(steps).toHaveLength(2)
})

it('says that all were done where the trail alone cannot be told so', async () => {
  const { before, store, seen } = await withFailing(2, 2)
  let lines = 0
  const append: TrailLook['append'] = async () => {
    // What was ordered, and what was done, each.
    if (lines === 3) throw gone()
    lines += 1
  }
  const trail = new Trail({ append, list: async () => ({ lines: [], next: undefined }) }, registration)
  const failed = new Inbox({ look: store, trail, registration }).redriveSeen(seen)
  await expect(failed).rejects.toMatchObject({ code: 'FMW_UNFINISHED', done: 2, skipped: 0, total: 2 })
  expect(await before.count()).toMatchObject({ waiting: 2, dead: 0 })
})

it('does the others when it is asked again, and nothing twice', async () => {
  const { inbox, before, seen } = await withFailing(60, 20)
  await expect(inbox.redriveSeen(seen)).rejects.toMatchObject({ done: 20, skipped: 0 })
  expect(await before.redriveSeen(seen)).toEqual({ done: 40, skipped: 20, total: 60 })
})

it('leaves a mistake as it is', async () => {
  const mistake = new TypeError('no such function')
  const { inbox, seen } = await withFailing(3, 1, mistake)
  await expect(inbox.redriveSeen(seen)).rejects.toBe(mistake)
})

it('is printed as JSON, and the command fails all the same', async () => {
  const { inbox, seen } = await withFailing(3, 1)
  const out: string[] = []
  const terminal = { out: (text: string) => out.push(text), err: () => undefined }
  await expect(bulkInJson('redriven', inbox.redriveSeen(seen), terminal)).rejects.toThrow('cut off')
  expect(JSON.parse(out.join(''))).toEqual({ redriven: 1, skipped: 0, total: 3, unfinished: true })
})
