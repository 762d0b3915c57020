import type { Endpoint } from '../api/endpoint.ts'
import type { Service } from '../service.ts'
import { Bills } from './bills/bills.ts'
import { reportEndpoint } from './calls/fulfilment-report.ts'
import { invoiceEndpoints } from './calls/invoice.ts'
import { statusEndpoint } from './calls/transaction-status.ts'
import { Customer } from './customers/customer.ts'
import { Transactions } from './customers/transactions.ts'
import { Bookkeeper } from './ledger/ledger.ts'
import { Notices } from './notices.ts'
import { pageEndpoints } from './page/page.ts'

/** The part of the service that is about money. */
export class Checkout {
  readonly bills: Bills
  readonly customer: Customer
  readonly bookkeeper: Bookkeeper
  readonly endpoints: readonly Endpoint[]

  constructor(service: Service) {
    this.bills = new Bills(service)
    const transactions = new Transactions(service)
    this.customer = new Customer(service, this.bills, transactions, new Notices(service))
    this.bookkeeper = new Bookkeeper(service)
    this.endpoints = [
      ...invoiceEndpoints(service, this.bills),
      statusEndpoint(service),
      reportEndpoint(service),
      ...pageEndpoints(service, this.customer),
    ]
  }
}
