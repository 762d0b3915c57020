import { BacklogCount, type BacklogState, backlogStates, type KindBacklog } from '../../backlog.ts'
import type { EntryState, StoredEntry } from '../../entry.ts'
import type {
  EntryCount,
  EntryFilter,
  EntryPage,
  EntryQuery,
  InboxLook,
  ReviewSettling,
  SeenReview,
} from '../../inbox-store.ts'
import type { RowNumbers } from '../../lists/arrivals.ts'
import { few, type Sought, waysTo } from '../../lists/ways.ts'
import { entryArrivals, findArrivals } from '../arrivals.ts'
import type { Ask } from '../ask.ts'
import { checkAsked, isInReview, toPage } from '../conditions.ts'
import { keyOf } from '../keys.ts'
import { numberAt, textAt, toColumn, type Value } from '../statement.ts'
import {
  headColumns,
  lastAttempt,
  readState,
  stateColumn,
  storedColumns,
  summaryColumns,
  toStored,
  toSummary,
} from './entry-columns.ts'
import { EntryConditions } from './entry-conditions.ts'

/** The inbox for people and tools. */
export class PostgresInboxLook implements InboxLook {
  readonly #schema: string
  readonly #ask: Ask
  readonly #onWork: (registration: string) => void

  constructor(schema: string, ask: Ask, onWork: (registration: string) => void) {
    this.#schema = schema
    this.#ask = ask
    this.#onWork = onWork
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    checkAsked(query)
    const { limit, cursor } = query
    const conditions = await this.#conditions(query)
    conditions.addIf(cursor, (seq) => `e.seq < ${seq}`)
    const most = conditions.bind(limit + 1)
    const columns = query.heads === true ? headColumns(this.#schema) : summaryColumns(this.#schema)
    const page = (order: string): string =>
      `SELECT ${columns} FROM ${conditions.from} WHERE ${conditions.text} ORDER BY ${order} LIMIT ${most}`
    const text = conditions.ofEach(
      (kinds) => `SELECT o.* FROM ${kinds} CROSS JOIN LATERAL (
        ${page('e.registration DESC, e.kind DESC, e.seq DESC')}
      ) o ORDER BY o.seq DESC LIMIT ${most}`,
    )
    const rows = await this.#ask(text ?? page('e.registration DESC, e.seq DESC'), conditions.values)
    const { items, next } = toPage(rows, limit, toSummary)
    return { entries: items, next }
  }

  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    const text = `SELECT ${storedColumns(this.#schema)} FROM ${this.#entries} WHERE e.key = $1`
    const [row] = await this.#ask(text, [keyOf(registration, id)])
    return row && toStored(row)
  }

