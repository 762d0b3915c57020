import { readAmount } from '../../replies/amount.ts'
import type { Channel } from '../channel.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { keyOfLine } from '../questions/check-options.ts'
import { judged } from '../questions/make-question.ts'
import { plainEntry } from '../questions/plain-entry.ts'
import type { AnswerFound, Question, ReadingContext } from '../questions/question.ts'
import { printOf } from '../record/fingerprint.ts'
import { toRecorded } from '../record/recorded.ts'
import type { AskOptions, ChooseOptions, Option } from '../talk.ts'
import { checkAsked, checkChosen } from './check-settings.ts'
import { drawnChoices, isChoiceNumber, isChoiceValue, placeOfChoice, verdictOf } from './choice-list.ts'
import type { QuestionFace, QuestionSpec } from './question-spec.ts'

/** What the questions of a turn have in common. */
export interface SpecContext {
  readonly channel: Channel
  readonly tries: number
  readonly reading: ReadingContext
}

/** A question that is answered in the subscriber's own words. */
export function askSpec<Answer>(
  text: string,
  question: Question<Answer>,
  options: AskOptions,
  { channel, tries, reading }: SpecContext,
): QuestionSpec {
  const own = checkAsked('talk.ask', options)
  const face: QuestionFace = { form: 'input', field: question.field, choices: [] }
  const isSensitive = question.sensitive === true || own.sensitive === true
  const isNumber = question.field === 'number' || question.field === 'decimal'
  const takes = (key: string) => isNumber && !('problem' in question.read(key, reading))
  const skip = keyThatSkips(question, takes)
  return {
    kind: `ask:${question.type}`,
    text,
    note: question.optional,
    ...namesOf(text, own, isSensitive),
    sensitive: isSensitive,
    tries: question.tries ?? tries,
    takesDialled: own.dialThrough !== false && !isSensitive,
    options: () => undefined,
    face: () => face,
    read: (entered) => {
      if (skip !== undefined) {
        const entry = plainEntry(entered)
        if (entry === skip || (entry === '' && channel !== 'ussd')) return { answer: null }
      }
      const understood = question.read(entered, reading)
      if ('lookUp' in understood) return understood.lookUp()
      if (!('answer' in understood) || question.check === undefined) return understood
      return checkAnswer(understood.answer, question, reading)
    },
    isTrap: (key) => question.takesKeys !== true && key !== skip && takes(key),
    takes: (key) => key === skip || takes(key),
  }
}

/** @throws FMW_TALK_STEP where it is no line with a key, or the key is an answer too */
function keyThatSkips<Answer>({ optional }: Question<Answer>, takes: (key: string) => boolean): string | undefined {
  if (optional === undefined) return undefined
  const key = keyOfLine(optional)
  if (key === undefined) throw new FMW_TALK_STEP('talk.ask', "optional must begin with the key that skips: '0 to skip'")
  if (takes(key)) {
    throw new FMW_TALK_STEP(
      'talk.ask',
      `${key} skips its question and is an answer to it: give limits without it, or another key`,
    )
  }
  return key
}

/** A choice among options. */
export function chooseSpec(
  text: string,
  options: readonly Option[],
  settings: ChooseOptions,
  { channel, tries, reading }: SpecContext,
): QuestionSpec {
  const own = checkChosen(settings)
  const { as = 'menu', problem = reading.words.choice } = own
  return {
    kind: 'choose',
    text,
    ...namesOf(text, own),
    sensitive: own.sensitive === true,
    tries: own.tries ?? tries,
    takesDialled: own.dialThrough !== false && own.sensitive !== true,
    // Only where it is asked anew: what was drawn before holds, whatever is left of it by now.
    options: () => checkChoices(options),
    face: (drawn) => ({ form: as, field: 'text', choices: drawnChoices(drawn) }),
    read: (entered, drawn) => {
      const place = placeOfChoice(entered, drawn, channel)
      return place === -1 ? { problem } : { answer: toRecorded(drawn[place]) }
    },
    takes: channel === 'ussd' ? isChoiceNumber : isChoiceValue,
  }
}

