import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts.ts'

/** What is wrong with a row, with the first words of an answer that refuses it; null where nothing is. */
export function problemOf({ problem, verdict, status, direction, response }: WholeRow): string | null {
  if (problem !== null) return problem
  if (verdict === 'late') return texts.problems.late
  if (verdict !== 'refused' || status === null) return null
  return texts.problems.refused(direction, status, response?.text.trim().slice(0, longest) ?? '')
}

// Characters: the whole of it is a tab away.
const longest = 300
