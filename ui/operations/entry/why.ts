import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { Entry } from '../types.ts'
import { reasonTexts } from './reasons.ts'

/** Why an entry is where it is, a sentence each. */
export function whyHere(entry: Entry): readonly string[] {
  const { state, reason, problem, why, dueAt, conflictsWith, review, attempts } = entry
  const isPutOff = reason !== null && dueAt !== null
  const lines = [
    wordOf(texts.stateOf, state),
    isPutOff ? texts.putOff(reason, shownTime(dueAt)) : reason,
    problem === reason ? null : problem,
    why === null || why === undefined ? null : `Its outcome: ${why}.`,
    state === 'done' ? null : attempts.at(-1)?.error,
    conflictsWith === null ? null : texts.conflicting,
    ...(review?.reasons.map((word) => `${word}: ${wordOf(reasonTexts, word)}`) ?? []),
    review === null || review.settledAt === null
      ? null
      : `${shownTime(review.settledAt)} ${texts.reviewed(review.settledBy)}${review.note === null ? '' : `: ${review.note}`}`,
  ]
  return [...new Set(lines)].filter((line) => line !== null && line !== undefined).filter((line) => line !== '')
}

/** Words of a newer application are shown as they are. */
function wordOf(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word
}
