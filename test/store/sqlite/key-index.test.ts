import { describe, expect, it } from 'vitest'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { InboxWriter } from '../../../src/store/sqlite/inbox/inbox-writer.ts'
import { KeyIndex } from '../../../src/store/sqlite/inbox/key-index.ts'
import { EntryReader } from '../../../src/store/sqlite/look/entry-reader.ts'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { fileOfTest } from './opened.ts'

/** An inbox whose index is written after every few keys, so that a test sees all of it. */
function open(file: string, perPart = 2, mostFresh?: number) {
  const connection = openToWrite(file, { synchronous: 'NORMAL', busyTimeout: 0 })
  migrate(connection, inboxSchema)
  const undo = new Undo()
  const writer = new InboxWriter(connection, undo, [], perPart)
  const reader = new EntryReader(connection, mostFresh)
  writer.now = Date.now()
  const group = (act: () => void): void => {
    connection.exec('BEGIN')
    act()
    writer.finishGroup()
    connection.exec('COMMIT')
    undo.keep()
  }
  const keep = (id: string, identity = id, fingerprint = 'f', identityFor?: number) => {
    const lane = `lane ${id}`
    return writer.accept(
      'default',
      'checkout',
      id,
      false,
      identity,
      identityFor,
      fingerprint,
      lane,
      null,
      null,
      [],
      1,
      'push',
      null,
      null,
    )
  }
  const keysWritten = () => Number(connection.prepare('SELECT count(*) AS count FROM keys').get()?.count)
  return { connection, undo, writer, reader, group, keep, keysWritten }
}

const ids = Array.from({ length: 1_500 }, (_none, number) => `order-${number}`)

