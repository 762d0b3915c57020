import type { TurnKind } from '../../pushes/kinds.ts'
import { type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import type { EffectBeginning, ResumeMark } from '../../store/turn-store.ts'
import { FMW_STATE } from '../../turns/errors.ts'
import { maxStateLength } from '../../turns/state.ts'
import type { Channel } from '../channel.ts'
import { HeldRecord } from '../record/held-record.ts'
import { quotesOf } from '../record/quotes.ts'
import { type Asked, cutAt, isInDoubt, type TalkRecord } from '../record/record.ts'
import { RecordedAnswers } from '../record/recorded-answers.ts'
import type { AnswerStep } from '../record/steps.ts'
import { onRich } from '../rich-forms.ts'
import type { Canvas } from '../screens/draw-screen.ts'
import type { Finding } from '../screens/finding.ts'
import type { FitSettings } from '../screens/room.ts'
import type { ScreenPlace, ScreenReview, ShownScreen } from '../screens/screen-review.ts'
import { fitOf, onPhone } from '../screens-beside.ts'
import { type BegunStep, frameOf } from '../steps/begun-step.ts'
import type { Ending } from '../steps/ending.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import { type SpokenWords, screensIn, type Words, wordsBeside } from '../words.ts'
import { isUnkept, printOfLeft } from './left.ts'
import type { TalkTurn } from './talk-turn.ts'

/** What a turn has of its conversation: the record, and the question on the screen. */
export class TalkState<K extends TurnKind> {
  readonly given: TalkTurn<K>
  readonly record: TalkRecord
  /** What was entered and is not read yet. */
  inputs: readonly string[]
  /** It was dialled with the code, before any question was on the screen. */
  readonly isDialled: boolean
  readonly channel: Channel
  readonly canvas: Canvas<K>
  /** Stands above the next question. */
  lead: string | undefined = undefined
  /** What the script came to at last. */
  shown: QuestionSpec | Ending | undefined = undefined
  readonly answers: RecordedAnswers<K>
  /** The steps that were begun in this turn, by their places: in development, where they have lines. */
  readonly begun: Map<number, BegunStep> | undefined
  /** The key of what was done last in this turn: nobody can have been asked to pay for that before. */
  didNow: string | undefined = undefined
  /** What an effect of this turn was in doubt with: the script has it, and may do nothing else now. */
  unknown: Error | undefined = undefined
  /** Of what is in doubt: the next dial may know more. */
  maySettle = false
  /** In which steps the script has read its signal; undefined stands for outside of them all. Nearly no script does. */
  signalReads: Set<BegunStep | undefined> | undefined = undefined
  /** The question that was answered last in this turn. */
  answered: AnsweredQuestion | undefined = undefined

  constructor(given: TalkTurn<K>, record: TalkRecord, inputs: readonly string[]) {
    const { event, settings, host } = given
    this.given = given
    this.record = record
    this.inputs = inputs
    this.isDialled = event.type === 'initiation' || record.asked?.d === true
    this.channel = record.c ?? settings.channel(event)
    record.c = this.channel
    const fit = fitOf(settings, host.isAscii)
    this.canvas = { kind: host.kind, channel: this.channel, fit, hidesAnswers: record.s }
    this.answers = new RecordedAnswers(given, record)
    this.begun = given.steps && new Map()
    this.tellScreens()
  }

  /** What the script speaks is what the subscriber is asked in who comes back. */
  keepWords(words: Partial<Words>): void {
    const { record } = this
    record.l = { ...record.l, ...wordsBeside(words) }
    this.tellScreens()
  }

  /** Tells the author what subscribers do not see of a screen as it was written. In development only. */
  review(
    review: ScreenReview,
    step: BegunStep,
    drawn: Pick<ShownScreen, 'content' | 'sheet'> & Partial<ShownScreen>,
  ): void {
    const { canvas, given } = this
    const known = {
      canvas,
      pays: false,
      finds: false,
      groups: [],
      isTitled: given.host.isTitled,
      trap: undefined,
      lacksCountry: false,
    }
    review.tell({ ...known, ...drawn }, placeOf(step), this.#secrets, given.turn.log)
  }

  /** The same of texts that stand on screens of ours, or in a part of one. On a phone: elsewhere they are whole. */
  reviewTexts(step: BegunStep, found: (fit: FitSettings) => readonly Finding[]): void {
    const { canvas, channel, given } = this
    if (given.review === undefined || channel !== 'ussd') return
    const findings = found(canvas.fit)
    if (findings.length > 0) given.review.tellOf(findings, placeOf(step), this.#secrets, given.turn.log)
  }

  /** What was answered to sensitive questions, and is not to be told. */
  get #secrets(): readonly string[] {
    const { record, given } = this
    const { host, work } = given
    const sealed = record.steps.flatMap(({ s }: Partial<AnswerStep>) => {
      const opened = s === undefined ? undefined : host.sealer.open(s, record.id)
      return opened === undefined ? [] : quotesOf(opened.value)
    })
    return [...work.turn.secrets, ...sealed]
  }

  /** The question on the screen, where it is the one at this place, or a new one; undefined where it is another. */
  ask(spec: QuestionSpec, place: number): Asked | undefined {
    const { record } = this
    const { kind, print } = spec
    const { asked } = record
    cutAt(record, place)
    if (asked?.at === place && asked.k === kind && asked.f === print) return asked
    const options = drawable(spec)
    if (asked !== undefined) {
      if (asked.at <= place) return undefined
      // An answer before it cannot be read any more and is asked again: what was entered is none to that.
      this.inputs = []
    }
    return this.open(spec, place, options)
  }

  /**
   * Leaves what was dialled where the question is one to be seen first, or nothing was dialled for it (`*713*#`): what
   * comes after is an answer to something else.
   */
  leaveDialled({ takesDialled }: QuestionSpec): void {
    const [next] = this.inputs
    if (this.isDialled && next !== undefined && (!takesDialled || next.trim() === '')) this.inputs = []
  }

  /** Opens a question in place of the one on the screen, with its options as they are now. */
  open(spec: QuestionSpec, place: number, options = drawable(spec)): Asked {
    const { record } = this
    const { kind, print, sensitive } = spec
    const asked: Asked = { k: kind, f: print, at: place, ...leftOf(spec, options, record.g?.[place]) }
    if (options !== undefined) this.answers.keepOptions(asked, options, sensitive)
    record.asked = asked
    return asked
  }

  /** The question on the screen is not answered, and not asked any more. */
  dropQuestion(): void {
    this.record.asked = undefined
    this.inputs = []
  }

  /** The record as the state of the session. */
  held(record: TalkRecord = this.record): HeldRecord {
    return new HeldRecord(record, this.begun)
  }

  /** The record as the session's state, for an answer that goes out while the script runs. */
  write(): string {
    const { record, inputs, given } = this
    const { asked } = record
    if (asked === undefined) return JSON.stringify(record)
    const i = given.host.sealer.seal(inputs, record.id)
    return JSON.stringify({ ...record, asked: { ...asked, i, d: this.isDialled || undefined } })
  }

  /**
   * From where the subscriber may go on when they dial again; undefined where nobody does. From the first screen on,
   * although there is nothing to go on with yet: who dials again ends what still works in the session before, which would
   * else end the new one when it comes to its next screen.
   *
   * Where it is not known what became of an effect, a dial that finds out nothing is no reason to wait longer: subscribers
   * would be locked out for as long as they dial.
   */
  mark(): ResumeMark | undefined {
    const { record, given } = this
    if (record.r === undefined || record.u === true) return undefined
    const { resumeWithin } = given.settings
    const left = record.t === undefined ? resumeWithin : record.t + resumeWithin - given.host.clock.now()
    const mark = { key: record.r, within: Math.max(1, Math.min(resumeWithin, left)), after: given.found.version }
    // In memory nobody refuses the screen for it: the session goes on without the key, and looks before it does anything.
    if (given.work.shelf?.isOvertaken(mark) !== true) return mark
    record.u = true
    return undefined
  }

  /**
   * What an effect begins with: what shows the store that this turn may begin it or, where the store does not keep its
   * session, what that leaves for another.
   */
  effectPlace(): Pick<EffectBeginning, 'turn' | 'left'> {
    const { work, host } = this.given
    const { hold } = work.turn
    const state = this.write()
    // Half of the room is for what it will give: an effect whose outcome could not be kept is not begun.
    if (state.length > maxStateLength / 2)
      throw new FMW_STATE(`is longer than ${maxStateLength / 2} characters before talk.once: ${this.held().largest}`)
    work.shelf?.keep()
    const resume = this.mark()
    if (hold !== undefined) return { turn: { ...hold, state, resume }, left: null }
    if (resume === undefined || !host.isKept) return { turn: null, left: null }
    this.record.x = printOfLeft({ state, seenFor: null })
    return { turn: null, left: { state, resume } }
  }

  /** Called before anything is done: what is done without the key of a phone is not found at the next dial. */
  tellOfNoPhone(): void {
    const { host, settings, turn } = this.given
    const isUnknown = this.record.r === undefined && this.channel === 'ussd' && settings.resume !== 'never'
    if (isUnknown) host.tellOfNoPhone(turn.log)
  }

  /** Whether another session may have done something since this one looked: then it looks again before it does anything. */
  mayBeOvertaken(): boolean {
    return this.isOvertaken() || (this.record.r !== undefined && isUnkept(this.given))
  }

  /** Whether it is known that one has, or that nobody could tell. */
  isOvertaken(): boolean {
    return this.record.r !== undefined && this.mark() === undefined
  }

  /** What is drawn while the script works, or when it is gone, is in the words that it spoke last, and fits. */
  tellScreens(said: SpokenWords = this.#spoken): void {
    const { given, canvas, channel } = this
    if (said === none) {
      given.host.speak(given.event, none)
      return
    }
    if (channel !== 'ussd') {
      given.host.speak(given.event, onRich(said))
      return
    }
    given.host.speak(given.event, onPhone(said, canvas.fit))
  }

  /** Most scripts speak nothing. */
  get #spoken(): SpokenWords {
    const { from, l } = this.record
    return from?.l === undefined && l === undefined ? none : screensIn({ ...from?.l, ...l })
  }

  /** A question that is ours is asked in the words that the script spoke last. */
  get words(): Words {
    const { record, given, channel } = this
    const { words, richWords } = given.settings
    const own = channel === 'ussd' ? words : richWords
    return record.from?.l === undefined ? own : { ...own, ...record.from.l }
  }

  /** What came after a place is asked and done anew. */
  restart(place = 0): void {
    const { record } = this
    record.run += 1
    record.steps = record.steps.slice(0, place)
    record.g = undefined
    record.b = undefined
    record.a = undefined
    if (!isInDoubt(record)) record.t = undefined
    record.asked = undefined
    this.inputs = []
  }
}

const none: SpokenWords = Object.freeze({})

/** @throws FMW_TALK_STEP where there is nothing to choose from */
function drawable(spec: QuestionSpec): readonly Recorded[] | undefined {
  return spec.options()?.map(toRecorded)
}

/** Where a question was left: its page, and of a list the part that was shown, as long as it is that list and has something there. */
function leftOf(
  { print, face }: QuestionSpec,
  options: readonly Recorded[] | undefined = [],
  left: NonNullable<TalkRecord['g']>[number],
): Pick<Asked, 'p' | 'b' | 'v'> {
  if (typeof left !== 'object') return { p: left }
  const { f, p, b, v } = left
  if (f === print && (v === undefined || face(options, v).choices.length > 0)) return { p, b, v }
  return { p: v === undefined ? p : v.p }
}

function placeOf({ name, site }: BegunStep): ScreenPlace {
  return { step: name, place: site && frameOf(site) }
}

/** A question as it was answered. */
interface AnsweredQuestion {
  readonly spec: QuestionSpec
  readonly options: readonly unknown[]
  readonly at: number
  readonly step: BegunStep | undefined
}
