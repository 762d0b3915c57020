import type { TurnKind } from '../../pushes/kinds.ts'
import { dialsCode } from '../../pushes/reading/dial-string.ts'
import { type Lost, type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { logError, shortestSecret } from '../../text/describe-error.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'
import type { AnswerFound } from '../questions/question.ts'
import type { Asked, SeenLines } from '../record/record.ts'
import { isEffect, isLoad, type Step } from '../record/steps.ts'
import type { TalkRun } from '../script/talk-run.ts'
import type { RunningTalk } from '../script/talk-turn.ts'
import { shownOption } from '../steps/choice-view.ts'
import { checkAnswer } from '../steps/read-answer.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import { askToCheck, draw, nothingShown, showPart } from './draw-question.ts'
import { giveHelp, leaveHelp } from './help.ts'
import { mayGoHome, type OpenQuestion, openQuestion } from './open-question.ts'

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
  const drawn = run.answers.optionsOf(spec, asked)
  if (drawn === undefined) {
    // Nobody knows any more what it was an answer to.
    const anew = run.open(spec, asked.at)
    askToCheck(run, talk, anew)
    return takeAnswer(run, talk, spec, anew)
  }
  const question = openQuestion(run, talk, spec, asked, drawn)
  const { options, shown, ways } = question
  run.leaveDialled(spec)
  const isChanged = run.inputs.length > 0 && (shown !== undefined || run.answers.isChanged(spec, asked))
  if (asked.h !== undefined && run.inputs.length > 0) {
    leaveHelp(question)
    draw(question)
    return undefined
  }
  for (let entered = run.inputs[0]; entered !== undefined; entered = run.inputs[0]) {
    // Whoever dials again inside the session has given no answer.
    if (run.channel === 'ussd' && dialsCode(entered, run.given.event.serviceCode)) {
      run.inputs = []
      break
    }
    const known = shown && shownOption(entered, shown)
    if (known !== undefined) return take(question, entered, { answer: known })
    const unread = isUnread(question) ? 'more' : undefined
    const way = ways.entered(entered, depthOf(asked), asked.m === true) ?? unread
    if (way === undefined && !isChanged) {
      if (spec.sensitive) run.answers.hideEntered(entered)
      else run.answers.hideTyped([entered])
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
    if (way === 'help') return askForHelp(question)
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

/** Takes what was understood of what was entered. */
function take<K extends TurnKind>(question: OpenQuestion<K>, entered: string, understood: AnswerFound<unknown>): Taken {
  const { run, talk, spec, asked, ways } = question
  // While it was checked the subscriber may have left.
  if (talk.isOver) return undefined
  if ('answer' in understood) {
    const lost = checkAnswer(understood.answer)
    run.inputs = run.inputs.slice(1)
    const answer = toRecorded(understood.answer)
    const another = run.answers.keepAnswer(spec, asked, answer, entered)
    if (another !== undefined) {
      run.goBackTo(talk, another)
      return undefined
    }
    run.answered = { spec, options: question.options, at: asked.at, step: talk.underWay }
    return { value: answer, lost }
  }
  // People press what leads back elsewhere: where that is no answer nobody has given one. A first question may take numbers.
  const page = depthOf(asked)
  const isFirst = page === 0 && spec.kind.startsWith('ask:')
  const isBarred = run.channel === 'ussd' && !isFirst && ways.isBarred(entered, page)
  if (isBarred) run.inputs = []
  if (isBarred || !refuses(question, understood.problem)) draw(question)
  return undefined
}

async function askForHelp<K extends TurnKind>(question: OpenQuestion<K>): Promise<Taken> {
  await giveHelp(question)
  if (!question.talk.isOver) draw(question)
  return undefined
}

/** A check threw. @throws the same, where the question has no ending of its own for that */
function fails<K extends TurnKind>({ run, talk, spec, asked }: OpenQuestion<K>, error: unknown): Taken {
  const { failed } = spec.endings
  if (failed === undefined) throw error
  if (talk.isOver) return undefined
  const { turn, work } = run.given
  logError(turn.log, 'error', error, 'the check of a question failed: it ended in its own way', {}, work.turn.secrets)
  run.endAt(talk, spec, asked, 'failed', failed)
  return undefined
}

/** Goes a way. @returns whether it leads to another question */
function leaves<K extends TurnKind>(
  { run, talk, asked, before }: OpenQuestion<K>,
  way: 'back' | 'home' | 'more',
): boolean {
  const page = asked.p ?? 0
  if (way === 'home' && mayGoHome(run.record, talk.homeAt)) {
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
  // The line stands in the record, which anybody may read who reads the store.
  asked.l = hideSecrets(problem, run.given.work.turn.secrets.filter(isLong))
  asked.q = asked.p
  asked.r = undefined
  if (wrong < spec.tries) return false
  const { tooMany } = spec.endings
  if (tooMany === undefined) run.ends.afterTooMany(talk, spec)
  else run.endAt(talk, spec, asked, 'tooMany', tooMany)
  return true
}

/** How many steps back there are within a question: to its first page, and to the whole of its list. */
function depthOf({ p = 0, v }: Asked): number {
  return v === undefined ? p : p + 1
}

// A way that is barred leads to the same screen again.
const pagesOf = { back: -1, home: 0, more: 1 }

const allSeen: SeenLines = [Number.POSITIVE_INFINITY, 0, 0]

const isLong = ({ length }: string): boolean => length >= shortestSecret

const isNoAnswer = (step: Step): boolean => isLoad(step) || isEffect(step)
