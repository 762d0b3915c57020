import type { Attempt } from '../../inbox/attempt.ts'
import { readKept } from '../../inbox/entry.ts'
import { foundWork, type Instead, needless, type Preparation } from '../../inbox/work.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { EntryState, NewEntry, StoredEntry } from '../../store/entry.ts'
import { FMW_PAYMENT_GIVEN_UP } from '../rules/errors.ts'
import { type ExpectedPayment, namelessOf, nameOf, readExpected } from '../rules/expected-payment.ts'
import { finalOutcomes, isSettled, isUnpaid, unsettled, verdictOf } from '../rules/judge-answer.ts'
import type { Confirmations } from './confirmations.ts'
import { resultOfExpected } from './payment-results.ts'
import {
  afterTrouble,
  ageOf,
  firstLookAfterFailure,
  later,
  nextLookAfterFailure,
  tooEarly,
} from './preparation-trouble.ts'
import { isFinished } from './results.ts'
import { lastOf, type ToldEnd } from './told-ends.ts'

/** What the expected payments of a kind are settled with. */
export interface ExpectedKind {
  readonly confirmations: Confirmations
  /** Whether pushes of the kind are held against the service before they count: if not, one settles nothing. */
  readonly isConfirmed: boolean
  /** The entry of a result. @param at epoch ms */
  readonly resultOf: (incoming: Incoming, at: number) => NewEntry
}

/** The work of an expected payment. @throws PushProblem when it cannot be read */
export function readExpectedWork(
  kinds: ReadonlyMap<ExpectedPayment['kind'], ExpectedKind>,
  { payload }: StoredEntry,
): Preparation {
  const expected = readExpected(readKept(payload))
  const kind = kinds.get(expected.kind)
  return kind === undefined ? elsewhere : new Expecting(kind, expected)
}

/** Another process, or a later start of this one, receives its kind. */
const elsewhere = foundWork(async () => ({ state: 'later', retryIn: 30_000, why: 'nothing here receives its kind' }))

const askedAtItsAddress = needless('it is asked about with what its address says')
const askedWithInvoice = needless('it is asked about with its invoice, which was made meanwhile')

/** Asks about a payment, on a schedule that backs off, until it is settled or given up. */
class Expecting implements Preparation {
  readonly waitsForOthers = true
  readonly newLog = undefined
  readonly #parts: ExpectedKind
  readonly #expected: ExpectedPayment
  /** At this attempt, ms. */
  #age = 0

  constructor(parts: ExpectedKind, expected: ExpectedPayment) {
    this.#parts = parts
    this.#expected = expected
  }

