import { texts } from '../texts/index.ts'
import type { LedgerRow, Row } from './types.ts'

/** Right or in time; close or unclear; wrong or late; nothing that anybody has to know. */
export type Tone = 'right' | 'close' | 'wrong' | 'quiet'

export interface Verdict {
  readonly tone: Tone
  readonly word: string
}

type Judged = Held &
  Pick<Row, 'verdict' | 'status' | 'ms' | 'deadline' | 'faults' | 'outcome' | 'source' | 'direction' | 'about'>

type Held = Pick<Row, 'kind' | 'isMeant' | 'heldUntil'>

/** Whether it comes later, and nobody waits for it: only a turn of the service itself leaves a subscriber without an answer. */
export function isHeldUp({ kind, isMeant, heldUntil }: Held): boolean {
  return heldUntil !== undefined && !(isMeant && (kind === 'ussd' || kind === 'programmable'))
}

/** What the ledger says of each bill, by its identifier: asked only of rows that are about one. */
export type BillOf = (id: string) => LedgerRow | undefined

/**
 * What came of a push or a call, in a word. A notice of a payment that was answered well says what the ledger says of it: who
 * sees the row needn't look at the head of its story.
 */
export function verdictOf(row: Judged, billOf: BillOf): Verdict {
  const own = ownVerdictOf(row)
  return own.tone === 'wrong' || isForged(row) ? own : (ofPayment(row, own, billOf) ?? own)
}

/** Undefined where the ledger says nothing of it. */
function ofPayment(row: Judged, own: Verdict, billOf: BillOf): Verdict | undefined {
  const { verdict, kind, direction, outcome, source, about } = row
  if (verdict !== 'ok' || outcome === null || direction !== 'push' || !moneyKinds.has(kind)) return undefined
  const bill = about.billId === undefined ? undefined : billOf(about.billId)
  const isDecisive = bill !== undefined && bill.decided === outcome && source !== 'repeated'
  if (isDecisive && bill.verdict === 'differs' && bill.differsAt.some((cell) => toldCells.has(cell)))
    return headline(bill, outcome)
  if (isDecisive && bill.verdict === 'review') return headline(bill, outcome)
  return unpaid.has(outcome) && own.tone === 'right' ? { tone: 'quiet', word: outcome } : undefined
}

const moneyKinds: ReadonlySet<string> = new Set(['checkout', 'ussdPayment', 'fulfilment'])

/** The parts of the ledger whose rows are notices: those of others are the application's calls. */
const toldCells: ReadonlySet<string> = new Set(['paid', 'told', 'handled'])

const unpaid: ReadonlySet<string> = new Set(['failed', 'cancelled'])

function ownVerdictOf(row: Judged): Verdict {
  const { verdict, status, ms, deadline, outcome, source } = row
  if (isForged(row) && status !== null) {
    return status >= 400
      ? { tone: 'right', word: texts.verdict.forgeryRefused }
      : { tone: 'close', word: texts.verdict.forgeryTaken }
  }
  if (verdict === 'pending') return { tone: 'quiet', word: texts.verdict.pending }
  if (isHeldUp(row)) return { tone: 'quiet', word: texts.verdict.heldUp }
  if (verdict === 'refused') return { tone: 'wrong', word: texts.verdict.refused(status) }
  if (verdict === 'failed') return { tone: 'wrong', word: texts.work.failing[source ?? ''] ?? texts.verdict.failed }
  if (verdict !== 'ok') return { tone: 'wrong', word: texts.verdict[verdict] }
  if (outcome !== null && unclear.has(outcome)) return { tone: 'close', word: outcome }
  if (deadline !== null && ms > deadline * (5 / 7)) return { tone: 'close', word: texts.verdict.close }
  return { tone: 'right', word: outcome ?? texts.verdict.right }
}

const unclear: ReadonlySet<string> = new Set(['undetermined', 'unknown', 'unclear', 'pending'])

function isForged({ faults }: Pick<Row, 'faults'>): boolean {
  return faults.includes('forge')
}

/** What the ledger says of a payment, in a word. */
export function verdictOfBill({ bill, verdict, decided }: LedgerRow): Verdict {
  if (verdict === 'differs') return { tone: 'wrong', word: texts.ledger.differs }
  if (bill === null) return { tone: verdict === 'review' ? 'close' : 'quiet', word: texts.ledger.stranger }
  if (verdict === 'nothing') return { tone: 'quiet', word: texts.ledger.nothing }
  if (verdict === 'review') return { tone: 'close', word: texts.ledger.review }
  if (decided !== null && unclear.has(decided)) return { tone: 'close', word: decided }
  if (decided !== null && unpaid.has(decided)) return { tone: 'quiet', word: texts.ledger.nothing }
  return { tone: 'right', word: texts.right }
}

/**
 * What came of a story: what was decided of its payments, where it has some; else the worst of its rows. A turn that went
 * wrong is never hidden by money that came. A forgery is what was sent on the way, and decides nothing.
 */
export function verdictOfStory(rows: readonly Row[], billOf: BillOf): Verdict {
  const meant = rows.filter((row) => !isForged(row))
  const turns = worstOf(
    meant.filter(({ kind }) => kind === 'ussd' || kind === 'programmable'),
    billOf,
  )
  if (turns.tone === 'wrong') return turns
  const ids = new Set(rows.map(({ about }) => about.billId))
  const decided = [...ids].flatMap((id) => {
    const bill = id === undefined ? undefined : billOf(id)
    return bill === undefined || bill.decided === null || bill.verdict === 'nothing'
      ? []
      : [headline(bill, bill.decided)]
  })
  return worst(decided) ?? worstOf(meant.length > 0 ? meant : rows, billOf)
}

function headline(bill: LedgerRow, decided: string): Verdict {
  const { tone } = verdictOfBill(bill)
  if (bill.verdict === 'differs') return { tone, word: texts.ledger.butDiffers(decided) }
  return { tone, word: bill.verdict === 'review' ? texts.ledger.toReview(decided) : decided }
}

/** The verdict of the worst row of several. */
export function worstOf(rows: readonly Row[], billOf: BillOf): Verdict {
  const usual: Verdict = { tone: 'right', word: texts.verdict.right }
  return worst(rows.map((row) => verdictOf(row, billOf))) ?? usual
}

function worst(verdicts: readonly Verdict[]): Verdict | undefined {
  return (
    verdicts.findLast(({ tone }) => tone === 'wrong') ??
    verdicts.findLast(({ tone }) => tone === 'close') ??
    verdicts.findLast(({ word }) => word !== texts.verdict.right) ??
    verdicts.at(-1)
  )
}
