import { setTimeout } from 'node:timers/promises'
import { logSafely } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import type { ResumeMark } from '../../store/turn-store.ts'
import { logError, lookable } from '../../text/describe-error.ts'
import { FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import type { Progress } from '../../turns/turn.ts'
import { FMW_EFFECT_FAILED, FMW_TALK_STEP } from '../errors.ts'
import { withoutText } from '../record/fingerprint.ts'
import { type Asked, effectsOf, hasEffect, mayHaveDone, type TalkRecord } from '../record/record.ts'
import { type BegunStep, describeStep } from '../steps/begun-step.ts'
import { Ending, misplaced } from '../steps/ending.ts'
import { OpenParts } from '../steps/open-parts.ts'
import type { QuestionEndings, QuestionSpec } from '../steps/specs.ts'
import type { OwnEnding } from '../talk.ts'
import { screensIn, type Words } from '../words.ts'
import { type OwnEndingStep, TalkEnd } from './talk-end.ts'
import { TalkState } from './talk-state.ts'
import type { OpenRun, RunningScript, RunningTalk, TalkTurn } from './talk-turn.ts'
import { type Failed, failedLines, runScript, type ScriptRun } from './unawaited.ts'

/** One turn of a conversation: its script runs from the start, against the record, until it asks or ends. */
export class TalkRun<K extends TurnKind> extends TalkState<K> implements Progress, OpenRun {
  readonly #talk: TalkOf<K>
  openAt = -1
  readonly ends = new TalkEnd<K>(this)
  /** Of what an ending must be. */
  playing: RunningTalk | undefined = undefined
  ownEnding: OwnEndingStep | undefined = undefined
  /** What becomes of the effect that is under way, if there is one. */
  whenRefused: (() => void) | undefined = undefined
  readonly #answer = Promise.withResolvers<Reply<K>>()
  #state: 'open' | 'answered' | 'failed' = 'open'
  /** How often the script was begun anew in this turn. */
  #restarts = 0
  /** What the script has begun; undefined where nobody asks. */
  parts: OpenParts | undefined = undefined

  /** @param talk what the script is given */
  constructor(talk: TalkOf<K>, given: TalkTurn<K>, record: TalkRecord, inputs: readonly string[]) {
    super(given, record, inputs)
    this.#talk = talk
    given.work.progress = this
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get sessionId(): string {
    return this.given.event.sessionId
  }

  /** Runs the script until it asks or ends. */
  reply(): Promise<Reply<K>> {
    this.given.faults.enter(this)
    this.begin()
    return this.#answer.promise
  }

  /** Runs the script from its start. What ran before is left where it is. */
  begin(): void {
    this.ownEnding = undefined
    this.playing = new this.#talk(this, this.words)
    this.#play(this.playing)
  }

  /** This is what the turn is answered with, once everything that could go on has gone on: a script must not, now. */
  answer(reply: Reply<K>, resume: ResumeMark | null | undefined): void {
    process.nextTick(() => {
      if (this.#state !== 'open') return
      this.#close('answered')
      this.given.work.resume = resume
      this.#answer.resolve(reply)
      this.#rehearse()
    })
  }

  /** The turn is answered with what another run comes to. */
  follow(reply: Promise<Reply<K>>): void {
    this.#close('answered')
    this.#answer.resolve(reply)
  }

  /** The script is not the one that the record was made with: it begins anew, and does nothing again. */
  beginAnew(talk: RunningScript, was: string, is: string): void {
    const { record, given } = this
    const { secrets } = given.work.turn
    const expected = withoutText(was, secrets)
    const found = withoutText(is, secrets)
    this.#restarts += 1
    if (this.#restarts > mostRestarts) {
      this.failWith(talk, new FMW_TALK_STEP(found, `the script takes another path each time: the last was ${expected}`))
      return
    }
    logSafely(
      given.turn.log,
      'warn',
      { expected, found },
      'the script took another path than its record, so the conversation starts again: read what may change through talk.load',
    )
    record.done = effectsOf(record)
    this.restart()
    this.lead = talk.words.changed
    this.begin()
  }

  /** The subscriber wants to begin anew from home: what is done from here on is another thing. */
  goHome(talk: RunningTalk): void {
    talk.isLeft = true
    this.answers.dropOwnLeft()
    this.record.done = undefined
    this.restart(talk.homeAt)
    this.record.m = true
    this.begin()
  }

  /** The subscriber goes back to the question at a place, or is led there. */
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

  /** A script that takes steps for ever would hold the process: the turn fails. */
  isTooLong(talk: RunningScript, step: BegunStep): boolean {
    if (talk.place < mostSteps && talk.begun < mostSteps) return false
    this.failWith(talk, new FMW_TALK_STEP(describeStep(step), `a conversation has at most ${mostSteps} steps`))
    return true
  }

  /** The turn fails, whatever the script would make of it. */
  failWith(talk: RunningScript, error: unknown): void {
    talk.isLeft = true
    this.#tellThatNothingWasPaid(talk)
    this.#reject(error)
  }

  /**
   * The script has a part that it does not await: its turn fails. Where it was answered, the question on the screen is none
   * that the script waits for, so no other turn of this script runs.
   */
  failAt(talk: RunningScript, error: Error): void {
    const { work, turn, faults } = this.given
    talk.isLeft = true
    if (work.isFenced || this.#state === 'failed') return
    if (this.#state === 'open') {
      this.#tellThatNothingWasPaid(talk)
      this.#reject(error)
      return
    }
    this.#state = 'failed'
    logError(turn.log, 'error', error, 'a script went on while its screen was out: its session does not go on')
    faults.stop(this.sessionId, error)
  }

  /** Its session does not go on. One that waits for no step may wait for what has just gone wrong. */
  stop(error: Error): void {
    if (this.playing !== undefined && this.playing.underWay === undefined) this.failWith(this.playing, error)
  }

  /** A step is refused. An effect that is under way may be waiting for it, and then never ends. */
  refuse(talk: RunningScript, error: Error): void {
    this.failAt(talk, error)
    this.whenRefused?.()
    this.whenRefused = undefined
  }

  /** The subscriber has left, or the session went on: the turn is not answered. */
  giveUp(failure: Error = new FMW_WORK_GIVEN_UP('its script was left where it was')): void {
    this.#reject(failure)
  }

  /** A question ends the conversation in its own way. */
  endAt(talk: RunningTalk, spec: QuestionSpec, asked: Asked, why: keyof QuestionEndings, ending: OwnEnding): void {
    this.answers.keepEnding(spec, asked, why)
    this.inputs = []
    this.endWithOwn(talk, why, ending, asked.at, spec.sensitive)
  }

  /** A step ends the conversation in its own way: the script is left there, and its ending takes the steps behind. */
  endWithOwn(talk: RunningTalk, why: keyof QuestionEndings, ending: OwnEnding, at: number, isSensitive: boolean): void {
    talk.isLeft = true
    const name = why === 'failed' ? 'onFailed' : 'onTooMany'
    this.ownEnding = { at, isSensitive, name, step: talk.underWay }
    const next = new this.#talk(this, talk.words, at + 1)
    next.homeAt = talk.homeAt
    this.#play(next, ending)
  }

  /** The subscriber learns that nothing was paid, where that is known. */
  #tellThatNothingWasPaid({ words }: RunningScript): void {
    const { record, given } = this
    if (hasEffect(record) || record.from !== undefined || record.u === true) return
    const { settings, host } = given
    const said = { ...settings.spoken, ...record.l }
    const own = record.l?.nothingPaid ?? settings.nothingPaid
    const failed = own ?? ((said.failed ?? host.screens.failed) === undefined ? words.nothingPaid : undefined)
    if (failed !== undefined) this.tellScreens({ ...screensIn(said), failed })
  }

  async #play(talk: RunningTalk, script: TalkTurn<K>['script'] = this.given.script): Promise<void> {
    this.parts?.end()
    this.parts = this.given.rehearsals !== undefined || this.given.faults.hasParts ? new OpenParts() : undefined
    try {
      const ending = await runScript(() => script(talk), new SeenRun(this, talk, this.parts))
      if (talk.isLeft) {
        this.#endedBeside(talk)
        return
      }
      checkAwaited(talk)
      const early = endedEarly(talk.underWay)
      if (early !== undefined) throw early
      if (this.parts !== undefined && ending instanceof Ending && ending.payment !== undefined) {
        talk.hasEnded = true
        await partsOver(this.parts, ending, talk, this.given.turn.remaining() / 2)
        if (talk.isLeft) return
      }
      await this.ends.end(talk, ending)
    } catch (thrown) {
      const error = lookable(thrown)
      if (talk.isLeft) this.#endedBeside(talk, error)
      else if (error instanceof Ending) this.#fail(talk, misplaced(error, 'it was thrown: return it, without throw'))
      else this.#fail(talk, error instanceof FMW_TALK_STEP ? error : (endedEarly(talk.underWay, error) ?? error))
    } finally {
      talk.isLeft = true
      talk.hasEnded = true
    }
  }

  /** Told of what the script has begun, and what failed where nothing awaits or catches it. */
  tellFailed(reason: unknown, failed: Failed): void {
    const { turn, work } = this.given
    logError(turn.log, 'error', reason, failedLines[failed], {}, work.turn.secrets)
  }

  /** A script that was left at a step waits there for ever: one that ends has not awaited it. */
  #endedBeside(talk: RunningTalk, cause?: unknown): void {
    const error = endedEarly(talk.leftAt, cause)
    if (error !== undefined) this.failAt(talk, error)
  }

  #reject(error: unknown): void {
    this.#close('failed')
    this.#answer.reject(error)
  }

  #close(state: 'answered' | 'failed'): void {
    this.#state = state
    this.parts?.end()
    this.given.faults.leave(this)
  }

  #fail(talk: RunningTalk, error: unknown): void {
    const { work, turn } = this.given
    if (this.unknown !== undefined) {
      // What else goes wrong then is no reason to tell the subscriber to try again.
      if (error !== this.unknown) logError(turn.log, 'error', error, thrownInDoubt, {}, work.turn.secrets)
      this.shown = undefined
      this.ends.endInDoubt(talk.words.unknown)
      return
    }
    // It would fail again in the same way. Behind what was done it is tried again: to start again would do that twice.
    if (error instanceof FMW_EFFECT_FAILED && !mayHaveDone(this.record)) work.resume = null
    else if (hasEffect(this.record)) work.resume = this.mark()
    this.#tellThatNothingWasPaid(talk)
    this.#reject(error)
  }

  #rehearse(): void {
    const { record, shown, channel } = this
    const { rehearsals, event, host, turn, work } = this.given
    if (rehearsals === undefined || shown === undefined) return
    const { id, n = id, steps } = record
    const { sessionId } = event
    const open = (sealed: string) => host.sealer.open(sealed, id)
    const remaining = turn.remaining()
    const { secrets } = work.turn
    rehearsals.rehearse(
      { id: n, channel, caller: event, sessionId, remaining, steps: [...steps], shown, open, secrets },
      turn.log,
    )
  }
}

