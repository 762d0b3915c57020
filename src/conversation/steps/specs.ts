import { readAmount } from '../../replies/checks/amount.ts'
import type { DataType, FieldType } from '../../replies/index.ts'
import { lostIn, unfitIn } from '../../store/effects/recorded.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import type { Channel } from '../channel.ts'
import type { TalkKeys } from '../conversation-options.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { isLine, keyOfLine } from '../questions/check-options.ts'
import { hasNoCountry } from '../questions/phone.ts'
import type { AnswerFound, Question, ReadingContext } from '../questions/question.ts'
import { printOf } from '../record/fingerprint.ts'
import type { ChoiceView, SeenLines } from '../record/record.ts'
import type { DrawnChoice } from '../screens/screen-content.ts'
import type { AskOptions, ChooseOptions, Option, OwnEnding } from '../talk.ts'
import { checkAsked, checkChosen } from './check-settings.ts'
import {
  drawnChoices,
  hasLabel,
  isChoiceNumber,
  isChoiceValue,
  isSeen,
  placeOfChoice,
  verdictOf,
} from './choice-list.ts'
import { ChoiceList, isSpecialList, type ListAnswer, type ListPart, ownNumberOf, sameNumber } from './choice-view.ts'
import { checkRead, readAnswer } from './read-answer.ts'

/** What is drawn of a question beside its text. */
export interface QuestionFace {
  readonly form: DataType
  readonly field: FieldType
  /** What a line leads to where that is not the option in its place. */
  readonly choices: readonly (DrawnChoice & { readonly answer?: ListAnswer })[]
}

/** The endings of a question's own. */
export interface QuestionEndings {
  readonly tooMany: OwnEnding | undefined
  readonly failed: OwnEnding | undefined
}

/** A question as the script asks it, in one form for all kinds of questions. */
export interface QuestionSpec {
  /** Its kind in the record. */
  readonly kind: string
  readonly text: string
  /** Drawn under it. */
  readonly note?: string | undefined
  /** The author's line for every wrong answer. */
  readonly problem?: string | undefined
  /** What it is known by. */
  readonly print: string
  readonly label: string | undefined
  readonly sensitive: boolean
  readonly tries: number
  /** It asks for a phone number, and nobody has said of which country. */
  readonly lacksCountry?: boolean
  /** How it ends the conversation, by what went wrong; undefined where that is not its own. */
  readonly endings: QuestionEndings
  /** Whether what was dialled with the code may answer it: nobody has seen it then. */
  readonly takesDialled: boolean
  /**
   * The options as they are now, for a question that is asked anew; undefined where it has none.
   *
   * @throws FMW_TALK_STEP where there must be some and are none
   */
  options(): readonly unknown[] | undefined
  /** Says below the text of a list that takes several pages how to find something in it. */
  readonly hint?: string | undefined
  /** @param options as they were drawn @param view the part of them that is shown */
  face(options: readonly unknown[], view: ChoiceView | undefined): QuestionFace
  /**
   * Understands an answer.
   *
   * @param options as they were drawn
   * @param view the part of them that is shown
   * @param seen the lines of it that were shown; undefined where what was dialled need not be seen
   * @returns another part to show, where the answer asks for that
   */
  read(
    entered: string,
    options: readonly unknown[],
    view: ChoiceView | undefined,
    seen: SeenLines | undefined,
  ): AnswerFound<unknown> | ListPart | Promise<AnswerFound<unknown>>
  /** Whether the key of a way is an answer, and nobody has said that it is to be. */
  isTrap?(key: string): boolean
  /** Whether a key is an answer itself: then its way has a star. */
  takes(key: string, options: readonly unknown[], view: ChoiceView | undefined): boolean
}

/** What the questions of a turn have in common. */
export interface SpecContext {
  readonly channel: Channel
  readonly keys: TalkKeys
  readonly tries: number
  readonly reading: ReadingContext
  /** From here on nothing that is logged, recorded or said in this turn shows it. */
  hide(answer: unknown): void
}

