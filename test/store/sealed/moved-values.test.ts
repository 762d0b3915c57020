import { expect, it } from 'vitest'
import {
  bytesOf,
  closingOf,
  done,
  entryOf,
  markOf,
  newSession,
  openingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { answer, run } from '../../../src/testing/store-suite/working.ts'
import { keptStore } from '../kept/kept-store.ts'
import { first, openBare, openWith, registration } from './stores.ts'

const isRefused = (why: string) => ({ code: 'FMW_SEALED', message: expect.stringContaining(why) })

it('the bytes of an entry do not open in another one, and an entry that got them waits', async () => {
  const store = keptStore()
  const [bare, { inbox }] = [await openBare(store), await openWith(store, [first])]
  const [one, other] = [entryOf({ payload: bytesOf('"one"') }), entryOf({ payload: bytesOf('"other"') })]
  await inbox.accept(one, false)
  await inbox.accept(other, false)
  const taken = (await bare.inbox.get(registration, one.id))?.payload
  const claims = await bare.inbox.claim(10)
  const claim = claims.find(({ entry }) => entry.id === other.id)
  if (claim === undefined || taken === undefined) throw new Error('both are there')
  await bare.inbox.rewrite(claim, taken)
  for (const each of claims) await bare.inbox.settle(each, { state: 'handedBack' })
  await expect(inbox.get(registration, other.id)).rejects.toMatchObject(isRefused('sealed for another place'))
  expect((await inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([one.id])
})

it('a byte that was changed is told, wherever it stands, and so is a value that was cut', async () => {
  const store = keptStore()
  const [bare, { inbox }] = [await openBare(store), await openWith(store, [first])]
  const entry = entryOf({ payload: bytesOf('"one"') })
  await inbox.accept(entry, false)
  const kept = Buffer.from((await bare.inbox.get(registration, entry.id))?.payload ?? [])
  const [claim] = await bare.inbox.claim(1)
  if (claim === undefined) throw new Error('it waits')
  // The first four bytes say that it is sealed.
  for (let at = 4; at < kept.length; at++) {
    const changed = Buffer.from(kept)
    changed[at] = (changed[at] ?? 0) ^ 1
    await bare.inbox.rewrite(claim, changed)
    const read = await inbox.get(registration, entry.id).then(
      () => 'opened',
      (error: unknown) => error,
    )
    expect(read, `byte ${at}`).toMatchObject({ code: 'FMW_SEALED' })
  }
  for (let length = 4; length < kept.length; length++) {
    await bare.inbox.rewrite(claim, kept.subarray(0, length))
    await expect(inbox.get(registration, entry.id)).rejects.toMatchObject(isRefused('its bytes were changed'))
  }
  await bare.inbox.rewrite(claim, kept)
  expect(await inbox.get(registration, entry.id)).toMatchObject({ payload: Buffer.from('"one"') })
  await bare.inbox.settle(claim, done())
})

it('the state of a session does not open in another session, nor under the key of another', async () => {
  const store = keptStore()
  const [bare, sealed] = [await openBare(store), await openWith(store, [first])]
  const [own, others] = [markOf(), markOf()]
  const opening = openingOf(newSession(), 1)
  await answer(sealed.turns, opening, { resume: own, session: { state: '"Ama"' } })
  const taken = (await bare.turns.resumable(own.key))?.state ?? null
  expect(taken).not.toContain('Ama')
  expect(await sealed.turns.resumable(own.key)).toMatchObject({ state: '"Ama"' })

  const thief = openingOf(newSession(), 1)
  await answer(bare.turns, thief, { resume: others, session: { state: taken } })
  await expect(sealed.turns.resumable(others.key)).rejects.toMatchObject(isRefused('sealed for another place'))
  await expect(sealed.turns.open(openingOf(thief.sessionId, 2))).rejects.toMatchObject(isRefused('another place'))
})

it('a state that its session leaves under another key is not given to whoever has that key', async () => {
  const { turns } = await openWith(keptStore(), [first])
  const [own, other] = [markOf(), markOf()]
  const id = newSession()
  await answer(turns, openingOf(id, 1), { resume: own, session: { state: '"Ama"' } })
  const opening = openingOf(id, 2)
  const { fence } = await run(turns, opening)
  await turns.close(closingOf(opening, fence, { resume: other }))
  await expect(turns.resumable(other.key)).rejects.toMatchObject(isRefused('sealed for another place'))
  // Closed with its state it is sealed for that key.
  const next = openingOf(id, 3)
  const { fence: last } = await run(turns, next)
  await turns.close(closingOf(next, last, { resume: other, session: { state: '"Ama"' } }))
  expect(await turns.resumable(other.key)).toMatchObject({ state: '"Ama"' })
})
