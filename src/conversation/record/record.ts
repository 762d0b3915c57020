import { randomBytes } from 'node:crypto'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { Recorded } from '../../store/effects/recorded.ts'
import type { Channel } from '../channel.ts'
import type { Words } from '../words.ts'
import type { LongList } from './long-list.ts'
import { type AnswerStep, type EffectStep, endingAt, isEffect, isLoad, type Step } from './steps.ts'

/** What is kept of a conversation between its turns: JSON, as the state of its session. */
export interface TalkRecord {
  /** The form of this record. */
  readonly v: 1
  /** Names the conversation, over resumed sessions too. */
  readonly id: string
  /** How often the script was begun anew, by the subscriber's own wish or because it had changed. */
  run: number
  /** What was answered, read and done, in the order of the script. */
  steps: Step[]
  /** The question on the screen; none while the script runs, and where it has not asked yet. */
  asked?: Asked | undefined
  /** Effects that the script has yet to come by again, after it changed or was asked again: they are not done again. */
  done?: Readonly<Record<string, EffectStep>> | undefined
  /** How often questions were answered wrongly, by kind and fingerprint: going back to one gives no more tries. */
  w?: Readonly<Record<string, number>> | undefined
  /** The page that each question was left on, by its place, where that was not the first; of a list also the part of it. */
  g?: Readonly<Record<number, number | LeftPart | undefined>> | undefined
  /** How often help was given. */
  h?: number | undefined
  /** Where it is held: what one push looks like does not change how another is read. */
  c?: Channel | undefined
  /** The words of the script's last `talk.speak`. */
  l?: Partial<Words> | undefined
  /** When the effect was first begun of which it is not known yet what became of it, epoch ms. */
  t?: number | undefined
  /** What finds it when the subscriber dials again. */
  r?: string | undefined
  /** The conversation that the subscriber is asked to go on with. */
  from?: TalkRecord | undefined
  /** Nobody could say yet what an earlier session left: until then nothing may begin, and nothing is left here. */
  u?: true | undefined
  /** What stood under `r` when it was looked at last, or was left there since: of a session that the store does not keep. */
  x?: string | undefined
  /** What the subscriber was about to do, as the script says it. */
  a?: string | undefined
  /** What stood behind a sensitive answer that is asked again: it is taken back where the answer is the same. */
  b?: Behind | undefined
  /** What others have done behind other sensitive answers, for whom gives theirs again; the latest first. */
  o?: readonly OthersBehind[] | undefined
  /** Somebody has gone home in this session: what was left behind a sensitive answer is not gone on with in it. */
  m?: true | undefined
  /** What its new effects are named by since somebody answered a sensitive question otherwise; its id before. */
  n?: string | undefined
  /** Something secret was asked for: people type it once more at a later screen, so no later entry is logged. */
  s?: true | undefined
  /** It has come to its end, whose screen nobody may have seen. */
  e?: true | undefined
  /** The payments that it asked for at its ends, the latest last: what has a notice is not asked for again. */
  p?: readonly AskedPayment[] | undefined
}

/** A payment that a session asked for. */
export interface AskedPayment {
  /** The session to which its notice comes. */
  readonly s: string
  /** The key of what was done last before it: what is done for somebody else, or anew, is paid by itself. */
  readonly k: string | undefined
}

/** The steps from a sensitive answer on, and what was to be done when it was asked again. */
export interface Behind {
  /** That answer, sealed. */
  readonly h: string
  readonly steps: readonly Step[]
  readonly done: TalkRecord['done']
}

/** What somebody else has left behind a sensitive answer. */
export interface OthersBehind extends Behind {
  /** The place of that answer. */
  readonly at: number
  /** The sensitive answers up to it, sealed. */
  readonly p: readonly string[]
  /** What else stood before it, as `plainPrint` knows it: a yes to one thing is none to another. */
  readonly w: string
}