describe('the index of identities and ids', () => {
  it('finds all, whether it is written or still gathered', () => {
    const { connection, reader, group, keep, keysWritten } = open(fileOfTest())
    for (let from = 0; from < ids.length; from += 50) {
      group(() => {
        for (const id of ids.slice(from, from + 50)) expect(keep(id)).toBeLessThan(0)
      })
    }
    // Some parts were written more than once by now, and the last keys of each are still gathered.
    expect(keysWritten()).toBeGreaterThan(500)
    expect(keysWritten()).toBeLessThan(ids.length)
    for (const id of ids) {
      expect(keep(id)).toEqual({ repeated: id, state: 'waiting' })
      expect(reader.locate('default', id)).toBe(ids.indexOf(id) + 1)
    }
    expect(reader.locate('default', 'order-x')).toBeUndefined()
    expect(reader.locate('tickets', 'order-1')).toBeUndefined()
    connection.close()
  })

  it('is the same after a start', () => {
    const file = fileOfTest()
    const before = open(file)
    for (let from = 0; from < ids.length; from += 50) {
      before.group(() => {
        for (const id of ids.slice(from, from + 50)) before.keep(id)
      })
    }
    before.connection.close()
    const { connection, keep, group } = open(file)
    group(() => {
      for (const id of ids) expect(keep(id)).toEqual({ repeated: id, state: 'waiting' })
      for (const id of ids) expect(keep(`${id}-new`)).toBeLessThan(0)
    })
    connection.close()
  })

  it('is read along by who looks for entries meanwhile, and what it has is let go', () => {
    const { connection, reader, group, keep } = open(fileOfTest(), 2, 100)
    for (let from = 0; from < ids.length; from += 50) {
      expect(reader.locate('default', `order-${from}`)).toBeUndefined()
      group(() => ids.slice(from, from + 50).forEach((id) => void keep(id)))
      for (const at of [0, from >> 1, from, from + 49]) expect(reader.locate('default', `order-${at}`)).toBe(at + 1)
    }
    expect(new EntryReader(connection).locate('default', 'order-7')).toBe(8)
    for (const id of ids) expect(reader.locate('default', id)).toBe(ids.indexOf(id) + 1)
    connection.close()
  })

  it('does not find what was forgotten since it was read along', () => {
    const { connection, writer, reader, group, keep } = open(fileOfTest())
    group(() => keep('one'))
    expect(reader.locate('default', 'one')).toBe(1)
    group(() => {
      for (const { seq } of writer.claim('default', 1, 5)) writer.settle(seq, 1, 'rejected', 0, null, 'unreadable')
    })
    group(() => expect(writer.sweep('default', past(Date.now() + 1_000, 10))).toBe(1))
    expect(reader.locate('default', 'one')).toBeUndefined()
    expect(reader.get('default', 'one', [])).toBeUndefined()
    connection.close()
  })

  it('is written sooner or later however often the process starts again', () => {
    const file = fileOfTest()
    let written = 0
    for (const id of ids.slice(0, 300)) {
      const { connection, group, keep, keysWritten } = open(file)
      group(() => keep(id))
      written = keysWritten()
      connection.close()
    }
    expect(written).toBeGreaterThan(0)
  })

  it('is as before when its transaction is rolled back', () => {
    const { connection, undo, writer, group, keep, keysWritten } = open(fileOfTest())
    group(() => ids.slice(0, 600).forEach((id) => void keep(id)))
    const written = keysWritten()
    connection.exec('BEGIN')
    for (const id of ids.slice(600)) keep(id)
    writer.finishGroup()
    expect(keysWritten()).toBeGreaterThan(written)
    undo.back(0)
    connection.exec('ROLLBACK')
    expect(keysWritten()).toBe(written)
    group(() => {
      for (const id of ids.slice(0, 600)) expect(keep(id)).toEqual({ repeated: id, state: 'waiting' })
      for (const id of ids.slice(600)) expect(keep(id)).toBeLessThan(0)
    })
    for (const id of ids) expect(keep(id)).toEqual({ repeated: id, state: 'waiting' })
    connection.close()
  })

  it('has what was swept when that is rolled back', () => {
    const { connection, undo, writer, group, keep } = open(fileOfTest(), 100)
    group(() => keep('one'))
    group(() => {
      for (const { seq } of writer.claim('default', 1, 5)) writer.settle(seq, 1, 'rejected', 0, null, 'unreadable')
    })
    connection.exec('BEGIN')
    expect(writer.sweepKeys('default', Date.now() + 1_000)).toBe(1)
    undo.back(0)
    connection.exec('ROLLBACK')
    expect(keep('one')).toEqual({ repeated: 'one', state: 'rejected' })
    connection.close()
  })

  it('gives a key that has lost its time to the next, and takes it back when that is rolled back', () => {
    const { connection, undo, writer, group, keep } = open(fileOfTest(), 100)
    group(() => keep('one', 'same words', 'f', 1_000))
    writer.now = Date.now() + 2_000
    connection.exec('BEGIN')
    expect(keep('two', 'same words', 'f', 1_000)).toBeLessThan(0)
    expect(keep('three', 'same words', 'f', 1_000)).toEqual({ repeated: 'two', state: 'waiting' })
    undo.back(0)
    connection.exec('ROLLBACK')
    writer.now = Date.now()
    expect(keep('three', 'same words', 'f', 1_000)).toEqual({ repeated: 'one', state: 'waiting' })
    connection.close()
  })

  it('is swept wherever a key is, and then an entry is still found by its id', () => {
    const { connection, writer, reader, group, keep } = open(fileOfTest())
    for (let from = 0; from < ids.length; from += 50) {
      group(() => {
        for (const id of ids.slice(from, from + 50)) keep(id)
        for (const { seq } of writer.claim('default', 1, 1_000)) {
          writer.settle(seq, 1, 'done', 0, { number: 1, startedAt: 1, ms: 1, error: null, replay: false }, null)
        }
      })
    }
    const before = Date.now() + 1_000
    let swept = 0
    group(() => {
      for (let count = -1; count !== 0; swept += count) {
        count = writer.sweepKeys('default', before)
        const keys = reader.oldKeys('default', before, Date.now(), 100)
        count += writer.forget(keys, before)
      }
    })
    expect(swept).toBe(ids.length)
    expect(writer.sweepKeys('tickets', before)).toBe(0)
    expect(reader.oldKeys('tickets', before, Date.now(), 100)).toEqual([])
    for (const id of ids) expect(reader.locate('default', id)).toBe(ids.indexOf(id) + 1)
    group(() => expect(keep('order-7')).toBeLessThan(0))
    connection.close()
  })

  it('is swept a few ms at a time', () => {
    const { connection, writer, group, keep } = open(fileOfTest(), 256)
    const all = Array.from({ length: 5_000 }, (_none, number) => `many-${number}`)
    group(() => all.forEach((id) => void keep(id)))
    group(() => {
      for (const { seq } of writer.claim('default', 1, 5_000)) {
        writer.settle(seq, 1, 'done', 0, { number: 1, startedAt: 1, ms: 1, error: null, replay: false }, null)
      }
    })
    group(() => {
      const swept = writer.sweep('default', past(Date.now() + 1_000, 5_000))
      expect(swept).toBeGreaterThan(0)
      expect(swept).toBeLessThan(5_000)
    })
    connection.close()
  })

  it('forgets nothing that is not there, is not past its time, or is still to be worked', () => {
    const { connection, reader, writer, group, keep } = open(fileOfTest(), 1)
    group(() => ids.slice(0, 400).forEach((id) => void keep(id)))
    const before = Date.now() + 1_000
    const keys = reader.oldKeys('default', before, 0, 1_000)
    expect(keys.length).toBeGreaterThan(100)
    group(() => expect(writer.forget(keys, before)).toBe(0))
    group(() => expect(writer.forget(keys, 0)).toBe(0))
    group(() => expect(writer.forget([new Uint8Array(16)], before)).toBe(0))
    connection.close()
  })

  it('loses an identity whose own time is over', () => {
    const { connection, writer, group, keep } = open(fileOfTest())
    group(() => keep('one', 'same words', 'f', 1_000))
    group(() => {
      for (const { seq } of writer.claim('default', 1, 5)) writer.settle(seq, 1, 'rejected', 0, null, 'unreadable')
    })
    group(() => expect(writer.sweepKeys('default', 0)).toBe(0))
    writer.now = Date.now() + 2_000
    group(() => expect(writer.sweepKeys('default', 0)).toBe(1))
    connection.close()
  })

  it('knows an identity longer than its entry, and what conflicts with it', () => {
    const { connection, writer, group, keep } = open(fileOfTest())
    group(() => keep('one'))
    group(() => {
      for (const { seq } of writer.claim('default', 1, 5))
        writer.settle(seq, 1, 'done', 0, { number: 1, startedAt: 1, ms: 1, error: null, replay: false }, null)
    })
    group(() => expect(writer.sweep('default', past(Date.now() + 1_000, 5))).toBe(1))
    group(() => {
      expect(keep('one')).toEqual({ repeated: 'one', state: undefined })
      expect(keep('one', 'one', 'other words')).toMatchObject({ conflictsWith: 'one' })
    })
    connection.close()
  })

  it('is made of bytes', () => {
    const connection = openToWrite(fileOfTest(), { synchronous: 'NORMAL', busyTimeout: 0 })
    migrate(connection, inboxSchema)
    const index = new KeyIndex(connection, new Undo())
    expect(() => index.find('\u0400')).toThrow(RangeError)
    connection.close()
  })

  it('leaves nothing of an entry that is forgotten after its identity', () => {
    const { connection, writer, reader, group, keep, keysWritten } = open(fileOfTest(), 1)
    const settle = () => {
      for (const { seq } of writer.claim('default', 1, 1_000)) {
        writer.settle(seq, 1, 'done', 0, { number: 1, startedAt: 1, ms: 1, error: null, replay: false }, null)
      }
    }
    group(() => ids.slice(0, 400).forEach((id) => void keep(id, `${id} in other words`)))
    group(settle)
    const before = Date.now() + 1_000
    let left = -1
    group(() => {
      while (left !== 0)
        left = writer.sweepKeys('default', before) + writer.forget(reader.oldKeys('default', before, 0, 900), before)
    })
    group(() => {
      while (writer.sweep('default', past(before, 50)) > 0);
    })
    expect(reader.locate('default', 'order-3')).toBeUndefined()
    expect(keysWritten()).toBe(0)
    expect(writer.sweep('tickets', past(before, 50))).toBe(0)
    connection.close()
  })
})

/** Everything that ended before. */
function past(before: number, most: number) {
  return { finishedBefore: before, reviewedBefore: before, rejected: 0, most }
}
