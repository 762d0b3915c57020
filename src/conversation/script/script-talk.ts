import type { Log } from '../../log.ts'
import { ownOptions } from '../../own-options.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type PaymentRequest, readPayment } from '../../replies/index.ts'
import type { OnceOptions } from '../../store/effects/effects.ts'
import { FMW_EFFECT_UNKNOWN } from '../../store/effects/errors.ts'
import { type Outcome, type Tried, tryIt } from '../../store/effects/outcome.ts'
import { type AsJson, type Lost, lostIn, type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { describeError, holdsSecret } from '../../text/describe-error.ts'
import { maxStateLength } from '../../turns/state.ts'
import type { Channel } from '../channel.ts'
import { readWords } from '../conversation-options.ts'
import { FMW_EFFECT_FAILED, FMW_LOAD_FAILED } from '../errors.ts'
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
import { titleOf } from '../screens/screen-content.ts'
import type { BegunStep } from '../steps/begun-step.ts'
import {
  checkAskable,
  checkEffect,
  checkFunction,
  checkLoad,
  checkName,
  checkShown,
  checkText,
  ownSettings,
} from '../steps/check-settings.ts'
import type { Ending, ShowOptions } from '../steps/ending.ts'
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
import type { StepProblem } from '../steps/step-review.ts'
import type { AskOptions, Caller, ChooseOptions, LoadOptions, Option, OwnEnding } from '../talk.ts'
import type { Words } from '../words.ts'
import { runEffect } from './effects.ts'
import { logWithout } from './secret-log.ts'
import { StepOrder } from './step-order.ts'
import { type Taken, takeAnswer } from './take-answer.ts'
import type { TalkRun } from './talk-run.ts'
import type { RunningTalk } from './talk-turn.ts'
import type { Give } from './unawaited.ts'

/** The `talk` of one run of a script. */
export class ScriptTalk<K extends TurnKind> extends StepOrder<K> implements RunningTalk {
  /** How many effects there were by each name. */
  #numbers: Map<string, number> | undefined

  /** Something stands before, or was decided, so that no dialled code leads unseen to what follows. */
  #isSeenFirst: boolean

  /** @param place from which it goes on, where another part of the script has taken the steps before */
  constructor(run: TalkRun<K>, words: Words, place = 0) {
    super(run, words, place)
    const { dialThrough, decidesDialled } = run.given.settings
    this.#isSeenFirst = place > 0 || !dialThrough || decidesDialled || run.channel !== 'ussd'
    if (place === 0) return
    this.#numbers = new Map()
    for (const step of run.record.steps.slice(0, place))
      if (isEffect(step)) this.#numbers.set(step.n, (this.#numbers.get(step.n) ?? 0) + 1)
  }

  get id(): string {
    const { id, n = id } = this.run.record
    return n
  }

  get channel(): Channel {
    return this.run.channel
  }

  get caller(): Caller {
    return this.run.given.event
  }

  get sessionId(): string {
    return this.run.given.event.sessionId
  }

  get log(): Log {
    const { turn, work } = this.run.given
    return logWithout(turn.log, () => work.turn.secrets)
  }

  get signal(): AbortSignal {
    return this.run.given.turn.signal
  }

  remaining(): number {
    return this.run.given.turn.remaining()
  }

  ask<Answer>(text: string, question: Question<Answer>, given: AskOptions = none): Promise<Answer> {
    const options = ownSettings(given)
    const isSensitive = question?.sensitive === true || options.sensitive === true
    const kind = `ask:${question?.type}`
    this.#isSeenFirst ||= isSensitive || options.dialThrough !== undefined
    return (
      this.known(kind, text, options.id, isSensitive) ??
      this.step('talk.ask', this.ask, (give) => {
        checkAskable(question)
        if (this.#isOther('talk.ask', kind, text, { id: options.id, sensitive: isSensitive })) return
        this.#ask(askSpec(text, question, options, this.#context), give)
      })
    )
  }

  choose<const O extends Option>(text: string, options: readonly O[], given: ChooseOptions = none): Promise<AsJson<O>> {
    const settings = ownSettings(given)
    this.#isSeenFirst ||= settings.sensitive === true || settings.dialThrough !== undefined
    return (
      this.known('choose', text, settings.id, settings.sensitive === true) ??
      this.step('talk.choose', this.choose, (give) => {
        if (
          this.#isOther('talk.choose', 'choose', text, settings, () =>
            checkChoices(options, this.run.given.settings.keys),
          )
        )
          return
        if (this.run.given.steps !== undefined) this.#tellLost(lostIn({ options }).others)
        this.#ask(chooseSpec(text, options, settings, this.#context), give)
      })
    )
  }

  confirm(text: string, given: AskOptions = none): Promise<boolean> {
    const options = ownSettings(given)
    this.#isSeenFirst = true
    return (
      this.known('confirm', text, options.id, options.sensitive === true) ??
      this.step('talk.confirm', this.confirm, (give) => {
        if (this.#isOther('talk.confirm', 'confirm', text, options)) return
        this.#ask(confirmSpec(text, options, this.#context), give)
      })
    )
  }

  show(text: string, given: AskOptions = none): Promise<void> {
    const options = ownSettings(given)
    this.#isSeenFirst = true
    return (
      this.known('show', text, options.id, options.sensitive === true) ??
      this.step('talk.show', this.show, (give) => {
        if (this.#isOther('talk.show', 'show', text, options)) return
        this.#ask(showSpec(text, options, this.#context), give)
      })
    )
  }

  load<Value>(name: string, read: () => Value | Promise<Value>, options: LoadOptions = none): Promise<AsJson<Value>> {
    checkName('talk.load', name)
    checkFunction('talk.load', 'what reads it', read)
    const { onFailed } = checkLoad(options)
    return this.step(`talk.load('${name}')`, this.load, (give) => give(this.#read(name, read, onFailed)))
  }

  once<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value> = none,
  ): Promise<AsJson<Value>> {
    checkName('talk.once', name)
    checkFunction('talk.once', 'the effect', effect)
    const own = checkEffect(options)
    return this.step(`talk.once('${name}')`, this.once, (give) => give(this.#do(name, effect, own)))
  }

  /** Asks a subscriber who was cut off whether to go on. */
  askToGoOn(): Promise<boolean> {
    return this.step('the question to go on', this.askToGoOn, (give) =>
      this.#ask(resumeSpec(this.#context, this.run.record.from?.a), give),
    )
  }

  end(text: string, options: ShowOptions = none): Ending {
    this.refuseEnding('talk.end')
    return this.make('talk.end', this.end, checkText('talk.end', text), checkShown('talk.end', options))
  }

  pay(text: string, payment: PaymentRequest, options: ShowOptions = none): Ending {
    this.refuseEnding('talk.pay')
    const [said, shown] = [checkText('talk.pay', text), checkShown('talk.pay', options)]
    const ending = this.make('talk.pay', this.pay, said, shown, readPayment('talk.pay', payment))
    this.#tellOfDialled(ending.made)
    this.run.tellOfNoPhone()
    return ending
  }

  about(what: string | null): void {
    this.refuseDuring('talk.about')
    this.run.record.a = undefined
    if (what === null || (typeof what === 'string' && what.trim() === '')) return
    this.run.record.a = titleOf(checkText('talk.about', what), 'keep', longestSubject)
    this.#tellSecret(this.named('talk.about', this.about), what)
  }

  home(): void {
    this.refuseDuring('talk.home')
    this.run.record.a = undefined
    this.homeAt = this.place
  }

  speak(words: Partial<Words>): void {
    this.refuseDuring('talk.speak')
    this.words = readWords(words, this.words)
    if (!this.isOver) this.run.keepWords(words)
  }

  get #context(): SpecContext {
    const { channel, given } = this.run
    const { keys, tries, locale } = given.settings
    return { channel, keys, tries, reading: { words: this.words, country: given.host.country, locale } }
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
    const step = this.run.record.steps[this.place]
    if (step === undefined) return false
    const print = printOf(text, id, sensitive === true)
    if (!isEffect(step) && !isLoad(step) && step.k === kind && step.f === print) return false
    check()
    this.diverge(shownStep(step), `${kind} ${print}`)
    return true
  }

  #ask(spec: QuestionSpec, give: Give<Recorded>): void {
    const known = this.run.record.steps[this.place]
    const ended = known === undefined ? undefined : endingAt(known)
    const ending = ended === undefined ? undefined : spec.endings[ended]
    if (ended !== undefined && ending !== undefined) {
      this.run.endWithOwn(this, ended, ending, this.place, spec.sensitive)
      this.leave()
      return
    }
    this.run.shown = spec
    const asked = this.run.ask(spec, this.place)
    if (asked === undefined) {
      this.diverge(shownAsked(this.run.record.asked), `${spec.kind} ${spec.print}`)
      return
    }
    const options = this.run.answers.longList(asked)
    if (options !== undefined) this.#tell('longList', { options })
    try {
      const taken = takeAnswer(this.run, this, spec, asked)
      if (taken instanceof Promise) give(this.#whenTaken(taken))
      else if (taken === undefined) this.leave()
      else give(this.#taken(taken))
    } catch (error) {
      this.run.dropQuestion()
      throw error
    }
  }

  async #whenTaken(taking: Promise<Taken>): Promise<Recorded> {
    try {
      const taken = await taking
      return taken === undefined ? this.leave() : this.#taken(taken)
    } catch (error) {
      // A check of the script's own threw: it may catch that, and end or ask another.
      this.run.dropQuestion()
      return this.refuse(error)
    }
  }

  async #read<Value>(
    name: string,
    read: () => Value | Promise<Value>,
    onFailed: OwnEnding | undefined,
  ): Promise<Recorded> {
    const { record } = this.run
    const step = record.steps[this.place]
    if (step !== undefined) {
      if (!isLoad(step) || step.n !== name) return this.diverge(shownStep(step), `load ${name}`)
      return this.#goOnReading(step, onFailed, (message) => new FMW_LOAD_FAILED(name, message))
    }
    if (record.asked !== undefined) return this.diverge(shownAsked(record.asked), `load ${name}`)
    this.#tellSecret(this.underWay, name)
    const { first, secrets } = this.run.given.work.turn
    const ended = first.trace?.begin('load', name)
    const { outcome, cause, lost } = await tryIt(() => this.withoutEnding(read), secrets)
    ended?.()
    if (this.isOver) return this.leave()
    record.steps[this.place] = { k: 'load', n: name, ...outcome }
    this.#tellOfRecord(lost)
    const failed = (message: string) => withCause(new FMW_LOAD_FAILED(name, message), cause)
    if (outcome.e !== undefined && onFailed !== undefined) {
      const err = describeError(failed(outcome.e), this.run.given.work.turn.secrets)
      this.log.error({ err }, 'reading failed: the conversation ended in its own way')
    }
    return this.#goOnReading(outcome, onFailed, failed)
  }

  #goOnReading(
    outcome: Outcome,
    onFailed: OwnEnding | undefined,
    failed: (message: string) => Error,
  ): Recorded | Promise<never> {
    if (outcome.e === undefined || onFailed === undefined) return this.#goOn(outcome, failed)
    this.run.endWithOwn(this, 'failed', onFailed, this.place, false)
    return this.leave()
  }

  async #do<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options: OnceOptions<Value>,
  ): Promise<Recorded> {
    this.#numbers ??= new Map()
    const number = (this.#numbers.get(name) ?? 0) + 1
    this.#numbers.set(name, number)
    const { record } = this.run
    const found = record.steps[this.place]
    if (found === undefined && record.asked !== undefined) {
      return this.diverge(shownAsked(record.asked), `once ${name}`)
    }
    if (found !== undefined && (!isEffect(found) || found.n !== name)) {
      return this.diverge(shownStep(found), `once ${name}`)
    }
    if (found === undefined) this.run.answers.dropOthersDoings(this.place)
    const step = found ?? record.done?.[effectName(name, number)] ?? newEffect(record, name, number)
    record.steps[this.place] = step
    this.#tellSecret(this.underWay, name)
    this.#tellOfDialled(this.underWay)
    if (step.d) return this.#done(step, (message) => new FMW_EFFECT_FAILED(name, message))
    this.run.tellOfNoPhone()
    let looks = this.run.mayBeOvertaken()
    for (;;) {
      while (looks) {
        if (!(await this.#knowsWhatWasLeft())) return this.leave()
        looks = this.run.isOvertaken()
      }
      const ended = this.run.given.work.turn.first.trace?.begin('once', name)
      const tried = await this.#tryEffect(step, effect, options)
      ended?.()
      if (tried === undefined || this.isOver) return this.leave()
      looks = tried === 'overtaken'
      if (tried === 'overtaken') continue
      record.steps[this.place] = { ...step, d: true, ...tried.outcome }
      this.#tellOfRecord(tried.lost)
      return this.#done(tried.outcome, (message) => withCause(new FMW_EFFECT_FAILED(name, message), tried.cause))
    }
  }

  /** Tells the author, in development, what the script will not find in what a step gave, and what takes much room. */
  #tellOfRecord(lost: readonly Lost[] = []): void {
    const { given, record } = this.run
    if (given.steps === undefined) return
    this.#tellLost(lost)
    const characters = JSON.stringify(record.steps[this.place]).length
    if (characters > maxStateLength / 4) this.#tell('large', { characters, of: maxStateLength })
  }

  #tellLost(lost: readonly Lost[]): void {
    const named = lost.slice(0, mostTold).map(({ path, what }) => (path === '' ? what : `${path}: ${what}`))
    if (named.length > 0) this.#tell('lost', { lost: named })
  }

  /** Tells the author, in development, that a dialled code leads here before anybody has seen a screen. */
  #tellOfDialled(step: BegunStep | undefined): void {
    if (this.#isSeenFirst) return
    const isAnswered = this.run.record.steps.slice(0, this.place).some((before) => !isEffect(before) && !isLoad(before))
    if (!isAnswered) return
    this.#isSeenFirst = true
    this.#tell('dialled', {}, step)
  }

  #tellSecret(step: BegunStep | undefined, text: string): void {
    if (holdsSecret(text, this.run.given.work.turn.secrets)) this.#tell('secret', {}, step)
  }

  #tell(problem: StepProblem, found: object, step = this.underWay): void {
    const { steps, work } = this.run.given
    steps?.tell(problem, step, found, work.turn.secrets, this.log)
  }

  #taken({ value, lost }: NonNullable<Taken>): Recorded {
    this.#tellOfRecord(lost)
    return this.answered(value)
  }

  /** Before anything is done: an earlier session may have done it. @returns false where the turn goes on with that */
  async #knowsWhatWasLeft(): Promise<boolean> {
    const { given, record } = this.run
    try {
      const left = await given.lookAgain(record)
      if (left === undefined || this.isOver) return !this.isOver
      this.run.follow(left.reply)
    } catch (error) {
      this.run.failWith(this, error)
    }
    return false
  }

  /** Where nobody knows what became of it the script may go on without: the step stays, and is not done. */
  async #tryEffect<Value>(
    step: EffectStep,
    effect: (key: string) => Value | Promise<Value>,
    { recover }: OnceOptions<Value>,
  ): Promise<Tried | 'overtaken' | undefined> {
    const alone = (doIt: typeof effect) => (key: string) => this.withoutEnding(() => doIt(key))
    try {
      return await runEffect(this.run, step, alone(effect), recover && alone(recover))
    } catch (error) {
      if (error instanceof FMW_EFFECT_UNKNOWN) return this.refuse(error, 1)
      // The store refuses. A script that caught that would go on as if it had failed, and the next run would do it.
      this.run.failWith(this, error)
      return undefined
    }
  }

  /** What the subscriber was about to do is done: nobody is asked whether to go on with that. */
  #done(outcome: Outcome, failed: (message: string) => Error): Recorded | Promise<never> {
    if (outcome.e === undefined) this.run.record.a = undefined
    return this.#goOn(outcome, failed)
  }

  #goOn({ a, e }: Outcome, failed: (message: string) => Error): Recorded | Promise<never> {
    return e === undefined ? this.answered(toRecorded(a)) : this.refuse(failed(e), 1)
  }
}

function shownAsked(asked: Asked | undefined): string {
  return `${asked?.k} ${asked?.f}`
}

function withCause<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause
  return error
}

// Characters: a line or two of a phone.
const longestSubject = { septets: 60, units: 60 }

// Of a list of many the first say enough.
const mostTold = 5

const ignore = (): void => undefined

const none = Object.freeze(ownOptions({}))
