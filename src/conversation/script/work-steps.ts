import { type HandlerLog, logSafely } from '../../log.ts'
import { ownOptions } from '../../own-options.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { OnceOptions } from '../../store/effects/effects.ts'
import { type Outcome, type Tried, tryIt } from '../../store/effects/outcome.ts'
import { type AsJson, type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { FMW_EFFECT_UNKNOWN } from '../../store/errors.ts'
import { describeError } from '../../text/describe-error.ts'
import { FMW_EFFECT_FAILED, FMW_LOAD_FAILED } from '../errors.ts'
import { type Asked, effectName, isInDoubt, keyAgain, mayHaveDone, newEffect } from '../record/record.ts'
import { type EffectStep, isEffect, isLoad, shownStep } from '../record/steps.ts'
import { addPlace } from '../steps/begun-step.ts'
import { checkEffect, checkFunction, checkLoad, checkName } from '../steps/check-settings.ts'
import type { LoadOptions, OwnEnding } from '../talk.ts'
import type { Words } from '../words.ts'
import { AuthorNotes } from './author-notes.ts'
import { runEffect } from './effects.ts'
import { describeUnknown, logWithout } from './secret-log.ts'
import { StepOrder } from './step-order.ts'
import type { TalkRun } from './talk-run.ts'
/** The steps of a script that read and do: `talk.load` and `talk.once`. */
export abstract class WorkSteps<K extends TurnKind> extends StepOrder<K> {
  protected readonly notes: AuthorNotes<K>
  /** How many effects there were by each name. */
  #numbers: Map<string, number> | undefined

  /** @param place from which it goes on, where another part of the script has taken the steps before */
  constructor(run: TalkRun<K>, words: Words, place = 0) {
    super(run, words, place)
    this.notes = new AuthorNotes(run, place)
    if (place === 0) return
    this.#numbers = new Map()
    for (const step of run.record.steps.slice(0, place))
      if (isEffect(step)) this.#numbers.set(step.n, (this.#numbers.get(step.n) ?? 0) + 1)
  }

  /** A reading failed that has an ending of its own. */
  protected abstract endInOwnWay(ending: OwnEnding): void

  get log(): HandlerLog {
    const { turn, work } = this.run.given
    return logWithout(turn.log, () => work.turn.secrets)
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
    this.notes.ofSecret(this.underWay, name)
    const { first, secrets } = this.run.given.work.turn
    const ended = first.trace?.begin('load', name)
    const { outcome, cause, lost } = await tryIt(() => this.withoutEnding(read), secrets)
    ended?.()
    if (this.isOver) return this.leave()
    record.steps[this.place] = { k: 'load', n: name, ...outcome }
    this.notes.ofRecord(this.underWay, this.place, lost)
    const failed = (message: string) => Object.assign(new FMW_LOAD_FAILED(name, message), { cause })
    if (outcome.e !== undefined && onFailed !== undefined) {
      const err = describeError(failed(outcome.e), this.run.given.work.turn.secrets)
      logSafely(this.log, 'error', { err }, 'reading failed: the conversation ended in its own way')
    }
    return this.#goOnReading(outcome, onFailed, failed)
  }

  #goOnReading(
    outcome: Outcome,
    onFailed: OwnEnding | undefined,
    failed: (message: string) => Error,
  ): Recorded | Promise<never> {
    if (outcome.e === undefined || onFailed === undefined) return this.#goOn(outcome, failed)
    this.endInOwnWay(onFailed)
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
    const { unknown } = this.run
    if (found === undefined && unknown === undefined) this.run.answers.dropOthersDoings(this.place)
    const known = found ?? record.done?.[effectName(name, number)]
    // A script that tries again, or goes on as if nothing had been done, might do it twice.
    if (unknown !== undefined && !known?.d) {
      if (known !== undefined) record.steps[this.place] = known
      return this.refuse(unknown, known === undefined ? 0 : 1)
    }
    let step = known ?? newEffect(record, name, number)
    record.steps[this.place] = step
    this.notes.ofSecret(this.underWay, name)
    this.notes.ofDialled(this.underWay, this.place)
    if (step.d) return this.#done(step, (message) => new FMW_EFFECT_FAILED(name, message))
    this.run.tellOfNoPhone()
    if (known === undefined || record.t === undefined) record.t = this.run.given.host.clock.now()
    let looks = this.run.mayBeOvertaken()
    for (;;) {
      while (looks) {
        if (!(await this.#knowsWhatWasLeft())) return this.leave()
        looks = this.run.isOvertaken()
      }
      const ended = this.run.given.work.turn.first.trace?.begin('once', name)
      const tried = await this.#tryEffect(step, effect, options)
      ended?.()
      if (tried === undefined) return this.leave()
      looks = tried === 'overtaken'
      if (tried === 'overtaken') {
        if (this.isOver) return this.leave()
        continue
      }
      const failed = (message: string) => Object.assign(new FMW_EFFECT_FAILED(name, message), { cause: tried.cause })
      const { e } = tried.outcome
      if (this.isOver) return this.leave(e === undefined ? undefined : failed(e))
      record.steps[this.place] = { ...step, d: true, ...tried.outcome }
      // It surely failed at an earlier dial, which did not start again for what was done before it.
      if (tried.isEarlier === true && e !== undefined && !tried.mayHaveHappened && mayHaveDone(record)) {
        step = { ...step, key: keyAgain(step.key) }
        record.steps[this.place] = step
        record.t = this.run.given.host.clock.now()
        continue
      }
      if (!isInDoubt(record)) record.t = undefined
      this.notes.ofRecord(this.underWay, this.place, tried.lost)
      return this.#done(tried.outcome, failed)
    }
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
    const { underWay, run } = this
    const hasSignal = () => run.signalReads?.has(undefined) === true || run.signalReads?.has(underWay) === true
    try {
      return await runEffect(this.run, step, alone(effect), recover && alone(recover), hasSignal)
    } catch (error) {
      if (error instanceof FMW_EFFECT_UNKNOWN) {
        const { given } = this.run
        addPlace(error, underWay)
        this.run.unknown = error
        this.run.maySettle = recover !== undefined || this.run.didNow === step.key
        // Whatever the script makes of it. The next dial may find out, but nobody may dial.
        const err = describeUnknown(error, given.work.turn.secrets)
        logSafely(given.turn.log, 'error', { effect: step.n, key: step.key, err }, this.isOver ? leftInDoubt : inDoubt)
        return this.isOver ? undefined : this.refuse(error, 1)
      }
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

/** The question on the screen as lines of the log have it. */
export function shownAsked(asked: Asked | undefined): string {
  return `${asked?.k} ${asked?.f}`
}

const inDoubt = 'an effect may have happened or not: look it up by its key'
const leftInDoubt = 'an effect may have happened or not: its turn was left before anybody could be told'

const none = Object.freeze(ownOptions({}))
