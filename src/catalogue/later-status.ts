import { isFinalStatus, readMessageStatus } from './message-statuses.ts'

/**
 * Which of two statuses of one message is to be kept. Reports come in any order (reference 6), so the later of them is
 * not always the one that holds: what is under way never replaces what is final, nothing replaces `Delivered`, which
 * cannot be undone, and of two that are alike the reported one holds.
 *
 * @param kept what you know of the message; null or undefined where that is nothing yet
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