/** A yes or a no. */
export function confirmSpec(text: string, options: AskOptions, context: SpecContext): QuestionSpec {
  const { channel, tries, reading } = context
  const { yes, no, choice } = reading.words
  const own = checkAsked('talk.confirm', options)
  return {
    kind: 'confirm',
    text,
    ...namesOf(text, own),
    sensitive: own.sensitive === true,
    tries,
    takesDialled: false,
    options: () => [
      { label: yes, value: 'yes' },
      { label: no, value: 'no' },
    ],
    face: (drawn) => ({ form: 'confirm', field: 'text', choices: drawnChoices(drawn) }),
    read: (entered, drawn) => {
      const answer = verdictOf(entered, drawn, channel)
      return answer === undefined ? { problem: choice } : { answer }
    },
    takes: isChoiceNumber,
  }
}

/** Something that is only shown: whatever is entered goes on. */
export function showSpec(text: string, options: AskOptions, { channel, tries, reading }: SpecContext): QuestionSpec {
  const { next } = reading.words
  const own = checkAsked('talk.show', options)
  return {
    kind: 'show',
    text,
    ...namesOf(text, own),
    sensitive: own.sensitive === true,
    tries,
    takesDialled: own.dialThrough !== false && own.sensitive !== true,
    options: () => (channel === 'ussd' ? [next] : undefined),
    face: (drawn) => ({ form: 'display', field: 'text', choices: drawnChoices(drawn) }),
    read: () => ({ answer: null }),
    takes: isChoiceNumber,
  }
}

/** The question of a subscriber who comes back. @param about what they were about to do */
export function resumeSpec({ channel, tries, reading }: SpecContext, about: string | undefined): QuestionSpec {
  const { resume, resumeAbout, goOn, startAgain, choice } = reading.words
  return {
    kind: 'resume',
    text: about === undefined ? resume : resumeAbout.replace('{about}', () => about),
    print: '',
    label: undefined,
    sensitive: false,
    tries,
    takesDialled: false,
    options: () => [
      { label: goOn, value: 'continue' },
      { label: startAgain, value: 'restart' },
    ],
    face: (drawn) => ({ form: 'menu', field: 'text', choices: drawnChoices(drawn) }),
    read: (entered, drawn) => {
      const place = placeOfChoice(entered, drawn, channel)
      return place === -1 ? { problem: choice } : { answer: place === 0 }
    },
    takes: isChoiceNumber,
  }
}

function namesOf(
  text: string,
  { id, label, sensitive }: AskOptions,
  isSensitive = sensitive === true,
): Pick<QuestionSpec, 'print' | 'label'> {
  return { print: printOf(text, id, isSensitive), label }
}

/** @throws FMW_TALK_STEP where there is nothing to choose from */
export function checkChoices(options: readonly Option[]): readonly Option[] {
  if (!Array.isArray(options) || options.length === 0) {
    throw new FMW_TALK_STEP('talk.choose', 'there is nothing to choose: give at least one option, or end')
  }
  for (const [at, option] of options.entries()) {
    const label = typeof option === 'string' ? option : option?.label
    if (typeof label !== 'string' || label.trim() === '') {
      throw new FMW_TALK_STEP('talk.choose', `option ${at + 1} has no label to read`)
    }
    // What is free costs nothing that could be shown.
    const amount = typeof option === 'string' ? undefined : option.amount
    if (amount !== undefined && amount !== 0) readAmount(`amount of option ${at + 1}, ${label},`, amount)
  }
  return options
}

/** The check of a question of one's own. */
async function checkAnswer<Answer>(
  answer: Answer,
  { check, problem }: Question<Answer>,
  { words }: ReadingContext,
): Promise<AnswerFound<unknown>> {
  return judged(answer, await check?.(answer), problem ?? words.refused)
}