/** A question that is answered in the subscriber's own words. */
export function askSpec<Answer>(
  text: string,
  question: Question<Answer>,
  options: AskOptions,
  { channel, tries, reading, hide }: SpecContext,
): QuestionSpec {
  const own = checkAsked('talk.ask', options)
  const face: QuestionFace = { form: 'input', field: question.field, choices: [] }
  const isSensitive = question.sensitive === true || own.sensitive === true
  let known: Map<string, boolean> | undefined
  // A key is looked at as a trap and as a way, and reading one costs as much as an answer.
  const takes = (key: string): boolean => {
    if (question.takesKeys === false) return false
    known ??= new Map()
    const taken = known.get(key) ?? !('problem' in checkRead(question.read(key, reading)))
    known.set(key, taken)
    return taken
  }
  const skip = keyThatSkips(question, takes)
  return {
    ...shared(text, own, isSensitive),
    kind: kindOfAsk(question.type),
    note: question.optional,
    problem: question.problem,
    lacksCountry: reading.country === undefined && hasNoCountry(question),
    tries: question.tries ?? tries,
    takesDialled: own.dialThrough !== false && !isSensitive,
    options: () => undefined,
    face: () => face,
    read: (entered) => {
      if (skip !== undefined) {
        const entry = plainEntry(entered)
        if (entry === skip || (entry === '' && channel !== 'ussd')) return { answer: null }
      }
      return readAnswer(question, entered, reading, isSensitive ? hide : ignore)
    },
    isTrap: (key) => question.takesKeys === undefined && key !== skip && takes(key),
    takes: (key) => key === skip || takes(key),
  }
}

/** The kind of a question by its type, in the record. Most scripts have a few, and look for each on every turn. */
export function kindOfAsk(type: string): string {
  const known = kinds.get(type)
  if (known !== undefined) return known
  const kind = `ask:${type}`
  if (kinds.size === mostKinds) kinds.clear()
  kinds.set(type, kind)
  return kind
}

const kinds = new Map<string, string>()
const mostKinds = 64

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
  { channel, keys, tries, reading }: SpecContext,
): QuestionSpec {
  const own = checkChosen(settings)
  const { as = 'menu', find, problem } = own
  // Digits look for nothing.
  const problemOf = (entered: string) =>
    problem ?? (find === undefined || digits.test(plainEntry(entered)) ? reading.words.choice : reading.words.notFound)
  const isSensitive = own.sensitive === true
  let list: ChoiceList | 'plain' | undefined
  /** Undefined where its lines are all there is to it: most lists are so. */
  const listOf = (drawn: readonly unknown[]): ChoiceList | undefined => {
    const isPlain = find === undefined && (list === 'plain' || !isSpecialList(drawn))
    list ??= isPlain ? 'plain' : new ChoiceList(drawn, channel, isSensitive)
    return list === 'plain' ? undefined : list
  }
  return {
    ...shared(text, own, isSensitive),
    kind: 'choose',
    problem,
    hint: find === true ? reading.words.find : find,
    tries: own.tries ?? tries,
    takesDialled: own.dialThrough !== false && !isSensitive,
    // Only where it is asked anew: what was drawn before holds, whatever is left of it by now.
    options: () => {
      list = undefined
      return checkChoices(options, keys)
    },
    face: (drawn, view) => ({ form: as, field: 'text', choices: listOf(drawn)?.draw(view) ?? drawnChoices(drawn) }),
    read: (entered, drawn, view, seen) => {
      const meant =
        listOf(drawn)?.read(entered, view, find !== undefined, seen) ?? placeShown(entered, drawn, channel, seen)
      if (!('place' in meant)) return meant
      return meant.place === -1 ? { problem: problemOf(entered) } : { answer: drawn[meant.place] }
    },
    takes: (key, drawn, view) =>
      listOf(drawn)?.takes(key, view) ?? (channel === 'ussd' ? isChoiceNumber(key, drawn) : isChoiceValue(key, drawn)),
  }
}

