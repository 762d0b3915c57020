import type { LedgerRow } from '../checkout/ledger/ledger.ts'
import type { rowView } from '../control/views.ts'
import { isNowhere } from './nowhere.ts'

/** Right or in time; close or unclear; wrong or late; nothing that anybody has to know. */
export type Tone = 'right' | 'close' | 'wrong' | 'quiet'

export interface Verdict {
  readonly tone: Tone
  readonly word: string
}

/** What the ledger says of each bill, by its identifier: asked only of rows that are about one. */
export type BillOf = (id: string) => LedgerRow | undefined

type Row = ReturnType<typeof rowView>

type Judged = Held &
  Pick<
    Row,
    'verdict' | 'status' | 'ms' | 'deadline' | 'faults' | 'outcome' | 'source' | 'direction' | 'about' | 'isTimeout'
  >

type Held = Pick<Row, 'kind' | 'isMeant' | 'heldUntil'>

/**
 * What came of a push or a call, in a word. A notice of a payment that was answered well says what the ledger says of it: who
 * sees the row needn't look at the head of its story.
 */
export function judge(row: Judged, billOf: BillOf, words: VerdictWords): Verdict {
  const own = ownVerdictOf(row, words)
  return own.tone === 'wrong' || isForged(row) ? own : (ofPayment(row, own, billOf, words) ?? own)
}

/** Whether it comes later, and nobody waits for it: only a turn of the service itself leaves a subscriber without an answer. */
export function isHeldUp({ kind, isMeant, heldUntil }: Held): boolean {
  return heldUntil !== undefined && !(isMeant && (kind === 'ussd' || kind === 'programmable'))
}

export function isForged({ faults }: Pick<Row, 'faults'>): boolean {
  return faults.includes('forge')
}

/** Undefined where the ledger says nothing of it. */
function ofPayment(row: Judged, own: Verdict, billOf: BillOf, words: VerdictWords): Verdict | undefined {
  const { verdict, kind, direction, outcome, source, about } = row
  if (verdict !== 'ok' || outcome === null || direction !== 'push' || !moneyKinds.has(kind)) return undefined
  const bill = about.billId === undefined ? undefined : billOf(about.billId)
  const isDecisive = bill !== undefined && bill.decided === outcome && source !== 'repeated'
  if (isDecisive && bill.verdict === 'differs' && bill.differsAt.some((cell) => toldCells.has(cell)))
    return { tone: 'wrong', word: words.butDiffers(outcome) }
  if (isDecisive && bill.verdict === 'review') return { tone: 'close', word: words.toReview(outcome) }
  return unpaid.has(outcome) && own.tone === 'right' ? { tone: 'quiet', word: outcome } : undefined
}

const moneyKinds: ReadonlySet<string> = new Set(['checkout', 'ussdPayment', 'fulfilment'])

/** The parts of the ledger whose rows are notices: those of others are the application's calls. */
const toldCells: ReadonlySet<string> = new Set(['paid', 'told', 'handled'])

function ownVerdictOf(row: Judged, words: VerdictWords): Verdict {
  const { verdict, status, ms, deadline, outcome, source } = row
  if (isForged(row) && status !== null) {
    if (isNowhere(status)) return { tone: 'close', word: words.forgeryUnread }
    return status >= 400 ? { tone: 'right', word: words.forgeryRefused } : { tone: 'close', word: words.forgeryTaken }
  }
  if (verdict === 'pending') return { tone: 'quiet', word: words.pending }
  if (isHeldUp(row)) return { tone: 'quiet', word: words.heldUp }
  if (verdict === 'refused') return { tone: 'wrong', word: words.refused(status, row.direction) }
  if (verdict === 'failed') return { tone: 'wrong', word: words.failing[source ?? ''] ?? words.failed }
  if (verdict !== 'ok') return { tone: 'wrong', word: words[verdict] }
  // The application did well, and still its session came to nothing: as its phone says it.
  if (row.isTimeout) return { tone: 'close', word: words.timedOut }
  if (outcome !== null && unclear.has(outcome)) return { tone: 'close', word: outcome }
  if (deadline !== null && ms > deadline * (5 / 7)) return { tone: 'close', word: words.close }
  return { tone: 'right', word: outcome ?? words.right }
}

/** Outcomes that decide nothing yet. */
export const unclear: ReadonlySet<string> = new Set(['undetermined', 'unknown', 'unclear', 'pending'])

/** Outcomes without money. */
export const unpaid: ReadonlySet<string> = new Set(['failed', 'cancelled'])

/** What a verdict says: on the page, and in a recorded file. */
export interface VerdictWords {
  readonly right: string
  readonly close: string
  readonly late: string
  readonly wrong: string
  readonly failed: string
  readonly unanswered: string
  readonly timedOut: string
  readonly heldUp: string
  readonly pending: string
  readonly forgeryRefused: string
  readonly forgeryTaken: string
  readonly forgeryUnread: string
  readonly refused: (status: number | null, direction: 'push' | 'call') => string
  /** Turns that the plugin answered in place of the handler, by their source. */
  readonly failing: Readonly<Partial<Record<string, string>>>
  /** Of a payment, by what was decided. */
  readonly butDiffers: (decided: string) => string
  readonly toReview: (decided: string) => string
}

export const verdictWords: VerdictWords = {
  right: 'ok',
  close: 'close to the deadline',
  late: 'too late',
  wrong: 'wrong answer',
  failed: 'handler failed',
  unanswered: 'no answer',
  timedOut: 'timed out',
  heldUp: 'delayed',
  pending: 'waiting for your app',
  forgeryRefused: 'forgery refused',
  forgeryTaken: 'forgery answered',
  forgeryUnread: 'forgery reached nobody',
  refused: (status, direction) =>
    direction === 'call' ? `refused ${status}` : `app ${Number(status) < 500 ? 'refused' : 'says'} ${status}`,
  failing: {
    deadline: 'given up',
    interrupted: 'interrupted',
    unavailable: 'store fails',
  },
  butDiffers: (decided) => `${decided}, differs`,
  toReview: (decided) => `${decided}, to review`,
}
