import { longestReference, ownEntry } from '../../inbox/entry.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { nameType, PushProblem } from '../../pushes/reading/push-problem.ts'
import type { NewEntry } from '../../store/entry.ts'

/** A report that is owed: which notice it is about, and whose order. */
export interface FulfilmentReport {
  /** The id of the notice's entry. */
  readonly notice: string
  readonly sessionId: string | null
  readonly orderId: string | null
  /** When the notice came, epoch ms: the hour begins. */
  readonly receivedAt: number
  /** How long ago that was when the report was put into the inbox, ms. */
  readonly before: number
  /** Whether people were told that its time was over while its handler ran. */
  readonly isLate?: boolean | undefined
}

/**
 * The report of a notice.
 *
 * @param notice the id of its entry
 * @param before how long ago it came, ms
 */
export function reportOf(notice: string, event: FulfilmentEvent, before: number): FulfilmentReport {
  const { sessionId, orderId, receivedAt } = event
  return { notice, sessionId, orderId, receivedAt: receivedAt.getTime(), before }
}

/**
 * The entry of a report: one for each notice. Its lane is its own, so that neither waits for the other: a service that
 * takes no reports must not hold up what else is told of the order.
 */
export function reportEntry(report: FulfilmentReport): NewEntry {
  const { notice, orderId, receivedAt } = report
  const reference = orderId?.slice(0, longestReference) ?? null
  return ownEntry({ kind: 'fulfilmentReport', id: `fulfilmentReport:${notice}`, reference, receivedAt }, report)
}

/** What the entry of a report is kept as once it is late. */
export function lateReport(report: FulfilmentReport): Uint8Array {
  return reportEntry({ ...report, isLate: true }).payload
}

/** Reads what an entry keeps. @throws PushProblem */
export function readReport(kept: unknown): FulfilmentReport {
  if (isRecord(kept)) {
    const { notice, sessionId, orderId, receivedAt, before, isLate } = kept
    if (typeof notice === 'string' && isIdentifier(sessionId) && isIdentifier(orderId) && Number.isFinite(receivedAt)) {
      return {
        notice,
        sessionId,
        orderId,
        receivedAt: Number(receivedAt),
        before: typeof before === 'number' ? before : 0,
        isLate: isLate === true ? isLate : undefined,
      }
    }
  }
  throw new PushProblem({ field: null, expected: 'a report as the inbox keeps it', received: nameType(kept) })
}

function isIdentifier(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
