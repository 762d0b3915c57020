import type { TurnKind } from '../../pushes/kinds.ts'
import type { CheckedPayment, Reply } from '../../replies/index.ts'
import type { EffectBeginning, ResumeMark } from '../../store/turn-store.ts'
import { type DescribedError, describeError } from '../../text/describe-error.ts'
import { FMW_STATE, FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import { maxStateLength } from '../../turns/state.ts'
import type { Progress } from '../../turns/turn.ts'
import type { Channel } from '../channel.ts'
import { FMW_EFFECT_FAILED, FMW_EFFECT_UNKNOWN, FMW_TALK_ENDING, FMW_TALK_STEP } from '../errors.ts'
import { HeldRecord, largestOf } from '../record/held-record.ts'
import {
  type AnswerStep,
  type Asked,
  cutAt,
  effectsOf,
  hasEffect,
  hasOpenEffect,
  hasProgress,
  isEffect,
  lastDone,
  openAhead,
  othersInDoubt,
  type TalkRecord,
} from '../record/record.ts'
import { type Recorded, toRecorded } from '../record/recorded.ts'
import { RecordedAnswers } from '../record/recorded-answers.ts'
import type { Canvas } from '../screens/draw-screen.ts'
import { roomOf, shortened } from '../screens/room.ts'
import type { ScreenReview, ShownScreen } from '../screens/screen-review.ts'
import { written } from '../screens/written.ts'
import { type BegunStep, describeStep, frameOf } from '../steps/begun-step.ts'
import { Ending } from '../steps/ending.ts'
import type { QuestionEndings, QuestionSpec } from '../steps/specs.ts'
import type { OwnEnding } from '../talk.ts'
import { type SpokenWords, screensIn, type Words, wordsBeside } from '../words.ts'
import { endShort, endWith } from './end-with.ts'
import { hasNotice, isUnkept, paymentsOf, printOfLeft } from './left.ts'
import type { RunningTalk, TalkTurn } from './talk-turn.ts'
import { EndingWays } from './talk-ways.ts'

/** One turn of a conversation: its script runs from the start, against the record, until it asks or ends. */
export class TalkRun<K extends TurnKind> implements Progress {
  readonly #talk: TalkOf<K>
  readonly given: TalkTurn<K>
  readonly record: TalkRecord
  /** What was entered and is not read yet. */
  inputs: readonly string[]
  /** It was dialled with the code, before any question was on the screen. */
  readonly #isDialled: boolean
  readonly channel: Channel
  readonly canvas: Canvas<K>
  /** Stands above the next question. */
  lead: string | undefined = undefined
  /** What the script came to at last. */
  shown: QuestionSpec | Ending | undefined = undefined
  readonly answers: RecordedAnswers<K>
  /** What becomes of the effect that is under way, if there is one. */
  whenRefused: (() => void) | undefined = undefined
  readonly #answer = Promise.withResolvers<Reply<K>>()
  #state: 'open' | 'answered' | 'failed' = 'open'
  /** Which step has ended the conversation in its own way. */
  #ownEnding: { readonly at: number; readonly isSensitive: boolean } | undefined
  /** How often the script was begun anew in this turn. */
  #restarts = 0

  /** @param talk what the script is given */
  constructor(talk: TalkOf<K>, given: TalkTurn<K>, record: TalkRecord, inputs: readonly string[]) {
    this.#talk = talk
    const { event, settings, host, work } = given
    this.given = given
    this.record = record
    this.inputs = inputs
    this.#isDialled = event.type === 'initiation' || record.asked?.d === true
    this.channel = record.c ?? settings.channel(event)
    record.c = this.channel
    const characters = host.isAscii ? 'ascii' : settings.characters
    const fit = { limit: settings.limit, characters }
    this.canvas = { kind: host.kind, channel: this.channel, fit, hidesAnswers: record.s }
    this.answers = new RecordedAnswers(given, record)
    work.progress = this
    this.#tellScreens()
  }

  /** Runs the script until it asks or ends. */
  reply(): Promise<Reply<K>> {
    this.begin()
    return this.#answer.promise
  }

  /** Runs the script from its start. What ran before is left where it is. */
  begin(): void {
    this.#ownEnding = undefined
    this.#play(new this.#talk(this, this.#words))
  }

  /** This is what the turn is answered with, once everything that could go on has gone on: a script must not, now. */
  answer(reply: Reply<K>, resume: ResumeMark | null | undefined): void {
    process.nextTick(() => {
      if (this.#state !== 'open') return
      this.#state = 'answered'
      this.given.work.resume = resume
      this.#answer.resolve(reply)
      this.#rehearse()
    })
  }

  /** The turn is answered with what another run comes to. */
  follow(reply: Promise<Reply<K>>): void {
    this.#state = 'answered'
    this.#answer.resolve(reply)
  }

  /** The script is not the one that the record was made with: it begins anew, and does nothing again. */
  beginAnew(talk: RunningTalk, expected: string, found: string): void {
    const { record, given } = this
    this.#restarts += 1
    if (this.#restarts > mostRestarts) {
      this.failWith(talk, new FMW_TALK_STEP(found, `the script takes another path each time: the last was ${expected}`))
      return
    }
    given.turn.log.warn(
      { expected, found },
      'the script took another path than its record, so the conversation starts again: read what may change through talk.load',
    )
    record.done = effectsOf(record)
    this.#restart()
    this.lead = talk.words.changed
    this.begin()
  }

  /** The subscriber wants to begin anew from home: what is done from here on is another thing. */
  goHome(talk: RunningTalk): void {
    talk.isLeft = true
    this.record.done = undefined
    this.#restart(talk.homeAt)
    this.begin()
  }

  /** The subscriber goes back to the question at a place. */
  goBackTo(talk: RunningTalk, place: number): void {
    talk.isLeft = true
    const { record } = this
    const page = record.g?.[place]
    record.g = page === undefined ? undefined : { [place]: page }
    record.steps.length = place
    record.b = undefined
    record.a = undefined
    record.asked = undefined
    this.inputs = []
    this.begin()
  }

  /** What the script speaks is what the subscriber is asked in who comes back. */
  keepWords(words: Partial<Words>): void {
    const { record } = this
    record.l = { ...record.l, ...wordsBeside(words) }
    this.#tellScreens()
  }

  /** A script that takes steps for ever would hold the process: the turn fails. */
  isTooLong(talk: RunningTalk, step: BegunStep): boolean {
    if (talk.place < mostSteps && talk.begun < mostSteps) return false
    this.failWith(talk, new FMW_TALK_STEP(describeStep(step), `a conversation has at most ${mostSteps} steps`))
    return true
  }

  /** The turn fails, whatever the script would make of it. */
  failWith(talk: RunningTalk, error: unknown): void {
    talk.isLeft = true
    this.#reject(error)
  }

  /**
   * The script has a part that it does not await: its turn fails. Where it was answered, the question on the screen is none
   * that the script waits for, so no other turn of this script runs.
   */
  failAt(talk: RunningTalk, error: Error): void {
    const { work, turn, faults } = this.given
    talk.isLeft = true
    if (work.isFenced || this.#state === 'failed') return
    if (this.#state === 'open') {
      this.#reject(error)
      return
    }
    this.#state = 'failed'
    faults.wentOn = error
    turn.log.error({ err: describeError(error) }, 'a script went on while its screen was out, and is not run again')
  }

  /** A step is refused. An effect that is under way may be waiting for it, and then never ends. */
  refuse(talk: RunningTalk, error: Error): void {
    this.failAt(talk, error)
    this.whenRefused?.()
    this.whenRefused = undefined
  }

  /** Tells the author what subscribers do not see of a screen as it was written. In development only. */
  review(
    review: ScreenReview,
    { name, site }: BegunStep,
    drawn: Pick<ShownScreen, 'content' | 'sheet'> & Partial<ShownScreen>,
  ): void {
    const { canvas, record, given } = this
    const { host, turn, work } = given
    const sealed = record.steps.flatMap(({ s }: Partial<AnswerStep>) => {
      const opened = s === undefined ? undefined : host.sealer.open(s, record.id)
      return opened === undefined ? [] : [`${opened.value}`]
    })
    const known = {
      canvas,
      pays: false,
      finds: false,
      groups: [],
      isTitled: host.isTitled,
      trap: undefined,
      lacksCountry: false,
    }
    const at = { step: name, place: site && frameOf(site) }
    review.tell({ ...known, ...drawn }, at, [...work.turn.secrets, ...sealed], turn.log)
  }

  /** The subscriber has left, or the session went on: the turn is not answered. */
  giveUp(): void {
    this.#reject(new FMW_WORK_GIVEN_UP('its script was left where it was'))
  }

  /** A question was answered wrongly as often as it may be. */
  endAfterTooMany(talk: RunningTalk, spec: QuestionSpec): void {
    const { record } = this
    talk.isLeft = true
    const mayGoOn = record.r !== undefined && !spec.sensitive && hasProgress(record)
    if (mayGoOn) this.answers.renewTries(spec)
    // The next dial offers that again, settles what was begun, or goes on from the question.
    if (mayGoOn || hasOpenEffect(record) || othersInDoubt(record).length > 0)
      this.#leaveWith(endShort(this.canvas, talk.words.tooOften, new HeldRecord(record)))
    else this.#endWith(talk.words.tooOften)
  }

  /** A question ends the conversation in its own way. */
  endAt(talk: RunningTalk, spec: QuestionSpec, asked: Asked, why: keyof QuestionEndings, ending: OwnEnding): void {
    this.answers.keepEnding(spec, asked, why)
    this.inputs = []
    this.endWithOwn(talk, ending, asked.at, spec.sensitive)
  }

  /** A step ends the conversation in its own way: the script is left there, and its ending takes the steps behind. */
  endWithOwn(talk: RunningTalk, ending: OwnEnding, at: number, isSensitive: boolean): void {
    talk.isLeft = true
    this.#ownEnding = { at, isSensitive }
    const next = new this.#talk(this, talk.words, at + 1)
    next.homeAt = talk.homeAt
    this.#play(next, ending)
  }

  /** The question on the screen, where it is the one at this place, or a new one; undefined where it is another. */
  ask(spec: QuestionSpec, place: number): Asked | undefined {
    const { record } = this
    const { kind, print } = spec
    const { asked } = record
    cutAt(record, place)
    if (asked?.at === place && asked.k === kind && asked.f === print) return asked
    const options = drawable(spec)
    if (asked !== undefined) {
      if (asked.at <= place) return undefined
      // An answer before it cannot be read any more and is asked again: what was entered is none to that.
      this.inputs = []
    }
    return this.open(spec, place, options)
  }

  /**
   * Leaves what was dialled where the question is one to be seen first, or nothing was dialled for it (`*713*#`): what
   * comes after is an answer to something else.
   */
  leaveDialled({ takesDialled }: QuestionSpec): void {
    const [next] = this.inputs
    if (this.#isDialled && next !== undefined && (!takesDialled || next.trim() === '')) this.inputs = []
  }

  /** Opens a question in place of the one on the screen, with its options as they are now. */
  open(spec: QuestionSpec, place: number, options = drawable(spec)): Asked {
    const { record } = this
    const { kind, print, sensitive } = spec
    const opened = { k: kind, f: print, at: place, ...leftOf(spec, options, record.g?.[place]) }
    if (options === undefined) record.asked = opened
    else record.asked = sensitive ? { ...opened, s: this.answers.seal(options) } : { ...opened, o: options }
    return record.asked
  }

  /** The question on the screen is not answered, and not asked any more. */
  dropQuestion(): void {
    this.record.asked = undefined
    this.inputs = []
  }

  /** The record as the session's state, for an answer that goes out while the script runs. */
  write(): string {
    const { record, inputs, given } = this
    const { asked } = record
    if (asked === undefined) return JSON.stringify(record)
    const i = given.host.sealer.seal(inputs, record.id)
    return JSON.stringify({ ...record, asked: { ...asked, i, d: this.#isDialled || undefined } })
  }

  /**
   * From where the subscriber may go on when they dial again; undefined where nobody does. From the first screen on,
   * although there is nothing to go on with yet: who dials again ends what still works in the session before, which would
   * else end the new one when it comes to its next screen.
   */
  mark(): ResumeMark | undefined {
    const { record, given } = this
    if (record.r === undefined || record.u === true) return undefined
    const mark = { key: record.r, within: given.settings.resumeWithin, after: given.found.version }
    // In memory nobody refuses the screen for it: the session goes on without the key, and looks before it does anything.
    if (given.work.shelf?.isOvertaken(mark) !== true) return mark
    record.u = true
    return undefined
  }

  /**
   * What an effect begins with: what shows the store that this turn may begin it or, where the store does not keep its
   * session, what that leaves for another.
   */
  effectPlace(): Pick<EffectBeginning, 'turn' | 'left'> {
    const { work, host } = this.given
    const { hold } = work.turn
    const state = this.write()
    // Half of the room is for what it will give: an effect whose outcome could not be kept is not begun.
    if (state.length > maxStateLength / 2)
      throw new FMW_STATE(`is longer than ${maxStateLength / 2} characters before talk.once: ${largestOf(this.record)}`)
    work.shelf?.keep()
    const resume = this.mark()
    if (hold !== undefined) return { turn: { ...hold, state, resume }, left: null }
    if (resume === undefined || !host.isKept) return { turn: null, left: null }
    this.record.x = printOfLeft({ state, seenFor: null })
    return { turn: null, left: { state, resume } }
  }

  /** Whether another session may have done something since this one looked: then it looks again before it does anything. */
  mayBeOvertaken(): boolean {
    return this.isOvertaken() || (this.record.r !== undefined && isUnkept(this.given))
  }

  /** Whether it is known that one has, or that nobody could tell. */
  isOvertaken(): boolean {
    return this.record.r !== undefined && this.mark() === undefined
  }

  /** What is drawn while the script works, or when it is gone, is in the words that it spoke last, and fits. */
  #tellScreens(said: SpokenWords = screensIn({ ...this.record.from?.l, ...this.record.l })): void {
    const { given, canvas, channel } = this
    const fits = (text: string) =>
      channel === 'ussd' ? shortened(written(text, canvas.fit.characters), roomOf(canvas.fit)) : text
    const screens = Object.entries(said).map(([name, text]) => [name, fits(text)])
    given.host.speak(given.event, Object.fromEntries(screens))
  }

  /** The subscriber learns that nothing was paid, where that is known. */
  #tellThatNothingWasPaid({ words }: RunningTalk): void {
    const { record, given } = this
    if (hasEffect(record) || record.from !== undefined || record.u === true) return
    const { settings, host } = given
    const said = { ...settings.spoken, ...record.l }
    const own = record.l?.nothingPaid ?? settings.nothingPaid
    const failed = own ?? (said.failed === undefined && host.hasUsualFailed ? words.nothingPaid : undefined)
    if (failed !== undefined) this.#tellScreens({ ...screensIn(said), failed })
  }

  /** A question that is ours is asked in the words that the script spoke last. */
  get #words(): Words {
    const { record, given, channel } = this
    const { words, richWords } = given.settings
    const own = channel === 'ussd' ? words : richWords
    return record.from?.l === undefined ? own : { ...own, ...record.from.l }
  }

  async #play(talk: RunningTalk, script: TalkTurn<K>['script'] = this.given.script): Promise<void> {
    try {
      const ending = await script(talk)
      if (talk.isLeft) {
        this.#endedBeside(talk)
        return
      }
      checkAwaited(talk)
      const early = endedEarly(talk.underWay)
      if (early !== undefined) throw early
      await this.#end(talk, ending)
    } catch (error) {
      if (talk.isLeft) this.#endedBeside(talk, error)
      else if (error instanceof Ending) this.#fail(talk, thrown(error))
      else this.#fail(talk, error instanceof FMW_TALK_STEP ? error : (endedEarly(talk.underWay, error) ?? error))
    } finally {
      talk.isLeft = true
      talk.hasEnded = true
    }
  }

  /** A script that was left at a step waits there for ever: one that ends has not awaited it. */
  #endedBeside(talk: RunningTalk, cause?: unknown): void {
    const error = endedEarly(talk.leftAt, cause)
    if (error !== undefined) this.failAt(talk, error)
  }

  #reject(error: unknown): void {
    this.#state = 'failed'
    this.#answer.reject(error)
  }

  /** @param place of the first step that is taken again */
  #restart(place = 0): void {
    const { record } = this
    record.run += 1
    record.steps = record.steps.slice(0, place)
    record.g = undefined
    record.b = undefined
    record.a = undefined
    record.asked = undefined
    this.inputs = []
  }

  #end(talk: RunningTalk, ending: unknown): Promise<void> | undefined {
    if (!(ending instanceof Ending)) throw new FMW_TALK_ENDING(describeFound(ending, talk.made))
    const { record, given, canvas } = this
    this.shown = ending
    const { asked } = record
    const next = record.steps[talk.place]
    if (next !== undefined || (asked !== undefined && asked.k !== 'end')) {
      this.beginAnew(talk, `${next?.k ?? asked?.k}`, 'its end')
      return undefined
    }
    const ways = new EndingWays(given.settings.keys, talk.words)
    // On the turn that comes to its end what was entered is an answer before it.
    const entered = asked === undefined ? [] : this.inputs
    const page = entered.reduce((at, key) => ways.pageAfter(key, at), asked?.p ?? 0)
    const { host, event } = given
    const due =
      ending.payment && talk.words.toPay.replace('{amount}', amountIn(given.settings.locale, ending.payment.amount))
    const end = endWith(canvas, host.pay(event), ending, ways, page, due)
    if (given.review !== undefined && ending.made !== undefined) {
      this.review(given.review, ending.made, { ...end, pays: ending.payment !== undefined })
    }
    if (!end.isLast) {
      record.asked = { k: 'end', f: '', at: talk.place, p: end.page }
      this.#leaveWith(end.reply(new HeldRecord(record)))
    } else if (this.#leavesDoubt()) {
      // The script ended before it came by that again: who dials begins anew, and with it.
      this.answers.tellOfDoubt(openAhead(record))
      record.done = effectsOf(record)
      this.#restart()
      this.shown = undefined
      this.#leaveWith(end.reply(new HeldRecord(record)))
    } else if (ending.payment === undefined && this.#ownEnding !== undefined && this.#isSafe(this.#ownEnding)) {
      // The next dial goes on from the step that went wrong.
      record.steps = record.steps.slice(0, this.#ownEnding.at)
      record.asked = undefined
      this.shown = undefined
      this.#leaveWith(end.reply(new HeldRecord(record)))
    } else if (ending.payment !== undefined && paymentsOf(record).length > 0) {
      return this.#closeUnlessPaid(talk, end.reply, ending.payment)
    } else {
      this.#close(end.reply, ending.payment)
    }
    return undefined
  }

  /** A payment that was asked for before and has its notice is not asked for again: the conversation begins with another. */
  async #closeUnlessPaid(
    talk: RunningTalk,
    draw: (state: unknown) => Reply<K>,
    payment: CheckedPayment,
  ): Promise<void> {
    const { record, given } = this
    const isOver = await hasNotice(given, record, { patience, tries: Number.POSITIVE_INFINITY })
    if (this.#state !== 'open' || given.work.isFenced) return
    if (!isOver) {
      this.#close(draw, payment)
      return
    }
    this.shown = undefined
    record.done = undefined
    this.#restart()
    this.lead = talk.words.paymentOver
    this.begin()
  }

  /** Whether something in doubt is left to the next dial; where it is another's, unless the end of this one is to be told. */
  #leavesDoubt(): boolean {
    const { record } = this
    return openAhead(record).length > 0 || (othersInDoubt(record).length > 0 && !hasEffect(record))
  }

  /** A secret is not to be tried again, and what was done to end with is done. */
  #isSafe({ at, isSensitive }: { readonly at: number; readonly isSensitive: boolean }): boolean {
    return !isSensitive && !this.record.steps.slice(at).some(isEffect)
  }

  #fail(talk: RunningTalk, error: unknown): void {
    const { work, turn } = this.given
    if (error instanceof FMW_EFFECT_UNKNOWN) {
      turn.log.error(
        { err: describeUnknown(error, work.turn.secrets) },
        'an effect may have happened or not: the plugin told the subscriber so',
      )
      this.shown = undefined
      this.#close((state) => endShort(this.canvas, talk.words.unknown, state))
      return
    }
    // It would fail again in the same way.
    if (error instanceof FMW_EFFECT_FAILED) work.resume = null
    this.#tellThatNothingWasPaid(talk)
    this.#reject(error)
  }

  #rehearse(): void {
    const { record, shown, channel } = this
    const { rehearsals, event, host, turn } = this.given
    if (rehearsals === undefined || shown === undefined) return
    const { id, n = id, steps } = record
    const { sessionId } = event
    const open = (sealed: string) => host.sealer.open(sealed, id)
    const remaining = turn.remaining()
    rehearsals.rehearse(
      { id: n, channel, caller: event, sessionId, remaining, steps: [...steps], shown, open },
      turn.log,
    )
  }

  /**
   * Ends the conversation. Where it has done something, its end is kept until its screen was seen: who dials again before
   * that comes to it once more.
   */
  #close(draw: (state: unknown) => Reply<K>, payment?: CheckedPayment): void {
    const { record } = this
    this.answers.tellOfDoubt(othersInDoubt(record))
    const mark = hasEffect(record) ? this.mark() : undefined
    if (mark === undefined) {
      this.answer(draw(null), null)
      return
    }
    const ended = new HeldRecord({ ...record, asked: undefined, e: true, p: this.#payments(payment) })
    // Too long to be kept: then it is what was kept when the effect began.
    this.answer(draw(ended.lengthAtMost > maxStateLength ? undefined : ended), { ...mark, isEnd: true })
  }

  /** The payments that the conversation has asked for, with the one that it ends with now. */
  #payments(payment: CheckedPayment | undefined): TalkRecord['p'] {
    const { record, given } = this
    if (payment === undefined) return record.p
    const asked = { s: given.event.sessionId, f: payment.reference, k: lastDone(record) }
    return [...(record.p ?? []), asked].slice(-mostPayments)
  }

  /** Ends the session with something that we say. */
  #endWith(text: string): void {
    this.answer(endShort(this.canvas, text, null), null)
  }

  /** Answers with a screen from which another session may go on. */
  #leaveWith(reply: Reply<K>): void {
    this.answer(reply, this.mark())
  }
}