/** The question on the screen, with what it showed: a later change cannot alter what the answer means. */
export interface Asked {
  /** As in `AnswerStep`; `resume` and `end` are ours. */
  readonly k: string
  readonly f: string
  /** Its place among the steps. */
  readonly at: number
  /** The options as they were drawn, all of them where they are not too many; sealed where the question is sensitive. */
  o?: readonly Recorded[] | LongList | undefined
  s?: string
  /** The page, from 0, where it is not the first. */
  p?: number | undefined
  /** Where that page and those before it begin, but the first: what leads there need not be drawn again. */
  b?: readonly number[] | undefined
  /** The part of a list that is shown, where that is not the whole. */
  v?: ShownView | undefined
  /** Another page follows. */
  m?: true | undefined
  /** The lines of its list that were shown, where that takes several pages. */
  n?: SeenLines | undefined
  /** What is shown in its place, as help. */
  h?: string | undefined
  /** The page of that, from 0, where it is not the first. */
  hp?: number | undefined
  /** The text of a `confirm`, as it was drawn; sealed where it is sensitive. */
  t?: string | undefined
  /** The line above it, which says what was wrong. */
  l?: string | undefined
  /** The page that the line stands on, where that is not the first. */
  q?: number | undefined
  /** What is still to be said of the line, where it leaves no room for the page: then that follows. Empty where nothing is. */
  r?: string | undefined
  /** Answers that were not read yet when something else went out in place of its screen; sealed. */
  i?: string | undefined
  /** They were dialled with the code. */
  d?: true | undefined
}

/** The lines of a list that were shown: how many of the first, and from where to where on a page behind pages that were not. */
export type SeenLines = readonly [all: number, from: number, to: number]

/** A part of a list: a group, or what begins as something that was entered. */
export interface ChoiceView {
  readonly g?: string | undefined
  readonly q?: string | undefined
}

/** With the page of the whole list that it was asked for on. */
interface ShownView extends ChoiceView {
  readonly p?: number | undefined
  readonly b?: Asked['b']
}

/** What of a question was on the screen when it was left. */
interface LeftPart {
  /** What the question is known by: another list at its place has no such part. */
  readonly f: string
  readonly p?: number | undefined
  readonly b?: Asked['b']
  readonly v?: ShownView | undefined
}

/** The record of a conversation that begins. */
export function newRecord(): TalkRecord {
  return { v: 1, id: newId(), run: 0, steps: [] }
}

/** The record in a session's state; undefined where the state is something else, such as a handler's own. */
export function readRecord(state: unknown): TalkRecord | undefined {
  return isRecordOfTalk(state) ? state : undefined
}

/** Whether anything was answered or done. */
export function hasProgress({ steps, done, from, b, o }: TalkRecord): boolean {
  return steps.length > 0 || done !== undefined || from !== undefined || b !== undefined || o !== undefined
}

/** The effects of a run by name and number, with those that were handed to it: what is not to be done again. */
export function effectsOf(doings: Doings): Readonly<Record<string, EffectStep>> | undefined {
  const effects = namedIn(doings)
  return Object.keys(effects).length === 0 ? undefined : effects
}

function namedIn({ steps, done }: Doings): Readonly<Record<string, EffectStep>> {
  const effects: Record<string, EffectStep> = { ...done }
  const numbers = new Map<string, number>()
  for (const step of steps) {
    if (!isEffect(step)) continue
    const number = (numbers.get(step.n) ?? 0) + 1
    numbers.set(step.n, number)
    effects[effectName(step.n, number)] = step
  }
  return effects
}

/**
 * A question is asked again at a place that the script was past: what came of its old answer is read and asked again, and
 * what was done is not done again, wherever the subscriber goes back to from there.
 */
