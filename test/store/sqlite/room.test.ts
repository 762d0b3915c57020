import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { inboxWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { type StoreRoom, standardRoom } from '../../../src/store/store.ts'
import { attemptOf, closingOf, done, entryOf, openingOf, rejectedOf } from '../../../src/testing/store-suite/samples.ts'
import { acceptTask, doneTask } from './accept-task.ts'
import { fileOfTest } from './opened.ts'
import { startHere } from './threads-here.ts'

const large = new Uint8Array(60_000)
const fewMore = {
  entries: 1_048_576,
  rejected: 1_048_576,
  identities: 192 * 8_192,
  sessions: 1_048_576,
  trail: 1_048_576,
}

async function openWith(file: string, room: StoreRoom) {
  const opened = storeOn(startHere, file, {}).open({ registration: 'default', log: silentLog, room })
  onTestFinished(() => opened.close())
  await opened.ready
  const { inbox, turns } = opened
  const handle = async (entry: NewEntry, state: 'done' | 'dead' | 'rejected') => {
    const acceptance = await inbox.accept(entry, true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    const attempt = attemptOf(1)
    await inbox.settle(claim, state === 'rejected' ? { state, reason: 'not true' } : { state, attempt })
  }
  const states = async () => inbox.count({ registration: 'default' })
  return { opened, inbox, turns, handle, states }
}

const filter = { registration: 'default' }

describe('the room of a registration in SQLite', () => {
  it('goes to new entries: what is done gives way, the oldest first, then what was unconfirmed, then what is dead', async () => {
    const { opened, inbox, handle, states } = await openWith(fileOfTest(), fewMore)
    const dead = entryOf({ payload: large })
    await handle(dead, 'dead')
    await handle(entryOf({ payload: large }), 'rejected')
    for (let index = 0; index < 30; index++) await handle(entryOf({ payload: large }), 'done')
    expect(await states()).toMatchObject({ dead: 1, rejected: 1, done: 15 })
    for (let index = 0; index < 16; index++) await inbox.accept(entryOf({ payload: large }), false)
    expect(await states()).toMatchObject({ dead: 1, done: 0, rejected: 0, waiting: 16 })
    await inbox.accept(entryOf({ payload: large }), false)
    expect(await states()).toMatchObject({ dead: 0, waiting: 17 })
    const waiting = (await states()).waiting
    await expect(inbox.accept(entryOf({ payload: large }), false)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('bytes wait already'),
    })
    expect((await states()).waiting).toBe(waiting)
    // A load balancer that took the process out would take its turns out too, and make no room.
    expect(opened.health()).toMatchObject({ ok: true })
    // Its push is not lost: it is new when it comes again.
    const [head] = await inbox.claim(1)
    if (head === undefined) throw new Error('nothing waits')
    await inbox.settle(head, done())
    expect(await inbox.accept(dead, false)).toMatchObject({ status: 'accepted' })
  })

  it('is made by some small entries that are done at once, and by none that is dead as long as there are others', async () => {
    const { handle, states } = await openWith(fileOfTest(), fewMore)
    const small = new Uint8Array(8_000)
    await handle(entryOf({ payload: small }), 'dead')
    const done: number[] = []
    for (let index = 0; index < 160; index++) {
      await handle(entryOf({ payload: small }), 'done')
      done.push((await states()).done)
    }
    const forgotten = done.map((count, index) => 1 + (done[index - 1] ?? 0) - count)
    expect(new Set(forgotten)).toEqual(new Set([0, 2]))
    expect(Math.max(...done)).toBeGreaterThan(100)
    expect((await states()).dead).toBe(1)
  })

  it('that is made smaller is reached entry by entry, and none of them is refused', async () => {
    const file = fileOfTest()
    const large = await openWith(file, fewMore)
    for (let index = 0; index < 500; index++) await large.handle(entryOf(), 'done')
    await large.opened.close()
    const { handle, states } = await openWith(file, { ...fewMore, entries: 65_536 })
    const done: number[] = []
    for (let index = 0; index < 6; index++) {
      await handle(entryOf(), 'done')
      done.push((await states()).done)
    }
    const [first = 0] = done
    expect(first).toBeGreaterThan(200)
    expect(first).toBeLessThan(500)
    expect(done.at(-1)).toBeLessThan(65)
  })

  it('that was made for one that cannot be written is as it was', () => {
    const writer = inboxWriter(fileOfTest(), [])
    const { connection } = writer.open()
    onTestFinished(() => writer.close())
    const room = { ...fewMore, entries: 65_536 }
    const accept = (id: string, fence: number) => acceptTask(id, fence, 1, room)
    const kept = () => connection.prepare('SELECT seq FROM entries ORDER BY seq').all()
    for (let fence = 1; fence <= 100; fence++) {
      const [seq] = writer.execute({ tasks: [accept(`order ${fence}`, fence)], payloads: [] }).answers
      writer.execute({ tasks: [doneTask(Number(seq), fence)], payloads: [] })
    }
    const before = kept()
    expect(before.length).toBeLessThan(65)
    connection.exec(`CREATE TEMP TRIGGER refuse BEFORE INSERT ON entries WHEN NEW.payload = x'ff'
      BEGIN SELECT RAISE(ABORT, 'poison'); END`)
    const payloads = [new Uint8Array([255]), new Uint8Array([255])]
    const refused = writer.execute({ tasks: [accept('poison', 101), accept('again', 102)], payloads }).answers
    expect(refused).toEqual([{ failed: expect.anything() }, { failed: expect.anything() }])
    expect(kept()).toEqual(before)
    writer.execute({ tasks: [accept('next', 103)], payloads: [] })
    const [oldest] = before
    expect(kept()).not.toContainEqual(oldest)
    const [after] = connection.prepare("SELECT count FROM usage WHERE what = 'entries'").all()
    const [sum] = connection
      .prepare(`SELECT sum(length(e.payload) + 4 * length(e.id) + 1024 + coalesce(octet_length(n.attempts), 0)) AS count
        FROM entries e LEFT JOIN ends n ON n.seq = e.seq`)
      .all()
    expect(after).toEqual(sum)
  })

  it('takes a contradiction for an entry like others', async () => {
    const { inbox } = await openWith(fileOfTest(), fewMore)
    const first = entryOf({ payload: large })
    await inbox.accept(first, false)
    for (let index = 0; index < 16; index++) await inbox.accept(entryOf({ payload: large }), false)
    await expect(inbox.accept({ ...first, fingerprint: 'other' }, false)).rejects.toThrow(/bytes wait already/)
  })

  it('is taken by what is written in the place of what came, and given back with it', async () => {
    const { inbox } = await openWith(fileOfTest(), fewMore)
    const acceptance = await inbox.accept(entryOf({ payload: new Uint8Array(10) }), true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    await inbox.rewrite(claim, new Uint8Array(1_000_000))
    await expect(inbox.accept(entryOf({ payload: large }), false)).rejects.toThrow(/bytes wait already/)
    await inbox.rewrite(claim, new Uint8Array(10))
    for (let index = 0; index < 17; index++) await inbox.accept(entryOf({ payload: large }), false)
    await expect(inbox.accept(entryOf({ payload: large }), false)).rejects.toThrow(/bytes wait already/)
  })

  it('is taken by the errors of attempts, over restarts and replays, and given back with them', async () => {
    const file = fileOfTest()
    const first = await openWith(file, fewMore)
    const error = 'é'.repeat(30_000)
    const fail = async ({ inbox }: typeof first) => {
      const acceptance = await inbox.accept(entryOf({ lane: randomUUID() }), true)
      let claim = 'claim' in acceptance ? acceptance.claim : undefined
      for (let number = 1; number <= 3; number++) {
        if (claim === undefined) throw new Error('not claimed')
        const attempt = { ...attemptOf(number), error }
        await inbox.settle(claim, number < 3 ? { state: 'waiting', retryIn: 0, attempt } : { state: 'dead', attempt })
        if (number < 3) [claim] = await inbox.claim(1)
      }
    }
    for (let index = 0; index < 20; index++) await fail(first)
    expect(await first.states()).toMatchObject({ waiting: 0, dead: 5 })
    await first.opened.close()
    const second = await openWith(file, fewMore)
    expect(await second.inbox.redrive(filter, 100)).toBe(5)
    for (let number = 4; number <= 6; number++) {
      const claims = await second.inbox.claim(10)
      const attempt = { ...attemptOf(number), error }
      await Promise.all(claims.map((claim) => second.inbox.settle(claim, { state: 'waiting', retryIn: 0, attempt })))
    }
    expect(await second.states()).toMatchObject({ waiting: 5, dead: 0 })
    await expect(second.inbox.accept(entryOf(), false)).rejects.toThrow(/bytes wait already/)
    for (const claim of await second.inbox.claim(10)) await second.inbox.settle(claim, done(7))
    // Nothing of what was counted stays behind: there is room for as many again as there was at first.
    await second.inbox.sweep({ entries: -1, identities: 86_400_000, rejected: 10 }, 100)
    for (let index = 0; index < 17; index++) await second.inbox.accept(entryOf({ payload: large }), false)
    await expect(second.inbox.accept(entryOf({ payload: large }), false)).rejects.toThrow(/bytes wait already/)
  })

  it('is as full after a restart', async () => {
    const file = fileOfTest()
    const before = await openWith(file, fewMore)
    for (let index = 0; index < 17; index++) await before.inbox.accept(entryOf({ payload: large }), false)
    await before.opened.close()
    const { inbox } = await openWith(file, fewMore)
    await expect(inbox.accept(entryOf({ payload: large }), false)).rejects.toThrow(/bytes wait already/)
    const [head] = await inbox.claim(1)
    if (head === undefined) throw new Error('nothing waits')
    await inbox.settle(head, done())
    expect(await inbox.accept(entryOf({ payload: large }), false)).toMatchObject({ status: 'accepted' })
  })

  it('for what was rejected on arrival is its own', async () => {
    const file = fileOfTest()
    const { inbox, states } = await openWith(file, fewMore)
    const ids: string[] = []
    for (let index = 0; index < 100; index++) {
      const entry = rejectedOf({ payload: large })
      ids.push(entry.id)
      expect(await inbox.accept(entry, false)).toEqual({ status: 'accepted' })
    }
    expect((await states()).rejected).toBe(17)
    expect(await inbox.get('default', ids.at(-1) ?? '')).toBeDefined()
    expect(await inbox.get('default', ids[0] ?? '')).toBeUndefined()
    expect(statSync(file).size + statSync(`${file}-wal`).size).toBeLessThan(20 * 1_048_576)
    await expect(inbox.accept(rejectedOf({ payload: new Uint8Array(2_000_000) }), false)).rejects.toThrow(
      /does not fit/,
    )
  })

  it('for identities goes to the newest', async () => {
    const { inbox } = await openWith(fileOfTest(), { ...fewMore, entries: 64 * 1_048_576 })
    const small = new Uint8Array(1)
    const entries = Array.from({ length: 20_000 }, () => entryOf({ payload: small, lane: randomUUID() }))
    for (let from = 0; from < entries.length; from += 500) {
      const acceptances = await Promise.all(entries.slice(from, from + 500).map((entry) => inbox.accept(entry, true)))
      const claims = acceptances.flatMap((each) => ('claim' in each && each.claim ? [each.claim] : []))
      await Promise.all(claims.map((claim) => inbox.settle(claim, done())))
    }
    const retention = { entries: 86_400_000, identities: 86_400_000, rejected: 10 }
    for (let count = -1; count !== 0; ) count = await inbox.sweep(retention, 2_000)
    const again: string[] = []
    for (let from = 0; from < entries.length; from += 500) {
      const told = await Promise.all(entries.slice(from, from + 500).map((entry) => inbox.accept(entry, false)))
      again.push(...told.map(({ status }) => status))
    }
    const repeated = again.filter((status) => status === 'repeated').length
    expect(repeated).toBeLessThanOrEqual(8_192)
    expect(repeated).toBeGreaterThan(2_000)
    expect(again.slice(-2_000)).toEqual(Array(2_000).fill('repeated'))
  })

  it('for sessions goes to new ones: expired ones, transcripts, then the idle ones; those at work stay', async () => {
    const file = fileOfTest()
    const { turns } = await openWith(file, fewMore)
    const state = JSON.stringify('x'.repeat(60_000))
    const working = openingOf('working', 1)
    const held = await turns.open(working)
    const dial = async (id: string) => {
      const opening = openingOf(id, 1)
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence, { session: { state } }))
    }
    for (let index = 0; index < 60; index++) await dial(`session ${index}`)
    const { sessions } = await turns.list({ ...filter, limit: 1_000 })
    expect(sessions.length).toBeGreaterThan(10)
    expect(sessions.length).toBeLessThan(20)
    expect(sessions.map(({ sessionId }) => sessionId)).toContain('session 59')
    if (held.status !== 'opened') throw new Error(held.status)
    expect(await turns.close(closingOf(working, held.fence))).toBe(true)
  })

  it('for sessions is made by those that were not used for longest, also where they are few and the new ones are larger', async () => {
    const { turns } = await openWith(fileOfTest(), fewMore)
    const dial = async (id: string, at: number, bytes: number) => {
      const opening = openingOf(id, 1, { at })
      const turn = await turns.open(opening)
      if (turn.status !== 'opened') throw new Error(turn.status)
      await turns.close(closingOf(opening, turn.fence, { session: { state: JSON.stringify('x'.repeat(bytes)) } }))
    }
    const old = Date.now() - 60_000
    for (let index = 0; index < 16; index++) await dial(`old ${index}`, old + index, 60_000)
    for (let index = 0; index < 12; index++) await dial(`new ${index}`, old + 50_000 + index, 61_000)
    const kept = (await turns.list({ ...filter, limit: 1_000 })).sessions.map(({ sessionId }) => sessionId)
    expect(kept.filter((id) => id.startsWith('new'))).toHaveLength(12)
    expect(kept.filter((id) => id.startsWith('old')).length).toBeGreaterThan(1)
  })

  it('for sessions goes around those at work, however large they are, until their process has ended', async () => {
    const file = fileOfTest()
    const { opened, turns } = await openWith(file, fewMore)
    const state = JSON.stringify('x'.repeat(200_000))
    const dial = async (id: string, more: object = {}) => {
      const opening = openingOf(id, 1, more)
      const turn = await turns.open(opening)
      if (turn.status !== 'opened') throw new Error(turn.status)
      await turns.close(closingOf(opening, turn.fence, { session: { state } }))
    }
    await dial('working', { expiry: 1_000_000 })
    const working = openingOf('working', 2, { expiry: 1_000 })
    const held = await turns.open(working)
    for (let index = 0; index < 12; index++) await dial(`session ${index}`, { expiry: 600_000 })
    const kept = async () => (await turns.list({ ...filter, limit: 1_000 })).sessions.map(({ sessionId }) => sessionId)
    expect(await kept()).toContain('working')
    expect(await kept()).not.toContain('session 0')
    if (held.status !== 'opened') throw new Error(held.status)
    await opened.close()
    const after = await openWith(file, { ...fewMore, sessions: 500_000 })
    for (let index = 0; index < 3; index++) await after.turns.open(openingOf(`next ${index}`, 1))
    const { sessions } = await after.turns.list({ ...filter, limit: 1_000 })
    expect(sessions.map(({ sessionId }) => sessionId)).not.toContain('working')
  })

  it('for sessions that is made smaller is reached turn by turn, and none of them is refused', async () => {
    const file = fileOfTest()
    const before = await openWith(file, { ...fewMore, sessions: 16 * 1_048_576 })
    const state = JSON.stringify('x'.repeat(20_000))
    for (let index = 0; index < 200; index++) {
      const opening = openingOf(`session ${index}`, 1)
      const turn = await before.turns.open(opening)
      if (turn.status !== 'opened') throw new Error(turn.status)
      await before.turns.close(closingOf(opening, turn.fence, { session: { state } }))
    }
    await before.opened.close()
    const { turns } = await openWith(file, { ...fewMore, sessions: 200_000 })
    const left: number[] = []
    for (let index = 0; index < 5; index++) {
      expect((await turns.open(openingOf(`next ${index}`, 1))).status).toBe('opened')
      left.push((await turns.list({ ...filter, limit: 1_000 })).sessions.length)
    }
    // Some dozens go with each turn.
    expect(left[0]).toBeGreaterThan(100)
    expect(left[4]).toBeLessThan(20)
  })

  it('for sessions is made of what has expired, before one that lives goes', async () => {
    const file = fileOfTest()
    const { turns } = await openWith(file, fewMore)
    const state = JSON.stringify('x'.repeat(60_000))
    const dial = async (id: string, expiry: number) => {
      const opening = openingOf(id, 1, { expiry })
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence, { session: { state } }))
    }
    await dial('lives', 600_000)
    for (let index = 0; index < 40; index++) await dial(`short ${index}`, 1)
    await turns.note({ ...openingOf('noted', 1), reply: '{}', screen: 'busy', source: 'busy', ms: 1, isOver: true })
    const ending = {
      kind: 'ussd',
      sessionId: 'left',
      at: 1,
      type: 'release',
      sequence: 1,
      phone: '',
      phoneKey: '',
    } as const
    await turns.end({ ...ending, expiry: 1 })
    const next = await turns.open(openingOf('lives', 2))
    expect(next).toMatchObject({ status: 'opened', isNew: false, session: { state } })
    const db = new DatabaseSync(filesOf(file).turns)
    const [row] = db.prepare('SELECT sum(weight) AS weight FROM sessions').all()
    db.close()
    expect(Number(row?.weight)).toBeLessThan(1_048_576 + 70_000)
  })

  it('for sessions is made of some that have expired at once, where they are small', async () => {
    const { turns } = await openWith(fileOfTest(), fewMore)
    const kept: number[] = []
    for (let index = 0; index < 240; index++) {
      const opening = openingOf(`short ${index}`, 1, { expiry: 1, entered: 'x'.repeat(4_000) })
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence))
      kept.push((await turns.list({ ...filter, limit: 1_000 })).sessions.length)
    }
    const forgotten = kept.map((count, index) => 1 + (kept[index - 1] ?? 0) - count)
    expect(Math.max(...kept)).toBeGreaterThan(100)
    expect(Math.max(...forgotten)).toBeGreaterThan(1)
    expect(Math.max(...forgotten)).toBeLessThan(10)
  })

  it('for the trail goes to the newest lines', async () => {
    const { opened } = await openWith(fileOfTest(), { ...fewMore, trail: 5_000 })
    const lineOf = (act: string) => ({ by: 'Ama', act, entry: null, about: null, reason: 'x'.repeat(500) })
    for (const act of ['1', '2', '3', '4', '5', '6']) await opened.trail.append('default', lineOf(act))
    expect(await opened.trail.sweep(1e9, 1)).toBe(1)
    expect(await opened.trail.sweep(1e9, 10)).toBe(1)
    expect(await opened.trail.sweep(1e9, 10)).toBe(0)
    const { lines } = await opened.trail.list({ ...filter, limit: 10 })
    expect(lines.map(({ act }) => act)).toEqual(['6', '5', '4', '3'])
  })

  it('that effects fill takes no new session, and none of them goes', async () => {
    const { turns } = await openWith(fileOfTest(), { ...fewMore, sessions: 200_000 })
    const within = 600_000
    for (let index = 0; index < 4; index++) {
      const key = `effect ${index}`
      const attempt = `attempt ${index}`
      await turns.begin({ key, attempt, within, turn: null, left: null })
      await turns.conclude({ key, attempt, outcome: JSON.stringify('y'.repeat(60_000)) })
    }
    await expect(turns.open(openingOf('session', 1))).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    const note = { ...openingOf('noted', 1), reply: '{}', screen: 'busy', source: 'busy', ms: 1, isOver: true }
    await expect(turns.note(note)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(await turns.begin({ key: 'effect 0', attempt: 'again', within, turn: null, left: null })).toMatchObject({
      status: 'concluded',
    })
  })

  it('for sessions is made of transcripts and of effects whose time is over, too', async () => {
    const { turns } = await openWith(fileOfTest(), { ...fewMore, sessions: 60_000 })
    await turns.begin({ key: 'over', attempt: 'a', within: 1, turn: null, left: null })
    for (let index = 0; index < 120; index++) await turns.open(openingOf(`short ${index}`, 1, { expiry: 1 }))
    const { sessions } = await turns.list({ ...filter, limit: 1_000 })
    expect(sessions.length).toBeLessThan(60)
    expect(await turns.begin({ key: 'over', attempt: 'b', within: 2, turn: null, left: null })).toEqual({
      status: 'begun',
    })
  })

  it('for identities forgets none before some thousands are too many, and goes on where one is forgotten already', async () => {
    const { inbox, handle, states } = await openWith(fileOfTest(), { ...fewMore, identities: 192 })
    const known = entryOf()
    await handle(known, 'dead')
    await handle(entryOf(), 'dead')
    const retention = { entries: 86_400_000, identities: 86_400_000, rejected: 10 }
    expect(await inbox.sweep(retention, 100)).toBe(0)
    expect(await inbox.accept(known, false)).toMatchObject({ status: 'repeated' })
    await inbox.sweep({ ...retention, identities: 0 }, 100)
    for (let index = 0; index < 17; index++) await inbox.accept(entryOf({ payload: large }), false)
    await expect(inbox.accept(entryOf({ payload: large }), false)).rejects.toThrow(/bytes wait already/)
    expect((await states()).dead).toBe(0)
  })

  it('is less than 1 GB where nothing is set', () => {
    const all = Object.values(standardRoom).reduce((sum, bytes) => sum + bytes, 0)
    expect(all).toBeLessThan(650 * 1_048_576)
  })
})
