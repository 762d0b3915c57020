import { describe, expect, it } from 'vitest'
import { arrivalsAtOnce, type Span } from '../../../src/store/lists/arrivals.ts'
import { ArrivalReader } from '../../../src/store/sqlite/rows/arrivals.ts'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'
import { SessionReader } from '../../../src/store/sqlite/turns/session-reader.ts'
import { sessionArrivals, turnsSchema } from '../../../src/store/sqlite/turns/turns-schema.ts'
import { TurnsWriter } from '../../../src/store/sqlite/turns/turns-writer.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { turnOf } from '../postgres/samples.ts'
import { fileOfTest } from './opened.ts'

/** A file of turns in which sessions begin at the times that are given. */
function open() {
  const connection = openToWrite(fileOfTest(), { synchronous: 'NORMAL', busyTimeout: 0 })
  migrate(connection, turnsSchema)
  const undo = new Undo()
  let writer: TurnsWriter | undefined
  let number = 0
  const begin = (times: Iterable<number>, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => {
    writer ??= new TurnsWriter(connection, undo, [])
    connection.exec('BEGIN')
    for (const at of times) {
      number += 1
      writer.now = at
      const opened = writer.open('default', turnOf(`session-${number}`, { at, kind: kindOf(number) }), 1, number)
      expect(opened).toMatchObject({ status: 'opened' })
    }
    connection.exec(end)
    if (end === 'COMMIT') undo.keep()
    else undo.back(0)
  }
  return {
    connection,
    begin,
    restart: () => {
      writer = undefined
    },
    sweep: (now: number) => {
      if (writer === undefined) return
      writer.now = now
      connection.exec('BEGIN')
      // What a sweep lists beyond what it comes to in its time is listed again by the next.
      for (let swept = 1; swept > 0; ) swept = writer.sweep('default', 0, 200)
      connection.exec('COMMIT')
      undo.keep()
    },
    numbersOf: (span: Span) => new ArrivalReader(connection, sessionArrivals).find(span),
    expectRight: (span: Span) => {
      const reader = new SessionReader(connection)
      const { since = 0, until = Number.MAX_SAFE_INTEGER } = span
      for (const kind of [undefined, 'ussd', 'programmable'] as const) {
        const listed: string[] = []
        for (let cursor: string | undefined, isMore = true; isMore; ) {
          const { sessions, next } = reader.sessions({ registration: 'default', kind, ...span, limit: 1_000, cursor })
          listed.push(...sessions.map(({ sessionId }) => sessionId))
          cursor = next
          isMore = next !== undefined
        }
        const expected = connection
          .prepare(
            'SELECT session_id FROM sessions WHERE started_at >= ? AND started_at < ? AND kind IN (?, ?) ORDER BY number DESC',
          )
          .all(since, until, kind ?? 'ussd', kind ?? 'programmable')
          .map((row) => row.session_id)
        expect(listed).toEqual(expected)
      }
    },
  }
}

function kindOf(number: number): 'ussd' | 'programmable' {
  return number % 3 === 0 ? 'programmable' : 'ussd'
}

/** One a second. */
function* seconds(from: number, count: number): Iterable<number> {
  for (let second = 0; second < count; second++) yield from + second * 1_000
}

const span = (from: number, to: number): Span => ({ since: from * 1_000, until: to * 1_000 })
const spans: readonly Span[] = [
  span(0, 1),
  span(4_000, 4_200),
  span(9_000, 30_000),
  span(90_000, 99_000),
  { since: 9_990_000 },
  { since: 99_000_000 },
  { until: 2_000 },
  { until: 0 },
]

describe('sessions of a time', () => {
  it('are looked for among few: those that began about then, and the newest', () => {
    const { begin, numbersOf, expectRight } = open()
    begin(seconds(0, 10_000))
    const rest = 10_000 % arrivalsAtOnce
    expect(numbersOf({ since: 99_000_000 })).toEqual({ after: 10_000 - rest, upto: 10_000 - rest })
    expect(numbersOf(span(100, 200))).toEqual({ after: 0, upto: arrivalsAtOnce })
    expect(numbersOf({ since: 9_000_000 })).toMatchObject({ after: 10_000 - rest })
    for (const one of spans) expectRight(one)
  })

  it('are all found where the clock was set back, a group was rolled back and the process began anew', () => {
    const { begin, expectRight, restart } = open()
    begin(seconds(0, arrivalsAtOnce - 10))
    begin(seconds(90_000_000, 20), 'ROLLBACK')
    begin(seconds(4_086_000, 900))
    restart()
    begin(seconds(90_000_000, 1))
    begin(seconds(2_000_000, 4_000))
    restart()
    begin(seconds(9_000_000, 100))
    for (const one of spans) expectRight(one)
  })

  it('are forgotten together with their row', () => {
    const { connection, begin, sweep, expectRight } = open()
    begin(seconds(0, 9_000))
    // Those of before 8,500 s have been silent for long enough.
    sweep(8_500_000 + 60_000)
    expect(connection.prepare('SELECT upto FROM session_arrivals').all()).toEqual([])
    expect(connection.prepare('SELECT count(*) AS count FROM sessions').get()).toEqual({ count: 499 })
    for (const one of spans) expectRight(one)
    begin(seconds(9_000_000, 5_000))
    for (const one of spans) expectRight(one)
  })
})
