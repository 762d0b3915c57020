import type { Log } from '../../log.ts'
import { ownOptions } from '../../own-options.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type PaymentRequest, readPayment } from '../../replies/index.ts'
import { fieldTypes } from '../../replies/reply-options.ts'
import { describeError } from '../../text/describe-error.ts'
import type { Channel } from '../channel.ts'
import { readWords } from '../conversation-options.ts'
import { FMW_EFFECT_FAILED, FMW_EFFECT_UNKNOWN, FMW_LOAD_FAILED, FMW_TALK_STEP, QuestionValueError } from '../errors.ts'
import { isLine } from '../questions/check-options.ts'
import type { Question } from '../questions/question.ts'
import { printOf } from '../record/fingerprint.ts'
import {
  type Asked,
  type EffectStep,
  effectName,
  endingAt,
  isEffect,
  isLoad,
  newEffect,
  shownStep,
} from '../record/record.ts'
import { type AsJson, type Lost, type Recorded, toRecorded } from '../record/recorded.ts'
import { titleOf } from '../screens/screen-content.ts'
import { addPlace, type BegunStep, describeStep, siteOf } from '../steps/begun-step.ts'
import { checkEffect, checkLoad, checkShown } from '../steps/check-settings.ts'
import { Ending, type ShowOptions } from '../steps/ending.ts'
import {
  askSpec,
  checkChoices,
  chooseSpec,
  confirmSpec,
  type QuestionSpec,
  resumeSpec,
  type SpecContext,
  showSpec,
} from '../steps/specs.ts'
import { type StepOutcome, type Tried, tryIt } from '../steps/step-outcome.ts'
import type { AskOptions, Caller, ChooseOptions, LoadOptions, OnceOptions, Option, OwnEnding } from '../talk.ts'
import type { Words } from '../words.ts'
import { runEffect } from './effects.ts'
import { type Give, LazyPromise, never } from './lazy-promise.ts'
import { type Taken, takeAnswer } from './take-answer.ts'
import type { TalkRun } from './talk-run.ts'
import type { RunningTalk } from './talk-turn.ts'

/** The `talk` of one run of a script. */
export class ScriptTalk<K extends TurnKind> implements RunningTalk {
  /** What comes of the script does not matter any more: it asks, or was begun again. */
  isLeft = false
  /** The script has returned, or thrown. */
  hasEnded = false
  /** The next step's place in the record. */
  place = 0
  /** Steps that were begun, also those that threw and have no place. */
  begun = 0
  /** Where home leads: what was answered before it stays answered. */
  homeAt = 0
  words: Words
  readonly #run: TalkRun<K>
  /** How many effects there were by each name. */
  #numbers: Map<string, number> | undefined
  /** The step that waits to be awaited. */
  #awaits: BegunStep | undefined
  /** The step that is under way. */
  #underWay: BegunStep | undefined
  /** The step whose answer is on its way to the script. */
  #answers: BegunStep | undefined
  /** The ending that was made: a script that goes on has not returned it. */
  #made: BegunStep | undefined
  /** The step at which the script was left: it waits there for ever, and what goes on is a part that nobody awaits. */
  #leftAt: BegunStep | undefined

  /** @param place from which it goes on, where another part of the script has taken the steps before */
  constructor(run: TalkRun<K>, words: Words, place = 0) {
    this.#run = run
    this.words = words
    this.place = place
    if (place === 0) return
    this.#numbers = new Map()
    for (const step of run.record.steps.slice(0, place))
      if (isEffect(step)) this.#numbers.set(step.n, (this.#numbers.get(step.n) ?? 0) + 1)
  }

  get id(): string {
    const { id, n = id } = this.#run.record
    return n
  }

  get channel(): Channel {
    return this.#run.channel
  }

  get caller(): Caller {
    return this.#run.given.event
  }

  get sessionId(): string {
    return this.#run.given.event.sessionId
  }

  get log(): Log {
    return this.#run.given.turn.log
  }

  get signal(): AbortSignal {
    return this.#run.given.turn.signal
  }

  remaining(): number {
    return this.#run.given.turn.remaining()
  }

