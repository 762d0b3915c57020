import { describe, expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail, trailJson } from '../../../src/admin/trail.ts'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { end, inboxOf, instead, registration, report } from './entries.ts'

/** An inbox with an entry that is dead and needs review. */
async function withDead() {
  const kept = inboxOf()
  await kept.store.accept(report('a'), false)
  const [claim] = await kept.store.claim(1)
  if (claim === undefined) throw new Error('nothing is due')
  const attempt = { number: 1, startedAt: 0, ms: 1, error: 'no', replay: false }
  await kept.store.settle(claim, { state: 'dead', attempt, review: ['unhandled'] })
  return kept
}

const acts = async (trail: Trail) => (await trail.list()).lines.map(({ act }) => act)

/** A trail that can't be written. */
const full = new Trail(
  {
    append: () => Promise.reject(new FMW_STORE_UNAVAILABLE('sqlite', 'the disk is full')),
    list: async () => ({ lines: [], next: undefined }),
  },
  registration,
)

describe('what people do', () => {
  it('leaves a line each: who, when, what, to which entry, and why', async () => {
    const { inbox, trail } = await withDead()
    const before = Date.now()
    await inbox.settleReview('a', { by: 'Ama', note: 'gave it back' })
    expect(await inbox.unmask('a', { by: 'Kofi', reason: 'the payer called' })).toMatchObject({
      id: 'a',
      state: 'dead',
    })
    await inbox.export('a', { by: 'Ama' })
    await inbox.replay('a', { by: 'Ama', reason: 'the ledger is open' })
    const { lines, next } = await trail.list()
    const none = { about: null, reason: null }
    expect(lines).toEqual([
      { ...none, at: expect.any(Date), by: 'Ama', act: 'replay', entry: 'a', reason: 'the ledger is open' },
      { ...none, at: expect.any(Date), by: 'Ama', act: 'export', entry: 'a' },
      { ...none, at: expect.any(Date), by: 'Kofi', act: 'unmask', entry: 'a', reason: 'the payer called' },
      { ...none, at: expect.any(Date), by: 'Ama', act: 'settle', entry: 'a', reason: 'gave it back' },
    ])
    expect(next).toBeUndefined()
    expect(Number(lines[0]?.at)).toBeGreaterThanOrEqual(before - 1)
  })

  it('leaves one line for a redrive, with its filter and its count', async () => {
    const { inbox, store, trail } = inboxOf()
    for (const id of ['a', 'b', 'c']) {
      await store.accept(report(id), false)
      await end(store, 'dead')
    }
    const since = new Date('2026-11-20T10:00:00Z')
    await inbox.redrive({ kinds: 'deliveryReport', since }, { limit: 2, by: 'Ama', reason: 'open again' })
    await inbox.redrive({ reference: 'nobody' }, { by: 'Ama' })
    const { lines } = await trail.list()
    expect(lines).toEqual([
      {
        at: expect.any(Date),
        by: 'Ama',
        act: 'redrive',
        entry: null,
        about: { kinds: ['deliveryReport'], since: '2026-11-20T10:00:00.000Z', count: 2 },
        reason: 'open again',
      },
    ])
  })

  it('names nobody where code says nobody', async () => {
    const { inbox, trail } = await withDead()
    await inbox.unmask('a')
    await inbox.export('a')
    await inbox.replay('a')
    const { lines } = await trail.list()
    expect(lines.map(({ by, reason }) => [by, reason])).toEqual(Array(3).fill([null, null]))
  })

  it('is not done, and nothing is shown, where its line cannot be written', async () => {
    const { store } = await withDead()
    const inbox = new Inbox({ look: store, trail: full, registration })
    const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }
    await expect(inbox.unmask('a', { by: 'Ama', reason: 'asked' })).rejects.toMatchObject(unavailable)
    await expect(inbox.export('a')).rejects.toMatchObject(unavailable)
    await expect(inbox.replay('a')).rejects.toMatchObject(unavailable)
    await expect(inbox.redrive()).rejects.toMatchObject(unavailable)
    await expect(inbox.settleReview('a', { by: 'Ama' })).rejects.toMatchObject(unavailable)
    expect(await inbox.get('a')).toMatchObject({ state: 'dead', review: { settledAt: null } })
  })

  it('leaves no line where it is refused from the start', async () => {
    const { inbox, store, trail } = await withDead()
    await store.accept(report('waits'), false)
    await expect(inbox.unmask('nobody')).rejects.toMatchObject({ code: 'FMW_ENTRY_UNKNOWN' })
    await expect(inbox.export('nobody')).rejects.toMatchObject({ code: 'FMW_ENTRY_UNKNOWN' })
    await expect(inbox.replay('waits')).rejects.toMatchObject({ code: 'FMW_ENTRY_OPEN' })
    await expect(inbox.settleReview('waits', { by: 'Ama' })).rejects.toMatchObject({ code: 'FMW_REVIEW_SETTLED' })
    await expect(inbox.replay('a', { by: '' })).rejects.toMatchObject({ code: 'FMW_LOOK' })
    await expect(inbox.redrive({}, { by: ' ' })).rejects.toMatchObject({ code: 'FMW_LOOK' })
    await expect(inbox.unmask('a', { reason: 'x'.repeat(2_001) })).rejects.toMatchObject({ code: 'FMW_LOOK' })
    expect(await acts(trail)).toEqual([])
  })

  it('keeps the line where somebody else was faster', async () => {
    const { store, trail } = await withDead()
    const look = instead(store, { replay: async () => false, settleReview: async () => false })
    const inbox = new Inbox({ look, trail, registration })
    await expect(inbox.replay('a')).rejects.toMatchObject({ code: 'FMW_ENTRY_OPEN' })
    await expect(inbox.settleReview('a', { by: 'Ama' })).rejects.toMatchObject({ code: 'FMW_REVIEW_SETTLED' })
    expect(await acts(trail)).toEqual(['refused', 'settle', 'refused', 'replay'])
  })

  it('leaves no line where it is shown masked', async () => {
    const { inbox, trail } = await withDead()
    await inbox.masked('a')
    await inbox.get('a')
    expect(await acts(trail)).toEqual([])
  })
})

