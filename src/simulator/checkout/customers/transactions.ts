import { FMW_SIMULATOR_STATE } from '../../errors.ts'
import type { Service } from '../../service.ts'
import { type Bill, type PaymentMethod, statusOf, type Transaction, type TransactionStatus } from '../../world/world.ts'
import { toHundredths } from '../bills/amount.ts'

/** How a try to pay ends. */
export interface Ending {
  readonly status: Extract<TransactionStatus, 'Success' | 'Failed' | 'Cancelled' | 'Pending'>
  /** Reference 7.1. */
  readonly code: string
  /** What really went to the merchant. */
  readonly paid: number
}

/** The tries to pay, each with its cycle: Pending, Success, Settled, or what else came of it (reference 3.1). */
export class Transactions {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
    service.jobs.done('settle', (id) => {
      const transaction = service.world.transactions.get(String(id))
      if (transaction !== undefined && statusOf(transaction) === 'Success') this.#step(transaction, 'Settled')
    })
  }

  begin(
    bill: Bill,
    { method, mobile }: { readonly method: PaymentMethod; readonly mobile: string | null },
  ): Transaction {
    const { random, clock, world } = this.#service
    const transaction: Transaction = {
      id: random.hex(32),
      networkId: `000000${random.digits(10)}`,
      billId: bill.id,
      clientReference: bill.reference,
      startedAt: clock.now(),
      method,
      mobile: method === 'card' ? null : mobile,
      paid: 0,
      amount: bill.amount,
      cycle: [],
      code: null,
      refunded: 0,
      disputed: 0,
    }
    world.transactions.set(transaction.id, transaction)
    bill.transactions.push(transaction.id)
    this.#step(transaction, 'Pending')
    return transaction
  }

  /** A payment that is still pending ends; one that did before stays as it is. @returns whether it ended now */
  end(transaction: Transaction, { status, code, paid }: Ending): boolean {
    if (statusOf(transaction) !== 'Pending') return false
    const { jobs, settings } = this.#service
    const bill = this.billOf(transaction)
    transaction.code = code
    if (status === 'Pending') return true
    this.#step(transaction, status)
    if (status === 'Cancelled' && bill.state === 'open') bill.state = 'cancelled'
    if (status === 'Success') {
      transaction.paid = paid
      bill.state = 'paid'
      jobs.after(settings.money.settlesAfter, 'settle', transaction.id)
    }
    return true
  }

  /** Money goes back. A whole refund is a step of the cycle, a part is not. @throws FMW_SIMULATOR_STATE */
  refund(transaction: Transaction, amount: number | undefined): void {
    const most = toHundredths(transaction.paid - transaction.refunded)
    const back = toHundredths(amount ?? most)
    if (!(back > 0 && back <= most)) {
      throw new FMW_SIMULATOR_STATE(`can't refund ${back} of ${transaction.id}: ${most} of it are with the merchant`)
    }
    transaction.refundId ??= this.#service.random.hex(32)
    transaction.refunded = toHundredths(transaction.refunded + back)
    if (transaction.refunded === transaction.paid) this.#step(transaction, 'Refunded')
  }

  /** The customer says that it wasn't right. @throws FMW_SIMULATOR_STATE */
  dispute(transaction: Transaction, amount = transaction.paid): void {
    if (!(amount > 0 && amount <= transaction.paid)) {
      throw new FMW_SIMULATOR_STATE(`can't dispute ${amount} of ${transaction.id}: ${transaction.paid} were paid`)
    }
    transaction.disputed = toHundredths(amount)
  }

  /** @throws FMW_SIMULATOR_STATE */
  find(id: string): Transaction {
    const transaction = this.#service.world.transactions.get(id)
    if (transaction === undefined) throw new FMW_SIMULATOR_STATE(`has no transaction '${id}'`)
    return transaction
  }

  /** Of one bill, the oldest first. */
  of(bill: Bill): Transaction[] {
    return bill.transactions.map((id) => this.find(id))
  }

  billOf({ billId }: Transaction): Bill {
    const bill = this.#service.world.bills.get(billId)
    if (bill === undefined) throw new FMW_SIMULATOR_STATE(`has no bill '${billId}'`)
    return bill
  }

  #step({ cycle }: Transaction, status: TransactionStatus): void {
    cycle.push({ at: this.#service.clock.now(), status })
  }
}
