import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import type { StoreRoom } from '../../../src/store/store.ts'
import { closingOf, openingOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually, freshDatabase, sql } from './bench.ts'
import { attemptOf, done, entryOf } from './samples.ts'

const url = await freshDatabase()
const mebibyte = 1_048_576
const few = {
  entries: 4 * mebibyte,
  rejected: mebibyte,
  identities: 64 * 1_024,
  sessions: 4 * mebibyte,
  trail: mebibyte,
}
const filter = { registration: 'default' }
// It is stored as it is: nothing is gained by compressing it.
const large = () => new Uint8Array(randomBytes(60_000))
const text = () => Buffer.from(large()).toString('base64').slice(0, 60_000)

async function openWith(schema: string, room: StoreRoom) {
  const opened = postgresStore(url, { schema }).open({ registration: 'default', log: silentLog, room })
  onTestFinished(() => opened.close())
  await opened.ready
  const { inbox, turns, trail } = opened
  const handle = async (entry: NewEntry, state: 'done' | 'dead' | 'rejected') => {
    const acceptance = await eventually('room', () => Promise.resolve(inbox.accept(entry, true)).catch(() => undefined))
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    await inbox.settle(claim, state === 'rejected' ? { state, reason: 'no' } : { state, attempt: attemptOf(1) })
  }
  return { inbox, turns, trail, handle, health: () => opened.health() }
}

