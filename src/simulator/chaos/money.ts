import { toHundredths } from '../checkout/bills/amount.ts'
import { type HandledPayment, isHandledAsPaid } from '../checkout/ledger/handled.ts'
import type { LedgerRow } from '../checkout/ledger/ledger.ts'
import type { Simulator } from '../simulator.ts'
import type { Violation } from './violation.ts'

/**
 * Holds what was delivered against what customers truly paid.
 *
 * @param isOver nothing is on its way any more: what is paid now must be delivered
 */
export function judgeMoney(
  sim: Simulator,
  delivered: readonly HandledPayment[],
  isOver: boolean,
): Violation | undefined {
  for (const row of sim.ledger({ handled: delivered }).rows) {
    const found = judgeBill(row, isOver)
    if (found !== undefined) return { ...found, text: `${found.text}${forgeryIn(row, sim)}` }
  }
  return undefined
}

function judgeBill(row: LedgerRow, isOver: boolean): Violation | undefined {
  const { bill, asked, paid, refunded, told, reported } = row
  const name = bill === null ? 'what no bill asked for' : `a bill of ${asked}`
  const handled = row.handled ?? []
  const deliveries = handled.filter(isHandledAsPaid)
  const isReported = reported.some(({ status }) => status === 'success')
  const isDelivered = deliveries.length > 0 || isReported
  if (isDelivered && paid === 0) return { rule: 'deliveredUnpaid', text: `${name}: delivered, and nobody paid` }
  // What says no amount of its own is worth what was asked.
  const worths = deliveries.map(({ amount }) => amount ?? asked)
  if (isDelivered && paid < Math.min(...(worths.length > 0 ? worths : [asked])))
    return { rule: 'deliveredUnpaid', text: `${name}: delivered, and only ${paid} was paid` }
  const worth = toHundredths(worths.reduce((sum, one) => sum + one, 0))
  if (deliveries.length > 1 && paid < worth)
    return { rule: 'deliveredTwice', text: `${name}: delivered ${deliveries.length} times, and ${paid} was paid` }
  // What the application was never told of, it can't deliver; people look at what contradicts itself.
  const knows = told.some(({ outcome, isTaken }) => outcome === 'paid' && isTaken)
  const isForPeople = handled.some(({ needsReview = [] }) => needsReview.length > 0)
  const isOwed = paid >= asked && paid > refunded && knows && !isForPeople
  if (isOver && isOwed && !isDelivered)
    return { rule: 'paidUndelivered', text: `${name}: paid and told, and not delivered` }
  return undefined
}

/** What a reader of a story has to know first: a push that the service never sent was acknowledged. */
function forgeryIn({ bill }: LedgerRow, { log }: Simulator): string {
  const isTaken = log.rows({ direction: 'push' }).some(({ about, faults, response }) => {
    const isForged = bill !== null && about.billId === bill && faults.includes('forge')
    return isForged && response !== null && response.status < 300
  })
  return isTaken ? '; a forged notice of it was acknowledged' : ''
}
