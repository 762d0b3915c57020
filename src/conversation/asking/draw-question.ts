import type { TurnKind } from '../../pushes/kinds.ts'
import { toRecorded } from '../../store/effects/recorded.ts'
import type { Channel } from '../channel.ts'
import { isOfWords } from '../own-words.ts'
import type { ShownOption } from '../record/long-list.ts'
import type { Asked, ChoiceView, SeenLines } from '../record/record.ts'
import { drawSheet, type Sheet, sheetReply } from '../screens/draw-screen.ts'
import { lineFindings } from '../screens/said-texts.ts'
import type { ScreenContent, Ways } from '../screens/screen-content.ts'
import type { ScreenReview } from '../screens/screen-review.ts'
import type { TalkRun } from '../script/talk-run.ts'
import type { RunningTalk } from '../script/talk-turn.ts'
import type { BegunStep } from '../steps/begun-step.ts'
import { groupOf } from '../steps/choice-view.ts'
import type { QuestionFace, QuestionSpec } from '../steps/specs.ts'
import { drawHelp } from './help.ts'
import { type OpenQuestion, trapOf, trapped } from './open-question.ts'

/** Draws a question, or the help in its place, and keeps what of it is shown. @param line is shown too */
export function draw<K extends TurnKind>(question: OpenQuestion<K>, line?: number): void {
  const { run, talk, spec, asked, options, shown: before, ways } = question
  if (asked.h !== undefined) {
    drawHelp(question, asked.h)
    return
  }
  if (before !== undefined) askToCheck(run, talk, asked)
  const { record, canvas } = run
  const { form, field, choices } = spec.face(options, asked.v)
  if (run.lead !== undefined) {
    asked.l = run.lead
    asked.q = asked.p
  }
  // Under a line that left no room for the page, what of the page stands there wasn't read before.
  const wasRead = asked.r === undefined || asked.l === asked.r
  const contentWith = (note: string | undefined, lead: string | undefined): ScreenContent => ({
    lead,
    leadPage: asked.q,
    isRead: wasRead && spec.kind === 'choose' && !run.isDialled && run.lead === undefined && lead !== talk.words.again,
    starts: asked.b,
    line,
    text: note === undefined ? spec.text : `${spec.text}\n${note}`,
    choices,
    form,
    field,
    label: spec.label,
    sensitive: spec.sensitive,
    maskNext: spec.sensitive,
  })
  // What stands on a page before it is looked for from the first.
  const page = line !== undefined && line < (asked.n?.[1] ?? 0) ? 0 : (asked.p ?? 0)
  // The part of a list that is shown has a way back to the whole.
  const shown = asked.v === undefined ? ways : { first: ways.later, later: ways.later, more: ways.more }
  // Which pages there are is the same with and without an error line.
  const whole = contentWith(spec.note, undefined)
  const plain = drawSheet(canvas, whole, shown, page)
  const { keys } = run.given.settings
  if (!plain.isLast && spec.isTrap?.(keys.more) === true) throw trapped(keys.more, talk.words.more)
  const hidesSome =
    page > 0 || !plain.isLast || choices.some(({ answer }) => answer !== undefined && !('place' in answer))
  const isLong = spec.hint !== undefined && asked.v?.q === undefined && hidesSome
  const note = isLong ? spec.hint : spec.note
  const isPlain = note === spec.note && asked.l === undefined
  const content = isPlain ? whole : contentWith(note, asked.l)
  const sheet = isPlain ? plain : drawSheet(canvas, content, shown, page)
  // What is left of a line that takes several pages was looked at with its beginning.
  const isRest = asked.r !== undefined && asked.l === asked.r
  asked.p = sheet.page === 0 ? undefined : sheet.page
  asked.b = asked.p === undefined ? undefined : sheet.starts
  asked.m = sheet.isLast ? undefined : true
  asked.r = sheet.rest
  asked.n = seenWith(asked.n, sheet, choices.length)
  if (isSecret(spec)) record.s = true
  if (spec.kind === 'confirm') asked.t = run.answers.shownAs(spec)
  run.answers.keepShown(asked, spec.sensitive, () => optionsOn(sheet, choices, options, canvas.channel))
  const { review: told } = run.given
  const { underWay: step } = talk
  if (told !== undefined && step !== undefined) {
    // An error line makes room for itself: that is no mistake of the author.
    if (asked.l === undefined) review(question, told, step, { content, sheet })
    if (!isRest) reviewLine(question, step, { content, sheet, plain, ways: shown })
  }
  const mark = run.mark()
  run.answer(sheetReply(canvas, content, sheet, run.held()), mark)
}

