import type { TurnKind } from '../../pushes/kinds.ts'
import type { CheckedPayment, PayBuilder, Reply } from '../../replies/index.ts'
import type { ResumeMark } from '../../store/turn-store.ts'
import { maxStateLength } from '../../turns/state.ts'
import { EndingWays } from '../asking/talk-ways.ts'
import { FMW_TALK_ENDING } from '../errors.ts'
import type { HeldRecord } from '../record/held-record.ts'
import {
  effectsOf,
  hasEffect,
  hasOpenEffect,
  hasProgress,
  lastDone,
  openAhead,
  othersInDoubt,
  type TalkRecord,
} from '../record/record.ts'
import { isEffect } from '../record/steps.ts'
import { type Canvas, drawSheet, type Sheet, sheetReply } from '../screens/draw-screen.ts'
import { descriptionFindings, writtenPayment } from '../screens/payment-description.ts'
import { onePage } from '../screens/room.ts'
import { type ScreenContent, shownContent, type Ways } from '../screens/screen-content.ts'
import { tells } from '../screens/screen-review.ts'
import { type BegunStep, describeStep } from '../steps/begun-step.ts'
import { Ending, misplaced } from '../steps/ending.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import { isYesOrNo, namesOther, type StepProblem } from '../steps/step-review.ts'
import { hasNotice, paymentsOf, rememberedPayments } from './left.ts'
import type { TalkState } from './talk-state.ts'
import type { RunningTalk } from './talk-turn.ts'

/** A turn, as far as the end of its conversation asks it. */
interface EndingRun<K extends TurnKind> extends TalkState<K> {
  /** It is not answered yet. */
  readonly isOpen: boolean
  /** Which step has ended the conversation in its own way. */
  readonly ownEnding: OwnEndingStep | undefined
  /** The script, from its start. */
  readonly playing: RunningTalk | undefined
  begin(): void
  beginAnew(talk: RunningTalk, expected: string, found: string): void
  answer(reply: Reply<K>, resume: ResumeMark | null | undefined): void
}

/** The step that has ended a conversation in its own way. */
export interface OwnEndingStep {
  readonly at: number
  readonly isSensitive: boolean
  /** As the script has it: `onTooMany`. */
  readonly name: string
  readonly step: BegunStep | undefined
}

/** The end of a conversation: what its last screen says, what is left to the next dial, and which payment it asks for. */
export class TalkEnd<K extends TurnKind> {
  readonly #run: EndingRun<K>

  constructor(run: EndingRun<K>) {
    this.#run = run
  }

  /** A question was answered wrongly as often as it may be. */
  afterTooMany(talk: RunningTalk, spec: QuestionSpec): void {
    const { record } = this.#run
    talk.isLeft = true
    const mayGoOn = record.r !== undefined && !spec.sensitive && hasProgress(record)
    if (mayGoOn) this.#run.answers.renewTries(spec)
    // The next dial offers that again, settles what was begun, or goes on from the question.
    if (mayGoOn || hasOpenEffect(record) || othersInDoubt(record).length > 0)
      this.#leaveWith(endShort(this.#run.canvas, talk.words.tooOften, this.#run.held()))
    else this.#endWith(talk.words.tooOften)
  }

  /** Ends with what the script has returned, or draws a page of that. @throws FMW_TALK_ENDING where it is no ending */
  end(talk: RunningTalk, ending: unknown): Promise<void> | undefined {
    if (!(ending instanceof Ending)) throw this.#noEnding(ending, talk.made)
    const { playing } = this.#run
    if (ending.by !== playing)
      throw misplaced(ending, 'it was made in another run: make each ending where you return it')
    this.#run.shown = ending
    const unknown = ending.payment === undefined ? undefined : this.#purchaseFromBefore()
    return unknown === undefined ? this.#draw(talk, ending) : this.#drawKnown(talk, ending, unknown)
  }

