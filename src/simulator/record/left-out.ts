import type { LogRow } from '../log/row.ts'
import { faultName } from '../words/fault-names.ts'
import type { Story } from './story.ts'

/** A row that a dialogue doesn't play. */
export interface LeftOut {
  /** Its number. */
  readonly row: number
  readonly kind: string
  readonly why: string
}

/** The rows that no step of a story tells of, and why. */
export function leftOutOf(rows: readonly LogRow[], { stepOf }: Story): readonly LeftOut[] {
  return rows
    .filter((row) => !stepOf.has(row))
    .map((row) => ({ row: row.id, kind: row.kind, why: whyLeftOut(row) }))
    .sort((one, other) => one.row - other.row)
}

function whyLeftOut({ direction, faults, origin, attempt }: LogRow): string {
  if (direction === 'call') return 'the application calls by itself'
  if (faults.includes('forge')) return 'it was forged'
  if (origin === null) return 'it was sent by hand'
  if (attempt > 1) return 'the service sent it again by itself'
  return faults.length > 0
    ? `it came beside another, by the fault ${faults.map(faultName).join(', ')}`
    : 'the service sends it by itself'
}
