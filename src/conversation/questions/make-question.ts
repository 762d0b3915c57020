import { ownOptions } from '../../own-options.ts'
import type { FieldType } from '../../replies/index.ts'
import { type Recorded, toRecorded } from '../record/recorded.ts'
import type { AnswerFound, Checked, CheckSays, Question, QuestionOptions, ReadingContext, Skipped } from './question.ts'

/** What one kind of question does in its own way. */
export interface QuestionParts<Answer> {
  readonly type: string
  readonly field: FieldType
  /** What of the entry counts; empty where nothing was entered. */
  clean(entered: string): string
  /** Reads what is left, which is not empty. A problem is a line of the context's words. */
  understand(entry: string, context: ReadingContext): AnswerFound<Answer>
}

/**
 * The question of these parts: it refuses a blank answer, and says the `problem` of its options in place of our lines.
 *
 * @example
 * ```ts
 * makeQuestion(options, { type: 'phone', field: 'phone', clean: plainEntry, understand })
 * ```
 */
export function makeQuestion<Answer, Says extends CheckSays, Line extends string | undefined>(
  { check, problem, optional, sensitive, tries, takesKeys }: QuestionOptions<Answer, Says, Line>,
  { type, field, clean, understand }: QuestionParts<Answer>,
): Question<Checked<Answer, Says> | Skipped<Line>> {
  return {
    type,
    field,
    problem,
    optional,
    sensitive,
    tries,
    takesKeys,
    read(entered, context) {
      const entry = clean(entered)
      const read = entry === '' ? { problem: context.words.nothing } : understand(entry, context)
      if ('problem' in read) return problem === undefined ? read : { problem }
      const { answer } = read
      if (check === undefined) return { answer: toRecorded(answer) }
      return { lookUp: async () => judged(answer, await check(answer), problem ?? context.words.refused) }
    },
  }
}

/**
 * What a check makes of an answer.
 *
 * @param problem is said where it says nothing of its own
 * @example
 * ```ts
 * judged('12', 'No pupil has that number.', words.refused) // { problem: 'No pupil has that number.' }
 * ```
 */
export function judged(answer: unknown, says: CheckSays, problem: string): AnswerFound<Recorded> {
  if (says === true) return { answer: toRecorded(answer) }
  if (typeof says === 'object' && says !== null) return { answer: toRecorded(says) }
  return { problem: typeof says === 'string' && says.trim() !== '' ? says : problem }
}

/**
 * What stands for the marks of an error line.
 *
 * @example
 * const limits: LineLimits = { min: '1', max: '20' }
 */
export interface LineLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly decimals?: string | undefined
  readonly example?: string | undefined
}

/**
 * Puts the limits of a question into an error line. The mark of a limit that the question does not have is left out.
 *
 * @example
 * ```ts
 * fillWords('From {min} to {max}, please.', { min: '1', max: '20' }) // 'From 1 to 20, please.'
 * ```
 */
export function fillWords(line: string, limits: LineLimits): string {
  const { min, max, decimals, example } = ownOptions(limits)
  return line.replace(marks, (mark) => {
    switch (mark) {
      case '{min}':
        return min ?? ''
      case '{max}':
        return max ?? ''
      case '{decimals}':
        return decimals ?? ''
      default:
        return example ?? ''
    }
  })
}

/**
 * A number that would do, for an error line: the usual one, or the limit that is nearest to it.
 *
 * @example
 * ```ts
 * exampleWithin(1, 20, 1500) // 20
 * ```
 */
export function exampleWithin(min: number, max: number, usual: number): number {
  return Math.min(Math.max(usual, min), max)
}

const marks = /\{(?:min|max|decimals|example)\}/g
