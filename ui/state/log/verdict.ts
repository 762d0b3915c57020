import {
  type BillOf,
  isForged,
  judge,
  type Tone,
  unclear,
  unpaid,
  type Verdict,
} from '../../../src/simulator/words/verdict.ts'
import { texts } from '../../texts/index.ts'
import type { LedgerRow, Row } from '../types.ts'

export { isNowhere } from '../../../src/simulator/words/nowhere.ts'
export { isForged, isHeldUp, unclear } from '../../../src/simulator/words/verdict.ts'
export type { BillOf, Tone, Verdict }

/** What came of a push or a call, in a word: as a recorded file says it. */
export function verdictOf(row: Parameters<typeof judge>[0], billOf: BillOf): Verdict {
  return judge(row, billOf, texts.verdict)
}

/** What the ledger says of a payment, in a word. */
export function verdictOfBill(row: LedgerRow): Verdict {
  const { bill, verdict, decided } = row
  if (verdict === 'differs') return { tone: 'wrong', word: texts.ledger.differs }
  if (bill === null) return { tone: verdict === 'review' ? 'close' : 'quiet', word: texts.ledger.stranger }
  if (verdict === 'nothing') return { tone: 'quiet', word: texts.ledger.nothing }
  if (verdict === 'review') return { tone: 'close', word: texts.ledger.review }
  if (decided !== null && isUndecided(row)) return { tone: 'close', word: decided }
  if (decided !== null && unpaid.has(decided)) return { tone: 'quiet', word: texts.ledger.nothing }
  return { tone: 'right', word: texts.right }
}

/** Whether nothing differs, and nobody says yet whether it is paid. */
export function isUndecided({ bill, verdict, decided }: LedgerRow): boolean {
  return bill !== null && verdict === 'right' && decided !== null && unclear.has(decided)
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
  if (bill.verdict === 'differs') return { tone, word: texts.verdict.butDiffers(decided) }
  return { tone, word: bill.verdict === 'review' ? texts.verdict.toReview(decided) : decided }
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
