import { isTaken, type LogRow } from '../../log/row.ts'
import type { Service } from '../../service.ts'
import type { Bill, FulfilmentReport, Saying, World } from '../../world/world.ts'
import { type Difference, differencesOf, type LedgerCell, strangerIn } from './differences.ts'
import { billsOf, type HandledPayment, isHandledAsPaid } from './handled.ts'
import { readNotice, readStatusAnswer } from './read-saying.ts'
import { truthOf } from './truth.ts'

/**
 * One bill, with what everybody said of it beside what is true.
 *
 * @example
 * const inWords = ({ reference, paid, differs }: LedgerRow) => `${reference}: ${paid} paid; ${differs.join('; ')}`
 */
export interface LedgerRow {
  /** The identifier of the bill; null for money that was handled and that no bill asked for. */
  readonly bill: string | null
  readonly source: Bill['source'] | null
  readonly reference: string | null
  /** What is paid for; empty where no bill says it. */
  readonly description: string
  /** The phone that is asked; null where the page asks, or nobody. */
  readonly mobile: string | null
  /** When it was asked, epoch ms; null where no bill asked. */
  readonly askedAt: number | null
  /** Major currency units, as all amounts here. */
  readonly asked: number
  /** What customers truly paid, in all. */
  readonly paid: number
  readonly refunded: number
  /** What pushes said; those that weren't acknowledged too. */
  readonly told: readonly Saying[]
  /** What the transaction status answered. */
  readonly confirmed: readonly Saying[]
  /** What the application handled; null where nobody gave it. */
  readonly handled: readonly HandledPayment[] | null
  /** Deliveries that it reported. */
  readonly reported: readonly FulfilmentReport[]
  /** What doesn't agree, in sentences. */
  readonly differs: readonly string[]
  /** Which part of the row each sentence of `differs` is about, in the same order. */
  readonly differsAt: readonly LedgerCell[]
  /** Why a person must look at it, in sentences that begin with the plugin's word: `overpaid: …`. */
  readonly review: readonly string[]
  /** What was decided: the last outcome that was handled, else confirmed, else told. Null where nothing was said. */
  readonly decided: string | null
  /**
   * `differs`; or it agrees, and a person must look: `review`; `nothing` where nobody paid and nothing was told; else
   * `right`.
   */
  readonly verdict: 'right' | 'review' | 'nothing' | 'differs'
}

/**
 * Every bill, and who was right.
 *
 * @example
 * const { isClean, rows }: Ledger = sim.ledger()
 * if (!isClean) console.table(rows.filter(({ differs }) => differs.length > 0))
 */
export interface Ledger {
  /** In the order in which they were asked. */
  readonly rows: readonly LedgerRow[]
  /** Whether nothing differs. */
  readonly isClean: boolean
}

/**
 * What a ledger is made with beside what the simulator knows itself.
 *
 * @example
 * const handled: PaymentEvent[] = []
 * await app.register(merchantWebhooks, { ...options, payment: (event) => void handled.push(event) })
 * const evidence: LedgerEvidence = { handled }
 * sim.ledger(evidence).isClean
 */
export interface LedgerEvidence {
  /** Every payment that the application's handlers got. Left out: nothing is said of what was handled. */
  readonly handled?: Iterable<HandledPayment> | undefined
}

/** Holds what was said against what is true. It listens to the log, so what faults made of a push counts as it went out. */
export class Bookkeeper {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
    service.log.onRow((row) => this.#hear(row))
  }

  ledger({ handled }: LedgerEvidence): Ledger {
    const { world, clock } = this.#service
    const byBill = handled && byBillOf([...handled], world)
    const now = clock.now()
    const rows = [
      ...[...world.bills.values()].map((bill) => this.#rowOf(bill, byBill && (byBill.get(bill) ?? []), now)),
      ...(byBill?.get(undefined) ?? []).map(strangerRow),
    ]
    return { rows, isClean: rows.every(({ differs }) => differs.length === 0) }
  }

  #hear(row: LogRow): void {
    const bill = this.#service.world.bills.get(row.about.billId ?? '')
    if (bill === undefined) return
    const suffered = row.faults.length > 0 && { faults: row.faults }
    if (row.kind === 'transactionStatus') {
      const said = readStatusAnswer(row)
      if (said !== undefined)
        keep(bill, {
          at: row.at,
          how: 'confirmed',
          ...said,
          isTaken: true,
          ...(asksOfTry(row) && { isOfTry: true }),
          ...suffered,
        })
    } else if (row.kind === bill.source && row.method === 'POST' && !row.faults.some((fault) => notTold.has(fault))) {
      keep(bill, {
        at: row.at,
        how: 'told',
        ...readNotice(row),
        isTaken: isTaken(row.response),
        ...(row.isByHand === true && { isByHand: true }),
        ...suffered,
      })
    }
  }

