import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import type { AskingLimits } from '../../store/ask-store.ts'
import type { Resumable } from '../../store/turn-store.ts'
import { logError } from '../../text/describe-error.ts'
import { maxStateLength } from '../../turns/state.ts'
import type { ActiveTurn, Work } from '../../turns/turn.ts'
import { reviewHelp } from '../asking/help.ts'
import type { Conversation } from '../conversation.ts'
import type { ConversationSettings } from '../conversation-options.ts'
import { ownScreens, ownWords } from '../own-words.ts'
import { HeldRecord } from '../record/held-record.ts'
import {
  endsWithEffect,
  hasOpenEffect,
  hasProgress,
  newRecord,
  othersInDoubt,
  pagesOf,
  readRecord,
  type TalkRecord,
  withoutSecrets,
} from '../record/record.ts'
import { isEffect, isLoad } from '../record/steps.ts'
import { textFindings } from '../screens/said-texts.ts'
import type { ScreenReview } from '../screens/screen-review.ts'
import { findLeft, hasNotice, isUnkept, printOfLeft, wasSeen } from './left.ts'
import { Rehearsals } from './rehearsals.ts'
import { ScriptTalk } from './script-talk.ts'
import { TalkRun } from './talk-run.ts'
import { type RunningTalk, ScriptFaults, type ScriptHost, type TalkTurn } from './talk-turn.ts'
import { never } from './unawaited.ts'

/** Makes the handler of one kind's turns that holds a conversation. */
export function converse<K extends TurnKind>(
  { script, settings, review, steps }: Conversation,
  host: ScriptHost<K>,
): (event: SessionEvent<K>, turn: ActiveTurn<K>, work: Work<K>) => Promise<Reply<K>> {
  const rehearsals = settings.rehearse ? new Rehearsals(script) : undefined
  review?.serve(host.kind)
  const faults = new ScriptFaults()
  return (event, turn, work) => {
    const fault = faults.of(event.sessionId)
    if (fault !== undefined) throw fault
    const lookAgain: TalkTurn<K>['lookAgain'] = (begun) => findAgain(given, begun)
    const given: TalkTurn<K> = {
      event,
      turn,
      work,
      script,
      settings,
      host,
      faults,
      rehearsals,
      review,
      steps,
      lookAgain,
      found: {},
    }
    const record = turn.held instanceof HeldRecord ? turn.held.copy() : readRecord(turn.state)
    return record === undefined || event.type === 'initiation' ? begin(given, record) : answer(given, record)
  }
}

/** Begins, or goes on with what this session or an earlier one has come to. */
async function begin<K extends TurnKind>(given: TalkTurn<K>, record: TalkRecord | undefined): Promise<Reply<K>> {
  const { event, turn, settings, host } = given
  const key = resumeKeyOf(event, settings, host.isKept)
  const own: Own = { r: key }
  let left = record
  try {
    if (key !== undefined && left === undefined) {
      const limits = { patience: turn.remaining() / 2, tries: 1 }
      const found = await findLeft(given, key, limits)
      own.x = printOf(given, found)
      if (found !== null && !wasSeen(given, found)) left = await readLeft(given, found, limits)
    }
  } catch (error) {
    // No reason not to ask questions. Before anything is done it is read again.
    logError(turn.log, 'warn', error, 'the plugin could not find out whether an earlier session can continue')
    own.u = true
  }
  const back = comeBack(given, left, own)
  if (back !== undefined) return back
  const dialled = dialledOf(given)
  // Whoever has turned pages of the first list, and answered nothing, finds the one they were on.
  const g = left !== undefined && !hasProgress(left) && dialled.length === 0 ? pagesOf(left) : undefined
  const run = new TalkRun<K>(ScriptTalk, given, { ...newRecord(), ...own, s: left?.s, g }, dialled)
  if (given.review !== undefined) reviewOptions(run, given.review)
  return run.reply()
}

/** Tells the author what is not shown of the texts of a conversation's options. */
function reviewOptions<K extends TurnKind>(run: TalkRun<K>, { made }: ScreenReview): void {
  reviewHelp(run)
  const { settings, host } = run.given
  run.reviewTexts({ name: 'conversation', site: made }, (fit) =>
    textFindings([...ownWords(settings.words, fit), ...ownScreens(host.screens, settings.spoken, fit)], fit),
  )
}

/** The answers that were dialled with the code. */
function dialledOf<K extends TurnKind>({ event, settings }: TalkTurn<K>): readonly string[] {
  return settings.dialThrough ? event.answers : []
}

/** Takes what was entered for what is on the screen. */
function answer<K extends TurnKind>(given: TalkTurn<K>, record: TalkRecord): Promise<Reply<K>> {
  const inputs = inputsOf(given, record)
  const { from } = record
  return from === undefined
    ? new TalkRun<K>(ScriptTalk, given, record, inputs).reply()
    : askToResume(given, record, from, inputs)
}

/** What is new for the script: nothing where its last turn was broken off after the answer was recorded. */
function inputsOf<K extends TurnKind>(
  { event, host, work }: TalkTurn<K>,
  { asked, id }: TalkRecord,
): readonly string[] {
  if (asked === undefined) return []
  if (asked.i !== undefined) {
    const inputs = readInputs(host.sealer.open(asked.i, id)?.value)
    // They are read now, and are not to be read again.
    asked.i = undefined
    return inputs
  }
  // The turn before this one has left no trace: whatever its screen asked, it is not what the record has.
  if (work.turn.isAfterCut) return []
  // Going to the checkout is a yes (reference 2.5, AddToCart).
  return [event.type === 'addToCart' && asked.k === 'confirm' ? '1' : event.message]
}