  async prepare(attempt: Attempt, kept?: number): Promise<Instead> {
    const { before, since } = this.#expected
    const now = this.#parts.confirmations.now()
    this.#age = ageOf({ kept, before, since, now, replay: attempt.replay })
    // The entry stays, so that the order is not made again.
    const { invoice, toldAs } = this.#expected
    if (invoice?.isPaidByHand === true) return needless('it is paid by hand')
    if (toldAs !== null && !attempt.replay) return needless('a push told of it before it was asked for')
    const { patience } = this.#parts.confirmations
    try {
      const wait = await this.#waitsBehind()
      if (wait !== undefined) return wait
      const after = this.#expected.hasFailed ? firstLookAfterFailure(patience) : patience.after
      return this.#age < after ? tooEarly('callback', this.#age, after) : await this.#decide(attempt)
    } catch (error) {
      return afterTrouble(error, { log: attempt.log, age: this.#age, giveUpAfter: patience.giveUpAfter }, (why) =>
        this.#givenUp(why, ['givenUp']),
      )
    }
  }

  /** What is asked for it is asked once the entry that it stands behind is over. */
  async #waitsBehind(): Promise<Instead | undefined> {
    const { behind, before } = this.#expected
    if (behind === null) return undefined
    const { id, isRepeat } = behind
    const { results } = this.#parts.confirmations
    const isOver = isRepeat ? await results.lookAgain(id) : !(await results.isOpen(id))
    if (!isOver) return later(`${id} is worked on`, this.#age - before)
    return isRepeat ? needless(`${id} is over, which it repeats`) : undefined
  }

  /** @param known the entry of another end, which stood before the service is asked */
  async #decide(attempt: Attempt, known?: string): Promise<Instead> {
    const { entryId: id, signal, replay } = attempt
    const { confirmations } = this.#parts
    const expected = this.#expected
    const { kind, question, signed, isRecheck, hasFailed, isBesidePaid, isOurs, since } = expected
    const result = await this.#stateOfResult(replay)
    if (result !== undefined) return this.#after(result)
    if (hasFailed && (await confirmations.expectations.isFollowedAtItsAddress(expected))) return askedAtItsAddress
    if (await this.#isOfPushAlone(attempt)) return askedWithInvoice
    if (await this.#retriesPush())
      return this.#later('the handler failed for a push that told of it: the plugin retries it')
    const said = { claimedCheckoutId: null, claimedCurrency: null }
    const asked = { kind, id, question, ...said, signed, at: since, isLookedAt: replay }
    // What a push told of is compared with what was asked for, where that is known.
    const payment = isOurs && !isRecheck ? { ...asked, expected } : asked
    // What it is given up on was asked for it: what others were answered may be over by now.
    const isAgain = known !== undefined || this.#age >= confirmations.patience.giveUpAfter
    const told = await confirmations.ask(payment, signal, isAgain)
    if (told.verdict === undefined) return await this.#goOn(told.problem, replay)
    if (told.toldElsewhere !== undefined) return { state: 'done', why: told.toldElsewhere }
    const { says } = told.verdict.confirmation
    const push = await confirmations.announcements.contradictedPush(told.verdict, this.#result)
    if (push !== undefined && !replay && this.#isEarly(push))
      return this.#later(`${told.verdict.why}; but a push says more`)
    const isUnpaidStill = hasFailed && (isUnpaid(says) || !isSettled(told.verdict))
    if (isUnpaidStill && push === undefined) return this.#unpaidStill(told.verdict.why)
    if (!isSettled(told.verdict)) return await this.#goOn(told.verdict.why, replay)
    if (told.isAnotherPending && isBesidePaid) return this.#notPaidTwice(told.verdict.why)
    const nameless = namelessOf(expected)
    const state = nameless && (await this.#stateOf(says, nameless))
    if (state !== undefined) return this.#after(state)
    if (kind === 'checkout' && isUnpaid(says)) {
      await confirmations.expectations.followFailure(this.#result(told.verdict).lane, expected)
    }
    const announced = await confirmations.announcements.announce(told.verdict, this.#result, known)
    if (announced.since !== undefined) return await this.#decide(attempt, announced.since)
    if (isFinished(announced)) await confirmations.results.retry(announced.id)
    if (told.isAnotherPending)
      await confirmations.expectations.followBesidePaid(this.#result(told.verdict).lane, expected)
    return isUnpaidStill ? this.#unpaidStill(told.verdict.why) : this.#after(announced.state)
  }

  /** Whether it is what a push said of a checkout whose invoice was kept since, or the same invoice, kept as conflicting with that. */
  async #isOfPushAlone({ conflictsWith }: Attempt): Promise<boolean> {
    const { kind, invoice, isRecheck } = this.#expected
    const mayBe = kind === 'checkout' && !isRecheck && (invoice === null || conflictsWith !== null)
    return mayBe && (await this.#parts.confirmations.expectations.isAskedWithInvoice(this.#expected))
  }

  /** Whether the service may not have what a push says in its books yet: a clock that was set holds nothing up for good. */
  #isEarly({ askedAt }: ToldEnd): boolean {
    const { after, giveUpAfter } = this.#parts.confirmations.patience
    return this.#parts.confirmations.now() - askedAt < after && this.#age < giveUpAfter + after
  }

  /** Whether what pushes told is worked on again that the handler failed for: who sent them may not repeat them. */
  async #retriesPush(): Promise<boolean> {
    const { confirmations, isConfirmed } = this.#parts
    if (isConfirmed || confirmations.retries) return false
    const told = await confirmations.announcements.told(verdictOf('undetermined', this.#expected), this.#result)
    const pushes = told.filter(({ pushed }) => pushed !== undefined)
    const retried = await Promise.all(pushes.map(({ id }) => confirmations.results.retry(id)))
    return retried.includes(true)
  }

  /** Where the result stands that a callback brought, if one did. */
  async #stateOfResult(replay: boolean): Promise<EntryState | undefined> {
    if (!this.#parts.isConfirmed) return undefined
    const { hasFailed, isRecheck } = this.#expected
    // Where it is asked for again there is news of it, whatever was told before.
    const news = hasFailed ? outcomesOfMoney : replay || isRecheck ? [] : finalOutcomes
    for (const says of news) {
      const state = await this.#stateOf(says, this.#expected)
      if (state !== undefined) return state
    }
    return undefined
  }

  /** Where the entry stands that tells of a result, unless none does. */
  async #stateOf(says: Outcome, expected: ExpectedPayment): Promise<EntryState | undefined> {
    const { confirmations, resultOf } = this.#parts
    const entry = resultOf(resultOfExpected(expected, verdictOf(says, expected)), confirmations.now())
    const { results } = confirmations
    const state = await results.standing(entry)
    // Whoever pushed it may not repeat it.
    if (state === 'dead') await results.retry((await results.find(entry))?.id ?? entry.id)
    return state
  }

  /** The result is in the inbox. While an entry that merely claimed it is looked into, nothing is sure. */
  #after(state: EntryState | 'accepted'): Instead {
    if (state === 'accepted' || state === 'done' || state === 'dead') {
      return { state: 'done', why: 'the service has said what became of it' }
    }
    return this.#later('a push says what became of it, and is looked into')
  }

  /** No later try was paid so far. */
  #unpaidStill(why: string): Instead {
    const retryIn = nextLookAfterFailure(this.#age, this.#parts.confirmations.patience)
    return retryIn === undefined ? this.#givenUp(why) : { state: 'later', retryIn, why }
  }

  /** The other try under its reference is still under way. */
  #notPaidTwice(why: string): Instead {
    const retryIn = nextLookAfterFailure(this.#age, this.#parts.confirmations.patience)
    return retryIn === undefined
      ? { state: 'done', why: 'no second payment came: its other try is still pending' }
      : { state: 'later', retryIn, why: `${why}; another try is pending` }
  }

  async #goOn(why: string, replay: boolean): Promise<Instead> {
    const { confirmations } = this.#parts
    if (this.#age < confirmations.patience.giveUpAfter) return this.#later(why)
    if (this.#expected.hasFailed) return this.#givenUp(why)
    // A callback may have told of it while the service was asked.
    const told = await this.#stateOfResult(replay)
    if (told !== undefined) return this.#after(told)
    const verdict = unsettled('givenUp', this.#expected, why, confirmations.now())
    // Its handler heard what became of it. That the service never said so is for people.
    if (!replay && (await this.#isToldPlainly(verdict))) return this.#givenUp(why, ['givenUp'])
    const isHeard = await confirmations.announcements.tellUnknown(verdict, this.#result)
    return this.#givenUp(why, isHeard ? undefined : ['givenUp'])
  }

  /** Whether a handler took, or may take yet, what a push that agrees with its own address told, where nobody is asked first. */
  async #isToldPlainly(verdict: Verdict): Promise<boolean> {
    if (this.#expected.isRecheck) return false
    const { confirmations } = this.#parts
    const last = lastOf(await confirmations.announcements.told(verdict, this.#result))
    const isPlain = last?.pushed !== undefined && !last.isDoubted && last.isHeard
    return isPlain && !(await confirmations.results.isDead(last.id))
  }

  /** @param review why a person should look at it, where no result says so */
  #givenUp(why: string, review?: readonly ['givenUp']): Instead {
    if (this.#expected.hasFailed) return { state: 'done', why: `nobody has paid it since: ${why}` }
    return { state: 'dead', error: new FMW_PAYMENT_GIVEN_UP(nameOf(this.#expected), why), review }
  }

  #later(why: string): Instead {
    return later(why, this.#age)
  }

  readonly #result = (verdict: Verdict): NewEntry =>
    this.#parts.resultOf(resultOfExpected(this.#expected, verdict), this.#parts.confirmations.now())
}

/** With these a payment that failed was paid after all. */
const outcomesOfMoney: readonly Outcome[] = ['paid', 'refunded']
