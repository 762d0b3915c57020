import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { standardRoom } from '../../../src/store/store.ts'
import { done, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest } from './opened.ts'
import { startHere } from './threads-here.ts'

const room = { ...standardRoom, entries: 1_048_576 }
const large = new Uint8Array(60_000)

async function open(file: string) {
  const opened = storeOn(startHere, file, {}).open({ registration: 'default', log: silentLog, room })
  onTestFinished(() => opened.close())
  await opened.ready
  const handle = async (entry: NewEntry) => {
    const acceptance = await opened.inbox.accept(entry, true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error(`not claimed, but ${acceptance.status}`)
    await opened.inbox.settle(claim, done())
    return acceptance
  }
  const idsKept = async () =>
    new Set((await opened.inbox.list({ registration: 'default', limit: 1_000 })).entries.map(({ id }) => id))
  return { opened, inbox: opened.inbox, handle, idsKept }
}

describe('the identity of an entry that is not kept any more, in SQLite', () => {
  it('is known after a restart, where its entry gave way to others', async () => {
    const file = fileOfTest()
    const first = await open(file)
    const handled = Array.from({ length: 60 }, () => entryOf({ payload: large }))
    for (const entry of handled) await first.handle(entry)
    expect((await first.idsKept()).size).toBeLessThan(20)
    await first.opened.close()
    const next = await open(file)
    for (const entry of handled) {
      const acceptance = await next.inbox.accept(entry, true)
      expect(acceptance).toMatchObject({ status: 'repeated', id: entry.id })
    }
  })

  it('is known after a restart, where its entry had its time', async () => {
    const file = fileOfTest()
    const first = await open(file)
    const entry = entryOf({})
    await first.handle(entry)
    const retention = { entries: -1_000, identities: 86_400_000, rejected: 0 }
    expect(await first.inbox.sweep(retention, 100)).toBe(1)
    expect(await first.idsKept()).toEqual(new Set())
    await first.opened.close()
    const next = await open(file)
    expect(await next.inbox.accept(entry, true)).toMatchObject({ status: 'repeated', id: entry.id })
  })

  it('is known after a restart by its conflict too: what differs from it comes again, and is no first payment', async () => {
    const file = fileOfTest()
    const first = await open(file)
    const entry = entryOf({ payload: large })
    const other = { ...entry, fingerprint: 'another amount' }
    await first.handle(entry)
    const { status } = await first.handle(other)
    expect(status).toBe('conflict')
    for (let index = 0; index < 40; index++) await first.handle(entryOf({ payload: large }))
    expect(await first.idsKept()).not.toContain(entry.id)
    await first.opened.close()
    const next = await open(file)
    expect(await next.inbox.accept(other, true)).toMatchObject({ status: 'repeated', isConflict: true })
    expect(await next.inbox.accept({ ...entry, fingerprint: 'a third' }, true)).toMatchObject({ status: 'conflict' })
  })

  it('is forgotten with its entry, where that was given up: its push is new after a restart, too', async () => {
    const file = fileOfTest()
    const first = await open(file)
    const entry = entryOf({ payload: large })
    const acceptance = await first.inbox.accept(entry, true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    const attempt = { number: 1, startedAt: 1, ms: 1, error: 'no', replay: false }
    await first.inbox.settle(claim, { state: 'dead', attempt })
    for (let index = 0; index < 20; index++)
      await Promise.resolve(first.inbox.accept(entryOf({ payload: large }), false)).catch(() => undefined)
    expect(await first.idsKept()).not.toContain(entry.id)
    await first.opened.close()
    const next = await open(file)
    const [head] = await next.inbox.claim(1)
    if (head === undefined) throw new Error('nothing waits')
    await next.inbox.settle(head, done())
    expect(await next.inbox.accept(entry, false)).toMatchObject({ status: 'accepted' })
  })
})

describe('an entry that is larger than the room', () => {
  it('is refused, and nothing that is done goes for it', async () => {
    const { inbox, handle, idsKept } = await open(fileOfTest())
    const small = entryOf({})
    await handle(small)
    const tooLarge = entryOf({ payload: new Uint8Array(2_000_000) })
    await expect(inbox.accept(tooLarge, true)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('does not fit into a room of 1048576'),
    })
    expect(await idsKept()).toContain(small.id)
  })
})
