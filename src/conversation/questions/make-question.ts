import type { FieldType } from '../../replies/index.ts'
import type { AnswerRead, Question, QuestionOptions, ReadingContext } from './question.ts'

/** What one kind of question does in its own way. */
export interface QuestionParts<Answer> {
  readonly type: string
  readonly field: FieldType
  /** What of the entry counts; empty where nothing was entered. */
  clean(entered: string): string
  /** Reads what is left, which is not empty. A problem is a line of the context's words. */
  understand(entry: string, context: ReadingContext): AnswerRead<Answer>
}

/**
 * The question of these parts: it refuses a blank answer, and says the `problem` of its options in place of our lines.
 *
 * @example
 * ```ts
 * makeQuestion(options, { type: 'phone', field: 'phone', clean: plainEntry, understand })
 * ```
 */
export function makeQuestion<Answer>(
  { check, problem, sensitive, tries, takesKeys }: QuestionOptions<Answer>,
  { type, field, clean, understand }: QuestionParts<Answer>,
): Question<Answer> {
  return {
    type,
    field,
    check,
    problem,
    sensitive,
    tries,
    takesKeys,
    read(entered, context) {
      const entry = clean(entered)
      const read = entry === '' ? { problem: context.words.nothing } : understand(entry, context)
      return problem !== undefined && 'problem' in read ? { problem } : read
    },
  }
}