/** The run, as what happens in its script finds it. A class: a literal with a getter has a shape of its own each time, 20 µs a turn. */
class SeenRun<K extends TurnKind> implements ScriptRun {
  readonly of: TalkRun<K>
  readonly parts: OpenParts | undefined
  readonly #talk: RunningTalk

  constructor(run: TalkRun<K>, talk: RunningTalk, parts: OpenParts | undefined) {
    this.of = run
    this.#talk = talk
    this.parts = parts
  }

  get isOpen(): boolean {
    return this.of.isOpen && !this.#talk.isOver
  }

  tell(reason: unknown, failed: Failed): void {
    this.of.tellFailed(reason, failed)
  }

  refuse(error: Error): void {
    this.of.failAt(this.#talk, error)
  }
}

/** Makes what the script of a run is given. */
export type TalkOf<K extends TurnKind> = new (run: TalkRun<K>, words: Words, place?: number) => RunningTalk

/** A step that nobody awaited did nothing: the script ended without what it was to ask or do. @throws FMW_TALK_STEP */
function checkAwaited({ forgotten }: RunningTalk): void {
  if (forgotten === undefined) return
  const { name } = forgotten
  throw new FMW_TALK_STEP(describeStep(forgotten), `it was not awaited: write await ${name}`)
}

/**
 * Before money is asked for, waits for the parts of a script that it did not await. One that takes a step now fails the turn;
 * one that only takes its time, such as a line for the audit, does not.
 *
 * @throws FMW_TALK_STEP where one is not over in time: nobody can tell what it would ask
 */
async function partsOver(parts: OpenParts, { made }: Ending, talk: RunningTalk, mayTake: number): Promise<void> {
  const from = performance.now()
  for (let [open] = parts.open(); open !== undefined && !talk.isLeft; [open] = parts.open()) {
    if (performance.now() - from > Math.min(partsPatience, mayTake)) {
      const problem = `a part of the script is not over that was begun at ${open}: await it before the payment, or begin it in talk.once`
      throw new FMW_TALK_STEP(describeStep(made), problem)
    }
    await setTimeout(lookEvery)
  }
}

// ms
const partsPatience = 1_000
const lookEvery = 2

/** A step that is under way when the script ends is waited for by nobody: what an effect gives is kept all the same. */
function endedEarly(step: BegunStep | undefined, cause?: unknown): Error | undefined {
  if (step === undefined) return undefined
  const problem = `the script ended while it was under way: write await ${step.name}, race it with nothing, and await each function that takes it`
  return Object.assign(new FMW_TALK_STEP(describeStep(step), problem), cause === undefined ? {} : { cause })
}

const thrownInDoubt =
  'a script threw behind an effect that may have happened or not: the subscriber was told that it is not known'
// A record of so many would not fit its store either.
const mostSteps = 1_000
// One is what a deploy takes. A script that is begun anew for ever would hold the process.
const mostRestarts = 8
