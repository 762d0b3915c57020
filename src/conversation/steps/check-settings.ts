import { checkNames, checkOption, isCount, isLine } from '../questions/check-options.ts'
import type { AskOptions, ChooseOptions, LoadOptions, OnceOptions } from '../talk.ts'
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

const choose = 'talk.choose'
const line = 'a string with something to read in it'
const loadNames = new Set(['onFailed'])
const effectNames = new Set(['recover'])
const shownNames = new Set(['label', 'sensitive'])
const askedNames = new Set([...shownNames, 'id', 'dialThrough', 'onTooMany', 'onFailed'])
const chosenNames = new Set([...askedNames, 'as', 'find', 'problem', 'tries'])