  /** What an earlier turn has done, where the record knows of no payment for it: the store may know of one. */
  #purchaseFromBefore(): string | undefined {
    const { record, given, didNow } = this.#run
    const purchase = given.host.isKept ? lastDone(record) : undefined
    return purchase === didNow || paymentsOf(record).length > 0 ? undefined : purchase
  }

  /** Draws an ending once the payments are known that were asked for before. */
  async #drawKnown(talk: RunningTalk, ending: Ending, purchase: string): Promise<void> {
    const { record, given } = this.#run
    const payments = await rememberedPayments(given, purchase, { patience, tries: Number.POSITIVE_INFINITY })
    if (!this.#run.isOpen || given.work.isFenced) return
    if (payments.length > 0) record.p = [...(record.p ?? []), ...payments].slice(-mostPayments)
    await this.#draw(talk, ending)
  }

  #draw(talk: RunningTalk, ending: Ending): Promise<void> | undefined {
    const { record, given, canvas } = this.#run
    const { asked } = record
    const next = record.steps[talk.place]
    if (next !== undefined || (asked !== undefined && asked.k !== 'end')) {
      this.#run.beginAnew(talk, `${next?.k ?? asked?.k}`, 'its end')
      return undefined
    }
    const ways = new EndingWays(given.settings.keys, talk.words)
    // On the turn that comes to its end what was entered is an answer before it.
    const entered = asked === undefined ? [] : this.#run.inputs
    const page = entered.reduce((at, key) => ways.pageAfter(key, at), asked?.p ?? 0)
    const { host, event } = given
    const due =
      ending.payment && talk.words.toPay.replace('{amount}', amountIn(given.settings.locale, ending.payment.amount))
    const pay = host.pay({ ...event, sessionId: this.#noticeTo }, lastDone(record))
    const end = endWith(canvas, pay, ending, ways, page, due)
    if (given.review !== undefined) {
      this.#run.review(given.review, ending.made, { ...end, pays: ending.payment !== undefined })
      this.#reviewPayment(ending)
    }
    if (ending.payment !== undefined) this.#tellOfAgreement(talk, ending.payment)
    if (!end.isLast) {
      record.asked = { k: 'end', f: '', at: talk.place, p: end.page }
      this.#leaveWith(end.reply(this.#run.held()))
    } else if (this.#leavesDoubt()) {
      // The script ended before it came by that again: who dials begins anew, and with it.
      this.#run.answers.tellOfDoubt(openAhead(record))
      record.done = effectsOf(record)
      this.#run.restart()
      this.#run.shown = undefined
      this.#leaveWith(end.reply(this.#run.held()))
    } else if (ending.payment === undefined && this.#run.ownEnding !== undefined && this.#isSafe(this.#run.ownEnding)) {
      // The next dial goes on from the step that went wrong.
      record.steps = record.steps.slice(0, this.#run.ownEnding.at)
      record.asked = undefined
      this.#run.shown = undefined
      this.#leaveWith(end.reply(this.#run.held()))
    } else if (ending.payment !== undefined && paymentsOf(record).length > 0) {
      return this.#closeUnlessPaid(talk, end.reply, ending.payment)
    } else {
      this.close(end.reply, ending.payment)
    }
    return undefined
  }

  #noEnding(found: unknown, made: BegunStep | undefined): Error {
    const { ownEnding } = this.#run
    const of = ownEnding?.step && `${ownEnding.name} of ${describeStep(ownEnding.step)}`
    return new FMW_TALK_ENDING(of ?? 'The script of a conversation', describeFound(found, made))
  }

  /** Tells the author what the payer does not read of a payment. Only on USSD it has a description. */
  #reviewPayment({ payment, options, made }: Ending): void {
    const { canvas } = this.#run
    if (payment === undefined || canvas.kind !== 'ussd') return
    const { characters } = canvas.fit
    this.#run.reviewTexts(made, () => descriptionFindings(payment, characters, options.sensitive === true))
  }

  /** Tells the author, in development, that a payment is not what was agreed to, or is by a choice, whose no is true. */
  #tellOfAgreement({ words, log }: RunningTalk, { amount }: CheckedPayment): void {
    const { given, record, answered } = this.#run
    if (given.steps === undefined || answered === undefined) return
    const { spec, options, at, step } = answered
    const said = record.steps[at]
    const answer = said === undefined || isEffect(said) ? undefined : said.a
    const tell = (problem: StepProblem, found = {}) =>
      given.steps?.tell(problem, step, found, given.work.turn.secrets, log)
    if (spec.kind === 'choose' && isYesOrNo(options, words)) {
      if (JSON.stringify(answer) === JSON.stringify(options[1]) || tells(spec.text, amount)) tell('yesOrNo')
    } else if (spec.kind === 'confirm' && !spec.sensitive) {
      const isOther = namesOther(spec.text, amount)
      if (answer === false && !isOther) tell('paysAfterNo')
      else if (isOther && answer === true) tell('otherAmount', { text: spec.text, amount })
    }
  }

  /** A payment that was asked for before and has its notice is not asked for again: the conversation begins with another. */
  async #closeUnlessPaid(
    talk: RunningTalk,
    draw: (state: unknown) => Reply<K>,
    payment: CheckedPayment,
  ): Promise<void> {
    const { record, given } = this.#run
    const isOver = await hasNotice(given, record, { patience, tries: Number.POSITIVE_INFINITY })
    if (!this.#run.isOpen || given.work.isFenced) return
    if (!isOver) {
      this.close(draw, payment)
      return
    }
    this.#run.shown = undefined
    record.done = undefined
    this.#run.restart()
    this.#run.lead = talk.words.paymentOver
    this.#run.begin()
  }

  /** Whether something in doubt is left to the next dial; where it is another's, unless the end of this one is to be told. */
  #leavesDoubt(): boolean {
    const { record } = this.#run
    return openAhead(record).length > 0 || (othersInDoubt(record).length > 0 && !hasEffect(record))
  }

  /** A secret is not to be tried again, and what was done to end with is done. */
  #isSafe({ at, isSensitive }: { readonly at: number; readonly isSensitive: boolean }): boolean {
    return !isSensitive && !this.#run.record.steps.slice(at).some(isEffect)
  }

  /**
   * Ends the conversation. Where it has done something, its end is kept until its screen was seen: who dials again before
   * that comes to it once more. Where the next dial may find out what became of something, it comes to that first, under its
   * key, for `resumeWithin` after that began: to begin anew might do it twice.
   */
  close(draw: (state: unknown) => Reply<K>, payment?: CheckedPayment): void {
    const { record } = this.#run
    this.#run.answers.tellOfDoubt(othersInDoubt(record))
    if (this.#run.maySettle && hasOpenEffect(record)) {
      const open = this.#run.held({ ...record, asked: undefined, p: this.#payments(payment) })
      this.#run.answer(draw(keepable(open)), this.#run.mark())
      return
    }
    const mark = hasEffect(record) ? this.#run.mark() : undefined
    if (mark === undefined) {
      this.#run.answer(draw(null), null)
      return
    }
    const ended = this.#run.held({ ...record, asked: undefined, e: true, p: this.#payments(payment) })
    this.#run.answer(draw(keepable(ended)), { ...mark, isEnd: true })
  }

  /** Ends the session where nobody knows what became of something that was begun. */
  endInDoubt(text: string): void {
    this.close((state) => endShort(this.#run.canvas, text, state))
  }

  /** The payments that the conversation has asked for, with the one that it ends with now. */
  #payments(payment: CheckedPayment | undefined): TalkRecord['p'] {
    const { record } = this.#run
    if (payment === undefined) return record.p
    const asked = { s: this.#noticeTo, k: lastDone(record) }
    const others = record.p?.filter(({ s, k }) => s !== asked.s || k !== asked.k) ?? []
    return [...others, asked].slice(-mostPayments)
  }

  /**
   * The session to which the notice of a payment comes. A USSD payment that is shown again stays that of the session which
   * showed it first: whichever screen is paid, its address says so.
   */
  get #noticeTo(): string {
    const { event, host } = this.#run.given
    const [first] = host.kind === 'ussd' ? paymentsOf(this.#run.record) : []
    return first?.s ?? event.sessionId
  }

  /** Ends the session with something that we say. */
  #endWith(text: string): void {
    this.#run.answer(endShort(this.#run.canvas, text, null), null)
  }

  /** Answers with a screen from which another session may go on. */
  #leaveWith(reply: Reply<K>): void {
    this.#run.answer(reply, this.#run.mark())
  }
}