function readInputs(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((input) => typeof input === 'string') : []
}

/** The subscriber was cut off, and is here again; undefined where they begin anew. */
function comeBack<K extends TurnKind>(
  given: TalkTurn<K>,
  left: TalkRecord | undefined,
  own: Own,
): Promise<Reply<K>> | undefined {
  if (left === undefined || !hasProgress(left)) return undefined
  const { settings } = given
  const goingOn = { ...withoutSecrets(left.from ?? left), ...own }
  // What was begun is settled first, and what was done is told: to begin anew might do it twice.
  if (left.e || hasOpenEffect(goingOn) || othersInDoubt(goingOn).length > 0)
    return new TalkRun<K>(ScriptTalk, given, goingOn, []).reply()
  // Answers that are dialled with the code say what is wanted now, unless nobody has answered what was shown last.
  if (dialledOf(given).length > 0 && !endsWithEffect(goingOn)) return undefined
  if (settings.resume === 'continue') return new TalkRun<K>(ScriptTalk, given, goingOn, []).reply()
  const offer = { ...newRecord(), ...own, s: goingOn.s, from: goingOn }
  // Where the question to go on could not be kept, a session that begins is better than none.
  const isTooLong = JSON.stringify(offer).length > maxStateLength - questionRoom
  return isTooLong ? undefined : askToResume(given, offer, goingOn, [])
}

/** What a session that the store does not keep knows of its key: nobody else can tell it. */
function printOf<K extends TurnKind>(given: TalkTurn<K>, found: Resumable | null): string | undefined {
  return isUnkept(given) && found !== null ? printOfLeft(found) : undefined
}

/**
 * What was left under the key of a conversation since it was looked at, if it ever was. When it was dialled may be long ago:
 * the last screen of another session counts as not seen.
 */
async function findAgain<K extends TurnKind>(
  given: TalkTurn<K>,
  record: TalkRecord,
): Promise<{ readonly reply: Promise<Reply<K>> } | undefined> {
  const { r = '', x: known } = record
  const limits = { patience, tries: Number.POSITIVE_INFINITY }
  const found = await findLeft(given, r, limits)
  record.x = printOf(given, found)
  record.u = undefined
  if (found === null || (known !== undefined && record.x === known)) return undefined
  const reply = comeBack(given, await readLeft(given, found, limits), { r, x: record.x })
  return reply && { reply }
}

/** The record that was left, where there is still something to come back to. @throws what the store refuses with */
async function readLeft<K extends TurnKind>(
  given: TalkTurn<K>,
  { state }: Resumable,
  limits: AskingLimits,
): Promise<TalkRecord | undefined> {
  const left = readRecord(JSON.parse(state))
  const record = left?.from ?? left
  if (record === undefined || hasOpenEffect(record) || othersInDoubt(record).length > 0) return left
  return (await hasNotice(given, record, limits)) ? undefined : left
}

/** What a record knows of the key under which its session is found. */
type Own = Pick<TalkRecord, 'r' | 'u' | 'x'>

/**
 * The same phone at the same service; undefined where nothing is resumed. Only a phone has one session at a time: on
 * other channels two of one user may be open at once, and neither is to end the other. What is plainly no phone's number
 * (`unknown`, `0`) may be anybody's.
 *
 * @param isKept a store has it: then no number is to stand there
 */
function resumeKeyOf(
  event: SessionEvent,
  { resume, channel }: ConversationSettings,
  isKept: boolean,
): string | undefined {
  const { kind, mobile, mobileInternational, serviceCode } = event
  const phone = mobileInternational ?? (isNumber(mobile.trim()) ? mobile.trim() : undefined)
  if (resume === 'never' || phone === undefined || channel(event) !== 'ussd') return undefined
  return isKept ? digest([kind, phone, serviceCode]) : `${kind} ${phone} ${serviceCode}`
}

/** Seven digits at least, and not all of them the same. */
function isNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text) && !/^\+?(\d)\1*$/.test(text)
}

// Characters: what the question to go on adds to its session's state, with words of the conversation's own.
const questionRoom = 1_024

// ms
const patience = 4_000

/** Asks whether to go on with the conversation that a record was left of, and does what is answered. */
function askToResume<K extends TurnKind>(
  given: TalkTurn<K>,
  offer: TalkRecord,
  left: TalkRecord,
  inputs: readonly string[],
): Promise<Reply<K>> {
  const script = async (talk: RunningTalk): Promise<never> => {
    const goesOn = await talk.askToGoOn()
    talk.isLeft = true
    const next = new TalkRun<K>(
      ScriptTalk,
      given,
      goesOn ? left : { ...newRecord(), r: offer.r, x: offer.x, s: offer.s },
      [],
    )
    run.follow(next.reply())
    return never()
  }
  const run = new TalkRun<K>(
    ScriptTalk,
    { ...given, script, rehearsals: undefined, review: undefined, steps: undefined },
    offer,
    inputs,
  )
  // What it is about may quote them.
  for (const step of left.steps) if (!isEffect(step) && !isLoad(step)) run.answers.answerOf(step)
  return run.reply()
}
