import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { notificationKinds } from '../../../pushes/kinds.ts'
import { BacklogCount, type BacklogState, backlogStates, type KindBacklog } from '../../backlog.ts'
import type { EntryState } from '../../entry.ts'
import type { EntryCount, EntryFilter, EntryQuery } from '../../inbox-store.ts'
import type { RowNumbers } from '../../lists/arrivals.ts'
import { few, partOn, type Sought, waysTo } from '../../lists/ways.ts'
import type { EntryRow } from '../inbox/entry-row.ts'
import { entryArrivals } from '../inbox/inbox-schema.ts'
import { keyBytes, keyOf } from '../inbox/key-index.ts'
import { ArrivalReader } from '../rows/arrivals.ts'
import { entryColumns, entryJoins, finishedStates, oneOf, readReviewedRow, stateOf } from '../rows/read-row.ts'
import { bytesOf, nullOr, numberOf, textOf } from '../rows/values.ts'
import { type Driver, listOf, partsOf, Where } from './entry-filter.ts'
import { FreshIds } from './fresh-ids.ts'

/** Answers questions about entries on a connection of its own: the worker that writes is not asked. */
export class EntryReader {
  readonly #connection: DatabaseSync
  readonly #fresh: FreshIds
  readonly #arrivals: ArrivalReader
  readonly #byNumber: StatementSync
  readonly #byKey: StatementSync
  readonly #registration: StatementSync
  #oldKeysFrom: Uint8Array = nothing

  /** @param mostFresh of ids that are held as long as they are not in the file's index */
  constructor(connection: DatabaseSync, mostFresh?: number) {
    this.#connection = connection
    this.#fresh = new FreshIds(connection, mostFresh)
    this.#arrivals = new ArrivalReader(connection, entryArrivals)
    this.#byNumber = connection.prepare(`${wholeEntry} FROM entries e ${entryJoins} WHERE e.seq = ?`)
    this.#byKey = connection.prepare(writtenId)
    this.#registration = connection.prepare('SELECT number FROM registrations WHERE name = ?')
  }

  registrations(): readonly string[] {
    return this.#connection
      .prepare('SELECT name FROM registrations ORDER BY name')
      .all()
      .map(({ name }) => textOf(name))
  }

  /** A page, newest first. @param running the numbers of entries that run */
  list(query: EntryQuery, running: readonly number[]): { rows: readonly EntryRow[]; next: string | undefined } {
    const registration = this.#number(query.registration)
    if (registration === undefined) return { rows: [], next: undefined }
    const rows: EntryRow[] = []
    const driver = this.#driver(registration, query)
    const parts = partsOf(query, driver).map((part) => new Where(registration, part, running, driver))
    for (const row of this.#merged(parts, query)) {
      if (rows.length === query.limit) return { rows, next: rows.at(-1)?.seq.toString() }
      rows.push(readReviewedRow(row, stateOf(row.state, running.includes(numberOf(row.seq)))))
    }
    return { rows, next: undefined }
  }

  get(name: string, id: string, running: readonly number[]): EntryRow | undefined {
    const row = this.#find(name, id)
    return row && readReviewedRow(row, stateOf(row.state, running.includes(numberOf(row.seq))))
  }

  /** The number of the newest entry of that id. */
  locate(name: string, id: string): number | undefined {
    const row = this.#find(name, id)
    return row && numberOf(row.seq)
  }

  count(filter: EntryCount, running: readonly number[]): ReadonlyMap<EntryState, number> {
    const counts = new Map<EntryState, number>()
    const registration = this.#number(filter.registration)
    if (registration === undefined) return counts
    if (isPlain(filter)) {
      return omits(filter) ? this.#countShown(filter, running) : this.#countAll(registration, filter, running)
    }
    const where = new Where(registration, filter, running, this.#driver(registration, filter))
    const fitting = `SELECT ${where.state} AS state ${where.from} WHERE ${where.sql} LIMIT ?`
    const slice = this.#connection.prepare(`SELECT count(*) AS count, state FROM (${fitting}) GROUP BY state`)
    let room = filter.most ?? Number.MAX_SAFE_INTEGER
    for (const numbers of this.#slices(where, this.#numbersOf(filter))) {
      for (const { state: found, count } of slice.all(...where.values(numbers), room)) {
        const state = oneOf(entryStates, found)
        counts.set(state, (counts.get(state) ?? 0) + numberOf(count))
        room -= numberOf(count)
      }
      if (room === 0) break
    }
    return counts
  }

  /** Without follow-ups that are done: what is done is counted by the pushes. */
  #countShown(
    { omitDoneFollowUps: _omit, states = entryStates, most, ...filter }: EntryCount,
    running: readonly number[],
  ): ReadonlyMap<EntryState, number> {
    const done = this.count({ ...filter, kinds: notificationKinds, states: ['done'], most }, running)
    const others = states.filter((state) => state !== 'done')
    const room = most === undefined ? undefined : most - (done.get('done') ?? 0)
    return new Map([...done, ...this.count({ ...filter, states: others, most: room }, running)])
  }

