import { ownFolder } from '../../own-folder.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type Reply, toldScreen, toldWithout } from '../../replies/index.ts'
import { lineOfError } from '../../text/describe-error.ts'
import { FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import { type AnswerStep, isEffect, isLoad, shownStep, type TalkRecord } from '../record/record.ts'
import { TalkRun } from '../script/talk-run.ts'
import type { RunningScript, TalkTurn } from '../script/talk-turn.ts'
import { shownAsked } from '../script/work-steps.ts'
import { frameOf } from '../steps/begun-step.ts'
import { judgedTalk } from './judged-talk.ts'
import type { JudgedSession, Judgement, Unjudged, UnjudgedReason } from './judgement.ts'
import { readsAs } from './reads-as.ts'
import { isRefusedCall, type Watch } from './watch.ts'

/** One run of a script against the record of a session: the same steps as in a turn, which is left where it would do something. */
export class JudgedRun<K extends TurnKind> extends TalkRun<K> {
  readonly #judgement = Promise.withResolvers<Judgement>()
  readonly #screen: string | null
  /** The place of the first answer that nobody can open; -1 where there is none. */
  readonly #sealedAt: number
  readonly #watch: Watch

  constructor(given: TalkTurn<K>, record: TalkRecord, { screen }: JudgedSession, watch: Watch) {
    super(judgedTalk<K>(watch), given, record, [])
    this.#watch = watch
    this.#screen = record.asked === undefined || screen === hidden ? null : screen
    this.#sealedAt = record.steps.findIndex((step) => isClosed(step, (sealed) => this.#opens(sealed)))
  }

  /** @param patience ms that the script may take; it waits for no step */
  async judge(patience: number): Promise<Judgement> {
    // The record has no more, and what follows would read or do something.
    this.#watch.onReach = (at) => this.#judgement.resolve({ verdict: 'holds', readsTheSame: undefined, at })
    const timer = setTimeout(() => this.#judgement.resolve(this.#unjudged('waits')), patience)
    this.reply().then(
      (reply) => this.#judgement.resolve(this.#answered(reply)),
      (error: unknown) => this.#judgement.resolve(this.#failed(error)),
    )
    try {
      return await this.#judgement.promise
    } finally {
      clearTimeout(timer)
      this.given.work.giveUp(new FMW_WORK_GIVEN_UP('it was only looked at'))
    }
  }

  override beginAnew(talk: RunningScript, _expected: string, found: string): void {
    talk.isLeft = true
    const { place, underWay, made } = talk
    const step = this.record.steps[place]
    const site = underWay?.site ?? made?.site
    this.#judgement.resolve(
      this.#watch.readsCaller
        ? this.#unjudged('caller')
        : {
            verdict: 'breaks',
            becomes: 'restart',
            step: place + 1,
            recorded: step === undefined ? shownAsked(this.record.asked).trim() : shownStep(step),
            found,
            place: site && frameOf(site),
          },
    )
  }

  #answered(reply: Reply<K>): Judgement {
    const { message, sensitive } = reply
    const { asked } = this.record
    if (this.#sealedAt !== -1 && asked?.at === this.#sealedAt) return this.#unjudged('sealed')
    const before = sensitive === true || this.#watch.readsCaller ? null : this.#screen
    // What is kept has *** in place of secrets.
    const told = toldScreen(toldWithout(reply, this.given.work.turn.secrets))
    return {
      verdict: 'holds',
      readsTheSame: before === null ? undefined : readsAs(told, before) || readsAs(message, before),
      at: asked && shownAsked(asked).trim(),
    }
  }

  #failed(error: unknown): Judgement {
    if (isRefusedCall(error)) return this.#unjudged('calls')
    if (this.#watch.readsCaller) return this.#unjudged('caller')
    const { record, given } = this
    const place = this.#place
    const step = record.steps[place]
    return {
      verdict: 'breaks',
      becomes: 'failure',
      step: place + 1,
      recorded: step === undefined ? shownAsked(record.asked).trim() : shownStep(step),
      found: lineOfError(error, given.work.turn.secrets),
      place: placeOf(error),
    }
  }

  get #place(): number {
    return this.playing?.place ?? 0
  }

  #unjudged(why: UnjudgedReason): Unjudged {
    return { verdict: 'unjudged', why, step: this.#place + 1 }
  }

  #opens(sealed: string): boolean {
    return this.given.host.sealer.open(sealed, this.record.id) !== undefined
  }
}

/** An answer that was given, and that nobody can open. One that is to be asked again is none. */
function isClosed(step: TalkRecord['steps'][number], opens: (sealed: string) => boolean): boolean {
  if (isEffect(step) || isLoad(step)) return false
  const { s }: AnswerStep = step
  return s !== undefined && s !== '' && !opens(s)
}

/** The line of the application that threw. */
function placeOf(error: unknown): string | undefined {
  const frames = error instanceof Error ? String(error.stack).split('\n') : []
  return frames
    .filter((frame) => frame.startsWith('    at ') && !frame.includes('node:') && !frame.includes(ownFolder.pathname))
    .map((frame) => frame.trim().slice('at '.length))[0]
}

// As transcripts have a screen that is sensitive.
const hidden = '(sensitive)'
