import type { TurnKind } from '../../pushes/kinds.ts'
import { dialsCode } from '../../pushes/reading/dial-string.ts'
import { type Lost, type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { describeError } from '../../text/describe-error.ts'
import type { Channel } from '../channel.ts'
import type { TalkKeys } from '../conversation-options.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import type { AnswerFound } from '../questions/question.ts'
import type { ShownOption } from '../record/long-list.ts'
import {
  type Asked,
  type ChoiceView,
  endingAt,
  hasOpenEffect,
  helpKey,
  isEffect,
  isLoad,
  placeBefore,
  type SeenLines,
  type Step,
  type TalkRecord,
} from '../record/record.ts'
import { askWith, drawSheet, type Sheet } from '../screens/draw-screen.ts'
import type { ScreenContent } from '../screens/screen-content.ts'
import { groupOf, shownOption } from '../steps/choice-view.ts'
import { checkAnswer } from '../steps/read-answer.ts'
import type { QuestionFace, QuestionSpec } from '../steps/specs.ts'
import type { Words } from '../words.ts'
import type { TalkRun } from './talk-run.ts'
import type { RunningTalk } from './talk-turn.ts'
import { EndingWays, TalkWays } from './talk-ways.ts'

/** A question on its way to its answer. */
interface OpenQuestion<K extends TurnKind> {
  readonly run: TalkRun<K>
  readonly talk: RunningTalk
  readonly spec: QuestionSpec
  readonly asked: Asked
  /** As they were drawn. */
  readonly options: readonly unknown[]
  /** What was on the screen of a long list that is another by now. */
  readonly shown: readonly ShownOption[] | undefined
  readonly ways: TalkWays
  /** Something was answered or done before it. */
  readonly isAfterStep: boolean
  /** The place of the question before it, where it can be gone back to. */
  readonly before: number | undefined
}

/** The answer to a question; undefined where the script is left there. */
export type Taken = { readonly value: Recorded; readonly lost: readonly Lost[] } | undefined

/**
 * Takes what was entered for the question on the screen, and draws the question where nothing was that answers it. A
 * promise only where the answer has to be waited for.
 */
export function takeAnswer<K extends TurnKind>(
  run: TalkRun<K>,
  talk: RunningTalk,
  spec: QuestionSpec,
  asked: Asked,
): Taken | Promise<Taken> {
  const { record, given } = run
  const drawn = run.answers.optionsOf(spec, asked)
  if (drawn === undefined) {
    // Nobody knows any more what it was an answer to.
    const anew = run.open(spec, asked.at)
    askToCheck(run, talk, anew)
    return takeAnswer(run, talk, spec, anew)
  }
  const { options, before: shown } = drawn
  const before = placeBefore(record, asked.at)
  const first = record.steps.findIndex(isNoLoad)
  const isAfterStep = first !== -1 && first < asked.at
  const home = record.steps.findIndex((step, place) => place >= talk.homeAt && isNoLoad(step))
  const open = {
    canGoBack: before !== undefined,
    // Home is the first question, or the one that the script has marked: where that is on the screen, or is the one before
    // it, nobody needs another way. To begin anew while something is open might do it twice.
    canGoHome: home !== -1 && home < asked.at && home !== before && mayGoHome(record),
    isAfterStep,
    takes: (key: string) => spec.takes(key, options, asked.v),
  }
  const { keys } = given.settings
  // Where a field is drawn by its channel nobody sees a way, and what was entered is what was meant.
  const isField = run.channel !== 'ussd' && spec.kind.startsWith('ask:')
  const trap = isAfterStep && run.channel === 'ussd' ? trapOf(spec, keys, talk.words) : undefined
  if (trap !== undefined) throw trap
  const ways = isField
    ? new TalkWays({ ...open, ...closed }, { ...keys, help: undefined }, talk.words)
    : new TalkWays(open, keys, talk.words)
  run.leaveDialled(spec)
  const question = { run, talk, spec, asked, options, shown, ways, isAfterStep, before }
  const isChanged = run.inputs.length > 0 && (shown !== undefined || run.answers.isChanged(spec, asked))
  if (asked.h !== undefined && run.inputs.length > 0) return leaveHelp(question)
  for (let entered = run.inputs[0]; entered !== undefined; entered = run.inputs[0]) {
    // Whoever dials again inside the session has given no answer.
    if (run.channel === 'ussd' && dialsCode(entered, given.event.serviceCode)) {
      run.inputs = []
      break
    }
    const known = shown && shownOption(entered, shown)
    if (known !== undefined) return take(question, entered, { answer: known })
    const unread = isUnread(question) ? 'more' : undefined
    const way = ways.entered(entered, depthOf(asked), asked.m === true) ?? unread
    if (way === undefined && !isChanged) {
      const read = spec.read(entered, options, asked.v, run.isDialled ? undefined : (asked.n ?? allSeen))
      if (read instanceof Promise)
        return read.then(
          (understood) => take(question, entered, understood),
          (error: unknown) => fails(question, error),
        )
      if ('answer' in read || 'problem' in read) return take(question, entered, read)
      run.inputs = run.inputs.slice(1)
      if (read.view !== undefined) showPart(asked, read.view)
      if (read.line === undefined) continue
      draw(question, read.line)
      return undefined
    }
    if (way === 'help') return help(question)
    if (way !== undefined && leaves(question, way)) return undefined
    // A yes would be to something else than what was shown, and another page one of something else.
    if (isChanged) askToCheck(run, talk, asked)
  }
  draw(question)
  return undefined
}

/** What is not read yet cannot be said yes to, chosen from, or left behind: whatever is entered goes on reading. */
function isUnread<K extends TurnKind>({ run, spec: { kind }, asked }: OpenQuestion<K>): boolean {
  if (asked.m !== true) return false
  return kind === 'choose' ? asked.n?.[2] === 0 && !run.isDialled : !kind.startsWith('ask:')
}

/** An answer that leads back on the screens before it would be given by those who want to go back. */
function trapOf(spec: QuestionSpec, { back, home }: TalkKeys, words: Words): Error | undefined {
  const isBack = spec.isTrap?.(back) === true
  if (!isBack && spec.isTrap?.(home) !== true) return undefined
  return isBack ? trapped(back, words.back) : trapped(home, words.home)
}

function trapped(key: string, word: string): Error {
  const fix = `give limits without it, such as min: 1, or takesKeys: true to have *${key} ${word} drawn, or other keys`
  const problem = `its question takes ${key} for an answer, which is ${word} on the screens around it: ${fix}`
  return new FMW_TALK_STEP('talk.ask', problem)
}

/** Takes what was understood of what was entered. */
function take<K extends TurnKind>(question: OpenQuestion<K>, entered: string, understood: AnswerFound<unknown>): Taken {
  const { run, talk, spec, asked, ways } = question
  // While it was checked the subscriber may have left.
  if (talk.isOver) return undefined
  if ('answer' in understood) {
    const lost = checkAnswer(understood.answer)
    run.inputs = run.inputs.slice(1)
    const answer = toRecorded(understood.answer)
    run.answers.keepAnswer(spec, asked, answer)
    run.answered = { spec, options: question.options, at: asked.at, step: talk.underWay }
    return { value: answer, lost }
  }
  // People press what leads back elsewhere: where that is no answer nobody has given one.
  const isBarred = run.channel === 'ussd' && ways.isBarred(entered, depthOf(asked))
  if (isBarred) run.inputs = []
  if (isBarred || !refuses(question, understood.problem)) draw(question)
  return undefined
}

/** Shows the help of the conversation in place of the question. */
async function help<K extends TurnKind>(question: OpenQuestion<K>): Promise<Taken> {
  const { run, talk, asked } = question
  const { settings, turn } = run.given
  const show = settings.help?.show
  run.inputs = []
  const { record } = run
  try {
    const text = typeof show === 'function' ? await show(talk.caller, helpKey(record)) : show
    // Its question is no reason to fail: it is on the screen again.
    if (typeof text !== 'string' || text.trim() === '') throw new FMW_TALK_STEP('help', 'it must give text to show')
    asked.h = text
    record.h = (record.h ?? 0) + 1
  } catch (error) {
    turn.log.error({ err: describeError(error, run.given.work.turn.secrets) }, 'the help of a conversation failed')
  }
  if (!talk.isOver) draw(question)
  return undefined
}

/** Whatever is entered at the last page of help leads back to the question. */
function leaveHelp<K extends TurnKind>(question: OpenQuestion<K>): undefined {
  const { run, talk, asked } = question
  const [entered = ''] = run.inputs
  run.inputs = []
  const { hp = 0 } = asked
  const page = new EndingWays(run.given.settings.keys, talk.words).pageAfter(entered, hp)
  const turnsPage = page < hp || (page > hp && asked.m === true)
  asked.hp = turnsPage ? page : undefined
  if (!turnsPage) asked.h = undefined
  draw(question)
  return undefined
}

/** Help as a screen of its own, whose pages lead on and back to the question. */
function drawHelp<K extends TurnKind>({ run, talk, asked }: OpenQuestion<K>, text: string): void {
  const { keys } = run.given.settings
  const back = { key: keys.back, word: talk.words.back }
  const ways = { first: [back], later: [back], more: { key: keys.more, word: talk.words.more } }
  const content: ScreenContent = {
    text,
    choices: [],
    form: 'display',
    field: 'text',
    sensitive: false,
    maskNext: false,
  }
  const sheet = drawSheet(run.canvas, content, ways, asked.hp ?? 0)
  asked.hp = sheet.page === 0 ? undefined : sheet.page
  asked.m = sheet.isLast ? undefined : true
  run.answer(askWith(run.canvas, content, sheet, run.held()), run.mark())
}

/** A check threw. @throws the same, where the question has no ending of its own for that */
function fails<K extends TurnKind>({ run, talk, spec, asked }: OpenQuestion<K>, error: unknown): Taken {
  const { failed } = spec.endings
  if (failed === undefined) throw error
  if (talk.isOver) return undefined
  const { turn, work } = run.given
  turn.log.error(
    { err: describeError(error, work.turn.secrets) },
    'the check of a question failed: it ended in its own way',
  )
  run.endAt(talk, spec, asked, 'failed', failed)
  return undefined
}

/** Goes a way. @returns whether it leads to another question */
function leaves<K extends TurnKind>(
  { run, talk, asked, before }: OpenQuestion<K>,
  way: 'back' | 'home' | 'more',
): boolean {
  const page = asked.p ?? 0
  if (way === 'home' && mayGoHome(run.record)) {
    run.goHome(talk)
    return true
  }
  const { v } = asked
  if (way === 'back' && page === 0 && v !== undefined) {
    run.inputs = run.inputs.slice(1)
    Object.assign(asked, { ...nothingShown, p: v.p, b: v.b })
    return false
  }
  if (way === 'back' && page === 0 && before !== undefined) {
    run.goBackTo(talk, before)
    return true
  }
  run.inputs = run.inputs.slice(1)
  if (way === 'more' && asked.r !== undefined) {
    // The page itself is read now, without the line that left no room for it.
    asked.l = asked.r === '' ? undefined : asked.r
    return false
  }
  asked.p = Math.max(0, page + pagesOf[way])
  return false
}

/** Takes a wrong answer. @returns whether it was the last */
function refuses<K extends TurnKind>({ run, talk, spec, asked }: OpenQuestion<K>, problem: string): boolean {
  // What was dialled after a wrong answer is an answer to something else.
  run.inputs = []
  const { event, host, turn } = run.given
  // Nobody has read a question yet: it may be the extension of the code.
  if (event.type === 'initiation' && host.tellOfExtension !== undefined && run.record.steps.every(isNoAnswer)) {
    host.tellOfExtension(turn.log)
    return false
  }
  const wrong = run.answers.countWrong(spec)
  asked.l = problem
  asked.q = asked.p
  if (wrong < spec.tries) return false
  const { tooMany } = spec.endings
  if (tooMany === undefined) run.ends.afterTooMany(talk, spec)
  else run.endAt(talk, spec, asked, 'tooMany', tooMany)
  return true
}

/** Shows a part of a list, from its first page on. */
function showPart(asked: Asked, view: ChoiceView): void {
  const { p, b } = asked.v ?? asked
  Object.assign(asked, { ...nothingShown, v: { ...view, p, b } })
}

/** How many steps back there are within a question: to its first page, and to the whole of its list. */
function depthOf({ p = 0, v }: Asked): number {
  return v === undefined ? p : p + 1
}

/** It is another question than was shown: it is drawn from its first page on, and what was entered was not wrong. */
function askToCheck<K extends TurnKind>(run: TalkRun<K>, { words }: RunningTalk, asked: Asked): void {
  run.inputs = []
  Object.assign(asked, { ...nothingShown, l: words.again })
}

/** @param line is shown too */
function draw<K extends TurnKind>(question: OpenQuestion<K>, line?: number): void {
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
  const contentWith = (note: string | undefined, lead: string | undefined): ScreenContent => ({
    lead,
    leadPage: asked.q,
    isRead: spec.kind === 'choose' && !run.isDialled && run.lead === undefined && lead !== talk.words.again,
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
  const drawWith = (note: string | undefined, lead?: string): Sheet =>
    drawSheet(canvas, contentWith(note, lead), shown, page)
  // Which pages there are is the same with and without an error line.
  const plain = drawWith(spec.note)
  const { keys } = run.given.settings
  if (!plain.isLast && spec.isTrap?.(keys.more) === true) throw trapped(keys.more, talk.words.more)
  const hidesSome =
    page > 0 || !plain.isLast || choices.some(({ answer }) => answer !== undefined && !('place' in answer))
  const isLong = spec.hint !== undefined && asked.v?.q === undefined && hidesSome
  const note = isLong ? spec.hint : spec.note
  const sheet = note === spec.note && asked.l === undefined ? plain : drawWith(note, asked.l)
  const content = contentWith(note, asked.l)
  asked.p = sheet.page === 0 ? undefined : sheet.page
  asked.b = asked.p === undefined ? undefined : sheet.starts
  asked.m = sheet.isLast ? undefined : true
  asked.r = sheet.rest
  asked.n = seenWith(asked.n, sheet, choices.length)
  if (isSecret(spec)) record.s = true
  if (spec.kind === 'confirm') asked.t = run.answers.shownAs(spec)
  run.answers.keepShown(asked, spec.sensitive, () => optionsOn(sheet, choices, options, canvas.channel))
  review(question, content, sheet)
  const mark = run.mark()
  run.answer(askWith(canvas, content, sheet, run.held()), mark)
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
function review<K extends TurnKind>(question: OpenQuestion<K>, content: ScreenContent, sheet: Sheet): void {
  const { run, talk, spec, asked, options, isAfterStep } = question
  const { review: told, settings } = run.given
  // An error line makes room for itself: that is no mistake of the author.
  if (told === undefined || talk.underWay === undefined || asked.l !== undefined) return
  const isTrapped = isAfterStep && run.channel !== 'ussd' && told.serves('ussd')
  const trap = isTrapped ? trapOf(spec, settings.keys, talk.words)?.message : undefined
  const finds = spec.hint !== undefined || asked.v?.q !== undefined
  run.review(told, talk.underWay, {
    content,
    sheet,
    finds,
    groups: options.map(groupOf),
    trap,
    lacksCountry: spec.lacksCountry === true,
  })
}

// A way that is barred leads to the same screen again.
const pagesOf = { back: -1, home: 0, more: 1 }

/** Of a question that is drawn from its beginning. */
const nothingShown = {
  p: undefined,
  b: undefined,
  v: undefined,
  l: undefined,
  q: undefined,
  r: undefined,
  n: undefined,
}

const nothingSeen: SeenLines = [0, 0, 0]
const allSeen: SeenLines = [Number.POSITIVE_INFINITY, 0, 0]

const closed = { canGoBack: false, canGoHome: false, isAfterStep: false }

/** To begin anew while something is open might do it twice, and behind too many tries would give more of them. */
function mayGoHome(record: TalkRecord): boolean {
  return !hasOpenEffect(record) && record.steps.every((step) => endingAt(step) === undefined)
}

/** What is entered there is a secret, not only what is shown. */
function isSecret({ sensitive, kind }: QuestionSpec): boolean {
  return sensitive && kind !== 'confirm' && kind !== 'show'
}

const isNoAnswer = (step: Step): boolean => isLoad(step) || isEffect(step)

const isNoLoad = (step: Step): boolean => !isLoad(step)