describe('the room of a registration in PostgreSQL', () => {
  it('for the trail goes to the newest lines, as soon as the table is larger than it', async () => {
    const { trail } = await openWith('room_trail', { ...few, trail: 300_000 })
    const lineOf = (act: string) => ({ by: 'Ama', act, entry: null, about: null, reason: text() })
    for (const act of ['1', '2', '3', '4', '5', '6']) await trail.append('default', lineOf(act))
    expect(await trail.sweep(1e9, 1)).toBe(1)
    await trail.sweep(1e9, 10)
    expect(await trail.sweep(1e9, 10)).toBe(0)
    const { lines } = await trail.list({ registration: 'default', limit: 10 })
    expect(lines.map(({ act }) => act)).toEqual(['6', '5', '4', '3'])
  })

  it('goes to new entries: what is done gives way, then what was not confirmed, then what is dead; what waits never', async () => {
    const schema = 'room_entries'
    const { health, inbox, handle } = await openWith(schema, few)
    const dead = entryOf({ payload: large() })
    await handle(dead, 'dead')
    await handle(entryOf({ payload: large() }), 'rejected')
    for (let index = 0; index < 150; index++) await handle(entryOf({ payload: large() }), 'done')
    const counts = await inbox.count(filter)
    expect(counts).toMatchObject({ dead: 1, rejected: 1 })
    expect(counts.done).toBeLessThan(75)
    const refusal = await eventually('a refusal when nothing else can give way', async () => {
      const accepting = Promise.resolve(inbox.accept(entryOf({ payload: large() }), false))
      const told = await accepting.catch((error: Error) => error)
      const { waiting, done, dead, rejected } = await inbox.count(filter)
      expect(waiting).toBeLessThan(80)
      return told instanceof Error && done + dead + rejected === 0 ? told : undefined
    })
    expect(refusal).toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('bytes are kept already'),
    })
    expect(health()).toMatchObject({ ok: true })
    for (const claim of await inbox.claim(30)) await inbox.settle(claim, done)
    // Its push is not lost: it is new when it comes again.
    const again = await eventually('room', () => Promise.resolve(inbox.accept(dead, false)).catch(() => undefined))
    expect(again).toMatchObject({ status: 'accepted' })
    const { rows } = await sql(url, `SELECT pg_total_relation_size('${schema}.entries')::int AS bytes`)
    expect(rows[0].bytes).toBeLessThan(3 * few.entries)
  })

  it('is taken by the errors of attempts, and the oldest of those that are dead go', async () => {
    const { inbox } = await openWith('room_errors', few)
    for (let index = 0; index < 150; index++) {
      const acceptance = await eventually('room', () =>
        Promise.resolve(inbox.accept(entryOf(), true)).catch(() => undefined),
      )
      const claim = 'claim' in acceptance ? acceptance.claim : undefined
      if (claim === undefined) throw new Error('not claimed')
      await inbox.settle(claim, { state: 'dead', attempt: attemptOf(1, text()) })
    }
    await eventually('the oldest are forgotten', async () => (await inbox.count(filter)).dead < 75 || undefined)
  })

  it('may be of any size: the largest number of bytes is still one to the server', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => asked.mockRestore())
    const most = Number.MAX_SAFE_INTEGER
    const room = { entries: most, rejected: most, identities: most, sessions: most, trail: most }
    const { inbox, turns, trail, handle } = await openWith('room_large', room)
    await handle(entryOf(), 'done')
    await inbox.accept(entryOf({ state: 'rejected', reason: 'no JSON' }), false)
    await turns.open(openingOf('one', 1))
    await inbox.sweep({ entries: 0, identities: 0, rejected: 0 }, 10)
    await trail.sweep(0, 10)
    // Each of these rooms was counted, and none of the statements failed.
    const counts = () => asked.mock.calls.filter(([asked]) => /^SELECT CASE WHEN/.test(Object(asked).text))
    await eventually('counts of the rooms', async () => counts().length > 2 || undefined)
    const failed = await Promise.allSettled(asked.mock.results.map(({ value }) => value))
    expect(failed.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))).toEqual([])
  })

  it('for what was rejected on arrival is its own', async () => {
    const { inbox } = await openWith('room_rejected', few)
    const last = entryOf({ state: 'rejected', reason: 'no JSON', payload: large() })
    for (let index = 0; index < 60; index++) {
      const entry = entryOf({ state: 'rejected', reason: 'no JSON', payload: large() })
      await eventually('room', () => Promise.resolve(inbox.accept(entry, false)).catch(() => undefined))
    }
    await eventually('room', () => Promise.resolve(inbox.accept(last, false)).catch(() => undefined))
    expect((await inbox.count(filter)).rejected).toBeLessThan(18)
    expect(await inbox.get('default', last.id)).toBeDefined()
  })

  it('for identities goes to the newest', async () => {
    const { inbox } = await openWith('room_identities', few)
    const entries = Array.from({ length: 600 }, () => entryOf())
    for (const entry of entries) {
      const acceptance = await inbox.accept(entry, true)
      if ('claim' in acceptance && acceptance.claim) await inbox.settle(acceptance.claim, done)
    }
    const retention = { entries: 86_400_000, identities: 86_400_000, rejected: 10 }
    while ((await inbox.sweep(retention, 1_000)) > 0);
    expect(await inbox.accept(entries.at(-1) ?? entryOf(), false)).toMatchObject({ status: 'repeated' })
    const { rows } = await sql(url, 'SELECT count(*)::int AS count FROM room_identities.identities')
    expect(rows[0].count).toBeLessThanOrEqual(few.identities / 256)
  })

  it('for sessions goes to new ones; those at work stay', async () => {
    const { turns } = await openWith('room_sessions', few)
    const working = openingOf('working', 1)
    const held = await turns.open(working)
    for (let index = 0; index < 150; index++) {
      const opening = openingOf(`session ${index}`, 1)
      // None is refused: it waits until there is room.
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence, { session: { state: JSON.stringify(text()) } }))
    }
    await turns.note({ ...openingOf('noted', 1), reply: '{}', screen: 'busy', source: 'busy', ms: 1, isOver: true })
    const { sessions } = await turns.list({ ...filter, limit: 1_000 })
    expect(sessions.length).toBeLessThan(80)
    expect(sessions.map(({ sessionId }) => sessionId)).toContain('session 149')
    if (held.status !== 'opened') throw new Error(held.status)
    expect(await turns.close(closingOf(working, held.fence))).toBe(true)
  })

  it('for an answer that was given without its turn is made too: it waits for that', async () => {
    const { turns } = await openWith('room_noted', { ...few, sessions: 400_000 })
    for (let index = 0; index < 30; index++) {
      const opening = openingOf(`session ${index}`, 1)
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence, { session: { state: JSON.stringify(text()) } }))
      await turns.note({
        ...openingOf(`noted ${index}`, 1),
        reply: '{}',
        screen: 'busy',
        source: 'busy',
        ms: 1,
        isOver: true,
      })
    }
    const { sessions } = await turns.list({ ...filter, limit: 1_000 })
    expect(sessions.map(({ sessionId }) => sessionId)).toContain('noted 29')
  })

  it('for sessions is made by those that were not used for longest, also where they are few and the new ones are larger', async () => {
    const { turns } = await openWith('room_few', { ...few, sessions: 2 * mebibyte })
    const dial = async (id: string, at: number, more: string) => {
      const opening = openingOf(id, 1, { at })
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence, { session: { state: JSON.stringify(text() + more) } }))
    }
    const old = Date.now() - 60_000
    for (let index = 0; index < 30; index++) await dial(`old ${index}`, old + index, '')
    for (let index = 0; index < 12; index++) await dial(`new ${index}`, old + 50_000 + index, 'x'.repeat(1_000))
    const kept = (await turns.list({ ...filter, limit: 1_000 })).sessions.map(({ sessionId }) => sessionId)
    expect(kept.filter((id) => id.startsWith('new'))).toHaveLength(12)
    expect(kept.filter((id) => id.startsWith('old')).length).toBeGreaterThan(5)
  })

  it('that effects fill takes no new session, and none of them goes; one that has begun goes on', async () => {
    const { turns } = await openWith('room_effects', { ...few, sessions: 300_000 })
    const within = 600_000
    const begun = openingOf('begun', 1, { type: 'initiation' })
    const opened = await turns.open(begun)
    for (let index = 0; index < 6; index++) {
      const key = `effect ${index}`
      const attempt = `attempt ${index}`
      await turns.begin({ key, attempt, within, turn: null, left: null })
      await turns.conclude({ key, attempt, outcome: JSON.stringify(text()) })
    }
    await eventually('a refusal', () =>
      turns.open(openingOf(`session ${Math.random()}`, 1, { type: 'initiation' })).then(
        () => undefined,
        (error: Error) => error.message.includes('bytes are kept already') || undefined,
      ),
    )
    // The same attempt asks again, and a copy of it comes.
    expect(await turns.open(begun)).toEqual(opened)
    expect(await turns.open({ ...begun, attempt: 'of a copy', isCopy: true })).toMatchObject({ status: 'running' })
    expect(await turns.begin({ key: 'effect 0', attempt: 'again', within, turn: null, left: null })).toMatchObject({
      status: 'concluded',
    })
  })
})
