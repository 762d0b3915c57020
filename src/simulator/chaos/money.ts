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
    if (found !== undefined) return found
  }
  return undefined
}

function judgeBill(row: LedgerRow, isOver: boolean): Violation | undefined {
  const { bill, asked, paid, refunded, told, reported } = row
  const name = bill === null ? 'what no bill asked for' : `a bill of ${asked}`
  const handled = row.handled ?? []
  const deliveries = handled.filter(isHandledAsPaid).length
  const isReported = reported.some(({ status }) => status === 'success')
  if ((deliveries > 0 || isReported) && paid === 0)
    return { rule: 'deliveredUnpaid', text: `${name}: delivered, and nobody paid` }
  const most = Math.max(1, asked > 0 ? Math.floor(paid / asked) : 1)
  if (deliveries > most)
    return { rule: 'deliveredTwice', text: `${name}: delivered ${deliveries} times, and ${paid} was paid` }
  // What the application was never told of, it can't deliver; people look at what contradicts itself.
  const knows = told.some(({ outcome, isTaken }) => outcome === 'paid' && isTaken)
  const isForPeople = handled.some(({ needsReview = [] }) => needsReview.length > 0)
  const isOwed = paid >= asked && paid > refunded && knows && !isForPeople
  if (isOver && isOwed && deliveries === 0 && !isReported)
    return { rule: 'paidUndelivered', text: `${name}: paid and told, and not delivered` }
  return undefined
}
