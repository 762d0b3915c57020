import { AsyncLocalStorage } from 'node:async_hooks'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { CheckedPayment } from '../../replies/index.ts'
import type { Recorded } from '../../store/effects/recorded.ts'
import { lookable } from '../../text/describe-error.ts'
import { FMW_TALK_STEP } from '../errors.ts'
import { printOf } from '../record/fingerprint.ts'
import { isNo } from '../record/recorded-answers.ts'
import { isEffect, isLoad } from '../record/steps.ts'
import { addPlace, type BegunStep, describeStep, siteOf } from '../steps/begun-step.ts'
import { Ending, misplaced, type ShowOptions } from '../steps/ending.ts'
import type { Words } from '../words.ts'
import type { TalkRun } from './talk-run.ts'
import type { RunningScript } from './talk-turn.ts'
import { currentRun, type Give, LazyPromise, never } from './unawaited.ts'

/** One step of a script at a time: which one waits, which is under way, and what is refused beside it. */
export class StepOrder<K extends TurnKind> implements RunningScript {
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
  protected readonly run: TalkRun<K>
  /** The step that waits to be awaited. */
  #awaits: BegunStep | undefined
  /** The step that is under way. */
  #underWay: BegunStep | undefined
  /** The step whose answer is on its way to the script. */
  #answers: BegunStep | undefined
  #answer: Recorded
  /** The ending that was made: a script that goes on has not returned it. */
  #made: BegunStep | undefined
  /** The step at which the script was left: it waits there for ever, and what goes on is a part that nobody awaits. */
  #leftAt: BegunStep | undefined

  /** @param place from which it goes on, where another part of the script has taken the steps before */
  constructor(run: TalkRun<K>, words: Words, place: number) {
    this.run = run
    this.words = words
    this.place = place
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
    return this.isLeft || this.run.given.work.isFenced
  }