  /** Without a look at any entry. */
  #countAll(
    registration: number,
    { states = entryStates, most }: EntryCount,
    running: readonly number[],
  ): ReadonlyMap<EntryState, number> {
    const counts = new Map<EntryState, number>()
    let room = most ?? Number.POSITIVE_INFINITY
    const add = (state: EntryState, count: number): void => {
      if (!states.includes(state)) return
      counts.set(state, Math.min(count, room))
      room -= Math.min(count, room)
    }
    const ended =
      most === undefined
        ? this.#connection.prepare(countEnds).iterate(registration)
        : this.#connection.prepare(countSomeEnds).iterate(registration, JSON.stringify(states), most)
    for (const { state, count } of ended) add(stateOf(state, false), numberOf(count))
    const open = numberOf(this.#connection.prepare(countOpen).get(registration)?.count)
    const seqs = `SELECT count(*) AS count FROM entries e JOIN open_entries o
      ON o.registration = e.registration AND o.lane = e.lane AND o.seq = e.seq
      WHERE e.registration = ? AND e.seq IN (${listOf(running)})`
    const atWork = numberOf(this.#connection.prepare(seqs).get(registration)?.count)
    add('running', atWork)
    add('waiting', open - atWork)
    return counts
  }

  /** What is not done, without a look at what is. */
  backlog(
    name: string,
    running: readonly number[],
    states: readonly BacklogState[] = backlogStates,
  ): readonly KindBacklog[] {
    const registration = this.#number(name)
    const found = new BacklogCount(states)
    if (registration === undefined) return found.kinds
    const open = states.some((state) => state === 'waiting' || state === 'running') ? [openEntries(running)] : []
    const ended = (['dead', 'rejected'] as const).filter((state) => states.includes(state))
    for (const sql of [...open, ...ended.map(endedEntries)])
      for (const { kind, state, count, oldest } of this.#connection.prepare(sql).iterate(registration))
        found.add(kind, state, numberOf(count), numberOf(oldest))
    return found.kinds
  }

  /** Numbers of dead entries that fit, the oldest first. */
  dead(filter: EntryFilter, most: number): readonly number[] {
    const registration = this.#number(filter.registration)
    if (registration === undefined || filter.states?.includes('dead') === false) return []
    const sought: EntryFilter = { ...filter, states: ['dead'] }
    const where = new Where(registration, sought, [], this.#driver(registration, sought))
    const sql = `SELECT e.seq ${where.from} WHERE ${where.sql} AND ${notRequested} ORDER BY ${where.seq} LIMIT ?`
    const rows = this.#connection.prepare(sql).all(...where.values(this.#numbersOf(filter)), most)
    return rows.map(({ seq }) => numberOf(seq))
  }

  /**
   * Keys of identities that are past their time, of the next fifty thousand: the next call goes on after them, and
   * at the end from the start.
   */
  oldKeys(name: string, acceptedBefore: number, now: number, most: number): readonly Uint8Array[] {
    const registration = this.#number(name)
    if (registration === undefined) return []
    const from = this.#oldKeysFrom
    const last = this.#connection.prepare('SELECT key FROM keys WHERE key > ? LIMIT 1 OFFSET ?').get(from, keysAtOnce)
    const to = nullOr(last?.key, bytesOf)
    const rows = this.#connection
      .prepare(`SELECT key FROM keys WHERE key > ? AND key <= ? AND registration = ? AND fingerprint IS NOT NULL
        AND (accepted_at <= ? OR until <= ?) LIMIT ?`)
      .all(from, to ?? highest, registration, acceptedBefore, now, most)
    // A page that is full has not been looked at to its end.
    if (rows.length < most) this.#oldKeysFrom = to ?? nothing
    return rows.map(({ key }) => bytesOf(key))
  }

  #find(name: string, id: string): Readonly<Record<string, unknown>> | undefined {
    const registration = this.#number(name)
    if (registration === undefined) return undefined
    const fresh = this.#fresh.find(registration, id)
    if (fresh !== undefined) return this.#byNumber.get(fresh)
    // An entry is found by its id, or by its identity where they are the same: KeyIndex.
    const keys = [keyOf('id', registration, id), keyOf('identity', registration, id)]
    return this.#byKey.get(...keys.map(keyBytes), id)
  }

  #number(name: string): number | undefined {
    const row = this.#registration.get(name)
    return row === undefined ? undefined : numberOf(row.number)
  }

  /** What is gone through for a filter: see `waysTo`. */
  #driver(registration: number, filter: Sought): Driver {
    const ways = waysTo(filter)
    for (const way of ways) {
      const where = new Where(registration, partOn(way, filter), [], way)
      if (ways.length === 1 && !where.isNamed) break
      const { sql, values } = where.numbers(this.#numbersOf(filter))
      const rows = this.#connection.prepare(`${sql} LIMIT ?`).all(...values, few + 1)
      if (rows.length <= few) return rows.map(({ seq }) => numberOf(seq))
    }
    return ways[0]
  }

  /** Rows of several parts, newest first: each is found by an index of its own. */
  *#merged(parts: readonly Where[], query: EntryQuery): Iterable<Readonly<Record<string, unknown>>> {
    if (parts.length > 1) {
      const rows = parts.flatMap((part) => [...this.#newest(part, query)])
      yield* rows.toSorted((one, other) => numberOf(other.seq) - numberOf(one.seq))
    } else {
      for (const only of parts) yield* this.#newest(only, query)
    }
  }

  /** Rows that fit, newest first. */
  *#newest(where: Where, query: EntryQuery): Iterable<Readonly<Record<string, unknown>>> {
    const { cursor, limit } = query
    const { after, upto } = this.#numbersOf(query)
    const sql = `SELECT ${entryColumns} ${where.from} WHERE ${where.sql} ORDER BY ${where.seq} DESC LIMIT ?`
    const slice = this.#connection.prepare(sql)
    const last = cursor === undefined ? upto : Math.min(upto, Number(cursor) - 1)
    for (const numbers of this.#slices(where, { after, upto: last }))
      yield* slice.all(...where.values(numbers), limit + 1)
  }

  /** The newest first, so that looking for what is rare does not sort everything. */
  *#slices({ isInSlices }: Where, { after, upto }: RowNumbers): Iterable<RowNumbers> {
    if (!isInSlices) {
      yield { after, upto }
      return
    }
    const newest = this.#connection.prepare('SELECT coalesce(max(seq), 0) AS top FROM entries').get()?.top
    for (let last = Math.min(upto, numberOf(newest)); last > after; last -= sliceLength) {
      yield { after: Math.max(after, last - sliceLength), upto: last }
    }
  }

  /** Where those stand that a filter's time asks for. */
  #numbersOf({ since, until }: EntryFilter): RowNumbers {
    return since === undefined && until === undefined ? all : this.#arrivals.find({ since, until })
  }
}

