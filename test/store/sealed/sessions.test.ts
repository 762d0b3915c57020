import { expect, it } from 'vitest'
import { FMW_SEALED } from '../../../src/store/errors.ts'
import {
  againBy,
  closingOf,
  effectOf,
  endingOf,
  lateOf,
  markOf,
  newSession,
  noteOf,
  openingOf,
  turnOf,
  waitingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { run } from '../../../src/testing/store-suite/working.ts'
import { keptStore } from '../kept/kept-store.ts'
import { newSqlite } from '../new-sqlite.ts'
import { first, openBare, openWith, registration, second } from './stores.ts'

it('nothing that was typed, shown or done stands in the store, and all of it is read again', async () => {
  const store = keptStore()
  const [bare, { turns }] = [await openBare(store), await openWith(store, [first])]
  const [id, resume] = [newSession(), markOf()]
  const opening = { ...openingOf(id, 1), type: 'initiation', entered: 'Ama typed' }
  const { fence } = await run(turns, opening)
  const effect = effectOf({ turn: turnOf(opening, fence, '"Ama in state"', resume) })
  expect(await turns.begin(effect)).toEqual({ status: 'begun' })
  await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"Ama bought"' })
  const closing = closingOf(opening, fence, {
    resume,
    reply: '"Ama answered"',
    screen: 'Ama saw',
    session: { state: '"Ama later"' },
  })
  await turns.close(closing)
  const next = { ...openingOf(id, 2), entered: 'Ama again' }
  const { fence: waiting } = await run(turns, next)
  await turns.close({ ...waitingOf(next, waiting), screen: 'Ama waits' })
  await turns.finish({ ...lateOf(next, waiting), reply: '"Ama late"', state: '"Ama late state"' })
  await turns.note({
    ...noteOf(openingOf(newSession(), 1)),
    entered: 'Ama noted',
    screen: 'Ama noted',
    reply: '"Ama noted"',
  })

  const bared = [
    await bare.turns.get(registration, id),
    await bare.turns.resumable(resume.key),
    await bare.turns.begin(againBy(effect, { turn: null })),
  ]
  expect(JSON.stringify(bared)).toContain('concluded')
  expect(JSON.stringify(bared)).not.toContain('Ama')

  const [session] = await turns.get(registration, id)
  expect(session?.transcript.map(({ entered, screen }) => [entered, screen])).toEqual([
    ['Ama typed', 'Ama saw'],
    ['Ama again', 'Ama waits'],
  ])
  expect((await turns.list({ registration, limit: 10 })).sessions).toHaveLength(2)
  expect(await turns.open(opening)).toEqual({ status: 'repeated', reply: '"Ama answered"' })
  expect(await turns.begin(againBy(effect, { turn: null }))).toEqual({ status: 'concluded', outcome: '"Ama bought"' })
  expect(await turns.resumable(resume.key)).toMatchObject({ state: '"Ama late state"' })
  expect(await turns.open(openingOf(id, 3))).toMatchObject({
    session: { state: '"Ama late state"', late: '"Ama late"' },
  })
  expect(await turns.end(endingOf(id))).toEqual({ isFirst: true, state: '"Ama late state"' })
})

it('a state is resumed under the list of secrets, and without its secret nobody gets another one', async () => {
  const store = keptStore()
  const old = await openWith(store, [second])
  const [id, resume] = [newSession(), markOf()]
  const opening = openingOf(id, 1)
  const { fence } = await run(old.turns, opening)
  await old.turns.close(closingOf(opening, fence, { resume, session: { state: '"step 2"' } }))
  const both = await openWith(store, [first, second])
  expect(await both.turns.resumable(resume.key)).toMatchObject({ state: '"step 2"' })
  const only = await openWith(store, [first])
  await expect(only.turns.resumable(resume.key)).rejects.toThrow(FMW_SEALED)
  await expect(only.turns.open(openingOf(id, 2))).rejects.toThrow(/MERCHANT_SECRET/)
})

it('two sessions that come to the same state under one key do not overtake each other', async () => {
  const { turns } = await openWith(keptStore(), [first])
  const resume = markOf()
  const [one, other] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
  const fences = [(await run(turns, one)).fence, (await run(turns, other)).fence]
  const same = { resume: { ...resume, after: null }, session: { state: '"same"' } }
  expect(await turns.close(closingOf(one, fences[0] ?? '', same))).toBe(true)
  expect(await turns.close(closingOf(other, fences[1] ?? '', same))).toBe(true)
})

it('beside the application open sessions and transcripts are read with the secret, and not without', async () => {
  const open = newSqlite()
  const { sealStore } = await import('../../../src/store/sealed/sealed-store.ts')
  const { turns } = await openWith(open(), [first])
  const opening = { ...openingOf(newSession(), 1), type: 'initiation', entered: '*713#' }
  const { fence } = await run(turns, opening)
  await turns.close(closingOf(opening, fence, { screen: 'Your name?', session: { state: '"Ama"' } }))
  const lookWith = async (secrets: readonly string[]) => {
    const look = await sealStore(open(), { secrets, isSealing: false }).look?.()
    if (look === undefined) throw new Error('there is a look')
    return look
  }
  const look = await lookWith([second, first])
  expect(await look.registrations()).toEqual([registration])
  expect(await look.openSessions.count(registration)).toBe(1)
  expect((await look.openSessions.list({ registration, limit: 10 })).sessions).toMatchObject([
    { state: '"Ama"', screen: 'Your name?' },
  ])
  expect(await look.sessions.get(registration, opening.sessionId)).toMatchObject([
    { transcript: [{ entered: '*713#', screen: 'Your name?' }] },
  ])
  await look.close()
  const blind = await lookWith([])
  await expect(blind.openSessions.list({ registration, limit: 10 })).rejects.toThrow(/no secret is given/)
  await expect(blind.sessions.get(registration, opening.sessionId)).rejects.toThrow(/no secret is given/)
  await blind.close()
})

it('text that looks sealed is kept as it is, sealed or not', async () => {
  const store = keptStore()
  for (const isSealing of [true, false]) {
    const { turns, inbox } = await openWith(store, [first], isSealing)
    for (const text of ['~fmw~', '~fmw~s', '~fmw~p', '~fmw~sAAAA', '~fmw~psomething', 'half \ud800']) {
      const opening = { ...openingOf(newSession(), 1), type: 'initiation', entered: text }
      await run(turns, opening)
      expect(await turns.get(registration, opening.sessionId)).toMatchObject([{ transcript: [{ entered: text }] }])
    }
    const { rejectedOf } = await import('../../../src/testing/store-suite/samples.ts')
    for (const payload of [[0xf5, 0x66, 0x6d, 0x77], [0xf5, 0x66, 0x6d, 0x77, 1, 2, 3], [0xf5, 0x66], []]) {
      const entry = rejectedOf({ id: `checkout:rejected:${payload.length}${isSealing}`, payload: Buffer.from(payload) })
      await inbox.accept(entry, false)
      expect([...((await inbox.get(registration, entry.id))?.payload ?? [])]).toEqual(payload)
    }
  }
})

it('a late reply that is there before its waiting screen is kept is sealed with it', async () => {
  const store = keptStore()
  const [bare, { turns }] = [await openBare(store), await openWith(store, [first])]
  const id = newSession()
  const opening = openingOf(id, 1)
  const { fence } = await run(turns, opening)
  await turns.close(closingOf(opening, fence, { source: 'waiting', session: { late: '"Ama late"' } }))
  const next = openingOf(id, 2)
  const told = await bare.turns.open(next)
  expect(told).toMatchObject({ status: 'opened', session: { late: expect.stringMatching(/^~fmw~s/) } })
  if (told.status !== 'opened') return
  await bare.turns.close(closingOf(next, told.fence, { session: { late: told.session.late } }))
  expect(await turns.open(openingOf(id, 3))).toMatchObject({ session: { late: '"Ama late"' } })
})