  ask<Answer>(text: string, question: Question<Answer>, given: AskOptions = none): Promise<Answer> {
    const options = own(given)
    const isSensitive = question?.sensitive === true || options.sensitive === true
    const kind = `ask:${question?.type}`
    return (
      this.#known(kind, text, options.id, isSensitive) ??
      this.#step('talk.ask', this.ask, (give) => {
        checkQuestion(question)
        if (this.#isOther('talk.ask', kind, text, { id: options.id, sensitive: isSensitive })) return
        this.#ask(askSpec(text, question, options, this.#context), give)
      })
    )
  }

  choose<const O extends Option>(text: string, options: readonly O[], given: ChooseOptions = none): Promise<AsJson<O>> {
    const settings = own(given)
    return (
      this.#known('choose', text, settings.id, settings.sensitive === true) ??
      this.#step('talk.choose', this.choose, (give) => {
        if (
          this.#isOther('talk.choose', 'choose', text, settings, () =>
            checkChoices(options, this.#run.given.settings.keys),
          )
        )
          return
        this.#ask(chooseSpec(text, options, settings, this.#context), give)
      })
    )
  }

  confirm(text: string, given: AskOptions = none): Promise<boolean> {
    const options = own(given)
    return (
      this.#known('confirm', text, options.id, options.sensitive === true) ??
      this.#step('talk.confirm', this.confirm, (give) => {
        if (this.#isOther('talk.confirm', 'confirm', text, options)) return
        this.#ask(confirmSpec(text, options, this.#context), give)
      })
    )
  }

  show(text: string, given: AskOptions = none): Promise<void> {
    const options = own(given)
    return (
      this.#known('show', text, options.id, options.sensitive === true) ??
      this.#step('talk.show', this.show, (give) => {
        if (this.#isOther('talk.show', 'show', text, options)) return
        this.#ask(showSpec(text, options, this.#context), give)
      })
    )
  }

  load<Value>(name: string, read: () => Value | Promise<Value>, options: LoadOptions = none): Promise<AsJson<Value>> {
    checkName('talk.load', name)
    checkFunction('talk.load', 'what reads it', read)
    const { onFailed } = checkLoad(options)
    return this.#step(`talk.load('${name}')`, this.load, (give) => give(this.#read(name, read, onFailed)))
  }

  once<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value> = none,
  ): Promise<AsJson<Value>> {
    checkName('talk.once', name)
    checkFunction('talk.once', 'the effect', effect)
    const own = checkEffect(options)
    return this.#step(`talk.once('${name}')`, this.once, (give) => give(this.#do(name, effect, own)))
  }

  /** Asks a subscriber who was cut off whether to go on. */
  askToGoOn(): Promise<boolean> {
    return this.#step('the question to go on', this.askToGoOn, (give) =>
      this.#ask(resumeSpec(this.#context, this.#run.record.from?.a), give),
    )
  }

  end(text: string, options: ShowOptions = none): Ending {
    this.#refuseBeside('talk.end', this.#awaits ?? this.#answers)
    const made = this.#madeAt('talk.end', this.end)
    const ending = new Ending(checkText('talk.end', text), checkShown('talk.end', options), undefined, made)
    return this.#make(ending, 'talk.end', this.end)
  }

  pay(text: string, payment: PaymentRequest, options: ShowOptions = none): Ending {
    this.#refuseBeside('talk.pay', this.#awaits ?? this.#answers)
    const made = this.#madeAt('talk.pay', this.pay)
    const ending = new Ending(
      checkText('talk.pay', text),
      checkShown('talk.pay', options),
      readPayment('talk.pay', payment),
      made,
    )
    return this.#make(ending, 'talk.pay', this.pay)
  }

  about(what: string): void {
    this.#run.record.a = titleOf(checkText('talk.about', what), 'keep', longestSubject)
  }

  home(): void {
    this.homeAt = this.place
  }

  speak(words: Partial<Words>): void {
    this.words = readWords(words, this.words)
    if (!this.isOver) this.#run.keepWords(words)
  }

  /** The step that was taken and not awaited, if there is one. */
  get forgotten(): BegunStep | undefined {
    return this.#awaits
  }

  /** The step that was awaited and is not over, if there is one. */
  get underWay(): BegunStep | undefined {
    return this.#underWay
  }

  /** The ending that it has made, if it has. */
  get made(): BegunStep | undefined {
    return this.#made
  }

  /** The step at which it was left, if it was. */
  get leftAt(): BegunStep | undefined {
    return this.#leftAt
  }

  /** Nothing comes of this script any more, or of the whole turn. */
  get isOver(): boolean {
    return this.isLeft || this.#run.given.work.isFenced
  }

  get #context(): SpecContext {
    const { channel, given } = this.#run
    const { keys, tries, locale } = given.settings
    return { channel, keys, tries, reading: { words: this.words, country: given.host.country, locale } }
  }

  /** What was answered before: most steps of a turn are, and cost no more than finding that. */
  #known(kind: string, text: string, id: string | undefined, isSensitive: boolean): Promise<Recorded> | undefined {
    const step = this.#run.record.steps[this.place]
    if (step === undefined || step.k !== kind || typeof text !== 'string') return undefined
    if (this.#open !== undefined || this.#made !== undefined) return undefined
    if (isEffect(step) || isLoad(step) || step.f !== printOf(text, id, isSensitive) || this.isOver) return undefined
    const known = this.#run.answers.answerOf(step)
    if (known === undefined) return undefined
    this.place += 1
    const answer = Promise.resolve(known.value)
    this.#answers = stepsOf[kind] ?? anyQuestion
    // Before whoever awaits it.
    answer.then(this.#arrived)
    return answer
  }

  /** Where an ending is written, for those who are told of it. */
  #madeAt(name: string, method: (...given: never) => unknown): BegunStep | undefined {
    return this.#run.given.review === undefined ? undefined : { name, site: siteOf(method) }
  }

  readonly #arrived = (): void => {
    this.#answers = undefined
  }

  /** The step that is not over, if there is one. */
  get #open(): BegunStep | undefined {
    return this.#awaits ?? this.#underWay ?? this.#answers
  }

  /**
   * A step begins when it is awaited: one that nobody awaits would ask, and the script would not wait for the answer.
   *
   * @param method what the script calls
   * @param take gives nothing where the script is left
   */
  #step<T>(name: string, method: (...given: never) => unknown, take: (give: Give<T>) => void): Promise<T> {
    this.#refuseBeside(name, this.#open)
    if (this.isOver) return never()
    const step = this.#named(name, method)
    this.#awaits = step
    return new LazyPromise<T>((give) => {
      this.#awaits = undefined
      if (this.isOver || this.#run.isTooLong(this, step)) {
        this.#leave()
        return
      }
      this.begun += 1
      this.#underWay = step
      try {
        take(give)
      } catch (error) {
        // The script may catch that and take another step.
        give(this.#refuse(error))
      }
    })
  }

  #named(name: string, method: (...given: never) => unknown): BegunStep {
    return { name, site: this.#run.given.rehearsals === undefined ? undefined : siteOf(method) }
  }

  /** What is made in a step, such as an effect, is refused by that. */
  #make(ending: Ending, name: string, method: (...given: never) => unknown): Ending {
    if (this.#underWay === undefined) this.#made = this.#named(name, method)
    return ending
  }

  /**
   * Two steps at once would ask twice, an ending beside a question would not know of its answer, and one that is not
   * returned would let the script go on to the payment: the turn fails. Nothing is thrown: where nobody awaits a part of the script, that would end the process.
   */
  #refuseBeside(name: string, open: BegunStep | undefined): void {
    const problem = this.#problemBeside(this.#leftAt ?? open)
    if (problem === undefined) return
    this.#run.refuse(this, new FMW_TALK_STEP(name, problem))
  }

  #problemBeside(before: BegunStep | undefined): string | undefined {
    if (before !== undefined) {
      const inside = before === this.#underWay ? '; no step may stand inside it' : ''
      return `${describeStep(before)} is not over: write await ${before.name}, and await each function that takes it${inside}`
    }
    if (this.hasEnded) return 'the script has ended before it: await each function that takes steps'
    const made = this.#made
    return (
      made && `${describeStep(made)} was made before it: write return ${made.name}, and return its function's result`
    )
  }

  /**
   * Rejects once everything that could go on has gone on: where nobody awaits the part that takes this step the script has
   * ended by then, and a rejection would end the process.
   *
   * @param places by which the script has gone on
   */
  #refuse(error: unknown, places = 0): Promise<never> {
    addPlace(error, this.#underWay)
    return new Promise((_, reject) => {
      process.nextTick(() => {
        if (this.isOver) return
        this.#underWay = undefined
        this.place += places
        reject(error)
      })
    })
  }

  /**
   * Whether the record has another step than this in its place: then the script is begun anew.
   *
   * @param check throws where it cannot be asked: then the script may have gone on with another step
   */
  #isOther(
    name: string,
    kind: string,
    text: string,
    { id, sensitive }: AskOptions,
    check: () => unknown = ignore,
  ): boolean {
    checkText(name, text)
    const step = this.#run.record.steps[this.place]
    if (step === undefined) return false
    const print = printOf(text, id, sensitive === true)
    if (!isEffect(step) && !isLoad(step) && step.k === kind && step.f === print) return false
    check()
    this.#diverge(shownStep(step), `${kind} ${print}`)
    return true
  }

  #ask(spec: QuestionSpec, give: Give<Recorded>): void {
    const known = this.#run.record.steps[this.place]
    const ended = known === undefined ? undefined : endingAt(known)
    const ending = ended === undefined ? undefined : spec.endings[ended]
    if (ending !== undefined) {
      this.#run.endWithOwn(this, ending, this.place, spec.sensitive)
      this.#leave()
      return
    }
    this.#run.shown = spec
    const asked = this.#run.ask(spec, this.place)
    if (asked === undefined) {
      this.#diverge(shownAsked(this.#run.record.asked), `${spec.kind} ${spec.print}`)
      return
    }
    try {
      const taken = takeAnswer(this.#run, this, spec, asked)
      if (taken instanceof Promise) give(this.#whenTaken(taken))
      else if (taken === undefined) this.#leave()
      else give(this.#answered(taken.value))
    } catch (error) {
      this.#run.dropQuestion()
      throw error
    }
  }

  async #whenTaken(taking: Promise<Taken>): Promise<Recorded> {
    try {
      const taken = await taking
      return taken === undefined ? this.#leave() : this.#answered(taken.value)
    } catch (error) {
      // A check of the script's own threw: it may catch that, and end or ask another.
      this.#run.dropQuestion()
      return this.#refuse(error)
    }
  }

  async #read<Value>(
    name: string,
    read: () => Value | Promise<Value>,
    onFailed: OwnEnding | undefined,
  ): Promise<Recorded> {
    const { record } = this.#run
    const step = record.steps[this.place]
    if (step !== undefined) {
      if (!isLoad(step) || step.n !== name) return this.#diverge(shownStep(step), `load ${name}`)
      return this.#goOnReading(step, onFailed, (message) => new FMW_LOAD_FAILED(name, message))
    }
    if (record.asked !== undefined) return this.#diverge(shownAsked(record.asked), `load ${name}`)
    const { outcome, cause, lost } = await tryIt(read, this.#run.given.work.turn.secrets)
    if (this.isOver) return this.#leave()
    this.#tellLost(lost)
    record.steps[this.place] = { k: 'load', n: name, ...outcome }
    const failed = (message: string) => withCause(new FMW_LOAD_FAILED(name, message), cause)
    if (outcome.e !== undefined && onFailed !== undefined) {
      const err = describeError(failed(outcome.e), this.#run.given.work.turn.secrets)
      this.log.error({ err }, 'reading failed: the conversation ended in its own way')
    }
    return this.#goOnReading(outcome, onFailed, failed)
  }

  #goOnReading(
    outcome: StepOutcome,
    onFailed: OwnEnding | undefined,
    failed: (message: string) => Error,
  ): Recorded | Promise<never> {
    if (outcome.e === undefined || onFailed === undefined) return this.#goOn(outcome, failed)
    this.#run.endWithOwn(this, onFailed, this.place, false)
    return this.#leave()
  }

  async #do<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value>,
  ): Promise<Recorded> {
    this.#numbers ??= new Map()
    const number = (this.#numbers.get(name) ?? 0) + 1
    this.#numbers.set(name, number)
    const { record } = this.#run
    const found = record.steps[this.place]
    if (found === undefined && record.asked !== undefined) {
      return this.#diverge(shownAsked(record.asked), `once ${name}`)
    }
    if (found !== undefined && (!isEffect(found) || found.n !== name)) {
      return this.#diverge(shownStep(found), `once ${name}`)
    }
    if (found === undefined) this.#run.answers.dropOthersDoings(this.place)
    const step = found ?? record.done?.[effectName(name, number)] ?? newEffect(record, name, number)
    record.steps[this.place] = step
    if (step.d) return this.#goOn(step, (message) => new FMW_EFFECT_FAILED(name, message))
    let looks = this.#run.mayBeOvertaken()
    for (;;) {
      while (looks) {
        if (!(await this.#knowsWhatWasLeft())) return this.#leave()
        looks = this.#run.isOvertaken()
      }
      const tried = await this.#tryEffect(step, effect, options)
      if (tried === undefined || this.isOver) return this.#leave()
      looks = tried === 'overtaken'
      if (tried === 'overtaken') continue
      this.#tellLost(tried.lost)
      record.steps[this.place] = { ...step, d: true, ...tried.outcome }
      return this.#goOn(tried.outcome, (message) => withCause(new FMW_EFFECT_FAILED(name, message), tried.cause))
    }
  }

  /** Tells the author, in development, what the script will not find in what a step gave. */
  #tellLost(lost: readonly Lost[] = []): void {
    const step = this.#underWay
    if (lost.length === 0 || step === undefined || this.#run.given.rehearsals === undefined) return
    const named = lost.slice(0, mostTold).map(({ path, what }) => (path === '' ? what : `${path}: ${what}`))
    this.log.warn(
      { step: describeStep(step), lost: named },
      'a step gave what JSON does not keep: give plain objects, lists, text and numbers',
    )
  }

  #answered(value: Recorded): Recorded {
    this.#underWay = undefined
    this.place += 1
    return value
  }

  /** Before anything is done: an earlier session may have done it. @returns false where the turn goes on with that */
  async #knowsWhatWasLeft(): Promise<boolean> {
    const { given, record } = this.#run
    try {
      const left = await given.lookAgain(record)
      if (left === undefined || this.isOver) return !this.isOver
      this.#run.follow(left.reply)
    } catch (error) {
      this.#run.failWith(this, error)
    }
    return false
  }

  /** Where nobody knows what became of it the script may go on without: the step stays, and is not done. */
  async #tryEffect<Value>(
    step: EffectStep,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value>,
  ): Promise<Tried | 'overtaken' | undefined> {
    try {
      return await runEffect(this.#run, step, effect, options)
    } catch (error) {
      if (error instanceof FMW_EFFECT_UNKNOWN) return this.#refuse(error, 1)
      // The store refuses. A script that caught that would go on as if it had failed, and the next run would do it.
      this.#run.failWith(this, error)
      return undefined
    }
  }

  #goOn({ a, e }: StepOutcome, failed: (message: string) => Error): Recorded | Promise<never> {
    return e === undefined ? this.#answered(toRecorded(a)) : this.#refuse(failed(e), 1)
  }

  #leave(): Promise<never> {
    this.isLeft = true
    this.#leftAt ??= this.#underWay
    // Nobody waits for the answer any more, and the handler is at work no longer.
    if (this.#run.given.work.isFenced) this.#run.giveUp()
    return never()
  }

  #diverge(expected: string, found: string): Promise<never> {
    this.#leftAt ??= this.#underWay
    this.isLeft = true
    this.#run.beginAnew(this, expected, found)
    return never()
  }
}