/** Whether nothing but states is asked for. */
function isPlain({ registration: _registration, states: _states, most: _most, ...filter }: EntryCount): boolean {
  const { omitDoneFollowUps: _omit, ...others } = filter
  return Object.values(others).every((each) => each === undefined || each === false)
}

/** Whether a filter leaves out anything that its states have. */
function omits({ omitDoneFollowUps, states }: EntryFilter): boolean {
  return omitDoneFollowUps === true && states?.includes('done') !== false
}

// Someone has asked for it already.
const notRequested = 'NOT EXISTS (SELECT 1 FROM requests WHERE requests.seq = e.seq)'
const countEnds = 'SELECT state, count(*) AS count FROM ends WHERE registration = ? GROUP BY state'
const countSomeEnds = `SELECT state, count(*) AS count FROM (
    SELECT state FROM ends WHERE registration = ? AND state IN (SELECT value FROM json_each(?)) LIMIT ?
  ) GROUP BY state`
const countOpen = 'SELECT count(*) AS count FROM open_entries WHERE registration = ?'
// CROSS JOIN keeps SQLite from beginning with the entries.
const openEntries = (running: readonly number[]): string =>
  `SELECT e.kind, CASE WHEN e.seq IN (${listOf(running)}) THEN 'running' ELSE 'waiting' END AS state,
    count(*) AS count, min(e.received_at) AS oldest
  FROM open_entries o CROSS JOIN entries e ON e.seq = o.seq WHERE o.registration = ? GROUP BY 1, 2`
const endedEntries = (
  state: 'dead' | 'rejected',
): string => `SELECT e.kind, n.state, count(*) AS count, min(e.received_at) AS oldest
  FROM ends n CROSS JOIN entries e ON e.seq = n.seq WHERE n.registration = ? AND n.state = '${state}'
  GROUP BY 1, 2`
const wholeEntry = `SELECT ${entryColumns}, e.payload`
const writtenId = `${wholeEntry} FROM keys k CROSS JOIN entries e ON e.seq = k.seq ${entryJoins}
  WHERE k.key IN (?, ?) AND e.id = ? ORDER BY e.seq DESC LIMIT 1`

const entryStates: readonly EntryState[] = ['waiting', 'running', ...finishedStates]

const all: RowNumbers = { after: 0, upto: Number.MAX_SAFE_INTEGER - 1 }
const nothing = new Uint8Array(0)
const highest = new Uint8Array(17).fill(255)
const sliceLength = 5_000
const keysAtOnce = 50_000
