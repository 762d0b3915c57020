import { isFinalStatus, readMessageStatus } from './message-statuses.ts'

/**
 * Returns which of two statuses of one message to keep. Reports come in any order (reference 6), so the latest isn't
 * always right. A status under way never replaces a final one, and nothing replaces `Delivered`, which can't be undone.
 * Otherwise the reported one counts.
 *
 * @param kept the status that you have; null or undefined if you have none yet
 * @param reported what a delivery report, or the message itself, says now
 * @example
 * ```ts
 * laterStatus('Submitted', 'Delivered') // 'Delivered'
 * laterStatus('Delivered', 'Submitted') // 'Delivered': an older report came late
 * ```
 */
export function laterStatus(kept: string | null | undefined, reported: string): string {
  if (kept === null || kept === undefined) return reported
  return weight(reported) >= weight(kept) ? reported : kept
}

function weight(status: string): number {
  if (readMessageStatus(status) === 'Delivered') return 2
  return isFinalStatus(status) ? 1 : 0
}
