import type { TurnKind } from '../../pushes/kinds.ts'
import type { Lost } from '../../store/effects/recorded.ts'
import { holdsSecret } from '../../text/describe-error.ts'
import { maxStateLength } from '../../turns/state.ts'
import { isEffect, isLoad } from '../record/steps.ts'
import type { BegunStep } from '../steps/begun-step.ts'
import type { StepProblem } from '../steps/step-review.ts'
import { logWithout } from './secret-log.ts'
import type { TalkRun } from './talk-run.ts'

/** What the author of a script is told of the steps of a run, in development. */
export class AuthorNotes<K extends TurnKind> {
  readonly #run: TalkRun<K>
  /** Something stands before, or was decided, so that no dialled code leads unseen to what follows. */
  #isSeenFirst: boolean

  /** @param place from which the script goes on */
  constructor(run: TalkRun<K>, place: number) {
    const { dialThrough, decidesDialled } = run.given.settings
    this.#run = run
    this.#isSeenFirst = place > 0 || !dialThrough || decidesDialled || run.channel !== 'ussd'
  }

  /** From here on a screen was seen, or nobody minds: `isSo` says whether. */
  isSeen(isSo: boolean): void {
    this.#isSeenFirst ||= isSo
  }

  /** Tells what the script will not find in what a step gave, and what takes much room. @param place that of the step */
  ofRecord(step: BegunStep | undefined, place: number, lost: readonly Lost[] = []): void {
    const { given, record } = this.#run
    if (given.steps === undefined) return
    this.ofLost(step, lost)
    const characters = JSON.stringify(record.steps[place]).length
    if (characters > maxStateLength / 4) this.tell('large', step, { characters, of: maxStateLength })
  }

  ofLost(step: BegunStep | undefined, lost: readonly Lost[]): void {
    const named = lost.slice(0, mostTold).map(({ path, what }) => (path === '' ? what : `${path}: ${what}`))
    if (named.length > 0) this.tell('lost', step, { lost: named })
  }

  /** Tells that a dialled code leads here before anybody has seen a screen. @param place that of the step */
  ofDialled(step: BegunStep | undefined, place: number): void {
    if (this.#isSeenFirst) return
    const isAnswered = this.#run.record.steps.slice(0, place).some((before) => !isEffect(before) && !isLoad(before))
    if (!isAnswered) return
    this.#isSeenFirst = true
    this.tell('dialled', step)
  }

  /** Tells that a sensitive answer is kept in plain. */
  ofSecret(step: BegunStep | undefined, text: string): void {
    if (holdsSecret(text, this.#run.given.work.turn.secrets)) this.tell('secret', step)
  }

  tell(problem: StepProblem, step: BegunStep | undefined, found: object = {}): void {
    const { steps, work, turn } = this.#run.given
    steps?.tell(
      problem,
      step,
      found,
      work.turn.secrets,
      logWithout(turn.log, () => work.turn.secrets),
    )
  }
}

// Of a list of many the first say enough.
const mostTold = 5