describe('the trail', () => {
  it('names a session by its whole id, whose digits between dashes look like a phone, and shortens a phone', async () => {
    const { trail } = inboxOf()
    const session = 'f89bde2b-dd01-4539-837b-47e327689f11'
    await trail.append({ act: 'unmask', by: 'Ama', about: { session, text: 'for 024-000-0000' } })
    const [line] = (await trail.list()).lines
    expect(line?.about).toEqual({ session, text: 'for 024...000' })
    expect(line && trailJson(line)).toMatchObject({ about: { session, text: 'for 024...000' } })
  })

  it('takes acts of your own, and is read a page at a time', async () => {
    const { trail } = inboxOf()
    const about = { amountMinor: 200, whole: true, parts: ['a', 'b'], left: undefined }
    await trail.append({ act: 'refund', by: 'Ama', entry: 'a', about, reason: 'paid twice' })
    await trail.append({ act: 'call-back' })
    const { lines, next } = await trail.list({ limit: 1 })
    expect(lines).toMatchObject([{ act: 'call-back', by: null, entry: null, about: null, reason: null }])
    const older = await trail.list({ limit: 1, cursor: next })
    expect(older.lines).toMatchObject([{ act: 'refund', about: { amountMinor: 200, whole: true, parts: ['a', 'b'] } }])
    const all: string[] = []
    for await (const { act } of trail.all({ limit: 1 })) all.push(act)
    expect(all).toEqual(['call-back', 'refund'])
    expect((await trail.list({ entry: 'a', since: 0, until: new Date(Date.now() + 1_000) })).lines).toHaveLength(1)
  })

  it.each([
    [{ act: '' }, 'act must be a word'],
    [{ act: 'a b' }, 'act must be a word'],
    [{ act: 'refund', entry: '' }, 'entry must be the id'],
    [{ act: 'refund', by: 'x'.repeat(201) }, 'by must be a name'],
    [{ act: 'refund', reason: 1 }, 'reason must be a text'],
    [{ act: 'refund', about: { deep: {} } }, 'about must be'],
    [{ act: 'refund', about: null }, 'about must be'],
    [{ act: 'refund', about: { long: 'x'.repeat(10_000) } }, 'about must be'],
    [{ act: 'refund', about: { amount: Number.NaN } }, 'about must be'],
    [{ act: 'refund', who: 'Ama' }, "takes no 'who'"],
  ])('refuses %j', async (act, problem) => {
    const { trail } = inboxOf()
    // @ts-expect-error in JavaScript anything may come
    await expect(trail.append(act)).rejects.toMatchObject({
      code: 'FMW_LOOK',
      message: expect.stringContaining(problem),
    })
    expect(await acts(trail)).toEqual([])
  })

  it('is shown with shortened phones', () => {
    const phone = '+233000000042'
    const line = {
      at: new Date(0),
      act: 'redrive',
      by: `Ama ${phone}`,
      entry: `checkout:${phone}`,
      reason: `${phone} called`,
    }
    const about = { reference: phone, kinds: ['checkout', phone], count: 2, since: '2026-11-20T10:00:00.000Z' }
    expect(trailJson({ ...line, about })).toEqual({
      at: new Date(0),
      act: 'redrive',
      by: 'Ama +233...042',
      entry: 'checkout:+233...042',
      about: {
        reference: '+233...042',
        kinds: ['checkout', '+233...042'],
        count: 2,
        since: '2026-11-20T10:00:00.000Z',
      },
      reason: '+233...042 called',
    })
    const bare = { at: new Date(0), act: 'replay', by: null, entry: null, about: null, reason: null }
    expect(trailJson(bare)).toEqual(bare)
  })
})