/** The lines of a list that were shown, with those of a page; undefined where all stand on one. */
function seenWith(
  [all]: SeenLines = nothingSeen,
  { starts = [], next, isLast }: Sheet,
  choices: number,
): SeenLines | undefined {
  if (next === undefined) return undefined
  const from = Math.max(0, starts.at(-1) ?? 0)
  const to = isLast ? choices : next.choices
  return [from <= all ? Math.max(all, to) : all, from, to]
}

/** The options that stand on a page of a phone. */
function optionsOn(
  { starts = [], next }: Sheet,
  choices: QuestionFace['choices'],
  options: readonly unknown[],
  channel: Channel,
): readonly ShownOption[] {
  if (channel !== 'ussd') return []
  const first = Math.max(0, starts.at(-1) ?? 0)
  return choices.slice(first, next?.choices).flatMap(({ number, answer }, at): readonly ShownOption[] => {
    if (answer !== undefined && !('place' in answer)) return []
    const place = first + at
    return [[number ?? `${place + 1}`, toRecorded(options[answer?.place ?? place])]]
  })
}

/** Tells the author what is not shown of a question as it was written. */
function review<K extends TurnKind>(
  { run, talk, spec, asked, options, isAfterStep }: OpenQuestion<K>,
  told: ScreenReview,
  step: BegunStep,
  drawn: Pick<DrawnPage, 'content' | 'sheet'>,
): void {
  const isTrapped = isAfterStep && run.channel !== 'ussd' && told.serves('ussd')
  const trap = isTrapped ? trapOf(spec, run.given.settings.keys, talk.words)?.message : undefined
  const finds = spec.hint !== undefined || asked.v?.q !== undefined
  const lacksCountry = spec.lacksCountry === true
  run.review(told, step, { ...drawn, finds, groups: options.map(groupOf), trap, lacksCountry })
}

/** A page as it was drawn. */
interface DrawnPage {
  readonly content: ScreenContent
  readonly sheet: Sheet
  /** Without a line that tells of a wrong answer. */
  readonly plain: Sheet
  readonly ways: Ways
}

/** The same of the line that stands on a page or, where none does, of the one that a wrong answer gets. */
function reviewLine<K extends TurnKind>(
  { run, talk, spec, asked }: OpenQuestion<K>,
  step: BegunStep,
  { content, sheet, plain, ways }: DrawnPage,
): void {
  const { canvas } = run
  const line = asked.l ?? spec.problem
  const isThere = asked.l === undefined || (asked.q ?? 0) === sheet.page
  // What the words of a conversation say is looked at where they are given.
  if (line === undefined || !isThere || isOfWords(line, talk.words)) return
  const led = { ...content, lead: line, leadPage: sheet.page, isRead: spec.kind === 'choose' }
  const shown = asked.l === undefined ? drawSheet(canvas, led, ways, sheet.page) : sheet
  const said = { line, canvas, sheet: shown, plain, isSensitive: spec.sensitive }
  run.reviewTexts(step, () => lineFindings(said, line === spec.problem ? 'problem' : 'line'))
}

/** What is entered there is a secret, not only what is shown. */
function isSecret({ sensitive, kind }: QuestionSpec): boolean {
  return sensitive && kind !== 'confirm' && kind !== 'show'
}

const nothingSeen: SeenLines = [0, 0, 0]

/** Shows a part of a list, from its first page on. */
export function showPart(asked: Asked, view: ChoiceView): void {
  const { p, b } = asked.v ?? asked
  Object.assign(asked, { ...nothingShown, v: { ...view, p, b } })
}

/** It is another question than was shown: it is drawn from its first page on, and what was entered was not wrong. */
export function askToCheck<K extends TurnKind>(run: TalkRun<K>, { words }: RunningTalk, asked: Asked): void {
  run.inputs = []
  Object.assign(asked, { ...nothingShown, l: words.again })
}

/** Of a question that is drawn from its beginning. */
export const nothingShown = {
  p: undefined,
  b: undefined,
  v: undefined,
  l: undefined,
  q: undefined,
  r: undefined,
  n: undefined,
}
