import { isTurnKind, kinds, type TurnKind } from '../../../pushes/kinds.ts'
import type {
  SessionLook,
  SessionPage,
  SessionQuery,
  SessionSummary,
  Transcript,
  TranscriptTurn,
} from '../../turn-store.ts'
import { findArrivals, sessionArrivals } from '../arrivals.ts'
import { SchemaAsking } from '../ask.ts'
import { Conditions, checkAsked, toPage } from '../conditions.ts'
import { nullable } from '../inbox/entry-columns.ts'
import { sessionNameKeyOf } from '../keys.ts'
import { flagAt, fromColumn, numberAt, type Row, textAt, toColumn, type Value } from '../statement.ts'

/** Sessions for people and tools. */
export class PostgresSessionLook extends SchemaAsking implements SessionLook {
  async list(query: SessionQuery): Promise<SessionPage> {
    checkAsked(query)
    const { registration, kind, phoneKey, since, until, limit, cursor } = query
    const conditions = new Conditions()
    const add = (condition: string, value: Value | undefined) =>
      conditions.addIf(value, (bound) => `${condition} ${bound}`)
    add('s.registration =', toColumn(registration))
    // Told three times: else the server, where it has seen one kind alone, goes through all there are for the other.
    for (const is of ['=', '>=', '<=']) add(`s.kind ${is}`, kind)
    if (since !== undefined || until !== undefined) {
      const { after, upto } = await findArrivals(this.ask, sessionArrivals(this.schema), registration, {
        since,
        until,
      })
      add('s.seq >', after)
      add('s.seq <=', upto)
    }
    add('s.phone_key =', phoneKey === undefined ? undefined : toColumn(phoneKey))
    add('s.started_at >=', since === undefined ? undefined : Math.ceil(since))
    add('s.started_at <', until === undefined ? undefined : Math.ceil(until))
    add('s.seq <', cursor)
    const rows = await this.ask(
      `SELECT ${summaryColumns} FROM ${this.schema}.sessions s WHERE ${conditions.text}
      ORDER BY s.registration DESC, s.seq DESC LIMIT ${conditions.bind(limit + 1)}`,
      conditions.values,
    )
    const { items, next } = toPage(rows, limit, toSummary)
    return { sessions: items, next }
  }

  async get(registration: string, sessionId: string): Promise<readonly Transcript[]> {
    // One statement, so that no turn comes between a session and its turns.
    const rows = await this.ask(
      `SELECT ${summaryColumns}, t.at, t.sequence, t.type, t.entered, t.screen, t.source, t.ms, s.phone_key
      FROM ${this.schema}.sessions s JOIN ${this.schema}.turns t ON t.session = s.seq
      WHERE s.name_key = $1 ORDER BY s.seq DESC, t.seq`,
      [sessionNameKeyOf(registration, sessionId)],
    )
    const transcripts = new Map<string, Transcript & { readonly transcript: TranscriptTurn[] }>()
    for (const row of rows) {
      const seq = textAt(row, 0)
      const known = transcripts.get(seq) ?? { ...toSummary(row), phoneKey: fromColumn(textAt(row, 16)), transcript: [] }
      transcripts.set(seq, known)
      known.transcript.push(toTurn(row))
    }
    return [...transcripts.values()]
  }
}

/** What a summary is read from, of `sessions s`. */
export const summaryColumns =
  's.seq, s.kind, s.session_id, s.phone, s.started_at, s.last_at, s.turns, s.is_over, s.fallbacks'

/** A session as lists show it, of {@link summaryColumns}. */
export function toSummary(row: Row): SessionSummary {
  return {
    kind: readTurnKind(textAt(row, 1)),
    sessionId: fromColumn(textAt(row, 2)),
    phone: fromColumn(textAt(row, 3)),
    startedAt: numberAt(row, 4),
    lastAt: numberAt(row, 5),
    turns: numberAt(row, 6),
    isOver: flagAt(row, 7),
    fallbacks: numberAt(row, 8),
  }
}

function toTurn(row: Row): TranscriptTurn {
  return {
    at: numberAt(row, 9),
    sequence: nullable(row, 10, Number),
    type: fromColumn(textAt(row, 11)),
    entered: nullable(row, 12, fromColumn),
    screen: nullable(row, 13, fromColumn),
    source: nullable(row, 14, fromColumn),
    ms: nullable(row, 15, Number),
  }
}

function readTurnKind(text: string): TurnKind {
  const kind = kinds.find((known) => known === text)
  if (kind !== undefined && isTurnKind(kind)) return kind
  throw new TypeError(`A session has the kind ${text}, which this version does not know`)
}
