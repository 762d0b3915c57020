import { expect, it } from 'vitest'
import type { Settlement } from '../../../src/store/inbox-store.ts'
import { sealStore } from '../../../src/store/sealed/sealed-store.ts'
import { attemptOf, bytesOf, done, entryOf, failed, rejectedOf } from '../../../src/testing/store-suite/samples.ts'
import { keptStore } from '../kept/kept-store.ts'
import { newSqlite } from '../new-sqlite.ts'
import { first, heard, openBare, openWith, registration, second, text } from './stores.ts'

const name = 'Ama Person'
const payload = bytesOf(JSON.stringify({ name }))

it('an entry stands in its store without a word of what came, and is read as it came', async () => {
  const store = keptStore()
  const [bare, { inbox }] = [await openBare(store), await openWith(store, [first])]
  const note: Settlement = {
    state: 'waiting',
    retryIn: 0,
    attempt: { ...attemptOf(1, `no ${name}`), note: `of ${name}` },
  }
  const entry = entryOf({ payload })
  await inbox.accept(entry, false)
  const [claim] = await inbox.claim(1)
  expect(text(claim?.entry.payload)).toEqual(text(payload))
  if (claim === undefined) return
  expect(await inbox.rewrite(claim, bytesOf(`"${name} again"`))).toBe(true)
  expect(await inbox.settle(claim, note)).toBe(true)
  const rejected = rejectedOf({ payload, reason: `${name} is no number` })
  await inbox.accept(rejected, false)
  const putOff = entryOf({ payload })
  const accepted = await inbox.accept(putOff, true)
  if (accepted.status !== 'accepted' || accepted.claim === undefined) throw new Error('it was not claimed')
  await inbox.settle(accepted.claim, { state: 'handedBack', retryIn: 60_000, reason: `${name} is asked` })

  for (const { id } of [entry, rejected, putOff]) {
    const kept = await bare.inbox.get(registration, id)
    expect(JSON.stringify({ ...kept, payload: text(kept?.payload) })).not.toContain('Ama')
  }
  expect(text((await inbox.get(registration, entry.id))?.payload)).toBe(`"${name} again"`)
  const { entries } = await inbox.list({ registration, limit: 10 })
  expect(entries.map(({ reason, attempts: [attempt] }) => [reason, attempt?.error, attempt?.note])).toEqual([
    [`${name} is asked`, undefined, undefined],
    [`${name} is no number`, undefined, undefined],
    [null, `no ${name}`, `of ${name}`],
  ])
})

it('a claim that comes with its acceptance has the bytes as they came, also of a conflict', async () => {
  const store = keptStore()
  const { inbox } = await openWith(store, [first])
  const entry = entryOf({ payload })
  const accepted = await inbox.accept(entry, true)
  expect(accepted).toMatchObject({ status: 'accepted', claim: { entry: { payload } } })
  if (accepted.status !== 'accepted' || accepted.claim === undefined) return
  expect(await inbox.settle(accepted.claim, done())).toBe(true)
  const other = { ...entry, fingerprint: 'another', payload: bytesOf('"other"') }
  const conflict = await inbox.accept(other, true)
  expect(conflict).toMatchObject({ status: 'conflict', claim: { entry: { payload: other.payload } } })
  if (conflict.status !== 'conflict') return
  expect(text((await inbox.get(registration, conflict.id))?.payload)).toBe('"other"')
})

it('a store that answers at once still does when it is sealed', async () => {
  const { inbox } = await openWith(keptStore(), [first])
  const accepted = inbox.accept(entryOf(), true)
  expect(accepted).not.toBeInstanceOf(Promise)
  if (accepted instanceof Promise || accepted.status !== 'accepted' || accepted.claim === undefined) return
  expect(inbox.settle(accepted.claim, done())).toBe(true)
})

it('the lane of an inbound message names no phone, and still keeps the order of one sender', async () => {
  const store = keptStore()
  const [bare, { inbox }] = [await openBare(store), await openWith(store, [first])]
  const lane = 'inboundMessage:+233000000000|1234'
  const messages = [1, 2].map((number) => entryOf({ kind: 'inboundMessage', id: `inboundMessage:${number}`, lane }))
  for (const message of messages) await inbox.accept(message, false)
  const { entries } = await bare.inbox.list({ registration, limit: 10 })
  expect(JSON.stringify(entries)).not.toContain('233000000000|')
  expect(new Set(entries.map((entry) => entry.lane)).size).toBe(1)
  expect(await inbox.claim(2)).toHaveLength(1)
  // It is found by its phones as before, and by what lists show of it.
  for (const wanted of [lane, entries[0]?.lane]) {
    expect((await inbox.list({ registration, lane: wanted, limit: 10 })).entries).toHaveLength(2)
  }
  expect((await inbox.count({ registration, lane })).waiting).toBe(1)
  expect(await inbox.redrive({ registration, lane }, 10)).toBe(0)
})

