import type { PoolClient } from 'pg'
import { trace } from '../../../trace.ts'
import type { EntryState, StoredEntry } from '../../entry.ts'
import { ignore } from '../server/ignore.ts'
import type { Instance } from '../server/instance.ts'
import type { Link } from '../server/link.ts'
import { within } from '../server/within.ts'
import { type Row, rowsOf, type Statement, statement, textAt, type Value } from '../statement.ts'
import { fromColumn, toColumn } from '../text-column.ts'
import type { AcceptRow } from './accept-row.ts'
import { type PostgresClaim, toClaim } from './claim-token.ts'
import { readState } from './entry-columns.ts'

/** What became of a row. */
export type AcceptedRow =
  | { readonly status: 'accepted'; readonly claim?: PostgresClaim }
  | { readonly status: 'repeated' | 'conflict'; readonly id: string; readonly state: EntryState | undefined }

// Each of them holds a lock of the server's until the commit.
const mostClaims = 64

/** Keeps groups of notifications, one commit each. */
export class AcceptRows {
  readonly #link: Link
  readonly #registration: string
  readonly #instance: Instance
  readonly #statement: Statement

  constructor(link: Link, schema: string, registration: string, instance: Instance) {
    this.#link = link
    this.#registration = registration
    this.#instance = instance
    const parameters = Array.from({ length: 19 }, (_, index) => `$${index + 1}`)
    this.#statement = statement(`SELECT * FROM ${schema}.accept_1(${parameters.join(', ')})`)
  }

  async accept(rows: readonly AcceptRow[]): Promise<(row: AcceptRow) => AcceptedRow> {
    const values = this.#valuesOf(rows)
    const isTraced = trace.committing.hasSubscribers || trace.committed.hasSubscribers
    const told = isTraced ? await this.#acceptTraced(rows, values) : await this.#link.run(this.#statement, values)
    const byKey = new Map(told.map((row) => [textAt(row, 0).replaceAll('-', ''), row]))
    return (row) => this.#toAccepted(row, byKey.get(row.key))
  }

  /** Nothing lies between writing and committing otherwise; for those who look there it is taken apart. */
  #acceptTraced(rows: readonly AcceptRow[], values: readonly Value[]): Promise<readonly Row[]> {
    const ids = rows.map(({ id }) => id)
    const steps = async (client: PoolClient) => {
      await client.query('BEGIN')
      const told = await rowsOf(client, this.#statement, values)
      trace.committing.publish({ ids })
      await client.query('COMMIT')
      trace.committed.publish({ ids })
      return told
    }
    return this.#link.use(async (client) => {
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
      this.#instance.held.add(fence)
      const place = { fence, seq: textAt(told, 4), laneKey }
      return { status: 'accepted', claim: toClaim(runningEntry({ ...entry, id }, conflictsWith), place) }
    }
    const state = told[3] === null ? undefined : readState(textAt(told, 3))
    return { status: outcome === 'conflict' ? 'conflict' : 'repeated', id: fromColumn(textAt(told, 2)), state }
  }

  #valuesOf(rows: readonly AcceptRow[]): Value[] {
    const entries = rows.map(({ entry }) => entry)
    const lanes = new Set<string>()
    // Only the first of its lane can be the head.
    const firsts = rows.filter(({ laneKey }) => lanes.size < lanes.add(laneKey).size)
    const claims = firsts.filter(({ wantsClaim }) => wantsClaim).slice(0, mostClaims)
    return [
      toColumn(this.#registration),
      this.#instance.id,
      rows.map(({ key }) => key),
      rows.map(({ id }) => toColumn(id)),
      entries.map(({ kind }) => kind),
      entries.map(({ state }) => state === 'rejected'),
      rows.map(({ identityKey }) => identityKey),
      entries.map(({ identityFor }) => identityFor ?? null),
      rows.map(({ fingerprintKey }) => fingerprintKey),
      entries.map(({ lane }) => toColumn(lane)),
      rows.map(({ laneKey }) => laneKey),
      entries.map(({ reference }) => (reference === null ? null : toColumn(reference))),
      rows.map(({ conflictsWith }) => (conflictsWith === null ? null : toColumn(conflictsWith))),
      entries.map(({ receivedAt }) => receivedAt),
      entries.map(({ form }) => form),
      entries.map(({ payload }) => toBase64(payload)),
      entries.map(({ reason }) => (reason === null ? null : toColumn(reason))),
      claims.map(({ key }) => key),
      claims.map(({ laneKey }) => laneKey),
    ]
  }
}

/** The entry as it is kept, so that nothing is read back that was just written. */
function runningEntry(entry: AcceptRow['entry'], conflictsWith: string | null): StoredEntry {
  const { kind, id, lane, reference, receivedAt, form, payload, reason } = entry
  return {
    kind,
    id,
    state: 'running',
    lane,
    reference,
    conflictsWith,
    receivedAt,
    dueAt: null,
    finishedAt: null,
    replay: false,
    attempts: [],
    failures: 0,
    reason,
    form,
    payload,
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