/** @throws FMW_TALK_STEP */
function checkName(step: string, name: string): void {
  if (typeof name === 'string' && nameForm.test(name)) return
  throw new FMW_TALK_STEP(step, 'its name must be 1 to 64 letters, digits, - and _')
}

/** @throws FMW_TALK_STEP */
function checkText(step: string, text: string): string {
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new FMW_TALK_STEP(step, 'its text must be a string with something to read in it')
}

/** @throws FMW_TALK_STEP */
function checkQuestion<Answer>(question: Question<Answer>): Question<Answer> {
  if (typeof question?.read !== 'function') {
    throw new FMW_TALK_STEP('talk.ask', 'give a question, such as whole({ min: 1 }), or { type, field, read }')
  }
  if (question.problem !== undefined && !isLine(question.problem)) {
    throw new FMW_TALK_STEP('talk.ask', 'the problem of a question must be a string with something to read in it')
  }
  if (fieldTypes.includes(question.field)) return question
  throw new FMW_TALK_STEP('talk.ask', `the field of a question must be one of ${fieldTypes.join(', ')}`)
}

/** @throws FMW_TALK_STEP */
function checkFunction(step: string, what: string, given: unknown): void {
  if (typeof given !== 'function') throw new FMW_TALK_STEP(step, `${what} must be a function`)
}

function shownAsked(asked: Asked | undefined): string {
  return `${asked?.k} ${asked?.f}`
}

function withCause<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause
  return error
}

/** The steps that are questions, by what their record calls them. */
const stepsOf: Readonly<Record<string, BegunStep>> = {
  choose: { name: 'talk.choose' },
  confirm: { name: 'talk.confirm' },
  show: { name: 'talk.show' },
}
const anyQuestion: BegunStep = { name: 'talk.ask' }

// Characters: a line or two of a phone.
const longestSubject = { septets: 60, units: 60 }

// Of a list of many the first say enough.
const mostTold = 5

const nameForm = /^[\w-]{1,64}$/

const ignore = (): void => undefined

const none = Object.freeze(ownOptions({}))

/** What is no object is refused later, by its step. */
function own<Given extends object>(given: Given): Given {
  if (given === null) throw new QuestionValueError('options', 'a step', 'an object, or left out', 'null')
  return typeof given === 'object' ? ownOptions(given) : given
}
