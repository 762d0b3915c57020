import { paymentCodes } from '../../../catalogue/payment-codes.ts'
import { aBoolean, aNumber, aText, aWordOf, type Checks, checkFields, withValues } from '../../check-arguments.ts'
import { FMW_SIMULATOR_STATE, wrongIn } from '../../errors.ts'
import type { LogRow } from '../../log/row.ts'
import type { Service } from '../../service.ts'
import { type Bill, type PaymentMethod, statusOf, type Transaction } from '../../world/world.ts'
import { mostExact, toHundredths } from '../bills/amount.ts'
import type { BillName, Bills } from '../bills/bills.ts'
import type { Notices } from '../notices.ts'
import { magicOf } from './magic-numbers.ts'
import type { Ending, Transactions } from './transactions.ts'

/**
 * How a customer pays. Nothing given: at once, in full, by mobile money; a magic number says it for its phone.
 *
 * @example
 * const options: PayOptions = { amount: 40, method: 'card' }
 */
export interface PayOptions {
  /** What really is paid, in major currency units. Default: what was asked. */
  readonly amount?: number | undefined
  /** Default `mobile money`. */
  readonly method?: PaymentMethod | undefined
  /** The phone that pays. Default: the one that was asked, else PayeeMobileNumber of the invoice, else `+233000000000`. */
  readonly mobile?: string | undefined
  /** The code that it fails with (reference 7.1). One that tells of no failure, as `0005`, leaves it pending. */
  readonly fails?: string | undefined
  /** The customer cancels. */
  readonly cancels?: boolean | undefined
  /** The customer goes away before anything is begun: nothing is told. */
  readonly leaves?: boolean | undefined
  /** The customer never answers the prompt: it stays pending, and nothing is told, until `finishes`. */
  readonly hangs?: boolean | undefined
  /** How many times it is paid. Default 1. */
  readonly times?: number | undefined
  /** How long it takes, ms. Default 0: `pays` resolves after the notice was answered. */
  readonly takes?: number | undefined
}

/**
 * What came of a payment so far.
 *
 * @example
 * const { notices }: Payment = await sim.customer.pays(invoice)
 * notices[0]?.response?.status // 200
 */
export interface Payment {
  readonly billId: string
  /** Identifiers of its transactions: none where the customer left, several where it was paid several times. */
  readonly transactionIds: readonly string[]
  /** The notices that told of it, with their answers. */
  readonly notices: readonly LogRow[]
}

/**
 * The customers: what they pay is the truth that the ledger holds everything else against.
 *
 * @example
 * await sim.customer.pays(invoice)
 * await sim.customer.pays('order-18', { fails: '2101' })
 * await sim.customer.refunds('order-17', { amount: 10 })
 */
export class Customer {
  readonly #service: Service
  readonly #bills: Bills
  readonly #transactions: Transactions
  readonly #notices: Notices

  /** @internal */
  constructor(service: Service, bills: Bills, transactions: Transactions, notices: Notices) {
    this.#service = service
    this.#bills = bills
    this.#transactions = transactions
    this.#notices = notices
    service.jobs.done('endPayment', async (data) => {
      const { id, ending } = data as { readonly id: string; readonly ending: Ending }
      await this.#end(transactions.find(id), ending)
    })
    service.jobs.done('reversePayment', (id) => {
      const transaction = transactions.find(String(id))
      // Somebody may have given it back by then.
      if (transaction.paid > transaction.refunded) transactions.refund(transaction, undefined)
    })
  }

