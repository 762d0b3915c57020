import type { SQLInputValue } from 'node:sqlite'
import { followUpList } from '../../entry.ts'
import type { EntryFilter, EntryQuery } from '../../inbox-store.ts'
import { type NamedBy, numbersOfName } from '../rows/name-blocks.ts'
import { endJoin, entryJoins, openJoin, reviewJoin } from '../rows/read-row.ts'

/** A filter as SQL. */
export class Where {
  readonly from: string
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  /** The state as SQL. */
  readonly state: string
  /** The column that orders them. */
  readonly seq: string
  /** Whether few rows are looked at, however many entries there are. */
  readonly isNarrow: boolean

  constructor(registration: number, filter: Sought, running: readonly number[]) {
    const { states, kinds, lane, reference, session, phone, conflicts, since, until } = filter
    const parts = ['e.registration = ?']
    const values: SQLInputValue[] = [registration]
    const drive = driverOf(filter)
    const add = (sql: string, value: SQLInputValue | undefined): void => {
      if (value === undefined) return
      parts.push(sql)
      values.push(value)
    }
    this.state = `CASE WHEN n.state IS NOT NULL THEN n.state WHEN e.seq IN (${listOf(running)}) THEN 'running' ELSE 'waiting' END`
    add(`${this.state} IN (SELECT value FROM json_each(?))`, listValue(states))
    if (kinds?.length === 1) add('e.kind = ?', kinds[0])
    else add('e.kind IN (SELECT value FROM json_each(?))', listValue(kinds))
    add('e.lane = ?', lane)
    const named = (name: string | undefined, columns: readonly NamedBy[]): void => {
      if (name === undefined) return
      parts.push(`e.seq IN (${numbersOfName(columns)})`)
      for (const _ of columns) values.push(registration, name)
    }
    if (drive === 'entries') {
      named(reference, ['reference'])
      named(session, ['session'])
    } else {
      add('e.reference = ?', reference)
      add('e.session = ?', session)
    }
    named(phone, ['phone', 'other_phone'])
    if (conflicts === true) parts.push(`e.conflicts_with IS NOT NULL AND r.reasons IS NOT '[]'`)
    if (filter.omitDoneFollowUps === true) parts.push(`(n.state IS NOT 'done' OR e.kind NOT IN (${followUpList}))`)
    add('e.received_at >= ?', since)
    add('e.received_at < ?', until)
    if (drive === 'reviews') add('r.registration = ? AND r.settled_at IS NULL', registration)
    if (drive === 'dead' || drive === 'rejected') add(`n.registration = ? AND n.state = '${drive}'`, registration)
    if (drive === 'open') {
      add('o.registration = ?', registration)
      add('o.lane = ?', lane)
    }
    if (filter.heads === true) {
      // Not by its mark: one that was claimed as it was accepted has none. Of a lane it is looked for once.
      parts.push(`o.seq = (${firstOf} AND b.lane = ${lane === undefined ? 'o.lane' : '?'})`)
      values.push(registration, ...(lane === undefined ? [] : [lane]))
    }
    this.isNarrow = drive !== 'entries' || isNarrowed(filter)
    this.seq = seqs[drive]
    this.from = sources[drive]
    this.sql = parts.join(' AND ')
    this.values = values
  }
}

type Sought = EntryFilter & Pick<EntryQuery, 'heads'>

/** What is gone through: the smallest that holds all that is asked for. */
type Driver = keyof typeof sources

function driverOf({ states, kinds, needsReview, heads, ...filter }: Sought): Driver {
  if (needsReview === true) return 'reviews'
  if (filter.session !== undefined || filter.phone !== undefined) return 'entries'
  const [only] = states ?? []
  if (states?.length === 1 && (only === 'dead' || only === 'rejected')) return only
  if (heads === true || states?.every((state) => state === 'waiting' || state === 'running') === true) return 'open'
  return kinds?.length === 1 && !isNarrowed(filter) ? 'kind' : 'entries'
}

/** Whether an index finds it, whatever its state and kind. */
function isNarrowed({ reference, session, phone, conflicts }: Omit<EntryFilter, 'registration'>): boolean {
  return [reference, session, phone].some((name) => name !== undefined) || conflicts === true
}

/** A list, in parts that an index has in their order: by kinds or by states. */
export function partsOf(query: EntryQuery): readonly EntryQuery[] {
  const { states = [], kinds = [] } = query
  if (states.length > 1 && states.every((state) => state === 'dead' || state === 'rejected')) {
    return states.map((state) => ({ ...query, states: [state] }))
  }
  const isByKind = kinds.length > 1 && driverOf({ ...query, kinds: kinds.slice(0, 1) }) === 'kind'
  return isByKind ? kinds.map((kind) => ({ ...query, kinds: [kind] })) : [query]
}

// CROSS JOIN keeps SQLite from beginning with the entries.
const ended = (index: string): string =>
  `FROM ends n INDEXED BY ${index} CROSS JOIN entries e ON e.seq = n.seq ${openJoin} ${reviewJoin}`
const sources = {
  entries: `FROM entries e ${entryJoins}`,
  kind: `FROM entries e INDEXED BY entries_kind ${entryJoins}`,
  dead: ended('ends_dead'),
  rejected: ended('ends_rejected'),
  open: `FROM open_entries o CROSS JOIN entries e ON e.seq = o.seq ${endJoin} ${reviewJoin}`,
  reviews: `FROM reviews r CROSS JOIN entries e ON e.seq = r.seq ${endJoin} ${openJoin}`,
}
// The column that an index has them ordered by.
const seqs: Readonly<Record<Driver, string>> = {
  entries: 'e.seq',
  kind: 'e.seq',
  dead: 'n.seq',
  rejected: 'n.seq',
  open: 'o.seq',
  reviews: 'r.seq',
}

function listValue(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : JSON.stringify(values)
}

/** Numbers of ours: they need no parameter. */
export function listOf(numbers: readonly number[]): string {
  return numbers.map(Number).join()
}

const firstOf = 'SELECT min(b.seq) FROM open_entries b WHERE b.registration = ?'