/** An option of a list that is all there is to it, or its line to see first. */
function placeShown(
  entered: string,
  drawn: readonly unknown[],
  channel: Channel,
  seen: SeenLines | undefined,
): ListAnswer {
  const place = placeOfChoice(entered, drawn, channel)
  const isFree = place === -1 || seen === undefined || isSeen(seen, place) || hasLabel(entered)(drawn[place])
  return isFree ? { place } : { line: place }
}

/** A yes or a no. */
export function confirmSpec(text: string, options: AskOptions, context: SpecContext): QuestionSpec {
  const { channel, tries, reading } = context
  const { yes, no, choice } = reading.words
  const own = checkAsked('talk.confirm', options)
  return {
    ...shared(text, own, own.sensitive === true),
    kind: 'confirm',
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
    ...shared(text, own, own.sensitive === true),
    kind: 'show',
    tries,
    takesDialled: false,
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
    endings: { tooMany: undefined, failed: undefined },
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

/** What every question of a script has in the same way. */
function shared(text: string, { id, label, onTooMany, onFailed }: AskOptions, sensitive: boolean) {
  const endings: QuestionEndings = { tooMany: onTooMany, failed: onFailed }
  return { text, print: printOf(text, id, sensitive), label, sensitive, endings }
}

/** @throws FMW_TALK_STEP where there is nothing to choose from, or an option cannot be told from another or from a way */
export function checkChoices(options: readonly Option[], keys: TalkKeys): readonly Option[] {
  if (!Array.isArray(options)) throw new FMW_TALK_STEP('talk.choose', "its options must be a list: ['Rice', 'Oil']")
  if (options.length === 0) {
    throw new FMW_TALK_STEP('talk.choose', 'there is nothing to choose: give at least one option, or end')
  }
  let numbers: Map<string, number> | undefined
  for (let at = 0; at < options.length; at++) {
    const option = options[at]
    const label = typeof option === 'string' ? option : option?.label
    if (typeof label !== 'string' || label.trim() === '') {
      throw new FMW_TALK_STEP('talk.choose', `option ${at + 1} has no label to read: give text, or { label: 'Rice' }`)
    }
    if (typeof option === 'string') continue
    const { amount, group, number } = option
    // What is free costs nothing that could be shown.
    if (amount !== undefined && amount !== 0) readAmount(`amount of option ${at + 1}, ${label},`, amount)
    const unfit = unfitIn(lostIn(option))
    if (unfit !== undefined) throw new FMW_TALK_STEP('talk.choose', `option ${at + 1}, ${label}, has ${unfit}`)
    if (group !== undefined && !isLine(group)) {
      throw new FMW_TALK_STEP('talk.choose', `the group of option ${at + 1} must be text`)
    }
    if (number === undefined) continue
    numbers ??= new Map()
    checkNumber(`the number of option ${at + 1}`, number, numbers, at, keys)
  }
  return options
}

/** @param numbers those before it, with the places of their options */
function checkNumber(what: string, number: unknown, numbers: Map<string, number>, at: number, keys: TalkKeys): void {
  const problem = (text: string) => new FMW_TALK_STEP('talk.choose', `${what} ${text}`)
  const own = ownNumberOf({ number })
  if (own === undefined || !numberForm.test(own)) throw problem('must be 1 to 8 digits or letters')
  const way = Object.values(keys).find((key) => sameNumber(key) === sameNumber(own))
  if (way !== undefined) throw problem(`is ${way}, which is the key of a way: give it another, or the way another key`)
  const before = numbers.get(sameNumber(own))
  if (before !== undefined) throw problem(`is that of option ${before + 1} too`)
  numbers.set(sameNumber(own), at)
}

const ignore = (): void => undefined
const digits = /^[+(]?\d+\s*[.,):]?$/
const numberForm = /^[\da-z]{1,8}$/i