export function cutAt(record: TalkRecord, place: number): void {
  const first = record.steps[place]
  if (first === undefined) return
  // One that nobody can open is compared with nothing, and what was done behind it bars the way back all the same.
  const { s, h = s }: Partial<AnswerStep> = first
  record.b = h === undefined ? undefined : { h, steps: record.steps.slice(place), done: record.done }
  record.done = effectsOf(record)
  record.steps.length = place
}

/** What an effect is known by within a run. @param number which of that name, from 1 */
export function effectName(name: string, number: number): string {
  return `${name} ${number}`
}

/**
 * An effect that is about to begin. Its key is 32 hexadecimal digits: it fits a clientReference (reference 8). It is that
 * of the answers before it: what was done for some answers is never taken for what is wanted with others.
 */
export function newEffect({ id, n = id, run, steps }: TalkRecord, name: string, number: number): EffectStep {
  const answers = steps.map((step) => (isEffect(step) || isLoad(step) ? step.n : step.a))
  const p = secretsIn(steps)
  return { k: 'once', n: name, key: digest([n, run, name, number, answers]), p: p.length === 0 ? undefined : p }
}

/** What was answered in plain, read and done in steps, for comparing alone. */
export function plainPrint(steps: readonly Step[]): string {
  const plain = steps.map((step) => {
    if (isEffect(step)) return step.key
    if (isLoad(step)) return [step.n, step.a, step.e]
    return step.s === undefined ? [step.k, step.f, step.a] : step.k
  })
  return digest(plain)
}

/** The sensitive answers of steps by which a person is told from another, sealed. */
export function secretsIn(steps: readonly Step[]): string[] {
  return steps.flatMap(({ k, s }: Partial<AnswerStep>) => (s === undefined || k === 'confirm' ? [] : [s]))
}

/** Somebody else goes on from a sensitive answer: what they do has keys of its own. */
export function beginOther(record: TalkRecord): void {
  record.n = newId()
}

/** Whether something was begun of which the record does not know the outcome. */
export function hasOpenEffect(record: TalkRecord): boolean {
  // What was handed to this run is open there still when it is settled among its steps.
  return hasEffect(record) && openIn(record).length > 0
}

/** Whether something was begun, by whomever, and nobody knows its outcome. */
export function isInDoubt(record: TalkRecord): boolean {
  return openIn(record).length > 0 || othersInDoubt(record).length > 0
}

/** What others have begun behind their sensitive answers and nobody knows the outcome of. */
export function othersInDoubt({ o = [] }: TalkRecord): readonly EffectStep[] {
  return o.flatMap((left) => openIn(left))
}

/** What was begun there, and nobody knows the outcome of. */
export function openIn(doings: Doings): readonly EffectStep[] {
  return listOf(doings).filter(isOpen)
}

/** The same, by name and number. */
export function openEffectsOf(doings: Doings): Readonly<Record<string, EffectStep>> {
  return Object.fromEntries(Object.entries(namedIn(doings)).filter(([, effect]) => isOpen(effect)))
}

function listOf(doings: Doings): readonly EffectStep[] {
  return Object.values(namedIn(doings))
}

/** Whether something was done. */
export function hasEffect({ steps, done }: TalkRecord): boolean {
  return done !== undefined || steps.some(isEffect)
}

/** Whether something was done, or may have been, for whomever: what surely failed was not. */
export function mayHaveDone(record: TalkRecord): boolean {
  const { b, o = [] } = record
  return [record, ...(b === undefined ? [] : [b]), ...o].some((doings) =>
    listOf(doings).some(({ d, e }) => d === undefined || e === undefined),
  )
}

/** The key by which an effect that surely failed is tried again: that of the one before is spent. */
export function keyAgain(key: string): string {
  return digest([key, 'again'])
}

/** The key of what was done last. */
export function lastDone(record: TalkRecord): string | undefined {
  if (record.b === undefined && !hasEffect(record)) return undefined
  return listOf(withoutSecrets(record)).at(-1)?.key
}

