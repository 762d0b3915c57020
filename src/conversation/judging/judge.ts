import { ownFolder } from '../../own-folder.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type Reply, toldScreen, toldWithout } from '../../replies/index.ts'
import { lineOfError } from '../../text/describe-error.ts'
import { FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import type { Conversation } from '../conversation.ts'
import { withoutText } from '../record/fingerprint.ts'
import { readRecord, type TalkRecord } from '../record/record.ts'
import { type AnswerStep, isEffect, isLoad, shownStep } from '../record/steps.ts'
import { TalkRun } from '../script/talk-run.ts'
import type { RunningScript, TalkTurn } from '../script/talk-turn.ts'
import { shownAsked } from '../script/work-steps.ts'
import { frameOf } from '../steps/begun-step.ts'
import { eventOf, givenTo, type JudgingHost } from './given.ts'
import { judgedTalk } from './judged-talk.ts'
import { type JudgedSession, type Judgement, readsAs, type Unjudged, type UnjudgedReason } from './judgement.ts'
import { isRefusedCall, Watch } from './watch.ts'

/** Holds a script against the record of an open session. Nothing is read, done, called or kept. */
export type Judge = (session: JudgedSession) => Promise<Judgement>

/**
 * Makes the judge of a conversation.
 *
 * @param patience ms that a script may take
 */
export function judgeOf<K extends TurnKind>(
  conversation: Conversation,
  host: JudgingHost<K>,
  patience = longest,
): Judge {
  return async (session) => {
    const { state } = session
    if (state === null) return { verdict: 'holds', readsTheSame: undefined, at: undefined }
    const record = recordIn(state)
    if (record === undefined) return { ...foreign, verdict: 'breaks', becomes: 'restart', step: 1, place: undefined }
    const event = eventOf(host.kind, session)
    const watch = new Watch(event)
    return new JudgedRun(givenTo(conversation, host, event, watch), record, session, watch).judge(patience)
  }
}

/** What was left by a subscriber who is asked whether to go on is what they would go on with. */
function recordIn(state: string): TalkRecord | undefined {
  const record = readRecord(JSON.parse(state))
  return record?.from ?? record
}

const foreign = { recorded: 'the state of a handler', found: 'a conversation' }
// ms
const longest = 1_000

/** One run of a script against the record of a session: the same steps as in a turn, which is left where it would do something. */
class JudgedRun<K extends TurnKind> extends TalkRun<K> {
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
    const site = underWay?.site ?? made?.site
    this.#judgement.resolve(
      this.#watch.readsCaller
        ? this.#unjudged('caller')
        : {
            verdict: 'breaks',
            becomes: 'restart',
            step: place + 1,
            recorded: this.#recordedAt(place),
            found: this.#shown(found),
            place: site && frameOf(site),
          },
    )
  }

  #answered(reply: Reply<K>): Judgement {
    const { message, sensitive } = reply
    const { asked } = this.record
    if (this.#sealedAt !== -1 && asked?.at === this.#sealedAt) return this.#unjudged('sealed')
    const before = sensitive === true || this.#watch.readsCaller ? null : this.#screen
    // What is kept has *** in place of secrets, and * of what was typed behind them.
    const told = toldScreen(toldWithout(reply, this.given.work.turn))
    return {
      verdict: 'holds',
      readsTheSame: before === null ? undefined : readsAs(told, before) || readsAs(message, before),
      at: asked && this.#shown(shownAsked(asked)),
    }
  }

  #failed(error: unknown): Judgement {
    if (isRefusedCall(error)) return this.#unjudged('calls')
    if (this.#watch.readsCaller) return this.#unjudged('caller')
    const place = this.#place
    return {
      verdict: 'breaks',
      becomes: 'failure',
      step: place + 1,
      recorded: this.#recordedAt(place),
      found: lineOfError(error, this.given.work.turn.secrets),
      place: placeOf(error),
    }
  }

  #recordedAt(place: number): string {
    const { steps, asked } = this.record
    const step = steps[place]
    return this.#shown(step === undefined ? shownAsked(asked) : shownStep(step))
  }

  #shown(step: string): string {
    return withoutText(step.trim(), this.given.work.turn.secrets)
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
