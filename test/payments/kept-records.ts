import { profiles, type Simulator } from '../../src/simulator/index.ts'
import { snapshotOf, worldOf } from '../../src/simulator/world/snapshot.ts'
import { newWorld, type TransactionStatus, type World } from '../../src/simulator/world/world.ts'
import { record } from '../client/transactions.ts'

/** What the service calls the invoice of a reference. */
export function tokenOf(reference: string): string {
  return `invoice-${reference}`
}

/** Puts a bill into the simulator's state, unless it is there: an invoice of its reference is that one then. */
export function keepBill(sim: Simulator, reference: string, token = tokenOf(reference)): void {
  change(sim, ({ bills }) => {
    if (bills.has(token)) return
    bills.set(token, {
      id: token,
      source: 'checkout',
      reference,
      salesInvoiceId: `sales-${token}`,
      amount: record.TransactionAmount,
      description: 'Two bags of rice',
      callbackUrl: null,
      primaryCallbackUrl: null,
      secondaryCallbackUrl: null,
      returnUrl: null,
      cancellationUrl: null,
      items: [],
      sessionId: null,
      mobile: null,
      payee: null,
      createdAt: Date.parse(record.StartDate),
      state: 'open',
      transactions: [],
      reports: [],
      said: [],
    })
  })
}

/**
 * Puts the one record of a reference into the simulator's state, with identifiers of its own.
 *
 * @param status a word of the service, or any other
 * @returns its TransactionId
 */
export function keepRecord(
  sim: Simulator,
  reference: string,
  status: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const { TransactionId, NetworkTransactionId, InvoiceToken, TransactionAmount } = {
    ...{ TransactionId: `t-${reference}`, NetworkTransactionId: record.NetworkTransactionId },
    ...{ InvoiceToken: tokenOf(reference), TransactionAmount: record.TransactionAmount },
    ...fields,
  }
  const token = typeof InvoiceToken === 'string' ? InvoiceToken : tokenOf(reference)
  keepBill(sim, reference, token)
  const id = String(TransactionId)
  const amount = Number(TransactionAmount ?? 0)
  const startedAt = Date.parse(record.StartDate)
  change(sim, ({ transactions }) => {
    for (const one of transactions.values()) if (one.clientReference === reference) transactions.delete(one.id)
    transactions.set(id, {
      id,
      networkId: String(NetworkTransactionId),
      billId: token,
      clientReference: reference,
      startedAt,
      method: 'mobile money',
      mobile: record.MobileNumber,
      paid: amount,
      amount,
      cycle: [{ at: startedAt, status: status as TransactionStatus }],
      code: null,
      refunded: 0,
      disputed: 0,
    })
  })
  return id
}

function change(sim: Simulator, make: (world: World) => void): void {
  const world = worldOf(sim.snapshot(), newWorld({ seed: 1, profile: profiles.plain }))
  make(world)
  sim.restore(snapshotOf(world))
}