  /**
   * Pays a bill: an invoice as the client got it, its ClientReference, or the identifier of any bill.
   *
   * @throws FMW_SIMULATOR_STATE where there is no such bill, or it is paid or cancelled already
   */
  async pays(name: BillName, options: PayOptions = {}): Promise<Payment> {
    const bill = this.#bills.find(name)
    checkOptions('pays', options, payChecks)
    if (bill.state !== 'open') {
      throw new FMW_SIMULATOR_STATE(
        `can't let bill ${bill.id} be paid: it is ${bill.state}. To pay twice, give times: 2`,
      )
    }
    const mobile = options.mobile ?? bill.mobile ?? bill.payee?.mobile ?? anybody
    // What is said here counts, whatever the phone does by itself.
    const { method = 'mobile money', mobile: _, ...said } = withValues(options)
    const magic = Object.keys(said).length === 0 ? magicOf(mobile) : {}
    const { hangs, times = 1, takes = 0, reversedAfter, ...end } = { code: said.fails, ...magic, ...said }
    const ending = endingOf(bill, end)
    if (said.leaves === true) return { billId: bill.id, transactionIds: [], notices: [] }
    const begun = Array.from({ length: times }, () => this.#transactions.begin(bill, { method, mobile }))
    const notices: LogRow[] = []
    for (const transaction of hangs === true ? [] : begun) {
      if (takes > 0) this.#service.jobs.after(takes, 'endPayment', { id: transaction.id, ending })
      else notices.push(...(await this.#end(transaction, ending)))
      if (reversedAfter !== undefined) this.#service.jobs.after(takes + reversedAfter, 'reversePayment', transaction.id)
    }
    return { billId: bill.id, transactionIds: begun.map(({ id }) => id), notices }
  }

  /** The bills of which a payment is pending, and what they ask for, in the order in which they were asked. */
  get pending(): readonly { readonly id: string; readonly amount: number }[] {
    const bills = [...this.#service.world.bills.values()]
    return bills
      .filter((bill) => this.#transactions.of(bill).some((transaction) => statusOf(transaction) === 'Pending'))
      .map(({ id, amount }) => ({ id, amount }))
  }

  /**
   * Ends what is pending of a bill: a payment that hung, or whose outcome was unknown.
   *
   * @throws FMW_SIMULATOR_STATE where nothing of it is pending
   */
  async finishes(name: BillName, options: Pick<PayOptions, 'amount' | 'fails' | 'cancels'> = {}): Promise<Payment> {
    const bill = this.#bills.find(name)
    const { amount, fails, cancels } = payChecks
    checkOptions('finishes', options, { amount, fails, cancels })
    const pending = this.#transactions.of(bill).filter((transaction) => statusOf(transaction) === 'Pending')
    if (pending.length === 0) throw new FMW_SIMULATOR_STATE(`has nothing pending of bill ${bill.id}`)
    const notices: LogRow[] = []
    const ending = endingOf(bill, { code: options.fails, ...options })
    for (const transaction of pending) notices.push(...(await this.#end(transaction, ending)))
    return { billId: bill.id, transactionIds: pending.map(({ id }) => id), notices }
  }

  /**
   * Gets money back: the whole of the last payment, or an amount. A notice tells of a whole refund where `isTold`.
   *
   * @throws FMW_SIMULATOR_STATE where it isn't with the merchant
   */
  async refunds(
    name: BillName,
    options: { readonly amount?: number | undefined; readonly isTold?: boolean | undefined } = {},
  ): Promise<Payment> {
    checkFields(options, { amount: aNumber, isTold: aBoolean }, wrongIn('sim.customer.refunds'))
    const { amount, isTold = false } = options
    const { bill, transaction } = this.#paidOf(name)
    this.#transactions.refund(transaction, amount)
    const notices = isTold ? await this.#notices.tell(bill, transaction) : []
    return { billId: bill.id, transactionIds: [transaction.id], notices }
  }

  /** Disputes the last payment of a bill, or an amount of it. @throws FMW_SIMULATOR_STATE */
  disputes(name: BillName, options: { readonly amount?: number | undefined } = {}): void {
    checkFields(options, { amount: aNumber }, wrongIn('sim.customer.disputes'))
    const { amount } = options
    this.#transactions.dispute(this.#paidOf(name).transaction, amount)
  }

  #paidOf(name: BillName): { readonly bill: Bill; readonly transaction: Transaction } {
    const bill = this.#bills.find(name)
    const transaction = this.#transactions.of(bill).findLast(({ paid, refunded }) => paid > refunded)
    if (transaction === undefined) throw new FMW_SIMULATOR_STATE(`has no money of bill ${bill.id} that could go back`)
    return { bill, transaction }
  }

  async #end(transaction: Transaction, ending: Ending): Promise<readonly LogRow[]> {
    const isEnded = this.#transactions.end(transaction, this.#withinMaxima(transaction, ending))
    return isEnded ? await this.#notices.tell(this.#transactions.billOf(transaction), transaction) : []
  }

  /** A wallet pays no more than its operator lets it (reference 8). */
  #withinMaxima({ method, mobile }: Transaction, ending: Ending): Ending {
    if (method !== 'mobile money' || mobile === null || ending.status !== 'Success') return ending
    const code = maximumCode(mobile, ending.paid, this.#service)
    return code === undefined ? ending : { status: 'Failed', code, paid: 0 }
  }
}

/** A phone like any other. */
const anybody = '+233000000000'

interface End {
  readonly code?: string | undefined
  readonly cancels?: boolean | undefined
  readonly amount?: number | undefined
  readonly share?: number | undefined
}

function endingOf(bill: Bill, { code, cancels, amount, share = 1 }: End): Ending {
  if (cancels === true) return { status: 'Cancelled', code: genericFailure, paid: 0 }
  const row = paymentCodes.find((known) => known.code === code)
  if (row === undefined || row.result === 'success')
    return { status: 'Success', code: '0000', paid: toHundredths(amount ?? bill.amount * share) }
  return { status: row.result === 'failure' ? 'Failed' : 'Pending', code: row.code, paid: 0 }
}

// Field notes, "Checkout: more codes": the commonest of all.
const genericFailure = '2001'

const payChecks: Checks<PayOptions> = {
  amount: aNumber,
  method: aWordOf(['mobile money', 'card', 'qr', 'wallet'] satisfies PaymentMethod[]),
  mobile: aText,
  fails: aText,
  cancels: aBoolean,
  leaves: aBoolean,
  hangs: aBoolean,
  times: aNumber,
  takes: aNumber,
}

function checkOptions<Given extends PayOptions>(act: string, options: Given, checks: Checks<Given>): void {
  checkFields(options, checks, wrongIn(`sim.customer.${act}`))
  const { fails, amount, times, takes } = options
  if (fails !== undefined && !paymentCodes.some(({ code, result }) => code === fails && result !== 'success')) {
    const known = paymentCodes.filter(({ result }) => result !== 'success').map(({ code }) => code)
    throw new FMW_SIMULATOR_STATE(`can't fail with '${fails}': there are ${known.join(', ')}`)
  }
  if (amount !== undefined && !(amount > 0 && amount < mostExact)) {
    throw new FMW_SIMULATOR_STATE(`can't let ${amount} be paid: give an amount above 0, in major currency units`)
  }
  if (times !== undefined && !(Number.isInteger(times) && times >= 1 && times <= 10))
    throw new FMW_SIMULATOR_STATE(`can't pay ${times} times: give a whole number from 1 to 10`)
  if (takes !== undefined && !(takes >= 0)) throw new FMW_SIMULATOR_STATE(`can't take ${takes} ms: give 0 or more`)
}

/**
 * The code with which an operator refuses to pay so much; undefined where it pays.
 *
 * @param mobile whose operator is that of its phone on USSD; one that has no phone yet is of `network`
 */
function maximumCode(mobile: string, amount: number, { world, settings, clock }: Service): string | undefined {
  const phone = [...world.phones.values()].find(({ number, channel }) => number === mobile && channel === 'ussd')
  const { each = Number.POSITIVE_INFINITY, daily = Number.POSITIVE_INFINITY } =
    settings.money.maxima[phone?.operator ?? 'network'] ?? {}
  if (amount > each) return '2153'
  // A day is one of GMT.
  const today = dayOf(clock.now())
  const paid = [...world.transactions.values()]
    .filter((one) => one.mobile === mobile && dayOf(one.startedAt) === today)
    .reduce((sum, one: Transaction) => sum + one.paid, 0)
  return paid + amount > daily ? '2154' : undefined
}

function dayOf(moment: number): number {
  return Math.floor(moment / 86_400_000)
}
