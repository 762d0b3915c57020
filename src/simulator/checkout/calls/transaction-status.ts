import type { Call } from '../../api/call.ts'
import type { CallAnswer, Endpoint } from '../../api/endpoint.ts'
import type { Service } from '../../service.ts'
import type { Bill } from '../../world/bill.ts'
import type { Transaction } from '../../world/transaction.ts'
import { type StatusParameter, statusParameterNames } from '../rules.ts'
import { refused, unauthorised } from './answers.ts'
import { recordOf, singleRecordOf } from './transaction-record.ts'

/** Says what became of a payment (reference 4.2): asked by any of its four identifiers. */
export function statusEndpoint(service: Service): Endpoint {
  return {
    name: 'transactionStatus',
    method: 'GET',
    path: service.settings.paths.transactionStatus,
    access: 'basic',
    refusal: unauthorised,
    handle: (call) => tell(call, service),
  }
}

/** The four, and what each is compared with. The service's own identifiers are found in any spelling (field notes). */
const parameters: Readonly<Record<StatusParameter, (asked: string, bill: Bill, transaction?: Transaction) => boolean>> =
  {
    checkoutId: (asked, bill) => bill.source === 'checkout' && bare(bill.id) === bare(asked),
    clientReference: (asked, bill) => bill.reference === asked,
    networkTransactionId: (asked, _bill, transaction) => bare(transaction?.networkId) === bare(asked),
    serviceTransactionId: (asked, _bill, transaction) => bare(transaction?.id) === bare(asked),
  }

function bare(identifier: string | undefined): string | undefined {
  return identifier?.replaceAll('-', '').toLowerCase()
}

function tell(call: Call, service: Service): CallAnswer {
  const { world, settings } = service
  const names = settings.money.statusParameters
  const asked = statusParameterNames.flatMap((key) => {
    const value = call.text(names[key])
    return value === undefined ? [] : [{ value, fits: parameters[key] }]
  })
  if (asked.length === 0)
    return refused(service, `Give one of ${statusParameterNames.map((key) => names[key]).join(', ')}`)
  const isMeant = (bill: Bill, transaction?: Transaction): boolean =>
    asked.every(({ value, fits }) => fits(value, bill, transaction))
  const transactions = [...world.transactions.values()]
    .filter((transaction) => {
      const bill = world.bills.get(transaction.billId)
      return bill !== undefined && isMeant(bill, transaction)
    })
    .reverse()
  const bill =
    world.bills.get(transactions[0]?.billId ?? '') ?? [...world.bills.values()].findLast((one) => isMeant(one))
  const about = { billId: bill?.id, reference: bill?.reference ?? call.text(names.clientReference) }
  const isFound = transactions.length > 0 || (bill !== undefined && settings.money.statusForm === 'single')
  if (!isFound && settings.money.noRecordStatus !== 200) {
    return { status: settings.money.noRecordStatus, body: { Message: 'There is no such transaction' }, about }
  }
  if (settings.money.statusForm === 'single') {
    const data = bill === undefined ? null : singleRecordOf(bill, transactions, service)
    return { status: 200, body: { message: 'Successful', responseCode: '0000', data }, about }
  }
  return {
    status: 200,
    body: { ResponseCode: '0000', Data: transactions.map((one) => recordOf(one, service)) },
    about,
  }
}