  async count(filter: EntryCount): Promise<Readonly<Record<EntryState, number>>> {
    const conditions = await this.#conditions(filter)
    const limit = filter.most === undefined ? '' : `LIMIT ${conditions.bind(filter.most)}`
    const fitting = `SELECT ${stateColumn} AS state FROM ${conditions.from} WHERE ${conditions.text}`
    const text = conditions.ofEach(
      (kinds) => `SELECT o.state FROM ${kinds} CROSS JOIN LATERAL (
        ${fitting} ${limit === '' ? '' : `ORDER BY e.registration, e.kind, e.seq ${limit}`}
      ) o ${limit}`,
    )
    const rows = await this.#ask(
      `SELECT c.state, count(*) FROM (${text ?? `${fitting} ${limit}`}) c GROUP BY 1`,
      conditions.values,
    )
    const counts = { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }
    for (const row of rows) counts[readState(textAt(row, 0))] = numberAt(row, 1)
    return counts
  }

  async backlog(
    registration: string,
    states: readonly BacklogState[] = backlogStates,
  ): Promise<readonly KindBacklog[]> {
    const found = new BacklogCount(states)
    if (states.length === 0) return found.kinds
    const rows = await this.#ask(backlogOf(this.#schema, states), [toColumn(registration)])
    for (const row of rows) found.add(textAt(row, 0), textAt(row, 1), numberAt(row, 2), numberAt(row, 3))
    return found.kinds
  }

  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    const isAsSeen = attempts === undefined ? '' : `AND coalesce(${lastAttempt}, 0) = $2`
    const finished = `SELECT e.registration, e.seq FROM ${this.#schema}.entries e
      WHERE e.key = $1 AND e.state IN ('done', 'dead', 'rejected') ${isAsSeen} FOR UPDATE`
    const key = keyOf(registration, id)
    const isThere = (await this.#wake(finished, attempts === undefined ? [key] : [key, attempts])) > 0
    if (isThere) this.#onWork(registration)
    return isThere
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    if (filter.states !== undefined && !filter.states.includes('dead')) return 0
    const { kinds, ...others } = filter
    const sought = { ...others, states: undefined }
    const conditions = new EntryConditions(this.#schema, sought, { numbers: await this.#numbersOf(sought) })
    conditions.add(`e.aside = 'dead'`)
    if (kinds !== undefined) conditions.add(`e.kind = ANY (${conditions.bind(kinds)}::text[])`)
    const oldest = `SELECT e.registration, e.seq FROM ${this.#schema}.entries e WHERE ${conditions.text}
      ORDER BY e.registration, e.seq LIMIT ${conditions.bind(Math.max(0, Math.floor(most)))} FOR UPDATE SKIP LOCKED`
    const woken = await this.#wake(oldest, conditions.values)
    if (woken > 0) this.#onWork(filter.registration)
    return woken
  }

  async settleReview(
    registration: string,
    id: string,
    { by, note }: ReviewSettling,
    { reasons, attempts }: SeenReview = {},
  ): Promise<boolean> {
    const seen = [reasons && JSON.stringify(reasons), attempts].map((value) => value ?? null)
    const settled = await this.#ask(
      `UPDATE ${this.#schema}.entries e
      SET review_settled_at = clock_timestamp(), review_settled_by = $2, review_note = $3
      WHERE e.key = $1 AND ${isInReview}
        AND ($4::text IS NULL OR e.review = $4) AND ($5::integer IS NULL OR coalesce(${lastAttempt}, 0) = $5)
      RETURNING e.seq`,
      [keyOf(registration, id), toColumn(by), note === null ? null : toColumn(note), ...seen],
    )
    return settled.length === 1
  }

  /** A row that is asked for again is a candidate like a new one, with its old place in the lane. */
  async #wake(picked: string, values: readonly Value[]): Promise<number> {
    const schema = this.#schema
    const [row = []] = await this.#ask(
      `WITH picked AS MATERIALIZED (${picked}), woken AS (
        UPDATE ${schema}.entries e
        SET state = 'waiting', replay = true, failures = 0, reason = NULL, finished_at = NULL, fence = NULL
        FROM picked p WHERE e.registration = p.registration AND e.seq = p.seq
        RETURNING e.registration, e.seq, e.lane_key
      ), put AS (
        INSERT INTO ${schema}.active (registration, seq, lane_key, due_at)
        SELECT w.registration, w.seq, w.lane_key, now() FROM woken w RETURNING seq
      )
      SELECT count(*) FROM put`,
      values,
    )
    return numberAt(row, 0)
  }

  /** What is looked for, and where: where several ways lead to it, among the few that the first such leads to. See `waysTo`. */
  async #conditions(filter: Sought): Promise<EntryConditions> {
    const numbers = await this.#numbersOf(filter)
    const ways = waysTo(filter)
    if (ways.length < 2) return new EntryConditions(this.#schema, filter, { numbers })
    const { registration } = filter
    const counted = new EntryConditions(this.#schema, { registration })
    const counts = ways.map((way) => `(SELECT count(*) FROM (${counted.numbersOn(way, filter, numbers)}) c)`)
    const [row = []] = await this.#ask(`SELECT ${counts.join(', ')}`, counted.values)
    const fewOn = ways.find((_way, index) => numberAt(row, index) <= few)
    return new EntryConditions(this.#schema, filter, { numbers, fewOn })
  }

  /** Where those stand that a filter's time asks for; undefined where it asks for none. */
  async #numbersOf({ registration, since, until }: EntryFilter): Promise<RowNumbers | undefined> {
    if (since === undefined && until === undefined) return undefined
    return findArrivals(this.#ask, entryArrivals(this.#schema), registration, { since, until })
  }

  get #entries(): string {
    return `${this.#schema}.entries e LEFT JOIN ${this.#schema}.active a ON a.lane_key = e.lane_key AND a.seq = e.seq`
  }
}

/**
 * What waits or runs by the rows of `active`, the rest by the indexes of its states. The places are one list, so that the server
 * looks them up in one walk through its index, and not each from the top (from version 17 on).
 */
export function backlogOf(schema: string, states: readonly BacklogState[] = backlogStates): string {
  const kindsOf = (state: BacklogState, is: string): string => `SELECT e.kind, '${state}', count(*), min(e.received_at)
    FROM ${schema}.entries e WHERE e.registration = $1 AND ${is} GROUP BY 1`
  const open = (fence: string): string =>
    `e.seq = ANY (ARRAY(SELECT a.seq FROM ${schema}.active a WHERE a.registration = $1 AND a.fence IS ${fence}))`
  const found: Readonly<Record<BacklogState, string>> = {
    waiting: open('NULL'),
    running: open('NOT NULL'),
    dead: `e.aside = 'dead'`,
    rejected: `e.aside = 'rejected'`,
  }
  return states.map((state) => kindsOf(state, found[state])).join(' UNION ALL ')
}
