import { ownOptions } from '../../own-options.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type PaymentRequest, readPayment } from '../../replies/index.ts'
import { type AsJson, lostIn, type Recorded } from '../../store/effects/recorded.ts'
import { type Taken, takeAnswer } from '../asking/take-answer.ts'
import type { Channel } from '../channel.ts'
import { readWords } from '../conversation-options.ts'
import { ownWords } from '../own-words.ts'
import type { Question } from '../questions/question.ts'
import { printOf } from '../record/fingerprint.ts'
import { endingAt, isEffect, isLoad, shownStep } from '../record/steps.ts'
import { onRich } from '../rich-forms.ts'
import { textFindings } from '../screens/said-texts.ts'
import { titleOf } from '../screens/screen-content.ts'
import { checkAskable, checkShown, checkText, ownSettings } from '../steps/check-settings.ts'
import type { Ending, ShowOptions } from '../steps/ending.ts'
import {
  askSpec,
  checkChoices,
  chooseSpec,
  confirmSpec,
  kindOfAsk,
  type QuestionSpec,
  resumeSpec,
  type SpecContext,
  showSpec,
} from '../steps/specs.ts'
import type { AskOptions, Caller, ChooseOptions, Option, OwnEnding } from '../talk.ts'
import type { Words } from '../words.ts'
import type { RunningTalk } from './talk-turn.ts'
import { currentRun, type Give, signalWithin } from './unawaited.ts'
import { shownAsked, WorkSteps } from './work-steps.ts'

/** The `talk` of one run of a script. */
export class ScriptTalk<K extends TurnKind> extends WorkSteps<K> implements RunningTalk {
  /** Made at first use: most scripts never look at it. */
  #signal: AbortSignal | undefined

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

  get signal(): AbortSignal {
    this.run.signalReads ??= new Set()
    this.run.signalReads.add(this.inside)
    const run = currentRun()
    const { signal } = this.run.given.turn
    this.#signal ??= run && signalWithin(run, signal)
    return this.#signal ?? signal
  }

  remaining(): number {
    return this.run.given.turn.remaining()
  }

  ask<Answer>(text: string, question: Question<Answer>, given: AskOptions = none): Promise<Answer> {
    const options = ownSettings(given)
    const isSensitive = question?.sensitive === true || options.sensitive === true
    const kind = kindOfAsk(question?.type)
    this.notes.isSeen(isSensitive || options.dialThrough !== undefined)
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
    this.notes.isSeen(settings.sensitive === true || settings.dialThrough !== undefined)
    return (
      this.known('choose', text, settings.id, settings.sensitive === true) ??
      this.step('talk.choose', this.choose, (give) => {
        if (
          this.#isOther('talk.choose', 'choose', text, settings, () =>
            checkChoices(options, this.run.given.settings.keys),
          )
        )
          return
        if (this.run.given.steps !== undefined) this.notes.ofLost(this.underWay, lostIn({ options }).others)
        this.#ask(chooseSpec(text, options, settings, this.#context), give)
      })
    )
  }

  confirm(text: string, given: AskOptions = none): Promise<boolean> {
    const options = ownSettings(given)
    this.notes.isSeen(true)
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
    this.notes.isSeen(true)
    return (
      this.known('show', text, options.id, options.sensitive === true) ??
      this.step('talk.show', this.show, (give) => {
        if (this.#isOther('talk.show', 'show', text, options)) return
        this.#ask(showSpec(text, options, this.#context), give)
      })
    )
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
    const checked = readPayment('talk.pay', payment)
    // Once it is paid, nothing would be left of the doubt.
    if (this.run.unknown !== undefined && !this.isOver) throw this.run.unknown
    const ending = this.make('talk.pay', this.pay, said, shown, checked)
    this.notes.ofDialled(ending.made, this.place)
    this.run.tellOfNoPhone()
    return ending
  }

  about(what: string | null): void {
    this.refuseDuring('talk.about')
    this.run.record.a = undefined
    if (what === null || (typeof what === 'string' && what.trim() === '')) return
    this.run.record.a = titleOf(checkText('talk.about', what), 'keep', longestSubject)
    const step = this.named('talk.about', this.about)
    this.notes.ofSecret(step, what)
    const said = { text: what, room: longestSubject, isLine: true, isAlone: false }
    this.run.reviewTexts(step, (fit) => textFindings([said], fit))
  }

  home(): void {
    this.refuseDuring('talk.home')
    this.run.record.a = undefined
    this.homeAt = this.place
  }

  speak(words: Partial<Words>): void {
    this.refuseDuring('talk.speak')
    readWords(words)
    const said = this.channel === 'ussd' ? words : onRich(words)
    this.words = readWords(said, this.words)
    if (this.isOver) return
    this.run.keepWords(said)
    this.run.reviewTexts(this.named('talk.speak', this.speak), (fit) => textFindings(ownWords(words, fit), fit))
  }

  protected override endInOwnWay(ending: OwnEnding): void {
    this.run.endWithOwn(this, 'failed', ending, this.place, false)
  }

  get #context(): SpecContext {
    const { channel, given } = this.run
    const { keys, tries, locale } = given.settings
    const reading = { words: this.words, country: given.host.country, locale }
    return { channel, keys, tries, reading, hide: (answer) => this.run.answers.hide(answer) }
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
    if (options !== undefined) this.notes.tell('longList', this.underWay, { options })
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

  #taken({ value, lost }: NonNullable<Taken>): Recorded {
    this.notes.ofRecord(this.underWay, this.place, lost)
    return this.answered(value)
  }
}

// Characters: a line or two of a phone.
const longestSubject = { septets: 60, units: 60 }

const ignore = (): void => undefined

const none = Object.freeze(ownOptions({}))
