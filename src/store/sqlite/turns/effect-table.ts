import type { DatabaseSync } from 'node:sqlite'
import type { EffectAbout, EffectBeginning } from '../../turn-store.ts'
import { oneOf } from '../rows/read-row.ts'
import { keepText, keptOrNot, nullOr, numberOf, shown } from '../rows/values.ts'

/** What is known of an effect. */
export interface EffectRow {
  /** The last that got it into its hands, and what that was told. */
  readonly attempt: string
  readonly told: 'begun' | 'unknown'
  /** null for one that was left. */
  readonly holder: number | null
  /** null until it is concluded. */
  readonly outcome: string | null
}

/** The effects of the file. */
export class EffectTable {
  readonly #statements: ReturnType<typeof prepare>

  constructor(connection: DatabaseSync) {
    this.#statements = prepare(connection)
  }

  find(registration: number, key: string): EffectRow | undefined {
    const row = this.#statements.find.get(registration, keepText(key))
    if (row === undefined) return undefined
    return {
      attempt: shown(row.attempt),
      told: oneOf(['begun', 'unknown'], row.told),
      holder: nullOr(row.holder, numberOf),
      outcome: nullOr(row.outcome, shown),
    }
  }

  /** @param now epoch ms */
  begin(registration: number, { key, attempt, within }: EffectBeginning, holder: number, now: number): void {
    this.#statements.begin.run(registration, keepText(key), keepText(attempt), holder, Math.ceil(now + within))
  }

  /** Somebody has it in their hands. */
  hold(registration: number, key: string, { attempt, told, holder }: Omit<EffectRow, 'outcome'>): void {
    this.#statements.hold.run(keepText(attempt), told, holder, registration, keepText(key))
  }

  /** It is known for as long as this asking wants. @param now epoch ms */
  keep(registration: number, { key, within }: EffectBeginning, now: number): void {
    const until = Math.ceil(now + within)
    this.#statements.keep.run(until, registration, keepText(key), until)
  }

  conclude(registration: number, key: string, outcome: string, about: EffectAbout | undefined): void {
    const [name, whose] = [keptOrNot(about?.name ?? null), keptOrNot(about?.whose ?? null)]
    this.#statements.conclude.run(keepText(outcome), name, whose, registration, keepText(key))
  }

  /** Forgets those whose time was over then, epoch ms. @returns how many */
  forget(registration: number, now: number, most: number): number {
    return Number(this.#statements.forget.run(registration, registration, now, most).changes)
  }
}

function prepare(connection: DatabaseSync) {
  const effect = 'registration = ? AND key = ?'
  return {
    find: connection.prepare(`SELECT attempt, told, holder, outcome FROM effects WHERE ${effect}`),
    begin: connection.prepare(`
      INSERT INTO effects (registration, key, attempt, told, holder, until) VALUES (?, ?, ?, 'begun', ?, ?)`),
    hold: connection.prepare(`UPDATE effects SET attempt = ?, told = ?, holder = ? WHERE ${effect}`),
    keep: connection.prepare(`UPDATE effects SET until = ? WHERE ${effect} AND until < ?`),
    conclude: connection.prepare(`UPDATE effects SET outcome = ?, holder = NULL, name = ?, whose = ? WHERE ${effect}`),
    forget: connection.prepare(`
      DELETE FROM effects WHERE registration = ? AND key IN (
        SELECT key FROM effects WHERE registration = ? AND until <= ? ORDER BY until LIMIT ?)`),
  }
}
