import type { FieldType } from '../../replies/index.ts'
import { type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { remembered } from '../../text/remembered.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import type { AnswerFound, Checked, CheckSays, Question, QuestionOptions, ReadingContext, Skipped } from './question.ts'

/** What one kind of question does in its own way. */
export interface QuestionParts<Answer> {
  readonly type: string
  readonly field: FieldType
  /** The key of a way is no answer unless somebody says so: then it need not be read to know that. */
  readonly isKeyless?: boolean
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
  { type, field, isKeyless = false, clean, understand }: QuestionParts<Answer>,
): Question<Checked<Answer, Says> | Skipped<Line>> {
  return {
    type,
    field,
    problem,
    optional,
    sensitive,
    tries,
    takesKeys: takesKeys ?? (isKeyless ? false : undefined),
    read(entered, context) {
      const entry = clean(entered)
      const read = entry === '' ? { problem: context.words.nothing } : understand(entry, context)
      if ('problem' in read) return problem === undefined ? read : { problem }
      const { answer } = read
      if (check === undefined) return { answer: toRecorded(answer) }
      const lookUp = async () => judged(answer, await check(answer), problem ?? context.words.refused)
      checked.set(lookUp, answer)
      return { lookUp }
    },
  }
}

/** What a question has read, where its check is still to come: undefined where that is not one of ours. */
export function checkedBy(lookUp: object): unknown {
  return checked.get(lookUp)
}

/** By what looks it up, as a question of one's own may hand that on. */
const checked = new WeakMap<object, unknown>()

/**
 * What a check makes of an answer.
 *
 * @param problem is said where it says nothing of its own
 * @throws FMW_TALK_STEP where nobody can tell what it means
 * @example
 * ```ts
 * judged('12', 'No pupil has that number.', words.refused) // { problem: 'No pupil has that number.' }
 * ```
 */
export function judged(answer: unknown, says: CheckSays, problem: string): AnswerFound<Recorded> {
  if (says === true) return { answer }
  if (says === false || says === null || says === undefined) return { problem }
  if (typeof says === 'string') return { problem: says.trim() === '' ? problem : says }
  const isEmpty = Array.isArray(says) && says.length === 0
  if (typeof says === 'object' && !isEmpty) return { answer: says }
  const found = isEmpty ? 'an empty list' : `a ${typeof says}`
  throw new FMW_TALK_STEP(
    'talk.ask',
    `its check gave ${found}: give true, false, a line, what it found, or null for none`,
  )
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
  if (!line.includes('{')) return line
  let filled = ''
  for (const part of partsOf(line)) filled += isMark(part) ? limitOf(limits, part) : part
  return filled
}

/** What some other code has put on `Object.prototype` is no limit. */
function limitOf(limits: LineLimits, mark: Mark): string {
  const name = marks[mark]
  return (Object.hasOwn(limits, name) ? limits[name] : undefined) ?? ''
}

/** A line with its marks apart. There are few, and a key that is no answer asks for one on every turn. */
const partsOf = remembered((line): readonly string[] => line.split(eachMark), 64, Number.POSITIVE_INFINITY)

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

const eachMark = /(\{(?:min|max|decimals|example)\})/
const marks = { '{min}': 'min', '{max}': 'max', '{decimals}': 'decimals', '{example}': 'example' } as const
type Mark = keyof typeof marks
const isMark = (part: string): part is Mark => Object.hasOwn(marks, part)
