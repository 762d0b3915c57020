import type { SQLInputValue } from 'node:sqlite'
import { followUpList } from '../../entry.ts'
import type { EntryQuery } from '../../inbox-store.ts'
import type { RowNumbers } from '../../lists/arrivals.ts'
import type { Sought, Way } from '../../lists/ways.ts'
import { type NamedBy, numbersOfName } from '../rows/name-blocks.ts'
import { endJoin, entryJoins, openJoin, reviewJoin } from '../rows/read-row.ts'

/** What is gone through: all that a way leads to, or entries whose numbers are known, or else every one. */
export type Driver = Way | readonly number[] | undefined

/** A filter as SQL. */
export class Where {
  readonly from: string
  readonly sql: string
  /** The state as SQL. */
  readonly state: string
  /** The column that orders them. */
  readonly seq: string
  /** Whether a page is looked for among a few thousand entries after another. */
  readonly isInSlices: boolean
  /** Whether a name finds them, in blocks. */
  readonly isNamed: boolean
  readonly #values: readonly SQLInputValue[]
  readonly #name: Statement | undefined

  constructor(registration: number, filter: Sought, running: readonly number[], driver: Driver) {
    const { states, kinds, lane, reference, session, phone, conflicts, since, until } = filter
    const parts = ['e.registration = ?']
    const values: SQLInputValue[] = [registration]
    const add = (sql: string, ...given: readonly (SQLInputValue | undefined)[]): void => {
      const bound = given.filter((value) => value !== undefined)
      if (bound.length < given.length) return
      parts.push(sql)
      values.push(...bound)
    }
    const { from, seq, own } = sourceOf(driver, filter)
    if (own !== undefined) add(own, registration)
    this.state = `CASE WHEN n.state IS NOT NULL THEN n.state WHEN e.seq IN (${listOf(running)}) THEN 'running' ELSE 'waiting' END`
    add(`${this.state} IN (${boundList})`, listValue(states))
    if (kinds?.length === 1) add('e.kind = ?', kinds[0])
    else add(`e.kind IN (${boundList})`, listValue(kinds))
    add('e.lane = ?', lane)
    if (driver === 'open') add('o.lane = ?', lane)
    add('e.reference = ?', reference)
    add('e.session = ?', session)
    add('(e.phone = ? OR e.other_phone = ?)', phone, phone)
    if (conflicts === true) add(`e.conflicts_with IS NOT NULL AND r.reasons IS NOT '[]'`)
    if (filter.needsReview === true) add('r.seq IS NOT NULL AND r.settled_at IS NULL')
    if (filter.omitDoneFollowUps === true) add(`(n.state IS NOT 'done' OR e.kind NOT IN (${followUpList}))`)
    add('e.received_at >= ?', since)
    add('e.received_at < ?', until)
    if (filter.heads === true) {
      // Not by its mark: one that was claimed as it was accepted has none. Of a lane it is looked for once.
      if (lane === undefined) add(`o.seq = (${firstOf} AND b.lane = o.lane)`, registration)
      else add(`o.seq = (${firstOf} AND b.lane = ?)`, registration, lane)
    }
    if (typeof driver === 'object') add(`e.seq IN (${boundList})`, JSON.stringify(driver))
    this.#name = nameOf(driver, registration, filter)
    if (this.#name !== undefined) parts.push(`e.seq IN (${this.#name.sql})`)
    this.isNamed = this.#name !== undefined
    this.isInSlices = this.isNamed || driver === 'time' || driver === undefined
    this.seq = seq
    this.from = from
    this.sql = `${parts.join(' AND ')} AND ${seq} > ? AND ${seq} <= ?`
    this.#values = values
  }

  /** What is bound to it, for entries of these numbers. */
  values(numbers: RowNumbers): readonly SQLInputValue[] {
    return [...this.#values, ...this.#named(numbers), numbers.after, numbers.upto]
  }

  /** The numbers of all that fit, in any order; where a name finds them, of all that have it. */
  numbers(numbers: RowNumbers): Statement {
    if (this.#name !== undefined) return { sql: this.#name.sql, values: this.#named(numbers) }
    return { sql: `SELECT ${this.seq} AS seq ${this.from} WHERE ${this.sql}`, values: this.values(numbers) }
  }

  #named({ after, upto }: RowNumbers): readonly SQLInputValue[] {
    return this.#name === undefined ? [] : [upto, after, ...this.#name.values]
  }
}

interface Statement {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** A list, in parts that an index has in their order: by kinds or by states. */
export function partsOf(query: EntryQuery, driver: Driver): readonly EntryQuery[] {
  const { states = [], kinds = [] } = query
  if (driver === 'aside') return states.map((state) => ({ ...query, states: [state] }))
  return driver === 'kinds' ? kinds.map((kind) => ({ ...query, kinds: [kind] })) : [query]
}

interface Source {
  readonly from: string
  /** The column that an index has them ordered by. */
  readonly seq: string
  /** What the same index has, with the registration to be bound. */
  readonly own?: string
}

function sourceOf(driver: Driver, { states = [] }: Sought): Source {
  switch (driver) {
    case 'reviews':
      return {
        from: `FROM reviews r CROSS JOIN entries e ON e.seq = r.seq ${endJoin} ${openJoin}`,
        seq: 'r.seq',
        own: 'r.registration = ? AND r.settled_at IS NULL',
      }
    case 'aside': {
      const [only, ...more] = states
      const isOne = more.length === 0
      return {
        from: `FROM ends n INDEXED BY ${isOne ? `ends_${only}` : 'ends_by_state'} CROSS JOIN entries e ON e.seq = n.seq
          ${openJoin} ${reviewJoin}`,
        seq: 'n.seq',
        own: `n.registration = ? AND n.state ${isOne ? `= '${only}'` : `IN ('dead', 'rejected')`}`,
      }
    }
    case 'open':
      return {
        from: `FROM open_entries o CROSS JOIN entries e ON e.seq = o.seq ${endJoin} ${reviewJoin}`,
        seq: 'o.seq',
        own: 'o.registration = ?',
      }
    case 'conflicts':
    case 'kinds':
      return { from: `FROM entries e INDEXED BY ${indexes[driver]} ${entryJoins}`, seq: 'e.seq' }
    default:
      return { from: `FROM entries e NOT INDEXED ${entryJoins}`, seq: 'e.seq' }
  }
}

const indexes = { conflicts: 'entries_conflicts', kinds: 'entries_kind' }

/** The numbers of a name's entries; the last and the one before the first are bound before its values. */
function nameOf(driver: Driver, registration: number, filter: Sought): Statement | undefined {
  if (driver !== 'session' && driver !== 'reference' && driver !== 'phone') return undefined
  const columns: readonly NamedBy[] = driver === 'phone' ? ['phone', 'other_phone'] : [driver]
  return { sql: numbersOfName(columns), values: columns.flatMap(() => [registration, filter[driver] ?? null]) }
}

function listValue(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : JSON.stringify(values)
}

/** Numbers of ours: they need no parameter. */
export function listOf(numbers: readonly number[]): string {
  return numbers.map(Number).join()
}

const boundList = 'SELECT value FROM json_each(?)'
const firstOf = 'SELECT min(b.seq) FROM open_entries b WHERE b.registration = ?'