/** Too long to be kept: then it is what was kept when the effect began. */
function keepable(held: HeldRecord): HeldRecord | undefined {
  return held.lengthAtMost > maxStateLength ? undefined : held
}

/** An amount whose currency nobody has said. Without a locale nothing parts its thousands: that might be its decimals. */
function amountIn(locale: string | undefined, amount: number): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat(locale ?? 'en', {
    minimumFractionDigits,
    numberingSystem: 'latn',
    useGrouping: locale !== undefined,
  }).format(amount)
}

/** What a script has returned in place of an ending, and where it came to one. */
function describeFound(found: unknown, made: BegunStep | undefined): string {
  const what =
    found === undefined || found === null ? 'nothing' : `${typeof found === 'object' ? 'an' : 'a'} ${typeof found}`
  return made === undefined ? what : `${what}, and came to ${describeStep(made)} before`
}

/** A page of an ending. */
interface EndPage<K extends TurnKind> {
  readonly content: ScreenContent
  readonly sheet: Sheet
  readonly page: number
  readonly isLast: boolean
  readonly reply: (state: unknown) => Reply<K>
}

/**
 * Draws a page of an ending. A text that does not fit takes several, and only the last ends the session and asks to pay.
 *
 * @param due what is to be paid, in words: stands on the last of several pages, for the text may have said it on the first
 */
function endWith<K extends TurnKind>(
  canvas: Canvas<K>,
  pay: PayBuilder<K>,
  ending: Ending,
  ways: Ways,
  page: number,
  due: string | undefined,
): EndPage<K> {
  const { text, options, payment } = ending
  const { label, sensitive = false } = options
  const content = shownContent(text, label, sensitive)
  const whole = drawSheet(canvas, content, ways, page)
  const isSplit = whole.page > 0 || !whole.isLast
  // As a line of a list it is never split itself.
  const choices = due === undefined || !isSplit ? none : [{ label: due, value: '', number: '' }]
  const sheet = choices === none ? whole : drawSheet(canvas, { ...content, choices }, ways, page)
  const { message, isLast } = sheet
  return {
    content,
    sheet,
    page: sheet.page,
    isLast,
    reply: (state) =>
      isLast && payment !== undefined
        ? pay(message, writtenPayment(payment, canvas.fit.characters), { state, label, sensitive })
        : sheetReply(canvas, content, { message, data: none }, state, isLast ? 'release' : 'response'),
  }
}

/** Ends a session badly, in words of our own, on one page: what does not fit is left out, not paged through. */
function endShort<K extends TurnKind>(canvas: Canvas<K>, text: string, state: unknown): Reply<K> {
  const message = canvas.channel === 'ussd' ? onePage(text, canvas.fit) : text
  return sheetReply(canvas, shownContent(text), { message, data: none }, state, 'release')
}

const none: readonly never[] = Object.freeze([])
// Of ends that nobody may have seen.
const mostPayments = 32
// ms
const patience = 4_000