type TalkOf<K extends TurnKind> = new (run: TalkRun<K>, words: Words, place?: number) => RunningTalk

/** @throws FMW_TALK_STEP where there is nothing to choose from */
function drawable(spec: QuestionSpec): readonly Recorded[] | undefined {
  return spec.options()?.map(toRecorded)
}

/** Where a question was left: its page, and of a list the part that was shown, as long as it is that list and has something there. */
function leftOf(
  { print, face }: QuestionSpec,
  options: readonly Recorded[] | undefined = [],
  left: NonNullable<TalkRecord['g']>[number],
): Pick<Asked, 'p' | 'b' | 'v'> {
  if (typeof left !== 'object') return { p: left }
  const { f, p, b, v } = left
  if (f === print && (v === undefined || face(options, v).choices.length > 0)) return { p, b, v }
  return { p: v === undefined ? p : v.p }
}

/** An amount whose currency nobody has said. Without a locale nothing parts its thousands: that might be its decimals. */
function amountIn(locale: string | undefined, amount: number): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat(locale ?? 'en', {
    minimumFractionDigits,
    numberingSystem: 'latn',
    useGrouping: locale !== undefined,
  }).format(amount)
}

/** What a script has returned in place of an ending, and where it came to one. */
function describeFound(found: unknown, made: BegunStep | undefined): string {
  const what =
    found === undefined || found === null ? 'nothing' : `${typeof found === 'object' ? 'an' : 'a'} ${typeof found}`
  return made === undefined ? what : `${what}, and came to ${describeStep(made)} before`
}

