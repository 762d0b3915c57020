import { describe, expect, it } from 'vitest'
import type { EntryFilter } from '../../../src/store/inbox-store.ts'
import { arrivalsAtOnce } from '../../../src/store/lists/arrivals.ts'
import { entryArrivals, inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { InboxWriter } from '../../../src/store/sqlite/inbox/inbox-writer.ts'
import { EntryReader } from '../../../src/store/sqlite/look/entry-reader.ts'
import { ArrivalReader } from '../../../src/store/sqlite/rows/arrivals.ts'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { fileOfTest } from './opened.ts'

type Span = Pick<EntryFilter, 'since' | 'until'>

/** An inbox that entries come into at the times that are given. */
function open(steps = inboxSchema) {
  const connection = openToWrite(fileOfTest(), { synchronous: 'NORMAL', busyTimeout: 0 })
  migrate(connection, steps)
  const undo = new Undo()
  let writer: InboxWriter | undefined
  let number = 0
  const accept = (times: Iterable<number>, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => {
    writer ??= new InboxWriter(connection, undo, [])
    writer.now = Date.now()
    connection.exec('BEGIN')
    for (const time of times) {
      const id = `order-${++number}`
      const kind = number % 2 === 0 ? 'checkout' : 'deliveryReport'
      writer.accept('default', kind, id, false, id, undefined, 'f', id, null, null, [], time, 'push', null, null)
    }
    writer.finishGroup()
    connection.exec(end)
    if (end === 'COMMIT') undo.keep()
    else undo.back(0)
  }
  return {
    connection,
    accept,
    restart: () => {
      writer = undefined
    },
    // What a sweep lists beyond what it comes to in its time is listed again by the next.
    sweep: () =>
      writer?.sweep('default', { finishedBefore: Date.now() + 1, reviewedBefore: 0, rejected: 0, most: 200 }) ?? 0,
    numbersOf: (span: Span) => new ArrivalReader(connection, entryArrivals).find(span),
    expectRight: (span: Span) => {
      const reader = new EntryReader(connection)
      const { since = 0, until = Number.MAX_SAFE_INTEGER } = span
      for (const kind of [undefined, 'checkout'] as const) {
        const filter = { registration: 'default', kinds: kind && [kind], ...span }
        const listed: number[] = []
        for (let cursor: string | undefined, isMore = true; isMore; ) {
          const { rows, next } = reader.list({ ...filter, limit: 1_000, cursor }, [])
          listed.push(...rows.map(({ seq }) => seq))
          cursor = next
          isMore = next !== undefined
        }
        const expected = connection
          .prepare(
            `SELECT seq FROM entries WHERE received_at >= ? AND received_at < ? AND kind IN (?, ?) ORDER BY seq DESC`,
          )
          .all(since, until, kind ?? 'deliveryReport', 'checkout')
          .map(({ seq }) => seq)
        expect(listed).toEqual(expected)
        expect(reader.count(filter, []).get('waiting') ?? 0).toBe(expected.length)
      }
    },
  }
}

/** One a second. */
function* seconds(from: number, count: number): Iterable<number> {
  for (let second = 0; second < count; second++) yield from + second * 1_000
}

const span = (from: number, to: number): Span => ({ since: from * 1_000, until: to * 1_000 })
const spans: readonly Span[] = [
  span(0, 1),
  span(4_000, 4_200),
  span(9_000, 9_001),
  span(12_000, 30_000),
  span(90_000, 99_000),
  { since: 14_990_000 },
  { since: 99_000_000 },
  { until: 2_000 },
  { until: 0 },
]

describe('entries of a time', () => {
  it('are looked for among few: those accepted about then, and the newest', () => {
    const { accept, numbersOf } = open()
    accept(seconds(0, 15_000))
    const rest = 15_000 % arrivalsAtOnce
    for (const { since = 0, until = 15_000_000 } of spans) {
      const { after, upto } = numbersOf({ since, until })
      const fitting = Math.max(0, Math.min(15_000, until / 1_000) - Math.min(15_000, since / 1_000))
      expect(Math.min(upto, 15_000) - after).toBeLessThanOrEqual(fitting + 2 * arrivalsAtOnce)
    }
    expect(numbersOf({ since: 99_000_000 })).toEqual({ after: 15_000 - rest, upto: 15_000 - rest })
    expect(numbersOf(span(100, 200))).toEqual({ after: 0, upto: arrivalsAtOnce })
    expect(numbersOf({ since: 14_000_000 })).toMatchObject({ after: 15_000 - rest })
  })

  it('are all found, in each list and count, also where the clock was set back', () => {
    const { accept, expectRight } = open()
    accept(seconds(0, 5_000))
    accept(seconds(9_000_000, 200))
    accept(seconds(4_000_000, 9_800))
    for (const one of spans) expectRight(one)
  })

  it('are all found after a group was rolled back over the end of a row, and after a restart', () => {
    const { accept, expectRight, restart } = open()
    accept(seconds(0, arrivalsAtOnce - 10))
    accept(seconds(90_000_000, 20), 'ROLLBACK')
    accept(seconds(4_086_000, 5_000))
    restart()
    accept(seconds(9_086_000, 3_000))
    accept(seconds(90_000_000, 1))
    restart()
    accept(seconds(12_086_000, 2_000))
    for (const one of spans) expectRight(one)
  })

  it('are forgotten together with their row', () => {
    const { connection, accept, sweep, expectRight } = open()
    accept(seconds(0, 10_000))
    connection.exec(`DELETE FROM open_entries WHERE seq < 9000;
      INSERT INTO ends SELECT seq, registration, 'done', 0, 0, 0, '', NULL FROM entries WHERE seq < 9000`)
    connection.exec('BEGIN')
    for (let swept = 1; swept > 0; ) swept = sweep()
    connection.exec('COMMIT')
    expect(connection.prepare('SELECT upto FROM arrivals').all()).toEqual([])
    for (const one of spans) expectRight(one)
    accept(seconds(10_000_000, 5_000))
    for (const one of spans) expectRight(one)
  })
})
