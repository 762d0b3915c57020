import { isThenable } from '../../is-thenable.ts'
import { type Lost, lostIn, toRecorded, unfitIn } from '../../store/effects/recorded.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { isLine } from '../questions/check-options.ts'
import { checkedBy, judged } from '../questions/make-question.ts'
import type { AnswerFound, AnswerRead, Question, ReadingContext } from '../questions/question.ts'

/**
 * What a question makes of what was entered.
 *
 * @param understood is told what was read before that is checked: a check may throw, or say a line, with that in it
 * @throws FMW_TALK_STEP where a question of one's own says nothing of it
 */
export function readAnswer<Answer>(
  question: Question<Answer>,
  entered: string,
  context: ReadingContext,
  understood: (answer: unknown) => void,
): AnswerFound<unknown> | Promise<AnswerFound<unknown>> {
  const read = checkRead(question.read(entered, context))
  if ('lookUp' in read) understood(checkedBy(read.lookUp))
  const found = 'lookUp' in read ? lookedUp(read.lookUp()) : read
  const { check, problem = context.words.refused } = question
  if (check === undefined) return found
  const judge = async (answered: AnswerFound<Answer>) => {
    if (!('answer' in answered)) return answered
    understood(answered.answer)
    return judged(answered.answer, await check(answered.answer), problem)
  }
  return found instanceof Promise ? found.then(judge) : judge(found)
}

/** @throws FMW_TALK_STEP where a question of one's own gave nothing, or a problem that nobody can read */
export function checkRead<Answer>(read: AnswerRead<Answer>): AnswerRead<Answer> {
  if (isThenable(read)) throw wrong('the read of its question must not be async: give { lookUp } with what takes time')
  if (typeof read !== 'object' || read === null || !('lookUp' in read)) return checkFound('read', read)
  if (typeof read.lookUp === 'function') return read
  throw wrong('the lookUp of its question must be a function')
}

async function lookedUp<Answer>(looking: Promise<AnswerFound<Answer>>): Promise<AnswerFound<Answer>> {
  return checkFound('lookUp', await looking)
}

function checkFound<Answer>(by: string, found: AnswerFound<Answer>): AnswerFound<Answer> {
  const isFound = typeof found === 'object' && found !== null
  if (isFound && ('answer' in found || ('problem' in found && isLine(found.problem)))) return found
  throw wrong(`the ${by} of its question must give { answer }, or { problem } with something to read in it`)
}

/**
 * Refuses an answer of which a record would keep nothing: a script that looks whether there is one would go on with it.
 *
 * @returns what else is lost of it
 * @throws FMW_TALK_STEP
 */
export function checkAnswer(answer: unknown): readonly Lost[] {
  const lost = lostIn(answer)
  const unfit = unfitIn(lost)
  if (unfit !== undefined) throw wrong(`its answer has ${unfit}`)
  const [first] = lost.others
  const what = strangeIn(answer) ?? (first?.path === '' ? first.what : undefined)
  if (what === undefined && toRecorded(answer) !== undefined) return lost.others
  throw wrong(`its answer is ${what ?? 'nothing'}: give an object, a list, text, a number, or null where there is none`)
}

/** A BigInt would come back as text, which the type of the question does not say. */
function strangeIn(answer: unknown): string | undefined {
  if (answer instanceof Error) return 'an Error'
  return typeof answer === 'bigint' ? 'a BigInt' : undefined
}

function wrong(problem: string): Error {
  return new FMW_TALK_STEP('talk.ask', problem)
}
