import type { TurnKind } from '../../pushes/kinds.ts'
import type { TalkKeys } from '../conversation-options.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import type { ShownOption } from '../record/long-list.ts'
import { type Asked, hasOpenEffect, placeBefore, type TalkRecord } from '../record/record.ts'
import type { DrawnOptions } from '../record/recorded-answers.ts'
import { endingAt, isEffect, isLoad, type Step } from '../record/steps.ts'
import type { TalkRun } from '../script/talk-run.ts'
import type { RunningTalk } from '../script/talk-turn.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import type { Words } from '../words.ts'
import { TalkWays } from './talk-ways.ts'

/** A question on its way to its answer. */
export interface OpenQuestion<K extends TurnKind> {
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

/** Opens a question: with its options as they were drawn, and the ways that lead from it. @throws FMW_TALK_STEP where one of those is an answer too */
export function openQuestion<K extends TurnKind>(
  run: TalkRun<K>,
  talk: RunningTalk,
  spec: QuestionSpec,
  asked: Asked,
  { options, before: shown }: DrawnOptions,
): OpenQuestion<K> {
  const { record, given } = run
  const before = placeBefore(record, asked.at)
  const first = record.steps.findIndex(isNoLoad)
  const isAfterStep = first !== -1 && first < asked.at
  const home = record.steps.findIndex((step, place) => place >= talk.homeAt && isNoLoad(step))
  const open = {
    canGoBack: before !== undefined,
    // Home is the first question, or the one that the script has marked: where that is on the screen, or is the one before
    // it, nobody needs another way. To begin anew while something is open might do it twice.
    canGoHome: home !== -1 && home < asked.at && home !== before && mayGoHome(record, talk.homeAt),
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
  return { run, talk, spec, asked, options, shown, ways, isAfterStep, before }
}

/** An answer that leads back on the screens before it would be given by those who want to go back. */
export function trapOf(spec: QuestionSpec, { back, home }: TalkKeys, words: Words): Error | undefined {
  const isBack = spec.isTrap?.(back) === true
  if (!isBack && spec.isTrap?.(home) !== true) return undefined
  return isBack ? trapped(back, words.back) : trapped(home, words.home)
}

/** The key of a way is an answer, too. */
export function trapped(key: string, word: string): Error {
  const fix = `give limits or a pattern without it, such as min: 1, or takesKeys: true to have *${key} ${word} drawn`
  const others = `or takesKeys: false where ${key} is to be ${word} here too, or other keys`
  const problem = `its question takes ${key} for an answer, which is ${word} on the screens around it: ${fix}, ${others}`
  return new FMW_TALK_STEP('talk.ask', problem)
}

const closed = { canGoBack: false, canGoHome: false, isAfterStep: false }

/**
 * To begin anew while something is open might do it twice, and behind too many tries would give more of them. From a home that the
 * script has marked before an effect, and no question, the key alone would do that again.
 */
export function mayGoHome(record: TalkRecord, homeAt: number): boolean {
  const { steps } = record
  const first = homeAt === 0 ? undefined : steps.slice(homeAt).find(isNoLoad)
  const isDoing = first !== undefined && isEffect(first)
  return !isDoing && !hasOpenEffect(record) && steps.every((step) => endingAt(step) === undefined)
}

const isNoLoad = (step: Step): boolean => !isLoad(step)