  #rowOf(bill: Bill, handled: readonly HandledPayment[] | undefined, now: number): LedgerRow {
    const truth = truthOf(bill, this.#service.world.transactions)
    return judged({
      bill: bill.id,
      source: bill.source,
      reference: bill.reference,
      description: bill.description,
      mobile: bill.mobile,
      askedAt: bill.createdAt,
      asked: bill.amount,
      paid: truth.paid,
      refunded: truth.refunded,
      told: bill.said.filter(({ how }) => how === 'told'),
      confirmed: bill.said.filter(({ how }) => how === 'confirmed'),
      handled: handled ?? null,
      reported: bill.reports,
      differences: differencesOf({ bill, truth, handled: handled ?? null, now }),
    })
  }
}

/** What an edited or a broken notice no longer says, another payment of the same reference of the application does. */
function byBillOf(handled: readonly HandledPayment[], world: World): Map<Bill | undefined, HandledPayment[]> {
  const found = billsOf(handled, world)
  const byReference = new Map(
    handled.flatMap((payment) => {
      const bill = found.get(payment)
      return bill === undefined || typeof payment.reference !== 'string' ? [] : [[payment.reference, bill]]
    }),
  )
  // Money that no payment here is for stays by itself, whatever it calls itself.
  const ofReference = (payment: HandledPayment) =>
    isHandledAsPaid(payment) ? undefined : byReference.get(payment.reference ?? '')
  return Map.groupBy(handled, (payment) => found.get(payment) ?? ofReference(payment))
}

/** What the service doesn't say itself. */
const notTold: ReadonlySet<string> = new Set(['forge', 'edited'])

function strangerRow(payment: HandledPayment): LedgerRow {
  return judged({
    bill: null,
    source: null,
    reference: payment.clientReference ?? payment.reference ?? null,
    description: '',
    mobile: null,
    askedAt: null,
    asked: 0,
    paid: 0,
    refunded: 0,
    told: [],
    confirmed: [],
    handled: [payment],
    reported: [],
    differences: strangerIn(payment),
  })
}

type Found = Omit<LedgerRow, 'differs' | 'differsAt' | 'review' | 'decided' | 'verdict'>

function judged({ differences, ...row }: Found & { readonly differences: readonly Difference[] }): LedgerRow {
  const { paid, told, confirmed, handled, reported } = row
  const review = reviewOf(handled ?? [])
  const [last] = [handled ?? [], confirmed, told.filter(({ isTaken }) => isTaken)].flatMap((said) => said.slice(-1))
  const isQuiet = paid === 0 && [told, handled ?? [], reported].every(({ length }) => length === 0)
  const agrees = review.length > 0 ? 'review' : isQuiet ? 'nothing' : 'right'
  return {
    ...row,
    differs: differences.map(({ text }) => text),
    differsAt: differences.map(({ cell }) => cell),
    review,
    decided: last?.outcome ?? null,
    verdict: differences.length > 0 ? 'differs' : agrees,
  }
}

/** Whether one try of several was asked about. */
function asksOfTry({ url }: LogRow): boolean {
  const names = [...new URL(url, 'http://localhost').searchParams.keys()].map((name) => name.toLowerCase())
  return !names.includes('clientreference') && names.some((name) => name.endsWith('transactionid'))
}

function keep({ said }: Bill, saying: Saying): void {
  if (said.length < mostSaid) said.push(saying)
}

// A push that is sent for ever says nothing new.
const mostSaid = 1_000

/**
 * Why a person must look at what was handled: sentences that begin with the plugin's word. An outcome that wasn't known is no
 * reason any more once a later one is.
 */
function reviewOf(handled: readonly HandledPayment[]): readonly string[] {
  const reasons = handled.flatMap(({ needsReview = [] }, at) =>
    handled.slice(at + 1).some(isKnown) ? needsReview.filter((reason) => reason !== unknown) : needsReview,
  )
  return [...new Set(reasons)].map((reason) => `${reason}: ${sentences[reason] ?? 'the plugin says why in its log'}`)
}

const unknown = 'undetermined'

function isKnown({ outcome }: HandledPayment): boolean {
  return outcome !== unknown
}

const sentences: Readonly<Partial<Record<string, string>>> = {
  undetermined: 'what came of it is not known',
  contradicted: 'another notice of the same payment says something else',
  underpaid: 'less was paid than you asked for',
  overpaid: 'more was paid than you asked for',
  paidTwice: 'two payments came for the same: give one back',
  paidOtherWay: 'its reference was paid as a checkout and in a session: give one back',
  amountUnknown: "it is paid, and the amount isn't known",
  otherCurrency: 'it was paid in another currency than you asked for',
  otherReference: 'it came to an address that was made for another reference',
  beforeAsked: 'the payment began before you asked for it',
  timeUnknown: "the service doesn't say when it began: it may be an older payment",
  otherPayer: 'another phone paid than the one that was asked',
  payerUnknown: "the service doesn't say who paid",
  reused: 'its address was used for other money, or its money was told at another address',
  unconfirmable: "the service can't be asked about it: what the notice says is all that is known",
  unexpected: 'it came to no address of its own, and your application never asked for it',
  late: 'it came after the payment had been given up',
  partlyRefunded: 'a part of it went back since',
  disputed: 'the payer disputes it',
  unknownReference: "the service has no record of it, and your application didn't ask for it",
  givenUp: 'there is no final status, however often the plugin asked',
}
