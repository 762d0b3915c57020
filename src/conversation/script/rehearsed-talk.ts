import { type HandlerLog, silentLog } from '../../log.ts'
import { type PaymentRequest, readPayment } from '../../replies/index.ts'
import type { OnceOptions } from '../../store/effects/effects.ts'
import type { Outcome } from '../../store/effects/outcome.ts'
import { type AsJson, type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { FMW_EFFECT_UNKNOWN } from '../../store/errors.ts'
import { type DescribedError, describeError, holdsSecret, lookable } from '../../text/describe-error.ts'
import type { Channel } from '../channel.ts'
import { FMW_EFFECT_FAILED, FMW_LOAD_FAILED } from '../errors.ts'
import type { Question } from '../questions/question.ts'
import { fingerprint, printOf, withoutText } from '../record/fingerprint.ts'
import { quotesOf } from '../record/quotes.ts'
import { isEffect, isLoad, type Step, shownStep } from '../record/steps.ts'
import { frameOf, siteOf } from '../steps/begun-step.ts'
import { Ending, type ShowOptions } from '../steps/ending.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import type { AskOptions, Caller, ChooseOptions, LoadOptions, Option, Talk } from '../talk.ts'
import { type Failed, never, runScript, type ScriptRun } from './unawaited.ts'

/** What a run of a script came to: a second one against the same record has to come to the same. */
export interface Played {
  readonly id: string
  readonly channel: Channel
  readonly caller: Caller
  readonly sessionId: string
  readonly remaining: number
  readonly steps: readonly Step[]
  /** The question that it asked at last, or its ending. */
  readonly shown: QuestionSpec | Ending
  /** Opens a sealed answer: the first run has opened it too. */
  readonly open: (sealed: string) => { readonly value: Recorded } | undefined
  /** What no line of a log may hold. */
  readonly secrets: readonly string[]
}

/** How a second run differed from the first, or what it found on the screen. */
export interface Difference {
  readonly problem: 'path' | 'screen' | 'waits' | ScreenDoubt
  readonly expected: string
  readonly found: string
  /** Where in the script. */
  readonly place: string
}

/**
 * The `talk` of a second run, against what the first one came to. It gives what was recorded, calls none of the author's
 * functions, and does nothing.
 */
export class RehearsedTalk implements Talk {
  readonly log: HandlerLog = silentLog
  readonly #played: Played
  readonly #controller = new AbortController()
  #place = 0
  #site = 'its beginning'
  #isOver = false
  /** What an effect of that turn was in doubt with. */
  #unknown: Error | undefined
  #difference: Difference | undefined
  readonly #secrets: string[] = []
  readonly #tell: (error: DescribedError, failed: Failed) => void

  /** @param tell hears what fails in the listeners of its signal: that of the first run did not abort */
  constructor(played: Played, tell: (error: DescribedError, failed: Failed) => void) {
    this.#played = played
    this.#tell = tell
  }

  get id(): string {
    return this.#played.id
  }

  get channel(): Channel {
    return this.#played.channel
  }

  get caller(): Caller {
    return this.#played.caller
  }

  get sessionId(): string {
    return this.#played.sessionId
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Where it came to something else than the first run. */
  get difference(): Difference | undefined {
    return this.#difference
  }

  remaining(): number {
    return this.#played.remaining
  }

  ask<Answer>(text: string, question: Question<Answer>, options: AskOptions = none): Promise<Answer> {
    const isSensitive = question.sensitive === true || options.sensitive === true
    return this.#answer(this.ask, `ask:${question.type}`, text, options.id, isSensitive)
  }

  choose<const O extends Option>(
    text: string,
    options: readonly O[],
    { id, sensitive }: ChooseOptions = none,
  ): Promise<AsJson<O>> {
    return this.#answer(this.choose, 'choose', text, id, sensitive === true, options)
  }

  confirm(text: string, { id, sensitive }: AskOptions = none): Promise<boolean> {
    return this.#answer(this.confirm, 'confirm', text, id, sensitive === true)
  }

  show(text: string, { id, sensitive }: AskOptions = none): Promise<void> {
    return this.#answer(this.show, 'show', text, id, sensitive === true)
  }

  load<Value>(
    name: string,
    _read: () => Value | Promise<Value>,
    { onFailed }: LoadOptions = none,
  ): Promise<AsJson<Value>> {
    const failed = (message: string) => (onFailed === undefined ? new FMW_LOAD_FAILED(name, message) : undefined)
    return this.#outcome(this.load, isLoad, `load ${name}`, failed)
  }

  once<Value>(
    name: string,
    _effect: (key: string) => Value | Promise<Value>,
    _options?: OnceOptions<Value>,
  ): Promise<AsJson<Value>> {
    return this.#outcome(this.once, isEffect, `once ${name}`, (message) => new FMW_EFFECT_FAILED(name, message))
  }

  end(text: string, options: ShowOptions = none): Ending {
    this.#site = placeOf(this.end)
    return new Ending(text, options, undefined, { name: 'talk.end' })
  }

  pay(text: string, payment: PaymentRequest, options: ShowOptions = none): Ending {
    this.#site = placeOf(this.pay)
    const checked = readPayment('talk.pay', payment)
    if (this.#unknown !== undefined) throw this.#unknown
    return new Ending(text, options, checked, { name: 'talk.pay' })
  }

  about(): void {
    // What is said of it is not compared.
  }

  home(): void {
    // Where home leads is not compared.
  }

  speak(): void {
    // What the conversation says of its own is not compared.
  }

  /** The script came to its end. */
  ended(ending: unknown): void {
    if (this.#isOver) return
    const { steps, shown } = this.#played
    if (this.#place < steps.length || !(shown instanceof Ending)) this.#differ('path', this.#expected, 'its end')
    else if (!(ending instanceof Ending)) this.#differ('screen', 'its end', 'something else than an ending')
    else if (contentOf(ending) !== contentOf(shown))
      this.#differ('screen', 'its end', 'its end', otherPart(shown.text, ending.text, 'options or payment'))
    else this.#doubt('its end', { text: ending.text, isField: false, isSensitive: ending.options.sensitive === true })
    this.#finish()
  }

  /** The script threw, as it did not before. */
  threw(thrown: unknown): void {
    if (this.#isOver) return
    const error = lookable(thrown)
    if (error instanceof Error) this.#site = frameOf(error) ?? this.#site
    this.#differ('path', this.#expected, 'an error')
  }

  /** No step of a second run takes time: what is not over waits for something else. */
  giveUp(): void {
    if (!this.#isOver) this.#differ('waits', this.#expected, 'something that is no step')
  }

  get #expected(): string {
    const { steps, shown } = this.#played
    const next = steps[this.#place]
    if (next !== undefined) return shownStep(next)
    return shown instanceof Ending ? 'its end' : `${shown.kind} ${shown.print}`
  }

  #answer(
    method: Method,
    kind: string,
    text: string,
    id: string | undefined,
    isSensitive: boolean,
    options?: readonly unknown[],
  ): Promise<Recorded> {
    if (this.#isOver) return never()
    this.#site = placeOf(method)
    const print = printOf(text, id, isSensitive)
    const { steps, shown, open } = this.#played
    const step = steps[this.#place]
    if (step === undefined) {
      const isAsked = !(shown instanceof Ending) && shown.kind === kind && shown.print === print
      if (!isAsked) return this.#differ('path', this.#expected, `${kind} ${print}`)
      const isSame = shown.text === text && (kind !== 'choose' || jsonOf(shown.options()) === jsonOf(options))
      if (!isSame)
        return this.#differ('screen', `${kind} ${print}`, `${kind} ${print}`, otherPart(shown.text, text, 'options'))
      this.#doubt(`${kind} ${print}`, { text, isField: kind.startsWith('ask:'), isSensitive, options })
      return this.#finish()
    }
    if (isEffect(step) || isLoad(step) || step.k !== kind || step.f !== print) {
      return this.#differ('path', shownStep(step), `${kind} ${print}`)
    }
    if (step.x !== undefined) return this.#finish()
    this.#place += 1
    const answer = toRecorded(step.s === undefined ? step.a : open(step.s)?.value)
    if (step.s !== undefined) this.#secrets.push(...quotesOf(answer))
    return Promise.resolve(answer)
  }

  async #outcome(
    method: Method,
    isKind: (step: Step) => boolean,
    found: string,
    failed: (message: string) => Error | undefined,
  ): Promise<Recorded> {
    if (this.#isOver) return never()
    this.#site = placeOf(method)
    const step = this.#played.steps[this.#place]
    if (step === undefined || !isKind(step) || shownStep(step) !== found)
      return this.#differ('path', this.#expected, found)
    this.#place += 1
    const { a, e }: Outcome = step
    if (e !== undefined) {
      const error = failed(e)
      // What follows is an ending of its own.
      if (error === undefined) return this.#finish()
      throw error
    }
    if (isEffect(step) && step.d === undefined) {
      this.#unknown = new FMW_EFFECT_UNKNOWN(step.n, step.key)
      throw this.#unknown
    }
    return toRecorded(a)
  }

  #doubt(screen: string, doubted: DoubtedScreen): void {
    const problem = doubtOf(doubted, this.#secrets)
    if (problem !== undefined) this.#differ(problem, screen, screen)
  }

  /** @param part what of it is another, where it is the same step */
  #differ(problem: Difference['problem'], was: string, is: string, part?: string): Promise<never> {
    const { secrets } = this.#played
    const [expected, step] = [withoutText(was, secrets), withoutText(is, secrets)]
    const found = part === undefined ? step : `${step} ${part}`
    this.#difference = { problem, expected, found, place: this.#site }
    return this.#finish()
  }

  /** From here on nothing comes of it. */
  #finish(): Promise<never> {
    this.#isOver = true
    const tell: ScriptRun['tell'] = (reason, failed) => this.#tell(describeError(reason, this.#played.secrets), failed)
    runScript(() => this.#controller.abort(), { of: this, isOpen: true, tell, refuse: ignore })
    return never()
  }
}

type Method = (...given: never) => unknown

/** Where a step was written. */
function placeOf(method: Method): string {
  return frameOf(siteOf(method)) ?? 'the script'
}

/** What of a screen is another, where its letters, all that a log shows of them, are the same. */
function otherPart(before: string, after: string, beside: string): string {
  if (before === after) return `with other ${beside}`
  return fingerprint(before) === fingerprint(after) ? 'with another number or mark in its text' : 'with another text'
}

function contentOf({ text, options, payment }: Ending): string {
  return JSON.stringify([text, options, payment])
}

function jsonOf(options: readonly unknown[] | undefined): string {
  return JSON.stringify(options?.map(toRecorded))
}

const ignore = (): void => undefined
const none = Object.freeze({})

/** What is wrong with a screen that can be drawn: its author would not want it. */
type ScreenDoubt = 'value' | 'secret' | 'labels' | 'plainPin'

/** A screen, as far as it may be doubted. */
interface DoubtedScreen {
  readonly text: string
  /** The answer is typed. */
  readonly isField: boolean
  readonly isSensitive: boolean
  readonly options?: readonly unknown[] | undefined
}

/** @param secrets what was answered to sensitive questions before it */
function doubtOf(
  { text, isField, isSensitive, options = [] }: DoubtedScreen,
  secrets: readonly string[],
): ScreenDoubt | undefined {
  if (valueInText.test(text)) return 'value'
  if (!isSensitive && holdsSecret(text, secrets)) return 'secret'
  if (isField && !isSensitive && asksPin.test(text)) return 'plainPin'
  const lines = options.map((option) => JSON.stringify(labelOf(option)))
  return new Set(lines).size < lines.length ? 'labels' : undefined
}

/** A price or a group beside it tells an option from another of its name. */
function labelOf(option: unknown): unknown {
  if (typeof option !== 'object' || option === null) return [option]
  const { label, amount, group }: { label?: unknown; amount?: unknown; group?: unknown } = option
  return [label, amount, group]
}

const asksPin =
  /\bPIN\b|\bpass(?:words?|codes?)\b|\bsecret code\b|\b(?:mot|code) de passe\b|\bcode (?:secret|confidentiel)\b/i
const valueInText = /\b(?:undefined|NaN)\b|\[object \w+\]/