it('what was kept before sealing, under the old secret, and after sealing, is all read', async () => {
  const store = keptStore()
  const held = await openBare(store)
  const entries = ['plain', 'old', 'new', 'off'].map((word) => entryOf({ payload: bytesOf(`"${word}"`) }))
  const [plain, old, fresh, off] = entries
  if (!plain || !old || !fresh || !off) throw new Error('four were made')
  await held.inbox.accept(plain, false)
  await (await openWith(store, [second])).inbox.accept(old, false)
  await (await openWith(store, [first, second])).inbox.accept(fresh, false)
  const last = await openWith(store, [first, second], false)
  await last.inbox.accept(off, false)
  const read = await Promise.all(entries.map(({ id }) => last.inbox.get(registration, id)))
  expect(read.map((entry) => text(entry?.payload))).toEqual(['"plain"', '"old"', '"new"', '"off"'])
  expect((await last.inbox.claim(10)).map(({ entry }) => text(entry.payload))).toEqual(
    read.map((entry) => text(entry?.payload)),
  )
  expect(text((await held.inbox.get(registration, off.id))?.payload)).toBe('"off"')
})

it.each([
  ['another secret', [second], 'it was sealed with another secret'],
  ['no secret', [], 'no secret is given'],
])('with %s an entry waits, uses up no attempt, and is done once its secret is given', async (_case, secrets, why) => {
  const open = newSqlite()
  const sealing = sealStore(open(), { secrets: [first], isSealing: true }).open({ registration, log: heard() })
  await sealing.ready
  const entry = entryOf({ payload })
  await sealing.inbox.accept(entry, false)
  const [failing] = await sealing.inbox.claim(1)
  if (failing !== undefined) await sealing.inbox.settle(failing, failed(0))
  await sealing.close()

  const log = heard()
  const wrong = sealStore(open(), { secrets, isSealing: false }).open({ registration, log })
  await wrong.ready
  const other = entryOf({ payload: bytesOf('"in the clear"') })
  await wrong.inbox.accept(other, false)
  expect((await wrong.inbox.claim(10)).map(({ entry: { id } }) => id)).toEqual([other.id])
  expect(await wrong.inbox.claim(10)).toEqual([])
  expect(log.error).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(log.error.mock.calls)).toContain(why)
  expect(JSON.stringify(log.error.mock.calls)).toContain('MERCHANT_SECRET')
  // Lists go on, and say what they can't show.
  const { entries } = await wrong.inbox.list({ registration, limit: 10 })
  expect(entries.find(({ id }) => id === entry.id)).toMatchObject({
    state: 'waiting',
    failures: 1,
    attempts: [{ error: '(sealed with another secret)' }],
  })
  await expect(wrong.inbox.get(registration, entry.id)).rejects.toMatchObject({ code: 'FMW_SEALED' })
  await wrong.close()

  const right = await openWith(open(), [first])
  expect(await right.inbox.get(registration, entry.id)).toMatchObject({ failures: 1, state: 'waiting' })
  expect(text((await right.inbox.get(registration, entry.id))?.payload)).toBe(text(payload))
})

it('a note is sealed also where nothing went wrong', async () => {
  const store = keptStore()
  const [bare, { inbox }] = [await openBare(store), await openWith(store, [first])]
  const entry = entryOf({ payload })
  await inbox.accept(entry, false)
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('it waits')
  await inbox.settle(claim, { state: 'done', attempt: { ...attemptOf(1), note: `of ${name}` } })
  expect(JSON.stringify(await bare.inbox.get(registration, entry.id))).not.toContain('Ama')
  expect(await inbox.get(registration, entry.id)).toMatchObject({ attempts: [{ error: null, note: `of ${name}` }] })
})

it('the log says once a minute that something does not open, however much it is', async () => {
  const store = keptStore()
  const sealing = await openWith(store, [first])
  for (let count = 0; count < 3; count++) await sealing.inbox.accept(entryOf({ payload }), false)
  const log = heard()
  const { inbox } = await openWith(store, [second], true, log)
  expect(await inbox.claim(10)).toEqual([])
  expect(log.error).toHaveBeenCalledTimes(1)
  expect(await inbox.count({ registration })).toMatchObject({ running: 0, waiting: 3 })
})

it('what cannot be put off now is put off with the next claiming, and nobody works on it', async () => {
  const store = keptStore()
  await (await openWith(store, [first])).inbox.accept(entryOf({ payload }), false)
  const log = heard()
  let refusals = 1
  const shaky = {
    ...store,
    open: (user: Parameters<typeof store.open>[0]) => {
      const opened = store.open(user)
      const { inbox } = opened
      const settle = inbox.settle.bind(inbox)
      inbox.settle = (claim, settlement) =>
        refusals-- > 0 ? Promise.reject(new Error('the disk is full')) : settle(claim, settlement)
      return opened
    },
  }
  const { inbox } = await openWith(shaky, [second], true, log)
  expect(await inbox.claim(10)).toEqual([])
  expect(log.warn).toHaveBeenCalledTimes(1)
  const counts = await inbox.count({ registration })
  expect(counts).toMatchObject({ running: 1, waiting: 0 })
  expect(await inbox.claim(10)).toEqual([])
  expect(await inbox.count({ registration })).toMatchObject({ running: 0, waiting: 1 })
})
