import type { PoolClient } from 'pg'
import { trace } from '../../../trace/moments.ts'
import { conflictId, type EntryState, type NewEntry, runningEntry } from '../../entry.ts'
import { keyOf, laneKeyOf } from '../keys.ts'
import type { UserParts } from '../server/user-parts.ts'
import { ignore, within } from '../server/within.ts'
import {
  bytesOf,
  fromColumn,
  parametersOf,
  type Row,
  rowsOf,
  type Statement,
  statement,
  textAt,
  toColumn,
  toColumnIfAny,
  type Value,
} from '../statement.ts'
import { readState } from './entry-columns.ts'
import { type PostgresClaim, toClaim } from './settle-claims.ts'

/** What became of a row. */
export type AcceptedRow =
  | { readonly status: 'accepted'; readonly claim?: PostgresClaim }
  | { readonly status: 'repeated' | 'conflict'; readonly id: string; readonly state: EntryState | undefined }

// Each of them holds a lock of the server's until the commit.
const mostClaims = 64

/** Keeps groups of notifications, one commit each. */
export class AcceptRows {
  readonly #parts: UserParts<unknown>
  readonly #statement: Statement
  readonly #held: Statement

  constructor(parts: UserParts<unknown>) {
    const { schema } = parts.settings
    this.#parts = parts
    this.#statement = statement(`SELECT * FROM ${schema}.accept_1(${parametersOf(22)})`)
    this.#held = statement(`SELECT * FROM ${schema}.held_1($1)`)
  }

  async accept(rows: readonly AcceptRow[]): Promise<(row: AcceptRow) => AcceptedRow> {
    return this.toAccepted(await this.ask(this.#statement, rows, this.valuesOf(rows)))
  }

  /** Identities of those that somebody else holds. */
  async heldOf(rows: readonly AcceptRow[]): Promise<ReadonlySet<string>> {
    const held = await this.#parts.link.run(this.#held, [rows.map(({ identityKey }) => identityKey)])
    return new Set(held.map((row) => textAt(row, 0)))
  }

  /** Runs a statement that keeps the rows. */
  ask(accepting: Statement, rows: readonly AcceptRow[], values: readonly Value[]): Promise<readonly Row[]> {
    const isTraced = rows.length > 0 && (trace.committing.hasSubscribers || trace.committed.hasSubscribers)
    return isTraced ? this.#askTraced(accepting, rows, values) : this.#parts.link.run(accepting, values)
  }

  /** @param told what the server told of the rows about which there is something to tell */
  toAccepted(told: readonly Row[]): (row: AcceptRow) => AcceptedRow {
    const byKey = new Map(told.map((row) => [textAt(row, 0), row]))
    return (row) => this.#toAccepted(row, byKey.get(row.key))
  }

  /** Nothing lies between writing and committing otherwise; for those who look there it is taken apart. */
  #askTraced(accepting: Statement, rows: readonly AcceptRow[], values: readonly Value[]): Promise<readonly Row[]> {
    const ids = rows.map(({ id }) => id)
    const steps = async (client: PoolClient) => {
      await client.query('BEGIN')
      const told = await rowsOf(client, accepting, values)
      trace.committing.publish({ ids })
      await client.query('COMMIT')
      trace.committed.publish({ ids })
      return told
    }
    return this.#parts.link.use(async (client) => {
      try {
        return await within('the server', steps(client))
      } catch (error) {
        await client.query('ROLLBACK').catch(ignore)
        throw error
      }
    })
  }

  #toAccepted({ entry, id, conflictsWith, laneKey }: AcceptRow, told: Row | undefined): AcceptedRow {
    if (told === undefined) return { status: 'accepted' }
    const outcome = textAt(told, 1)
    if (outcome === 'claimed') {
      const fence = textAt(told, 5)
      this.#parts.instance.held.add(fence)
      const place = { fence, seq: textAt(told, 4), laneKey }
      return { status: 'accepted', claim: toClaim(runningEntry(entry, id, conflictsWith), place) }
    }
    const state = told[3] === null ? undefined : readState(textAt(told, 3))
    return { status: outcome === 'conflict' ? 'conflict' : 'repeated', id: fromColumn(textAt(told, 2)), state }
  }

  /** In the order in which `accept_1` has them. */
  valuesOf(rows: readonly AcceptRow[]): Value[] {
    const entries = rows.map(({ entry }) => entry)
    const lanes = new Set<string>()
    // Only the first of its lane can be the head.
    const firsts = rows.filter(({ laneKey }) => lanes.size < lanes.add(laneKey).size)
    const claims = firsts.filter(({ wantsClaim }) => wantsClaim).slice(0, mostClaims)
    return [
      toColumn(this.#parts.registration),
      this.#parts.instance.id,
      rows.map(({ key }) => key),
      rows.map(({ id }) => toColumn(id)),
      entries.map(({ kind }) => kind),
      entries.map(({ state }) => state === 'rejected'),
      rows.map(({ identityKey }) => identityKey),
      entries.map(({ identityFor }) => identityFor ?? null),
      rows.map(({ fingerprintKey }) => fingerprintKey),
      entries.map(({ state, id, lane }) => toColumn(state === 'rejected' ? id : lane)),
      rows.map(({ laneKey }) => laneKey),
      entries.map(({ reference }) => toColumnIfAny(reference)),
      entries.map(({ session }) => toColumnIfAny(session)),
      rows.map(({ conflictsWith }) => toColumnIfAny(conflictsWith)),
      entries.map(({ receivedAt }) => receivedAt),
      entries.map(({ form }) => form),
      bytesOf(entries.map(({ payload }) => payload)),
      entries.map(({ reason }) => toColumnIfAny(reason)),
      claims.map(({ key }) => key),
      claims.map(({ laneKey }) => laneKey),
      entries.map(({ phones }) => toColumnIfAny(phones?.[0])),
      entries.map(({ phones }) => toColumnIfAny(phones?.[1])),
    ]
  }
}

/** A notification on its way into the table, with what it is found by. */
export interface AcceptRow {
  readonly entry: NewEntry
  readonly id: string
  /** Of its id, its identity and its fingerprint. */
  readonly key: string
  readonly identityKey: string
  readonly fingerprintKey: string
  readonly laneKey: string
  readonly conflictsWith: string | null
  readonly wantsClaim: boolean
}

export function toAcceptRow(registration: string, entry: NewEntry, claim: boolean): AcceptRow {
  const { id, state, lane } = entry
  const isRejected = state === 'rejected'
  const key = keyOf(registration, id)
  return {
    entry,
    id,
    key,
    // Only where the same words are another notification later are the two not the same.
    identityKey: isRejected || entry.identity === id ? key : keyOf(registration, entry.identity),
    fingerprintKey: isDigest.test(entry.fingerprint) ? entry.fingerprint : keyOf('', entry.fingerprint),
    // They have no lane: if they are asked for again, none of them waits for another.
    laneKey: laneKeyOf(registration, isRejected ? `rejected ${id}` : lane),
    conflictsWith: null,
    wantsClaim: claim && !isRejected,
  }
}

/** As the plugin's own fingerprints are. */
const isDigest = /^[0-9a-f]{32}$/

/** The same push once more, kept beside the entry whose identity it has. */
export function toConflictRow(registration: string, row: AcceptRow, conflictsWith: string): AcceptRow {
  const id = conflictId(conflictsWith, row.entry.fingerprint)
  return {
    ...row,
    id,
    key: keyOf(registration, id),
    identityKey: keyOf(registration, `${row.identityKey} ${row.fingerprintKey}`),
    conflictsWith,
  }
}