/** Whether the last that the record knows is something that was done: nobody has answered what was shown of it. */
export function endsWithEffect({ steps }: TalkRecord): boolean {
  const last = steps.findLast((step) => !isLoad(step))
  return last !== undefined && isEffect(last)
}

/** What was begun, and the script has yet to come by. */
export function openAhead({ steps, done = {} }: TalkRecord): readonly EffectStep[] {
  return Object.values(done).filter(
    (effect) => isOpen(effect) && !steps.some((step) => isEffect(step) && step.key === effect.key),
  )
}

/** Where something is done. */
interface Doings {
  readonly steps: readonly Step[]
  readonly done?: TalkRecord['done']
}

function isOpen({ d }: EffectStep): boolean {
  return d === undefined
}

/**
 * A record to go on from in another session: what was sensitive is asked again, since another may hold the phone. Not a yes
 * that was acted on: a no would not undo what was done, and would be told that nothing was.
 */
export function withoutSecrets(record: TalkRecord): TalkRecord {
  const { b } = record
  const done = b === undefined ? record.done : b.done
  const all = b === undefined ? record.steps : [...record.steps, ...b.steps]
  const last = all.findLastIndex(isEffect)
  const steps = all.map((step, place) => {
    if (isEffect(step) || isLoad(step) || step.s === undefined) return step
    return step.k === 'confirm' && place < last ? step : forget(step)
  })
  const here = { asked: undefined, b: undefined, from: undefined, e: undefined, m: undefined }
  return { ...record, steps, done, g: pagesOf(record), ...here }
}

/** The place of the last yes before `at` that nothing was done for so far; undefined where there is none. What is sealed may be one. */
export function yesBefore(steps: readonly Step[], at: number): number | undefined {
  const before = steps.slice(0, at)
  const place = before.findLastIndex((step) => step.k === 'confirm' && !('a' in step && step.a === false))
  return place > before.findLastIndex(isEffect) ? place : undefined
}

/** The page of each question, with that of the one on the screen. */
export function pagesOf({ g, asked }: TalkRecord): TalkRecord['g'] {
  if (asked === undefined) return g
  const { at, f, p, b, v } = asked
  const left = v === undefined && b === undefined ? p : { f, p, b, v }
  return left === g?.[at] ? g : { ...g, [at]: left }
}

/** The key by which help is asked for: the same one until that was given. */
export function helpKey({ id, h = 0 }: TalkRecord): string {
  return digest([id, 'help', h])
}

function forget({ k, f, s, h }: AnswerStep): AnswerStep {
  return { k, f, s: '', h: s === '' ? h : s }
}

/**
 * The place of the last question before `at` that can be gone back to: what was done bars the way, also where that stands
 * behind a sensitive answer that is asked again.
 */
export function placeBefore({ steps, b }: TalkRecord, at: number): number | undefined {
  if (b !== undefined && effectsOf(b) !== undefined) return undefined
  for (let place = Math.min(at, steps.length) - 1; place >= 0; place--) {
    const step = steps[place]
    if (step === undefined || isEffect(step) || endingAt(step) !== undefined) return undefined
    if (!isLoad(step)) return place
  }
  return undefined
}

function isRecordOfTalk(state: unknown): state is TalkRecord {
  return (
    typeof state === 'object' &&
    state !== null &&
    'v' in state &&
    state.v === 1 &&
    'id' in state &&
    typeof state.id === 'string' &&
    'run' in state &&
    typeof state.run === 'number' &&
    'steps' in state &&
    Array.isArray(state.steps)
  )
}

// Random bytes are cheaper by the thousand.
const idBytes = 12
const idsAtOnce = 256
let pool = Buffer.alloc(0)

function newId(): string {
  if (pool.length === 0) pool = randomBytes(idBytes * idsAtOnce)
  const id = pool.toString('base64url', 0, idBytes)
  pool = pool.subarray(idBytes)
  return id
}
