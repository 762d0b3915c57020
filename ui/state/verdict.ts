import { texts } from '../texts.ts'
import type { Row } from './types.ts'

/** Right or in time; close or unclear; wrong or late. */
export type Tone = 'right' | 'close' | 'wrong'

export interface Verdict {
  readonly tone: Tone
  readonly word: string
}

type Judged = Pick<Row, 'verdict' | 'status' | 'ms' | 'deadline' | 'faults' | 'outcome'>

/** What came of a push or a call, in a word. */
export function verdictOf(row: Judged): Verdict {
  const { verdict, status, ms, deadline, faults, outcome } = row
  if (faults.includes('forge') && status !== null) {
    return status >= 400
      ? { tone: 'right', word: texts.verdict.forgeryRefused }
      : { tone: 'close', word: texts.verdict.forgeryTaken }
  }
  if (verdict === 'refused') return { tone: 'wrong', word: texts.verdict.refused(status) }
  if (verdict !== 'ok') return { tone: 'wrong', word: texts.verdict[verdict] }
  if (outcome !== null && unclear.has(outcome)) return { tone: 'close', word: outcome }
  if (deadline !== null && ms > deadline * (5 / 7)) return { tone: 'close', word: texts.verdict.close }
  return { tone: 'right', word: outcome ?? texts.verdict.right }
}

const unclear: ReadonlySet<string> = new Set(['undetermined', 'unknown'])

/** The verdict of the worst row of several. */
export function worstOf(rows: readonly Row[]): Verdict {
  const verdicts = rows.map(verdictOf)
  return (
    verdicts.findLast(({ tone }) => tone === 'wrong') ??
    verdicts.findLast(({ tone }) => tone === 'close') ??
    verdicts.findLast(({ word }) => word !== texts.verdict.right) ?? { tone: 'right', word: texts.verdict.right }
  )
}