  /** What was answered before: most steps of a turn are, and cost no more than finding that. */
  protected known(
    kind: string,
    text: string,
    id: string | undefined,
    isSensitive: boolean,
  ): Promise<Recorded> | undefined {
    const step = this.run.record.steps[this.place]
    if (step === undefined || step.k !== kind || typeof text !== 'string') return undefined
    if (this.#open !== undefined || this.#made !== undefined) return undefined
    if (isEffect(step) || isLoad(step) || step.f !== printOf(text, id, isSensitive) || this.isOver) return undefined
    const known = this.run.answers.answerOf(step)
    if (known === undefined) return undefined
    if (isNo(kind, known.value)) this.run.record.a = undefined
    this.place += 1
    this.#answers = stepsOf[kind] ?? anyQuestion
    this.#answer = known.value
    return settled.then(this.#arrive)
  }

  readonly #arrive = (): Recorded => {
    this.#answers = undefined
    return this.#answer
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
  protected step<T>(name: string, method: (...given: never) => unknown, take: (give: Give<T>) => void): Promise<T> {
    const step = this.named(name, method)
    if (this.#isTakenElsewhere(step)) return never()
    this.#refuseBeside(name, this.#open)
    if (this.isOver) return never()
    this.#awaits = step
    return new LazyPromise<T>(
      (give) => {
        this.#awaits = undefined
        if (this.isOver || this.run.isTooLong(this, step)) {
          this.leave()
          return
        }
        this.begun += 1
        this.#underWay = step
        this.run.begun?.set(this.place, step)
        try {
          take(give)
        } catch (error) {
          // The script may catch that and take another step.
          give(this.refuse(error))
        }
      },
      () => void this.#isTakenElsewhere(step),
    )
  }

  /** Whether this run is over and another one takes its step, or waits for it: nothing comes of that, so the other fails. */
  #isTakenElsewhere(step: BegunStep): boolean {
    const other = currentRun()
    if (other === undefined || other.of === this.run || !other.isOpen) return false
    if (this.run.isOpen && !this.isOver && !this.hasEnded) return false
    other.refuse(new FMW_TALK_STEP(describeStep(step), ofAnotherRun))
    return true
  }

  protected named(name: string, method: (...given: never) => unknown): BegunStep {
    return { name, site: this.run.given.rehearsals === undefined ? undefined : siteOf(method) }
  }

  /** Makes an ending of the script. One that is made in a step, such as an effect, is refused by that. */
  protected make(
    name: string,
    method: (...given: never) => unknown,
    text: string,
    options: ShowOptions,
    payment?: CheckedPayment,
  ): Ending {
    const made = this.named(name, method)
    const ending = new Ending(text, options, payment, made, this.run.playing)
    const inside = insides.getStore()
    if (this.#underWay === undefined) this.#made = made
    else if (inside?.step === this.#underWay) inside.ending = ending
    return ending
  }

  /** Inside what `talk.load` and `talk.once` call an ending is their failure, and kept as that. */
  protected refuseEnding(name: string): void {
    this.#refuseBeside(name, this.#awaits ?? this.#answers)
    if (insides.getStore()?.step !== this.#underWay) this.refuseDuring(name)
  }

  /** What is said inside a step would not be said on the next turn: only what comes of the step is recorded. */
  protected refuseDuring(name: string): void {
    const step = this.#underWay
    if (step === undefined || this.isLeft) return
    const problem = `${describeStep(step)} is under way: write it in the script, behind that; write await ${step.name}, and race it with nothing`
    this.run.failAt(this, new FMW_TALK_STEP(name, problem))
  }

  /** The step in which this is called; undefined outside of any. */
  protected get inside(): BegunStep | undefined {
    return insides.getStore()?.step
  }

  /** What a function of the script gives to its step. @throws FMW_TALK_STEP where it came to an ending, returned or not */
  protected withoutEnding<T>(give: () => T | Promise<T>): Promise<T> {
    const inside: Inside = { step: this.#underWay, ending: undefined }
    return insides.run(inside, async () => {
      const { parts } = this.run
      try {
        const given = await (parts === undefined ? give() : parts.without(give))
        const ending = given instanceof Ending ? given : inside.ending
        if (ending === undefined) return given
        throw ending
      } catch (thrown) {
        const error = lookable(thrown)
        throw error instanceof Ending ? misplacedInside(error) : error
      }
    })
  }

  /**
   * Two steps at once would ask twice, an ending beside a question would not know of its answer, and one that is not
   * returned would let the script go on to the payment: the turn fails. Nothing is thrown: where nobody awaits a part of the script, that would end the process.
   */
  #refuseBeside(name: string, open: BegunStep | undefined): void {
    const problem = this.#problemBeside(this.#leftAt ?? open)
    if (problem === undefined) return
    this.run.refuse(this, new FMW_TALK_STEP(name, problem))
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
  protected refuse(error: unknown, places = 0): Promise<never> {
    const shown = lookable(error)
    addPlace(shown, this.#underWay)
    return new Promise((_, reject) => {
      process.nextTick(() => {
        if (this.isOver) return
        this.#underWay = undefined
        this.place += places
        reject(shown)
      })
    })
  }

  protected answered(value: Recorded): Recorded {
    this.#underWay = undefined
    this.place += 1
    return value
  }

  /** @param failure what came of the step, where that is told to nobody else */
  protected leave(failure?: Error): Promise<never> {
    this.isLeft = true
    this.#leftAt ??= this.#underWay
    // Nobody waits for the answer any more, and the handler is at work no longer.
    if (this.run.given.work.isFenced) this.run.giveUp(failure)
    return never()
  }

  protected diverge(expected: string, found: string): Promise<never> {
    this.#leftAt ??= this.#underWay
    this.isLeft = true
    this.run.beginAnew(this, expected, found)
    return never()
  }
}

/** What an effect does before it makes an ending may have been done. */
function misplacedInside(ending: Ending): Error {
  const error = misplaced(ending, 'it stands inside the step: return it from the script, behind that')
  return Object.assign(error, { isUncertain: true })
}

/** What a step has called, and the ending that was made there. */
interface Inside {
  readonly step: BegunStep | undefined
  ending: Ending | undefined
}

/** What runs beside a step is no part of it. */
const insides = new AsyncLocalStorage<Inside>()

const ofAnotherRun =
  'it belongs to another run of the script, which is over: take each step in the run that awaits it, and keep no talk and no promise outside of the script'

/** The steps that are questions, by what their record calls them. */
const stepsOf: Readonly<Record<string, BegunStep>> = {
  choose: { name: 'talk.choose' },
  confirm: { name: 'talk.confirm' },
  show: { name: 'talk.show' },
}
const settled = Promise.resolve()
const anyQuestion: BegunStep = { name: 'talk.ask' }
