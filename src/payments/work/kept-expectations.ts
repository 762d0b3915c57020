import type { Clock } from '../../clock.ts'
import { readKept } from '../../inbox/entry.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import type { SettledReferences } from '../money/settled-reference.ts'
import {
  checkoutLane,
  type ExpectedPayment,
  expectedEntry,
  expectedId,
  type Patience,
  readExpected,
} from '../rules/expected-payment.ts'
import { Remembered } from '../rules/remembered.ts'
import type { Expectations, KnownExpectation, Result } from '../rules/safe-checkout.ts'
import { isFinished, isHeard, isOpen, type Results } from './results.ts'

/** What expectations are kept with. */
export interface KeptExpectationsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get' | 'list' | 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  readonly results: Results
  /** Which references are paid, and how. */
  readonly settled: SettledReferences
  /** The results with which a payment may be over. */
  readonly resultsOf: (expected: ExpectedPayment) => readonly NewEntry[]
  /** What tells that it was given up: under each name that it may have. */
  readonly givenUpOf: (expected: ExpectedPayment) => readonly NewEntry[]
  /** Whether what pushes say is told only after the service was asked. */
  readonly isConfirmed: boolean
  readonly patience: Patience
  readonly clock: Clock
}

/** What is expected of a payment, without its invoice: that takes more room than all the rest. */
export type ExpectedTerms = Omit<ExpectedPayment, 'invoice'>

/** What is expected of payments, as the inbox keeps it. All of it throws FMW_STORE_UNAVAILABLE. */
export class KeptExpectations implements Expectations {
  readonly #parts: KeptExpectationsParts
  /** What is expected never changes once it is kept. */
  readonly #remembered = new Remembered<ExpectedTerms>(mostRemembered)

  constructor(parts: KeptExpectationsParts) {
    this.#parts = parts
  }

  /** What is expected of a checkout, unless nothing is: also where the creation of its invoice was cut off, so that it may be paid. */
  async of(reference: string | undefined): Promise<ExpectedTerms | undefined> {
    const known = await this.underReference(reference)
    if (reference === undefined || known?.isOurs === true) return known
    const cut = await this.#read(expectedId(cutOff(checkoutLane(reference))))
    if (known === undefined || cut === undefined) return known ?? cut
    // Who named it in a push meanwhile must not keep what was asked for from counting.
    const { amountMinor, currency, isOurs } = cut
    return { ...known, amountMinor, currency, isOurs }
  }

  /** The same without one whose creation was cut off. */
  async underReference(reference: string | undefined): Promise<ExpectedTerms | undefined> {
    if (reference === undefined) return undefined
    const known = this.remembered(reference)
    if (known !== undefined) return known
    const entry = await this.#entryOf(checkoutLane(reference))
    return entry && this.#remember(idOf(reference), readExpected(readKept(entry.payload)))
  }

