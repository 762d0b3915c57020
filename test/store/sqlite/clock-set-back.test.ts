import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../src/clock.ts'
import type { InboxDispatcher, InboxTask } from '../../../src/store/sqlite/inbox/inbox-dispatcher.ts'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import type { FileWriter } from '../../../src/store/sqlite/worker/file-writer.ts'
import { inboxWriter, turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { openingOf } from '../../../src/testing/store-suite/samples.ts'
import { acceptTask, doneTask, inLane } from './accept-task.ts'
import { fileOfTest } from './opened.ts'

const days = 2 * 86_400_000

/** The machine's calendar and its clockwork, each set by hand. */
interface HandClock extends Clock {
  calendar: number
  elapsed: number
}

function handClock(calendar: number): HandClock {
  return {
    ...systemClock,
    calendar,
    elapsed: 10.5,
    now() {
      return this.calendar
    },
    monotonic() {
      return this.elapsed
    },
  }
}

const right = Date.UTC(2026, 0, 1)
const attempt = { number: 1, startedAt: 1, ms: 1, error: 'no', replay: false }

function answersOf(writer: FileWriter<InboxTask, InboxDispatcher>, ...tasks: InboxTask[]): readonly unknown[] {
  return writer.execute({ tasks, payloads: [] }).answers
}

function claimedBy(writer: FileWriter<InboxTask, InboxDispatcher>, fence: number): unknown {
  return answersOf(writer, ['claim', ['default', fence, 10]])[0]
}

describe('a machine whose clock is set back', () => {
  it('makes no entry wait longer than its span, and blocks no lane, over a restart', () => {
    const file = fileOfTest()
    const before = inboxWriter(file, [], handClock(right + days))
    answersOf(before, acceptTask('a', 7), acceptTask('b', 8), ['settle', [1, 7, 'waiting', 60_000, attempt, null]])
    answersOf(before, ['settle', [2, 8, 'handedBack', 5_000, null, null]])
    before.close()
    const clock = handClock(right)
    const after = inboxWriter(file, [], clock)
    expect(claimedBy(after, 9)).toEqual([])
    clock.elapsed += 5_000
    expect(claimedBy(after, 10)).toMatchObject([{ id: 'b' }])
    clock.elapsed += 55_000
    expect(claimedBy(after, 11)).toMatchObject([{ id: 'a', failures: 1 }])
    after.close()
  })

  it('changes no wait of a process that runs', () => {
    const clock = handClock(right + days)
    const writer = inboxWriter(fileOfTest(), [], clock)
    answersOf(writer, acceptTask('a', 7), ['settle', [1, 7, 'waiting', 60_000, attempt, null]])
    clock.calendar = right
    clock.elapsed += 59_999
    expect(claimedBy(writer, 8)).toEqual([])
    clock.elapsed += 1
    expect(writer.lookAround()).toBe(true)
    expect(claimedBy(writer, 9)).toMatchObject([{ id: 'a' }])
    writer.close()
  })

  it.each([days, -days])('counts how long an entry was really kept open, over a restart: %d ms', (step) => {
    const file = fileOfTest()
    const clock = handClock(right)
    const before = inboxWriter(file, [], clock)
    answersOf(before, acceptTask('a', 7), ['settle', [1, 7, 'handedBack', 5_000, null, null]])
    clock.calendar += step
    clock.elapsed += 6_000
    expect(claimedBy(before, 8)).toMatchObject([{ id: 'a', age: 6_000 }])
    answersOf(before, ['settle', [1, 8, 'waiting', 4_000, attempt, null]])
    before.close()
    const later = handClock(right + step)
    const after = inboxWriter(file, [], later)
    // Set forward it is due at once; set back it waits for its span. Neither makes it older than it was.
    const atOnce = claimedBy(after, 9)
    later.elapsed += 4_000
    expect([atOnce, claimedBy(after, 10)].flat()).toMatchObject([{ id: 'a', age: 9_000 }])
    answersOf(after, ['settle', [1, step > 0 ? 9 : 10, 'handedBack', 1_000, null, null]])
    later.elapsed += 20_000
    expect(claimedBy(after, 11)).toMatchObject([{ id: 'a', age: 24_000 }])
    after.close()
  })

  it('does not take another push for a repeat longer than its identity counts', () => {
    const file = fileOfTest()
    const before = inboxWriter(file, [], handClock(right + days))
    answersOf(before, forWindow('a', 300_000, 7), doneTask(1, 7), acceptTask('forever'))
    before.close()
    const clock = handClock(right)
    const after = inboxWriter(file, [], clock)
    expect(answersOf(after, forWindow('a', 300_000))).toMatchObject([{ repeated: 'a' }])
    clock.elapsed += 300_000
    expect(answersOf(after, forWindow('a', 300_000), acceptTask('forever'))).toMatchObject([
      expect.any(Number),
      { repeated: 'forever' },
    ])
    after.close()
    const db = new DatabaseSync(file)
    const ahead = db.prepare('SELECT 1 FROM ends WHERE finished_at > ?').all(right + 300_000)
    db.close()
    expect(ahead).toEqual([])
  })

  it('keeps no session beyond its idle time', () => {
    const file = filesOf(fileOfTest()).turns
    const opening = openingOf('session-1', 1, { expiry: 90_000 })
    const before = turnsWriter(file, [1], handClock(right + days))
    before.execute({ tasks: [['open', ['default', opening, 1, 5]]], payloads: [] })
    before.close()
    const clock = handClock(right)
    const after = turnsWriter(file, [2], clock)
    const sweep = () => after.execute({ tasks: [['sweep', ['default', days, 10]]], payloads: [] }).answers
    expect(sweep()).toEqual([0])
    clock.elapsed += 90_000
    expect(sweep()).toEqual([1])
    after.close()
  })
})

function forWindow(id: string, span: number, fence: number | null = null): InboxTask {
  const [name, asked] = inLane(acceptTask(id, fence))
  if (name !== 'accept') throw new TypeError('it is accepted')
  const [registration, kind, ownId, isRejected, identity, , ...others] = asked
  return [name, [registration, kind, ownId, isRejected, identity, span, ...others]]
}
