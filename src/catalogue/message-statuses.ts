import { foldName } from '../text/fold-name.ts'

/**
 * Every message status of reference 3.2, in its order and spelling.
 *
 * The reference shows no transitions, so `final` is our assumption, made so that a mistake costs waiting and
 * never a lost report: a status is final only when its own word leaves nothing to follow, that is when the
 * message arrived, was removed, ran out of time, or was refused before it was sent. Words that a later
 * report may still overtake (`Error`, `Unknown`, `Received`, every word of being under way) are not final.
 *
 * @example
 * ```ts
 * messageStatuses.filter((row) => row.final).map((row) => row.status)
 * ```
 */
export const messageStatuses = [
  { status: 'Rejected', final: true, section: '3.2' },
  { status: 'Submitted', final: false, section: '3.2' },
  { status: 'Delivered', final: true, section: '3.2' },
  { status: 'Buffered', final: false, section: '3.2' },
  { status: 'Accepted', final: false, section: '3.2' },
  { status: 'Undeliverable', final: true, section: '3.2' },
  { status: 'Deleted', final: true, section: '3.2' },
  { status: 'Expired', final: true, section: '3.2' },
  { status: 'Received', final: false, section: '3.2' },
  { status: 'Unknown', final: false, section: '3.2' },
  { status: 'Error', final: false, section: '3.2' },
  { status: 'Buffered Locally', final: false, section: '3.2' },
  { status: 'Scheduled', final: false, section: '3.2' },
  { status: 'Sent', final: false, section: '3.2' },
  { status: 'Expired Locally', final: true, section: '3.2' },
  { status: 'Out of Credit', final: true, section: '3.2' },
  { status: 'SMSC Invalid', final: true, section: '3.2' },
  { status: 'Blacklisted', final: true, section: '3.2' },
  { status: 'Unrouteable', final: true, section: '3.2' },
  { status: 'Exceeded Limited', final: true, section: '3.2' },
  { status: 'Invalid Source Address', final: true, section: '3.2' },
  { status: 'Invalid Destination Address', final: true, section: '3.2' },
  { status: 'Invalid Message Length', final: true, section: '3.2' },
  { status: 'Invalid Time', final: true, section: '3.2' },
  { status: 'Invalid Message ID', final: true, section: '3.2' },
  { status: 'Invalid Account ID/Number', final: true, section: '3.2' },
] as const satisfies readonly MessageStatusRow[]

/**
 * A message status in the reference's own spelling.
 *
 * @example
 * ```ts
 * const shown: Partial<Record<MessageStatus, string>> = { Delivered: 'Arrived', 'Out of Credit': 'Not sent' }
 * ```
 */
export type MessageStatus = (typeof messageStatuses)[number]['status']

/**
 * One row of the message statuses.
 *
 * @example
 * ```ts
 * const row: MessageStatusRow | undefined = messageStatuses.find(({ status }) => status === 'Buffered')
 * row?.final // false: another report follows
 * ```
 */
export interface MessageStatusRow {
  readonly status: string
  /** Whether nothing is expected to follow it (our assumption, see {@link messageStatuses}). */
  readonly final: boolean
  readonly section: '3.2'
}

/**
 * The reference's spelling of a status, whatever its case, and with or without its spaces, dashes,
 * underscores and slash (field notes: "status with spaces or without"). `undefined` for a word of no table.
 *
 * @example
 * ```ts
 * readMessageStatus('BUFFEREDLOCALLY') // 'Buffered Locally'
 * readMessageStatus('on its way') // undefined
 * ```
 */
export function readMessageStatus(text: string): MessageStatus | undefined {
  return spellings.get(text) ?? (text.length > longest ? undefined : spellings.get(fold(text)))
}

/**
 * Whether no other report is expected after a status, in any spelling (our assumption, see {@link messageStatuses}). An
 * unknown word isn't final: waiting costs less than a missed report.
 *
 * @example
 * ```ts
 * isFinalStatus('Delivered') // true
 * isFinalStatus('Buffered') // false: another report follows
 * ```
 */
export function isFinalStatus(status: string): boolean {
  const known = readMessageStatus(status)
  return known !== undefined && finals.has(known)
}

/** Longer than any status with separators to spare: what is longer is not worth folding. */
const longest = 64

const spellings: ReadonlyMap<string, MessageStatus> = new Map(
  messageStatuses.flatMap(({ status }) => [
    [status, status],
    [fold(status), status],
  ]),
)

const finals: ReadonlySet<string> = new Set(messageStatuses.filter(({ final }) => final).map(({ status }) => status))

function fold(text: string): string {
  return foldName(text.replaceAll('/', ''))
}

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