  async #read(id: string): Promise<ExpectedPayment | undefined> {
    const entry = await this.#get(id)
    return entry && readExpected(readKept(entry.payload))
  }

  /** The entry that counts: that of an invoice, where a push had named its payment before. */
  async #entryOf(payment: string): Promise<StoredEntry | undefined> {
    const [first, page] = await Promise.all([this.#get(expectedId(payment)), this.#get(pageId(payment))])
    return page ?? first
  }

  async #get(id: string): Promise<StoredEntry | undefined> {
    const { inbox, registration } = this.#parts
    return await inbox.get(registration, id)
  }

  /** The same where it was created or read a short time ago: nothing has to be waited for then. */
  remembered(reference: string | undefined): ExpectedTerms | undefined {
    return reference === undefined ? undefined : this.#remembered.get(idOf(reference))
  }

  /**
   * Whether a payment was given up: by whoever asked about it, or by a callback of it alone, which may be the first to end.
   * The store is only asked once that may be so. Half the time is spared for clocks that were set, or differ.
   *
   * @param isInLine whether it is asked for what is told before all that waits: what was given up and waits was not heard
   */
  async wasGivenUp(expected: ExpectedTerms, isInLine: boolean): Promise<boolean> {
    const { clock, patience, results, givenUpOf } = this.#parts
    if (clock.now() - expected.since < patience.giveUpAfter / 2) return false
    const { clientReference } = expected.question
    const [asking, ...told] = await Promise.all([
      clientReference === undefined ? undefined : this.#entryOf(checkoutLane(clientReference)),
      ...givenUpOf({ ...expected, invoice: null }).map((result) => results.find(result)),
    ])
    const entries = told.filter((one) => one !== undefined)
    if (entries.length === 0) return asking?.state === 'dead'
    return entries.some((entry) => isHeard(entry, !isInLine))
  }

  /**
   * Sees that the service is asked about a payment until it is settled.
   *
   * @returns false where something else is expected of it already
   */
  async expect(payment: string, expected: ExpectedPayment): Promise<boolean> {
    const { put } = this.#parts
    const entry = expectedEntry(payment, expected)
    const { status } = await put(entry)
    // What stood there before is read when it is needed.
    if (status === 'accepted') this.#remember(entry.id, expected)
    return status === 'accepted'
  }

  /** The same for an invoice of a payment that only a push has named so far: one that was kept for it before stays. */
  async expectNamed(payment: string, expected: ExpectedPayment): Promise<void> {
    // Two invoices may have other terms, and one of them counts.
    await this.#parts.put({ ...expectedEntry(page(payment), expected), fingerprint: '' })
  }

  /** Whether a checkout is asked about with its invoice, in place of what a push said of it before. */
  async isAskedWithInvoice({ question: { clientReference } }: ExpectedPayment): Promise<boolean> {
    return clientReference !== undefined && (await this.#get(pageId(checkoutLane(clientReference)))) !== undefined
  }

  /**
   * Sees that the service is asked once more, when it has had time for its books: a push told of money that it knows
   * nothing of.
   */
  async recheck(payment: string, expected: ExpectedPayment): Promise<void> {
    const since = this.#parts.clock.now()
    // One for all that come within the time: whoever pushes much must not have much asked.
    const time = Math.floor(since / Math.max(this.#parts.patience.after, 1))
    await this.expect(`${payment}|${time}`, { ...expected, isRecheck: true, since, before: 0 })
  }

  /**
   * Sees that the service is asked a few times more about a checkout that failed or was cancelled: the customer may try
   * again on the same page, and the callback of that may be lost. Once for each payment: where a push told of it first that
   * nothing was known of, what its address says counts from when it came there.
   */
  async followFailure(payment: string, expected: ExpectedPayment): Promise<void> {
    const followed = `${payment}|failed`
    const known = expected.signed && (await this.#read(expectedId(followed)))
    const isBarer = known && known.signed === null
    await this.#followPage(isBarer ? atItsAddress(expected) : followed, expected, { hasFailed: true })
  }

  /** The same about a checkout that is paid, while another try on its page is under way: the customer may pay twice. */
  async followBesidePaid(payment: string, expected: ExpectedPayment): Promise<void> {
    await this.#followPage(`${payment}|beside paid`, expected, { isBesidePaid: true })
  }

  /** Whether a failed checkout is asked about with what its address says, in place of what is known without it. */
  async isFollowedAtItsAddress(expected: ExpectedPayment): Promise<boolean> {
    return (
      expected.signed === null && (await this.#parts.results.stateOf(expectedId(atItsAddress(expected)))) !== undefined
    )
  }

  /** What is expected of a payment, unless nothing is. */
  async find(payment: string): Promise<KnownExpectation | undefined> {
    const entry = await this.#entryOf(payment)
    if (entry === undefined) return undefined
    const wasNamed = entry.id === pageId(payment)
    return { expected: readExpected(readKept(entry.payload)), isOpen: isOpen(entry.state), wasNamed }
  }

  /** Whether the result of a payment was told, or a push that claims one, or doesn't say, is still looked into or handled. */
  async resultOf(expected: ExpectedPayment): Promise<Result> {
    const { clientReference } = expected.question
    const [standing, isUnclear] = await Promise.all([this.#standing(expected), this.#isUnclear(clientReference)])
    // What may be anybody's stops no sale, told or not.
    const sure = standing.filter((entry) => !this.#parts.results.isAnybodys(entry, clientReference))
    if (sure.some((entry) => this.#isSure(entry))) return 'told'
    return standing.length > 0 || isUnclear ? 'claimed' : undefined
  }

  /** Whether the result of a payment was told, whoever told it. */
  async isTold(expected: ExpectedPayment): Promise<boolean> {
    return (await this.#standing(expected)).some((entry) => this.#isSure(entry))
  }

  /** The entries that tell the result of a payment, or claim it. */
  async #standing(expected: ExpectedPayment): Promise<readonly StoredEntry[]> {
    const { results, resultsOf } = this.#parts
    const found = await Promise.all(resultsOf(expected).map((result) => results.find(result)))
    return found.filter((entry) => entry !== undefined).filter(({ state }) => state !== 'rejected')
  }

  /**
   * Whether a push that does not say how it ended is looked into: it may be paid. Its id has a digest of its words, so what is open
   * in its lane is looked at.
   */
  async #isUnclear(reference: string | undefined): Promise<boolean> {
    if (reference === undefined) return false
    const { inbox, registration } = this.#parts
    const lane = checkoutLane(reference)
    const { entries, next } = await inbox.list({ registration, lane, states: openStates, limit: mostLooked })
    // Where more is open than is looked at, any of it may be.
    return next !== undefined || entries.some(({ id }) => id.startsWith(`${lane}|undetermined`))
  }

  /** Whether an entry tells its result, or will: it was asked about, or nobody is. */
  #isSure(entry: StoredEntry): boolean {
    return !this.#parts.isConfirmed || isFinished(entry)
  }

  /** Whether a session asked for a payment of a reference, and it was told as paid. */
  async isSettledBySession(clientReference: string): Promise<boolean> {
    return await this.#parts.settled.isPaidInSession(clientReference)
  }

  /** Sees that the service is asked a few times whether an invoice was made and paid, of which no answer came. */
  async followCutOff(payment: string, expected: ExpectedPayment): Promise<void> {
    await this.#followPage(cutOff(payment), expected, { hasFailed: true })
  }

  /** What was asked for where such an invoice may have been made. */
  async cutOffTerms(payment: string): Promise<ExpectedPayment | undefined> {
    return await this.#read(expectedId(cutOff(payment)))
  }

  /**
   * Sees that nobody asks for a payment any more whose result is about to be told.
   *
   * @returns false where it was asked for meanwhile
   */
  async markTold(payment: string, expected: ExpectedPayment): Promise<boolean> {
    if (await this.expect(payment, { ...expected, toldAs: expected.kind })) return true
    return (await this.underReference(expected.question.clientReference)) === undefined
  }

  /** The same for a payment of which a push has told: what is expected of it stands. */
  async ensure(payment: string, expected: ExpectedPayment): Promise<void> {
    const { inbox, registration } = this.#parts
    const entry = await this.#entryOf(payment)
    if (entry === undefined) await this.expect(payment, expected)
    // It would end as one that nobody asked for.
    else if (await this.#isForestalled(expected)) await this.recheck(payment, expected)
    // One that was settled is asked about once more: there is news of it. For one that was given up people were called.
    else if (entry.state === 'done') await inbox.replay(registration, entry.id)
    // It would end with the result of an earlier try.
    else if (await this.isTold(expected)) await this.recheck(payment, expected)
  }

  /** Whether something else was the first to name a payment of ours. */
  async #isForestalled({ question, isOurs }: ExpectedPayment): Promise<boolean> {
    return isOurs && (await this.of(question.clientReference))?.isOurs === false
  }

  /** A page that nobody waits for may be paid all the same. */
  async #followPage(
    payment: string,
    expected: ExpectedPayment,
    why: Partial<Pick<ExpectedPayment, 'hasFailed' | 'isBesidePaid'>>,
  ): Promise<void> {
    const since = this.#parts.clock.now()
    const unfollowed = { hasFailed: false, isBesidePaid: false }
    const known = { invoice: null, isRecheck: true, ...unfollowed, ...why, toldAs: null, since, before: 0 }
    // Its push and what was asked for may have other terms, and it is one.
    await this.#parts.put({ ...expectedEntry(payment, { ...expected, ...known }), fingerprint: '' })
  }

  /** Not what a push alone says: its creation may be cut off yet, or its invoice be kept beside it. */
  #remember(id: string, { invoice, ...terms }: ExpectedPayment): ExpectedTerms {
    if (invoice !== null) this.#remembered.add(id, terms)
    return terms
  }
}

/** What is expected of a checkout under its reference. */
function idOf(reference: string): string {
  return expectedId(checkoutLane(reference))
}

/** Where an invoice of ours is kept whose payment a push had named before. */
function page(payment: string): string {
  return `${payment}|page`
}

function pageId(payment: string): string {
  return expectedId(page(payment))
}

/** Where the creation of a checkout was cut off. */
function cutOff(payment: string): string {
  return `${payment}|cut off`
}

/** Where one that failed is followed with what its address says: no lane begins so, which whoever pushes may name. */
function atItsAddress({ question }: ExpectedPayment): string {
  return `signed:${checkoutLane(`${question.clientReference}`)}|failed`
}

const openStates = ['waiting', 'running'] as const
const mostLooked = 20
// Some 300 bytes each: as many as are created within minutes, when their callbacks come.
const mostRemembered = 50_000
