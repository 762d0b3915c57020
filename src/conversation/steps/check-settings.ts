import { ownOptions } from '../../own-options.ts'
import { fieldTypes } from '../../replies/reply-options.ts'
import type { OnceOptions } from '../../store/effects/effects.ts'
import { FMW_TALK_STEP, QuestionValueError } from '../errors.ts'
import { checkNames, checkOption, isCount, isLine } from '../questions/check-options.ts'
import type { Question } from '../questions/question.ts'
import type { AskOptions, ChooseOptions, LoadOptions } from '../talk.ts'
import type { ShowOptions } from './ending.ts'

/** Settings of what is only shown. @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE */
export function checkShown(step: string, settings: ShowOptions): ShowOptions {
  const own = checkNames(step, shownNames, settings)
  checkFace(step, own)
  return own
}

/** Settings of a question. @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE */
export function checkAsked(step: string, settings: AskOptions): AskOptions {
  const own = checkNames(step, askedNames, settings)
  checkQuestion(step, own)
  return own
}

/** Settings of a choice. @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE */
export function checkChosen(settings: ChooseOptions): ChooseOptions {
  const own = checkNames(choose, chosenNames, settings)
  const { as, find, problem, tries } = own
  checkOption(choose, 'as', "'menu' or 'select'", as, as === 'menu' || as === 'select')
  checkOption(choose, 'find', 'true, or a line that says how', find, find === true || isLine(find))
  // What was looked for would stand in the store.
  if (own.sensitive === true) checkOption(choose, 'find', 'left out where the choice is sensitive', find, false)
  checkOption(choose, 'problem', line, problem, isLine(problem))
  checkOption(choose, 'tries', 'a whole number of 1 or more', tries, isCount(tries))
  checkQuestion(choose, own)
  return own
}

/** Settings of what is read. @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE */
export function checkLoad(settings: LoadOptions): LoadOptions {
  const own = checkNames('talk.load', loadNames, settings)
  checkOption('talk.load', 'onFailed', 'a function', own.onFailed, typeof own.onFailed === 'function')
  return own
}

/** Settings of an effect. @throws FMW_QUESTION_NAME, FMW_QUESTION_VALUE */
export function checkEffect<Value>(settings: OnceOptions<Value>): OnceOptions<Value> {
  const own = checkNames('talk.once', effectNames, settings)
  // Lost without a word, it would be missed at the first crash.
  checkOption('talk.once', 'recover', 'a function', own.recover, typeof own.recover === 'function')
  return own
}

/** @throws FMW_TALK_STEP */
export function checkName(step: string, name: string): void {
  if (typeof name === 'string' && nameForm.test(name)) return
  throw new FMW_TALK_STEP(step, 'its name must be 1 to 64 letters, digits, - and _')
}

/** @throws FMW_TALK_STEP */
export function checkText(step: string, text: string): string {
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new FMW_TALK_STEP(step, 'its text must be a string with something to read in it')
}

/** @throws FMW_TALK_STEP */
export function checkAskable<Answer>(question: Question<Answer>): Question<Answer> {
  if (typeof question?.read !== 'function') {
    throw new FMW_TALK_STEP('talk.ask', 'give a question, such as whole({ min: 1 }), or { type, field, read }')
  }
  if (question.problem !== undefined && !isLine(question.problem)) {
    throw new FMW_TALK_STEP('talk.ask', 'the problem of a question must be a string with something to read in it')
  }
  if (fieldTypes.includes(question.field)) return question
  throw new FMW_TALK_STEP('talk.ask', `the field of a question must be one of ${fieldTypes.join(', ')}`)
}

/** @throws FMW_TALK_STEP */
export function checkFunction(step: string, what: string, given: unknown): void {
  if (typeof given !== 'function') throw new FMW_TALK_STEP(step, `${what} must be a function`)
}

/** What is no object is refused later, by its step. */
export function ownSettings<Given extends object>(given: Given): Given {
  if (given === null) throw new QuestionValueError('options', 'a step', 'an object, or left out', 'null')
  return typeof given === 'object' ? ownOptions(given) : given
}

function checkQuestion(step: string, settings: AskOptions): void {
  const { id, dialThrough, onTooMany, onFailed } = settings
  checkOption(step, 'onTooMany', 'a function', onTooMany, typeof onTooMany === 'function')
  checkOption(step, 'onFailed', 'a function', onFailed, typeof onFailed === 'function')
  checkOption(step, 'id', line, id, isLine(id))
  checkOption(step, 'dialThrough', 'true or false', dialThrough, typeof dialThrough === 'boolean')
  checkFace(step, settings)
}

function checkFace(step: string, settings: ShowOptions): void {
  checkOption(step, 'label', line, settings.label, isLine(settings.label))
  // A PIN is not to be shown because somebody wrote 'yes'.
  checkOption(step, 'sensitive', 'true or false', settings.sensitive, typeof settings.sensitive === 'boolean')
}

const nameForm = /^[\w-]{1,64}$/
const choose = 'talk.choose'
const line = 'a string with something to read in it'
const loadNames = new Set(['onFailed'])
const effectNames = new Set(['recover'])
const shownNames = new Set(['label', 'sensitive'])
const askedNames = new Set([...shownNames, 'id', 'dialThrough', 'onTooMany', 'onFailed'])
const chosenNames = new Set([...askedNames, 'as', 'find', 'problem', 'tries'])