function thrown({ payment }: Ending): Error {
  const name = payment === undefined ? 'talk.end' : 'talk.pay'
  return new FMW_TALK_STEP(name, `it was thrown: write return ${name}, without throw`)
}

/** A step that nobody awaited did nothing: the script ended without what it was to ask or do. @throws FMW_TALK_STEP */
function checkAwaited({ forgotten }: RunningTalk): void {
  if (forgotten === undefined) return
  const { name } = forgotten
  throw new FMW_TALK_STEP(describeStep(forgotten), `it was not awaited: write await ${name}`)
}

/** A step that is under way when the script ends is waited for by nobody: what an effect gives is kept all the same. */
function endedEarly(step: BegunStep | undefined, cause?: unknown): Error | undefined {
  if (step === undefined) return undefined
  const problem = `the script ended while it was under way: write await ${step.name}, race it with nothing, and await each function that takes it`
  return Object.assign(new FMW_TALK_STEP(describeStep(step), problem), cause === undefined ? {} : { cause })
}

/** The error whole, with the key by which somebody has to find out; of its cause what may be shown. */
function describeUnknown(error: Error, secrets: readonly string[]): DescribedError {
  const { cause } = error
  return Object.assign(describeError(error), cause === undefined ? {} : { cause: describeError(cause, secrets) })
}

// Of ends that nobody may have seen.
const mostPayments = 8
// ms
const patience = 4_000
// A record of so many would not fit its store either.
const mostSteps = 1_000
// One is what a deploy takes. A script that is begun anew for ever would hold the process.
const mostRestarts = 8
