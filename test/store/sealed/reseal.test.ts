import { describe, expect, it, onTestFinished } from 'vitest'
import { type ResealReport, reseal } from '../../../src/store/sealed/reseal.ts'
import { Seals } from '../../../src/store/sealed/seals.ts'
import type { OpenStore, Store, StoreLook } from '../../../src/store/store.ts'
import {
  attemptOf,
  bytesOf,
  closingOf,
  dead,
  done,
  effectOf,
  entryOf,
  failed,
  lateOf,
  markOf,
  newSession,
  openingOf,
  rejectedOf,
  turnOf,
  waitingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { claimOne, run, workOne } from '../../../src/testing/store-suite/working.ts'
import { realStores } from '../real-stores.ts'
import { first as fresh, second as old, openBare, openWith, registration, text } from './stores.ts'

const both = [fresh, old]

/** Keeps one of everything that may be sealed. @returns what reads it all again */
async function fill({ inbox, turns }: OpenStore) {
  const payload = bytesOf('"Ama"')
  const ended = entryOf({ payload })
  await workOne(inbox, ended, { state: 'done', attempt: { ...attemptOf(1, 'no Ama'), note: 'of Ama' } })
  await workOne(inbox, entryOf({ payload }), dead())
  const conflict = await inbox.accept({ ...ended, fingerprint: 'another', payload: bytesOf('"Esi"') }, false)
  await inbox.settle(await claimOne(inbox), done())
  const waiting = entryOf({ payload })
  await workOne(inbox, waiting, failed(3_600_000))
  const rejected = rejectedOf({ payload, reason: 'Ama is no number' })
  await inbox.accept(rejected, false)
  const putOff = entryOf({ payload })
  await workOne(inbox, putOff, { state: 'handedBack', retryIn: 3_600_000, reason: 'Ama is asked' })

  const [id, resume] = [newSession(), markOf()]
  const opening = { ...openingOf(id, 1), entered: 'half \ud800 Ama' }
  const { fence } = await run(turns, opening)
  const effect = effectOf({ turn: turnOf(opening, fence, '"state of Ama"', resume) })
  expect(await turns.begin(effect)).toEqual({ status: 'begun' })
  await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"Ama bought"' })
  await turns.close(closingOf(opening, fence, { resume, session: { state: '"step 2 of Ama"' } }))
  const next = openingOf(id, 2)
  const { fence: waits } = await run(turns, next)
  await turns.close(waitingOf(next, waits))
  await turns.finish({ ...lateOf(next, waits), reply: '"Ama late"' })

  return async ({ inbox, turns }: OpenStore) => {
    const ids = [ended.id, conflict.status === 'conflict' ? conflict.id : '', waiting.id, rejected.id, putOff.id]
    const entries = await Promise.all(ids.map((entry) => inbox.get(registration, entry)))
    expect(entries.map((entry) => text(entry?.payload))).toEqual(['"Ama"', '"Esi"', '"Ama"', '"Ama"', '"Ama"'])
    expect(entries[0]?.attempts).toMatchObject([{ error: 'no Ama', note: 'of Ama' }])
    expect(entries[2]?.attempts).toMatchObject([{ error: 'the ledger is closed' }])
    expect([entries[3]?.reason, entries[4]?.reason]).toEqual(['Ama is no number', 'Ama is asked'])
    const [session] = await turns.get(registration, id)
    expect(session?.transcript.map(({ entered }) => entered)).toEqual(['half \ud800 Ama', 'answer 2'])
    expect(await turns.open(opening)).toMatchObject({ status: 'repeated' })
    expect(await turns.begin({ ...effect, attempt: 'another', turn: null })).toMatchObject({ outcome: '"Ama bought"' })
    expect(await turns.resumable(resume.key)).toMatchObject({ state: '"step 2 of Ama"' })
    expect(await turns.open(openingOf(id, 3))).toMatchObject({
      session: { state: '"step 2 of Ama"', late: '"Ama late"' },
    })
  }
}

async function lookAt(store: Store): Promise<StoreLook> {
  const look = await store.look?.()
  if (look === undefined) throw new Error('there is a look')
  onTestFinished(() => look.close())
  return look
}

async function resealed(store: Store, secrets: readonly string[] = both): Promise<ResealReport> {
  return reseal(await lookAt(store), secrets, () => undefined)
}

describe.each(realStores)('sealing anew what %s keeps', (_name, make) => {
  it('leaves nothing under the old secret: everything opens with the new one alone', async () => {
    const open = make()
    const read = await fill(await openWith(open(), [old]))
    const told: string[] = []
    const report = await reseal(await lookAt(open()), both, (rows, total) => told.push(`${rows}/${total}`))
    expect(report).toEqual({ resealed: report.resealed, closed: 0, isDone: true })
    // Payloads, errors, a note, a reason, what was typed, shown and answered, a state twice, a late reply, an outcome.
    expect(report.resealed).toBeGreaterThan(15)
    const [rows, total] = (told.at(-1) ?? '').split('/')
    expect([rows, Number(total) > 8]).toEqual([total, true])
    await read(await openWith(open(), [fresh]))
    expect(await resealed(open())).toEqual({ resealed: 0, closed: 0, isDone: true })
  })

  it('leaves alone what was never sealed, and what opens with none of its secrets, and counts that', async () => {
    const open = make()
    const plain = await openWith(open(), [fresh], false)
    await plain.inbox.accept(entryOf({ payload: bytesOf('"plain"') }), false)
    await plain.inbox.accept(
      rejectedOf({ reason: '~fmw~looks sealed', payload: Buffer.from([0xf5, 0x66, 0x6d, 0x77]) }),
      false,
    )
    await (await openWith(open(), ['a third secret of all'])).inbox.accept(entryOf(), false)
    expect(await resealed(open())).toEqual({ resealed: 0, closed: 1, isDone: true })
  })

  it('rewrites all pages of a table, while the application keeps and works more of it', async () => {
    const open = make()
    const before = await openWith(open(), [old])
    for (let count = 0; count < 250; count++) await before.inbox.accept(entryOf({ payload: bytesOf('"Ama"') }), false)
    await before.close()
    const { inbox } = await openWith(open(), both)
    let isOver = false
    const working = (async () => {
      let worked = 0
      for (; !isOver; ) {
        await inbox.accept(entryOf({ payload: bytesOf('"Ama"') }), false)
        for (const claim of await inbox.claim(3)) {
          expect(text(claim.entry.payload)).toBe('"Ama"')
          expect(await inbox.settle(claim, done())).toBe(true)
          worked++
        }
      }
      return worked
    })()
    const look = await lookAt(open())
    const { resealed: count, closed } = await reseal(look, both, () => undefined)
    isOver = true
    const worked = await working
    expect(closed).toBe(0)
    // A few may have been in the application's hands, and are left to the next run.
    expect(count).toBeGreaterThan(200)
    expect(worked).toBeGreaterThan(0)
    expect(await resealed(open())).toMatchObject({ closed: 0, isDone: true })
    expect(await resealed(open())).toEqual({ resealed: 0, closed: 0, isDone: true })
    const last = await openWith(open(), [fresh])
    const { entries } = await last.inbox.list({ registration, limit: 1_000 })
    expect(entries.length).toBeGreaterThan(250)
    for (const { id } of entries) expect(text((await last.inbox.get(registration, id))?.payload)).toBe('"Ama"')
  })

  it('writes nothing over what the application has written since', async () => {
    const open = make()
    const { inbox } = await openWith(open(), [fresh])
    const entry = entryOf({ payload: bytesOf('"before"') })
    await inbox.accept(entry, false)
    const claim = await claimOne(inbox)
    const { values } = await lookAt(open())
    const seals = new Seals([old], true)
    const rewriting = {
      text: (value: string) => value,
      bytes: (value: Uint8Array) => seals.keepBytes('payload', value, () => []),
    }
    const written = inbox.rewrite(claim, bytesOf('"meanwhile"'))
    // What it reads is read before, and what it writes comes after: both are on their way.
    const step = await values?.rewrite('', rewriting)
    expect(await written).toBe(true)
    expect((step?.written ?? 0) + (step?.missed ?? 0)).toBe(1)
    if (step?.missed === 1) expect(text((await inbox.get(registration, entry.id))?.payload)).toBe('"meanwhile"')
  })

  it('does not make a session be overtaken that found a state before it was sealed anew', async () => {
    const open = make()
    const { turns } = await openWith(open(), both)
    const resume = markOf()
    const left = openingOf(newSession(), 1)
    const older = await openWith(open(), [old])
    const { fence } = await run(older.turns, left)
    await older.turns.close(closingOf(left, fence, { resume, session: { state: '"step 2"' } }))
    const found = await turns.resumable(resume.key)
    expect((await resealed(open())).resealed).toBeGreaterThan(0)
    const again = await turns.resumable(resume.key)
    expect(again).toEqual(found)

    const next = openingOf(newSession(), 1)
    const { fence: now } = await run(turns, next)
    const mark = { ...resume, after: found?.version }
    expect(await turns.close(closingOf(next, now, { resume: mark, session: { state: '"step 3"' } }))).toBe(true)
    // Now something else stands there: who found the first is overtaken, whatever it is sealed under.
    const late = openingOf(newSession(), 1)
    const { fence: then } = await run(turns, late)
    expect(await turns.close(closingOf(late, then, { resume: mark, session: { state: '"step 4"' } }))).toBe(false)
  })

  it('says that it is not done while the application seals under the old secret still, and is done once it does not', async () => {
    const open = make()
    const older = await openWith(open(), [old])
    const { values } = await lookAt(open())
    if (values === undefined) throw new Error('there are values')
    let walks = 0
    const busy = {
      count: async () => {
        walks++
        await older.inbox.accept(entryOf({ payload: bytesOf('"Ama"') }), false)
        return values.count()
      },
      rewrite: values.rewrite.bind(values),
      finish: () => values.finish(),
    }
    const report = await reseal({ values: busy }, both, () => undefined)
    expect(report).toEqual({ resealed: walks, closed: 0, isDone: false })
    await older.close()
    expect(await resealed(open())).toEqual({ resealed: 0, closed: 0, isDone: true })
  })

  it('counts a value whose bytes were changed as one that stays closed, and leaves it as it is', async () => {
    const open = make()
    const entry = entryOf({ payload: bytesOf('"Ama"') })
    await (await openWith(open(), [old])).inbox.accept(entry, false)
    const bare = await openBare(open())
    const claim = await claimOne(bare.inbox)
    const kept = Buffer.from(claim.entry.payload)
    const with99 = (at: number): Buffer => Buffer.from(kept.map((byte, index) => (index === at ? 99 : byte)))
    // The mark stays: its end, a piece of it, one of a part that there is not, and one that is sealed in another way.
    for (const damaged of [with99(kept.length - 1), kept.subarray(0, 20), with99(5), with99(4)]) {
      await bare.inbox.rewrite(claim, damaged)
      expect(await resealed(open())).toEqual({ resealed: 0, closed: 1, isDone: true })
      expect(Buffer.from((await bare.inbox.get(registration, entry.id))?.payload ?? [])).toEqual(Buffer.from(damaged))
    }
  })

  it('has nothing behind the last table, where a walk of another version may stand', async () => {
    const open = make()
    await openWith(open(), [fresh])
    const { values } = await lookAt(open())
    const rewriting = { text: (value: string) => value, bytes: (value: Uint8Array) => value }
    expect(await values?.rewrite('[99]', rewriting)).toEqual({ rows: 0, written: 0, missed: 0, next: undefined })
  })

  it('an application that seals no more follows what was sealed anew, too', async () => {
    const open = make()
    const older = await openWith(open(), [old])
    const resume = markOf()
    const left = openingOf(newSession(), 1)
    const { fence } = await run(older.turns, left)
    await older.turns.close(
      closingOf(left, fence, { resume: { ...resume, isEnd: true }, session: { state: '"end"', isOver: true } }),
    )
    const { turns } = await openWith(open(), both, false)
    const found = await turns.resumable(resume.key)
    await resealed(open())
    const next = openingOf(newSession(), 1)
    const { fence: now } = await run(turns, next)
    expect(await turns.close(closingOf(next, now, { resume: { ...resume, after: found?.version } }))).toBe(true)
    expect(await turns.resumable(resume.key)).not.toMatchObject({ state: '"end"' })
  })
})

it('a store that has no values to look at says so', async () => {
  await expect(reseal({}, both, () => undefined)).rejects.toThrow('nothing that can be sealed anew')
})
