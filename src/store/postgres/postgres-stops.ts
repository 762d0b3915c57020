import type { Kind } from '../../pushes/kinds.ts'
import { type KindStop, knownStops, type NewKindStop, type StopsLook } from '../people/stops.ts'
import { durably, SchemaAsking } from './ask.ts'
import { epochMs } from './inbox/entry-columns.ts'
import { fromColumn, numberAt, textAt, toColumn } from './statement.ts'

/** Which kinds are stopped, for the application, for people and tools. */
export class PostgresStops extends SchemaAsking implements StopsLook {
  async list(registration: string): Promise<readonly KindStop[]> {
    const rows = await this.ask(
      `SELECT s.kind, ${epochMs('s.at')}, s.person, s.reason FROM ${this.schema}.stops s
      WHERE s.registration = $1 ORDER BY s.at, s.kind`,
      [toColumn(registration)],
    )
    return knownStops(
      rows.map((row) => ({
        kind: textAt(row, 0),
        at: numberAt(row, 1),
        by: fromColumn(textAt(row, 2)),
        reason: fromColumn(textAt(row, 3)),
      })),
    )
  }

  async stop(registration: string, { kind, by, reason }: NewKindStop): Promise<boolean> {
    const rows = await this.ask(
      `INSERT INTO ${this.schema}.stops (registration, kind, person, reason) VALUES ($1, $2, $3, $4)
      ON CONFLICT (registration, kind) DO NOTHING RETURNING ${durably}`,
      [toColumn(registration), kind, toColumn(by), toColumn(reason)],
    )
    return rows.length === 1
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    const rows = await this.ask(
      `DELETE FROM ${this.schema}.stops WHERE registration = $1 AND kind = $2 RETURNING ${durably}`,
      [toColumn(registration), kind],
    )
    return rows.length === 1
  }
}
